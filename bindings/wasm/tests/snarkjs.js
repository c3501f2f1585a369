// Proofs of this package verified by snarkjs, and those of snarkjs by this package: for all keys of the data, and for
// an input of a circuit.
//
//   node tests/snarkjs.js SNARKJS DATA
//
// SNARKJS is the folder in which npm has installed snarkjs, DATA the folder of real data.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CURVES, INPUTS, calculatorOf, own, real } from "./circuits.js";
import { vorpal } from "./tools.js";

const [installed, data] = process.argv.slice(2);
const snarkjs = createRequire(resolve(installed, "package.json"))("snarkjs");
const options = { singleThread: true };

const circuits = [...real(data), ...Object.keys(CURVES).map((curve) => ({ curve, ...own(curve) }))];
assert.ok(circuits.length >= 8, "data is missing");

/** Checks two proofs of one witness, each by both verifiers. */
async function check(ours, theirs, key, folder) {
  assert.deepEqual(ours.publicSignals, theirs.publicSignals);
  assert.deepEqual(Object.keys(ours.proof), Object.keys(theirs.proof));
  for (const { proof, publicSignals } of [ours, theirs]) {
    assert.equal(await snarkjs.groth16.verify(key, publicSignals, proof), true, folder);
    assert.equal(await vorpal.groth16.verify(key, publicSignals, proof, { development: true }), true, folder);
    const signals = publicSignals.with(0, String(BigInt(publicSignals[0]) ^ 1n));
    assert.equal(await snarkjs.groth16.verify(key, signals, proof), false, folder);
  }
}

for (const { curve, folder, paths, key, zkey, witness } of circuits) {
  const ours = await vorpal.groth16.prove(zkey, { type: "mem", data: witness });
  const theirs = await snarkjs.groth16.prove(...paths, undefined, options);
  await check(ours, theirs, key, folder);
  console.log(`${curve}: ${folder}`);
}

const folder = mkdtempSync(join(tmpdir(), "circuits-"));
const wasm = calculatorOf("bn128", folder);
// snarkjs requires buses as lists.
const input = { number: -7, table: [[1, "2", 3], [4, "0x5", true]], one: [[1, 2], 3], several: [4, 5, 6, 7, 8, 9] };
const { zkey, key } = INPUTS;
const ours = await vorpal.groth16.fullProve(input, wasm, zkey);
await check(ours, await snarkjs.groth16.fullProve(input, wasm, zkey, undefined, undefined, options), key, wasm);
rmSync(folder, { recursive: true });
console.log(`bn254: ${wasm}`);
// Threads of snarkjs would keep the process alive.
process.exit(0);
