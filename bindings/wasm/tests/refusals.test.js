// What provers refuse: the error names the argument and what is wrong with it, and the next proof is valid.

import assert from "node:assert/strict";
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "../js/index.js";
import { CURVES, fileOf, own, sectionsOf } from "./circuits.js";
import { vorpal } from "./tools.js";

const { prove, prover, verify } = vorpal.groth16;

/** The file with a changed copy of a section. */
function changed(file, type, change) {
  const sections = sectionsOf(file);
  const bytes = sections.get(type).slice();
  sections.set(type, change(bytes) ?? bytes);
  return fileOf(file, sections);
}

for (const curve of Object.keys(CURVES)) {
  const { zkey, witness, key } = own(curve);
  const other = own(Object.keys(CURVES).find((name) => name !== curve));

  test(`witnesses that are refused on ${curve}`, async () => {
    const hot = await prover(zkey);
    const header = (number) => changed(witness, 1, (bytes) => new DataView(bytes.buffer).setUint32(36, number, true));
    const shorter = changed(header(11), 2, (bytes) => bytes.subarray(0, 32 * 11));
    const longer = changed(header(13), 2, (bytes) => new Uint8Array([...bytes, ...new Uint8Array(32)]));
    for (const [given, message] of [
      [shorter, /^witness: the witness has 11 signals, the key 12$/],
      [longer, /^witness: the witness has 13 signals, the key 12$/],
      [header(11), /^witness: wtns file, section 2, offset \d+: the section has 384 bytes instead of 352$/],
      [header(2 ** 32 - 1), /^witness: wtns file, section 2, /],
      [other.witness, /^witness: wtns file, section 1, offset \d+: another prime field$/],
      [changed(witness, 2, (bytes) => bytes.fill(255, 32, 64)), /^witness: .* a number is not below the prime$/],
      [changed(witness, 2, (bytes) => bytes.fill(0, 0, 32)), /^witness: .* the first value is not 1$/],
      [zkey, /^witness: wtns file, offset 0: the file does not begin as such a file$/],
      [witness.subarray(0, witness.length - 1), /^witness: wtns file, section 2, .* 384 bytes are needed, and 383 are/],
      [new Uint8Array(0), /^witness: wtns file, offset 0: 4 bytes are needed, and 0 are left$/],
    ]) {
      await assert.rejects(hot.prove(given), { name: "RangeError", message });
    }
    const { proof, publicSignals } = await hot.prove(witness);
    assert.equal(await verify(key, publicSignals, proof), true);
  });

  test(`keys that are refused on ${curve}`, async () => {
    // Each header, and bytes between.
    for (let length = 0; length < zkey.length; length += length < 1000 ? 1 : 97) {
      await assert.rejects(prover(zkey.subarray(0, length)), { name: "RangeError", message: /^zkey: zkey file, / });
    }
    const width = CURVES[curve];
    for (const [given, message] of [
      [witness, /^zkey: zkey file, offset 0: the file does not begin as such a file$/],
      [changed(zkey, 1, (bytes) => bytes.fill(2, 0, 1)), /^zkey: .* section 1, .* the protocol is 2, not 1 /],
      [changed(zkey, 2, (bytes) => bytes.fill(0, 5, 6)), /^zkey: .* section 2, .* another prime field$/],
      [changed(zkey, 5, (bytes) => bytes.fill(255, 0, width)), /^zkey: .* section 5, .* not below the prime$/],
      [changed(zkey, 7, (bytes) => bytes.subarray(1)), /^zkey: .* section 7, .* bytes instead of \d+$/],
      [changed(zkey, 4, (bytes) => bytes.fill(255, 12, 16)), /^zkey: .* section 4, .* signal 4294967295 of 12$/],
    ]) {
      await assert.rejects(prover(given), { name: "RangeError", message });
      await assert.rejects(prove(given, witness), { name: "RangeError", message });
    }
    assert.equal((await prove(zkey, witness)).publicSignals.length, 3);
  });
}

test("arguments that are no files", async () => {
  const { zkey, witness } = own("bn254");
  const [noKey, noWitness] = ["zkey", "witness"].map((name) => ({
    name: "TypeError",
    message: `${name}: a Uint8Array, a path, { type: "mem", data } or { type: "file", fileName } is expected`,
  }));
  for (const wrong of [undefined, null, 7, {}, [1], { type: "file" }, { type: "disk" }, new Uint16Array(4)]) {
    await assert.rejects(prove(wrong, witness), noKey);
    await assert.rejects(prove(zkey, wrong), noWitness);
  }
  const noData = { name: "TypeError", message: "witness: data: a Uint8Array is expected" };
  await assert.rejects(prove(zkey, { type: "mem" }), noData);
  const missing = { name: "Error", code: "ENOENT", message: /^witness: ENOENT/ };
  await assert.rejects(prove(zkey, "nothing.wtns"), missing);
  const none = { type: "file", fileName: "nothing.zkey" };
  await assert.rejects(prover(none), { code: "ENOENT", message: /^zkey: ENOENT/ });
  await assert.rejects(prover(tmpdir()), { name: "RangeError", message: /^zkey: .*: no regular file$/ });
});

test("a key that is too large for the memory of a module", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vorpal-"));
  try {
    const path = join(folder, "large.zkey");
    // A file with holes alone.
    const file = openSync(path, "w");
    ftruncateSync(file, 2.5 * 2 ** 30 + 1);
    await assert.rejects(prover(path), {
      name: "RangeError",
      message: "zkey: 2684354561 bytes, more than the 2684354560 that a module has memory for",
    });
    ftruncateSync(file, 2.5 * 2 ** 30);
    closeSync(file);
    await assert.rejects(prover(path), { name: "RangeError", message: /^zkey: zkey file, offset 0: / });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("no randomness, no proof", async (context) => {
  const { zkey, witness } = own("bls12_381");
  const hot = await prover(zkey);
  const mocked = context.mock.method(crypto, "getRandomValues", () => {
    throw new Error("no entropy");
  });
  await assert.rejects(hot.prove(witness), { message: "no entropy" });
  mocked.mock.restore();
  assert.equal((await hot.prove(witness)).proof.curve, "bls12381");
});

test("addresses of files in browsers", async (context) => {
  const { zkey, witness } = own("bn254");
  const files = { "https://example.org/a.zkey": zkey, "a.wtns": witness };
  const bodies = [];
  context.mock.method(globalThis, "fetch", async (address) => {
    const body = files[address]?.slice();
    bodies.push(body);
    return { ok: body !== undefined, status: body ? 200 : 404, arrayBuffer: async () => body.buffer };
  });
  // The default module is compiled before, from its file.
  await prove(zkey, witness);
  const { process } = globalThis;
  let proven;
  let refused;
  try {
    delete globalThis.process;
    proven = await prove("https://example.org/a.zkey", "a.wtns");
    refused = await prover("b.zkey").catch((error) => error);
  } finally {
    globalThis.process = process;
  }
  assert.equal(proven.publicSignals.length, 3);
  assert.equal(refused.message, "zkey: b.zkey: status 404");
  // What was fetched is wiped: nobody else has it.
  assert.ok(bodies[1].every((byte) => byte === 0));
});

test("sources of the module of provers", async () => {
  await assert.rejects(load(undefined, { prover: "file" }), { name: "TypeError", message: /^prover: / });
  await assert.rejects(load(undefined, { prover: new Uint8Array(8) }), WebAssembly.CompileError);
  await assert.rejects(load(undefined, { provers: 1 }), { name: "RangeError", message: /^options: unknown option/ });
});
