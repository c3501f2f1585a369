// Proofs of circuits: valid by the verifier, the forms of arguments, blinding, both modules, memory.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { load } from "../js/index.js";
import { CURVES, little, own, real, sectionsOf } from "./circuits.js";
import { dataFolder, generator, skip, vorpal } from "./tools.js";

const { prove, prover, verify } = vorpal.groth16;
const NOBLE = { bn254, bls12_381 };

/** Whether a result of `prove` is valid, with the shape of snarkjs' JSON. */
async function check(circuit, { proof, publicSignals }, name) {
  assert.deepEqual(Object.keys(proof), ["pi_a", "pi_b", "pi_c", "protocol", "curve"]);
  assert.deepEqual([proof.protocol, proof.curve], ["groth16", name === "bn254" ? "bn128" : "bls12381"]);
  assert.equal(await verify(circuit.key, publicSignals, proof, { development: true }), true);
  if (circuit.signals) assert.deepEqual(publicSignals, circuit.signals);
}

for (const curve of Object.keys(CURVES)) {
  const circuit = own(curve);

  test(`proofs on ${curve} of all forms of files`, async () => {
    const { zkey, witness, paths } = circuit;
    const padded = new Uint8Array(zkey.length + 9);
    padded.set(zkey, 5);
    const before = [zkey, witness].map((bytes) => bytes.slice());
    for (const [key, values] of [
      [zkey, witness],
      paths,
      [{ type: "mem", data: zkey }, { type: "mem", data: witness }],
      [{ type: "file", fileName: paths[0] }, { type: "file", fileName: paths[1] }],
      [padded.subarray(5, 5 + zkey.length), Buffer.from(witness)],
    ]) {
      await check(circuit, await prove(key, values), curve);
    }
    assert.deepEqual([zkey, witness], before);
  });

  test(`a prover on ${curve} has one key for many proofs`, async () => {
    const hot = await prover(circuit.zkey);
    const results = await Promise.all(Array.from({ length: 3 }, () => hot.prove(circuit.witness)));
    for (const result of results) await check(circuit, result, curve);
    // Fresh blinding: no proof repeats a point.
    const points = results.flatMap(({ proof }) => [proof.pi_a, proof.pi_b, proof.pi_c].map(String));
    assert.equal(new Set(points).size, 9);
    // A call that waits for its file has a result.
    const last = hot.prove(circuit.paths[1]);
    hot.free();
    await check(circuit, await last, curve);
    await assert.rejects(hot.prove(circuit.witness), { message: "the prover was freed" });
    hot.free();
  });

  test(`blinding on ${curve} has the full width`, async (context) => {
    const hot = await prover(circuit.zkey);
    let random = new Uint8Array(128);
    const draws = [];
    context.mock.method(crypto, "getRandomValues", (target) => (draws.push(target.length), target.set(random), target));
    const at = async (bytes) => ((random = bytes), (await hot.prove(circuit.witness)).proof);
    const { G1, G2, fields } = NOBLE[curve];
    const g1 = ([x, y]) => G1.Point.fromAffine({ x: BigInt(x), y: BigInt(y) });
    const g2 = ([x, y]) => {
      const [a, b] = [x, y].map(([c0, c1]) => fields.Fp2.fromBigTuple([BigInt(c0), BigInt(c1)]));
      return G2.Point.fromAffine({ x: a, y: b });
    };
    // Without blinding the points are sums alone, to which r delta and s delta are added.
    const plain = await at(new Uint8Array(128));
    for (const bytes of [generator(49)(128), new Uint8Array(128).fill(255), generator(50)(128)]) {
      const [r, s] = [bytes.subarray(0, 64), bytes.subarray(64)].map((half) => little(half) % fields.Fr.ORDER);
      const proof = await at(bytes);
      assert.ok(g1(plain.pi_a).add(deltaOf(circuit.zkey, curve).multiplyUnsafe(r)).equals(g1(proof.pi_a)));
      assert.ok(g2(plain.pi_b).add(g2(circuit.key.vk_delta_2).multiplyUnsafe(s)).equals(g2(proof.pi_b)));
      await check(circuit, { proof, publicSignals: circuit.signals }, curve);
    }
    assert.deepEqual(draws, [128, 128, 128, 128]);
  });

  test(`a wrong witness on ${curve} has a proof that is not valid`, async () => {
    const wrong = circuit.witness.slice();
    wrong[wrong.length - 32] ^= 1;
    const { proof, publicSignals } = await prove(circuit.zkey, wrong);
    assert.deepEqual(publicSignals, circuit.signals);
    assert.equal(await verify(circuit.key, publicSignals, proof), false);
    // A wrong public signal is that of the witness.
    const other = circuit.witness.slice();
    const values = sectionsOf(other).get(2);
    values[32] ^= 1;
    const changed = await prove(circuit.zkey, other);
    assert.equal(changed.publicSignals[0], String(little(values.subarray(32, 64))));
    assert.equal(await verify(circuit.key, changed.publicSignals, changed.proof), false);
  });

  test(`the modules make the same proofs on ${curve}`, async (context) => {
    const random = generator(7)(128);
    context.mock.method(crypto, "getRandomValues", (target) => (target.set(random), target));
    const expected = await prove(circuit.zkey, circuit.witness);
    for (const name of ["vorpal-groth16.wasm", "vorpal-groth16-relaxed.wasm"]) {
      const url = new URL(`../js/${name}`, import.meta.url);
      if (!existsSync(url)) return skip(context, `${name} is not built`);
      const source = readFileSync(url);
      if (!WebAssembly.validate(source)) return context.skip("the engine has no relaxed SIMD");
      const given = { prover: source };
      assert.deepEqual(await (await load(undefined, given)).groth16.prove(circuit.zkey, circuit.witness), expected);
      await check(circuit, expected, curve);
    }
  });
}

/** The point delta in G1 of a key. Coordinates are in Montgomery form. */
function deltaOf(zkey, curve) {
  const [width, { Fp, Fr }] = [CURVES[curve], NOBLE[curve].fields];
  const header = sectionsOf(zkey).get(2);
  // Behind the primes, three numbers, alpha and beta in G1, beta and gamma in G2.
  const start = 8 + width + Fr.BYTES + 12 + 2 * (2 * width) + 2 * (4 * width);
  const [x, y] = [0, 1].map((i) => little(header.subarray(start + width * i, start + width * (i + 1))));
  const factor = Fp.inv(Fp.create(1n << BigInt(8 * width)));
  return NOBLE[curve].G1.Point.fromAffine({ x: Fp.mul(x, factor), y: Fp.mul(y, factor) });
}

test("proofs of all keys of the data", async (context) => {
  const data = dataFolder();
  if (!data) return skip(context, "no VORPAL_DATA");
  const circuits = real(data);
  for (const circuit of circuits) await check(circuit, await prove(...circuit.paths), circuit.curve);
  assert.ok(circuits.length >= 6);
});

/** The exports of the instances that are made from now on. */
function instances(context) {
  const all = [];
  const Instance = WebAssembly.Instance;
  context.mock.method(WebAssembly, "Instance", function (...given) {
    const instance = new Instance(...given);
    all.push(instance.exports);
    return instance;
  });
  return all;
}

test("memory does not grow over proofs, and has no secrets behind them", async (context) => {
  const made = instances(context);
  let drawn;
  const { getRandomValues } = crypto;
  context.mock.method(crypto, "getRandomValues", (target) => {
    getRandomValues.call(crypto, target);
    drawn = target.slice();
    return target;
  });
  for (const curve of Object.keys(CURVES)) {
    const { zkey, witness, signals } = own(curve);
    const hot = await prover(zkey);
    await hot.prove(witness);
    const { memory } = made.at(-1);
    const size = memory.buffer.byteLength;
    for (let i = 0; i < 20; i += 1) {
      await hot.prove(witness);
      assert.equal(memory.buffer.byteLength, size);
    }
    const secrets = sectionsOf(witness).get(2).subarray(32 * (signals.length + 1));
    const left = Buffer.from(memory.buffer);
    const { ORDER } = NOBLE[curve].fields.Fr;
    for (let i = 0; i < secrets.length; i += 32) {
      const secret = secrets.subarray(i, i + 32);
      assert.equal(left.indexOf(secret), -1);
      // The same in Montgomery form.
      const digits = (((little(secret) << 256n) % ORDER).toString(16)).padStart(64, "0");
      assert.equal(left.indexOf(Buffer.from(digits, "hex").reverse()), -1);
    }
    for (let i = 0; i < 128; i += 64) assert.equal(left.indexOf(drawn.subarray(i, i + 64)), -1);
  }
});

test("a prover whose module stops has no key any more", async (context) => {
  const Instance = WebAssembly.Instance;
  let stops = true;
  let memory;
  context.mock.method(WebAssembly, "Instance", function (...given) {
    const { exports } = new Instance(...given);
    const { vorpal_groth16_prove: original } = exports;
    memory ??= exports.memory;
    const vorpal_groth16_prove = (...numbers) => {
      const status = original(...numbers);
      if (stops) throw new WebAssembly.RuntimeError("unreachable");
      return status;
    };
    return { exports: { ...exports, vorpal_groth16_prove } };
  });
  const { zkey, witness } = own("bn254");
  const hot = await prover(zkey);
  await assert.rejects(hot.prove(witness), /the module stopped, probably for lack of memory/);
  assert.ok(Buffer.from(memory.buffer).every((byte) => byte === 0));
  stops = false;
  await assert.rejects(hot.prove(witness), { name: "RangeError", message: /^zkey: it is not in memory/ });
  assert.equal((await prove(zkey, witness)).proof.protocol, "groth16");
});
