// Wrong arguments: the error names the argument, and the next call works. Traps: a new instance takes over.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { Vorpal, load } from "../js/index.js";
import { Machine, compile } from "../js/module.js";
import { vorpal } from "./tools.js";

const zeros = (length) => new Uint8Array(length);

/** Calls, and the beginning of the message of their errors. */
const WRONG = [
  [() => vorpal.recoverBatch([1], zeros(65)), TypeError, "hashes: a Uint8Array is expected"],
  [() => vorpal.recoverBatch(new Uint16Array(32), zeros(65)), TypeError, "hashes: a Uint8Array is expected"],
  [() => vorpal.recoverBatch(undefined, zeros(65)), TypeError, "hashes: a Uint8Array is expected"],
  [() => vorpal.recoverBatch(zeros(33), zeros(65)), RangeError, "hashes: 33 bytes, not a multiple of 32"],
  [() => vorpal.recoverBatch(zeros(32), "signature"), TypeError, "signatures: a Uint8Array is expected"],
  [() => vorpal.recoverBatch(zeros(32), zeros(64)), RangeError, "signatures: 64 bytes instead of 65"],
  [() => vorpal.recoverBatch(zeros(32), zeros(65), { output: "key" }), RangeError, "output: key is none of"],
  [() => vorpal.recoverBatch(zeros(32), zeros(65), { outputs: "keys" }), RangeError, "options: unknown option outputs"],
  [() => vorpal.recoverBatch(zeros(32), zeros(65), null), TypeError, "options: an object is expected"],
  [() => vorpal.verifyBatch(zeros(31), zeros(64), zeros(65)), RangeError, "hashes: 31 bytes"],
  [() => vorpal.verifyBatch(zeros(32), zeros(65), zeros(65)), RangeError, "signatures: 65 bytes instead of 64"],
  [() => vorpal.verifyBatch(zeros(32), zeros(64), zeros(64)), RangeError, "keys: 64 bytes instead of 65 or 33"],
  [() => vorpal.verifyBatch(zeros(32), zeros(64), zeros(65), { lowS: 1 }), TypeError, "lowS: a boolean is expected"],
  [() => vorpal.schnorrVerifyBatch(zeros(32), zeros(63), zeros(32)), RangeError, "signatures: 63 bytes"],
  [() => vorpal.schnorrVerifyBatch(zeros(32), zeros(64), zeros(33)), RangeError, "keys: 33 bytes instead of 32"],
  [() => vorpal.schnorrVerifyBatch(zeros(33), zeros(128), zeros(64)), RangeError, "messages: 33 bytes cannot be 2"],
  [() => vorpal.schnorrVerifyBatch(zeros(1), zeros(0), zeros(0)), RangeError, "messages: 1 bytes cannot be 0"],
  [() => vorpal.schnorrVerifyBatch("m", zeros(64), zeros(32)), TypeError, "messages: a Uint8Array is expected"],
  [() => vorpal.schnorrVerifyBatch([], zeros(64), zeros(32)), RangeError, "messages: 0 instead of 1"],
  [() => vorpal.schnorrVerifyBatch(["m"], zeros(64), zeros(32)), TypeError, "messages: number 0: a Uint8Array"],
  [() => vorpal.schnorrVerifyBatch([zeros(1), , zeros(1)], zeros(192), zeros(96)), TypeError, "messages: number 1: a"],
  [() => vorpal.recoverBatch(new DataView(new ArrayBuffer(32)), zeros(65)), TypeError, "hashes: a Uint8Array"],
  [() => vorpal.recoverBatch({ [Symbol.toStringTag]: "Uint8Array", length: 32 }, zeros(65)), TypeError, "hashes: a U"],
  [() => vorpal.recoverBatch(Object.create(zeros(32)), zeros(65)), TypeError, "hashes: a Uint8Array is expected"],
  [() => vorpal.msm("secp256k1", zeros(96), zeros(32)), RangeError, "curve: secp256k1 is none of bls12_377"],
  [() => vorpal.msm("bn254", zeros(96), zeros(32)), RangeError, "points: 96 bytes instead of 64 or 32"],
  [() => vorpal.msm("bls12_381", zeros(64), zeros(32)), RangeError, "points: 64 bytes instead of 96 or 48"],
  [() => vorpal.msm("bn254", zeros(64), zeros(31)), RangeError, "scalars: 31 bytes, not a multiple of 32"],
  [() => vorpal.msm("bn254", zeros(64), zeros(32), { format: "arkworks-0.3" }), RangeError, "format: arkworks-0.3"],
  [() => vorpal.msm("bn254", zeros(64), zeros(32), { trust: "all" }), RangeError, "trust: all is none of"],
  [() => vorpal.msm("bn254", zeros(64), zeros(32), { scalars: "le" }), RangeError, "scalars: le is none of"],
  [() => vorpal.msm("bn254", zeros(64), zeros(32), { output: 1 }), RangeError, "output: 1 is none of"],
  [() => vorpal.bounds(7), TypeError, "modulus: a bigint is expected"],
  [() => vorpal.bounds(8n), RangeError, "modulus: an odd number of 3 to 2^384 is expected"],
  [() => vorpal.bounds(1n), RangeError, "modulus: an odd number"],
  [() => vorpal.bounds(-3n), RangeError, "modulus: an odd number"],
  [() => vorpal.bounds(2n ** 384n + 1n), RangeError, "modulus: an odd number"],
  [() => new Vorpal({}), TypeError, "use load() for an instance"],
];

const TRAPPING = [
  "AGFzbQEAAAABDQNgAX8Bf2AAAX9gAAADBwYAAQECAAEFAwEAAQd3BwZtZW1vcnkCAAx2b3JwYWxfaW5wdXQAAA12b3JwYWxfcmVzdWx0AAEUdm",
  "9ycGFsX3Jlc3VsdF9sZW5ndGgAAg52b3JwYWxfcmVsZWFzZQADE3ZvcnBhbF9yZWNvdmVyX2tleXMABA12b3JwYWxfYm91bmRzAAUKHAYEAEEI",
  "CwQAQQgLBABBAQsCAAsEAEEACwMAAAs=",
].join("");

test("wrong arguments throw errors that name them", () => {
  for (const [call, kind, message] of WRONG) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof kind && error.message.startsWith(message), `${error} instead of ${message}`);
      return true;
    });
  }
});

test("the module itself refuses inputs of another layout", async () => {
  const machine = new Machine(await compile());
  const calls = [
    ["vorpal_recover_keys", 96, [1]],
    ["vorpal_recover_keys", 98, [1]],
    ["vorpal_recover_addresses", 97, [2 ** 31]],
    ["vorpal_verify", 161, [1, 64, 0]],
    ["vorpal_verify", 160, [1, 65, 0]],
    ["vorpal_verify_schnorr", 31, [0]],
    ["vorpal_verify_schnorr", 131, [1]],
    ["vorpal_verify_schnorr", 133, [1]],
    ["vorpal_verify_schnorr", 132, [2 ** 31]],
    ["vorpal_verify_schnorr", 132, [2 ** 26]],
    ["vorpal_msm", 127, [1, 96, 0, 0, 0, 0, 0]],
    ["vorpal_msm", 128, [1, 96, 3, 0, 0, 0, 0]],
    ["vorpal_msm", 96, [1, 64, 2, 2, 0, 0, 0]],
    ["vorpal_bounds", 47, []],
  ];
  for (const [name, length, numbers] of calls) {
    assert.throws(() => machine.call(name, [zeros(length)], numbers), RangeError, name);
  }
});

test("a trap does not affect the next call", async (context) => {
  const machine = new Machine(await compile());
  const works = () => assert.equal(machine.call("vorpal_recover_keys", [zeros(97)], [1]).length, 66);
  // No wrapper passes these: more bytes than addresses, and messages without bytes in a count that exceeds the memory.
  const huge = { length: 2 ** 32 - 1 };
  assert.throws(() => machine.call("vorpal_recover_keys", [huge], [1]), /no memory for 4294967295 bytes/);
  works();
  // A module with the same functions, where `vorpal_bounds` traps and the others do nothing.
  const trapping = new WebAssembly.Module(Buffer.from(TRAPPING, "base64"));
  const instances = context.mock.method(WebAssembly, "Instance");
  const trap = new Machine(trapping);
  const fine = () => assert.equal(trap.call("vorpal_recover_keys", [zeros(3)], [1]).length, 1);
  fine();
  assert.throws(() => trap.call("vorpal_bounds", [], []), /^Error: vorpal_bounds: the module stopped/);
  assert.equal(instances.mock.callCount(), 1);
  fine();
  fine();
  assert.equal(instances.mock.callCount(), 2);
});

test("sources of the module", async () => {
  const bytes = await readFile(new URL("../js/vorpal.wasm", import.meta.url));
  const sources = [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), await compile(bytes)];
  for (const source of sources) {
    assert.equal((await load(source)).recoverBatch(zeros(32), zeros(65)).statuses.length, 1);
  }
  const padded = new Uint8Array(bytes.length + 9);
  padded.set(bytes, 5);
  const others = [
    new DataView(padded.buffer, 5, bytes.length),
    padded.subarray(5, 5 + bytes.length),
    new Uint8Array(new SharedArrayBuffer(bytes.length)).fill(0),
  ];
  others[2].set(bytes);
  for (const source of others) {
    assert.equal((await load(source)).recoverBatch(zeros(32), zeros(65)).statuses.length, 1);
  }
  await assert.rejects(load("vorpal.wasm"), TypeError);
  const imitations = [{ [Symbol.toStringTag]: "WebAssembly.Module" }, Object.create(zeros(8).buffer)];
  for (const wrong of [null, 7, {}, [], ...imitations]) {
    await assert.rejects(load(wrong), TypeError);
  }
  await assert.rejects(load(zeros(8)), WebAssembly.CompileError);
});

test("inputs are views of any buffer, and stay as they are", () => {
  const buffer = new Uint8Array(500).fill(7);
  const before = buffer.slice();
  const statuses = vorpal.recoverBatch(buffer.subarray(3, 99), buffer.subarray(101, 296)).statuses;
  assert.deepEqual([...statuses], [3, 3, 3]);
  assert.deepEqual(buffer, before);
  const shared = new Uint8Array(new SharedArrayBuffer(65));
  assert.equal(vorpal.recoverBatch(new Uint8Array(32), shared).statuses[0], 2);
});

test("arrays, bytes and modules of another realm", async () => {
  const realm = createContext({ given: await readFile(new URL("../js/vorpal.wasm", import.meta.url)) });
  const of = (code) => runInContext(code, realm);
  const array = of("new Uint8Array(32)");
  assert.ok(!(array instanceof Uint8Array));
  assert.deepEqual([...vorpal.recoverBatch(array, of("new Uint8Array(65)")).statuses], [2]);
  assert.deepEqual([...vorpal.verifyBatch(array, of("new Uint8Array(64)"), of("new Uint8Array(33)"), of("({})"))], [2]);
  const messages = of("[new Uint8Array(1)]");
  assert.deepEqual([...vorpal.schnorrVerifyBatch(messages, of("new Uint8Array(64)"), array)], [6]);
  assert.equal(vorpal.msm("bn254", of("new Uint8Array(0)"), of("new Uint8Array(0)")).length, 64);
  assert.throws(() => vorpal.recoverBatch(of("new Uint16Array(32)"), zeros(65)), /^TypeError: hashes: a Uint8Array/);
  const sources = [of("Uint8Array.from(given)"), of("Uint8Array.from(given).buffer")];
  sources.push(of("new DataView(Uint8Array.from(given).buffer)"));
  const fresh = createContext({ given: sources[0] });
  const module = runInContext("new WebAssembly.Module(given)", fresh);
  assert.ok(!(module instanceof WebAssembly.Module));
  for (const source of [...sources, module]) {
    assert.equal((await load(source)).recoverBatch(zeros(32), zeros(65)).statuses.length, 1);
  }
});

test("memory is released after every call, also after errors", async (context) => {
  // The functions of the module, with counts of the calls of each.
  const counts = new Map();
  const Instance = WebAssembly.Instance;
  let exports;
  context.mock.method(WebAssembly, "Instance", function (module) {
    exports = new Instance(module).exports;
    const counted = Object.entries(exports).map(([name, item]) => {
      if (typeof item !== "function") return [name, item];
      return [name, (...numbers) => (counts.set(name, (counts.get(name) ?? 0) + 1), item(...numbers))];
    });
    return { exports: Object.fromEntries(counted) };
  });
  const own = await load();
  const wrongPoint = zeros(64).fill(1);
  const calls = [
    () => own.recoverBatch(zeros(320), zeros(650)),
    () => own.verifyBatch(zeros(32), zeros(64), zeros(33)),
    () => own.schnorrVerifyBatch([zeros(5)], zeros(64), zeros(32)),
    () => own.bounds(7n),
    () => own.msm("bn254", zeros(64), zeros(32)),
    () => assert.throws(() => own.msm("bn254", wrongPoint, zeros(32)), RangeError),
  ];
  calls.forEach((call, i) => {
    call();
    assert.equal(counts.get("vorpal_input"), i + 1);
    assert.equal(counts.get("vorpal_release"), i + 1, `call ${i}`);
    assert.equal(exports.vorpal_result_length(), 0, `call ${i}`);
  });
  // The memory of the largest call serves the next one: nothing is left over from the calls between.
  const large = () => own.recoverBatch(zeros(32 * 16384), zeros(65 * 16384));
  large();
  const size = exports.memory.buffer.byteLength;
  for (let i = 0; i < 5; i += 1) calls.forEach((call) => call()), large();
  assert.equal(exports.memory.buffer.byteLength, size);
});
