// Proofs of this package verified by snarkjs, and those of snarkjs by this package, for all keys of the data.
//
//   node tests/snarkjs.js SNARKJS DATA
//
// SNARKJS is the folder in which npm has installed snarkjs, DATA the folder of real data.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { CURVES, own, real } from "./circuits.js";
import { vorpal } from "./tools.js";

const [installed, data] = process.argv.slice(2);
const snarkjs = createRequire(resolve(installed, "package.json"))("snarkjs");
const options = { singleThread: true };

const circuits = [...real(data), ...Object.keys(CURVES).map((curve) => ({ curve, ...own(curve) }))];
assert.ok(circuits.length >= 8, "data is missing");
for (const { curve, folder, paths, key, zkey, witness } of circuits) {
  const ours = await vorpal.groth16.prove(zkey, { type: "mem", data: witness });
  const theirs = await snarkjs.groth16.prove(...paths, undefined, options);
  assert.deepEqual(ours.publicSignals, theirs.publicSignals);
  assert.deepEqual(Object.keys(ours.proof), Object.keys(theirs.proof));
  for (const { proof, publicSignals } of [ours, theirs]) {
    assert.equal(await snarkjs.groth16.verify(key, publicSignals, proof), true, folder);
    assert.equal(await vorpal.groth16.verify(key, publicSignals, proof, { development: true }), true, folder);
    const signals = publicSignals.with(0, String(BigInt(publicSignals[0]) ^ 1n));
    assert.equal(await snarkjs.groth16.verify(key, signals, proof), false, folder);
  }
  console.log(`${curve}: ${folder}`);
}
// Threads of snarkjs would keep the process alive.
process.exit(0);
