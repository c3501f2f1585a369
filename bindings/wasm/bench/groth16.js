// Groth16 proofs beside snarkjs with one thread, in the same run, in turns. Prints the least milliseconds of a proof
// with its key in memory as bytes, of one by a prover that has read the key, and the quotients of snarkjs' by both.
//
//   node bench/groth16.js SNARKJS CIRCUITS [NAME..]
//
// SNARKJS is the folder in which npm has installed snarkjs. CIRCUITS has a folder for each circuit, with the files
// `circuit.zkey`, `witness.wtns` and `verification_key.json`: by default all whose name ends in -12, -13, .. or -16.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { load } from "../js/index.js";
import { isFused } from "../js/relaxed.js";

const SAMPLES = 5;

const [installed, folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node bench/groth16.js SNARKJS CIRCUITS [NAME..]");
const snarkjs = createRequire(resolve(installed, "package.json"))("snarkjs");
const { groth16 } = await load();
const logOf = (name) => Number(name.split("-").at(-1));
const isFound = (name) => /-1[2-6]$/.test(name) && existsSync(resolve(folder, name, "circuit.zkey"));
const found = readdirSync(folder).filter(isFound).sort((a, b) => logOf(a) - logOf(b));
if (found.length + names.length === 0) {
  throw new Error(`${folder}: no circuits; the lab's \`compare groth16\` makes them`);
}

/** The least milliseconds of each call. */
async function measure(calls) {
  const least = calls.map(() => Infinity);
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const [i, call] of calls.entries()) {
      const start = performance.now();
      await call();
      least[i] = Math.min(least[i], performance.now() - start);
    }
  }
  return least;
}

const module = isFused() ? "vorpal-groth16-relaxed.wasm" : "vorpal-groth16.wasm";
console.log(`${cpus()[0].model}, node ${process.versions.node}, ${module}, milliseconds`);
const titles = ["proof", "prover", "snarkjs", "ratio", "ratio"];
console.log("circuit".padEnd(14), ...titles.map((title) => title.padStart(9)));
for (const name of names.length > 0 ? names : found) {
  const read = (file) => readFileSync(join(folder, name, file));
  const [zkey, witness] = ["circuit.zkey", "witness.wtns"].map((file) => new Uint8Array(read(file)));
  const key = JSON.parse(read("verification_key.json"));
  const prover = await groth16.prover(zkey);
  const calls = [
    () => groth16.prove(zkey, witness),
    () => prover.prove(witness),
    () => snarkjs.groth16.prove(zkey, witness, undefined, { singleThread: true }),
  ];
  for (const call of calls) {
    const { proof, publicSignals } = await call();
    if (!(await groth16.verify(key, publicSignals, proof, { development: true }))) throw new Error(`${name}: invalid`);
    if (!(await snarkjs.groth16.verify(key, publicSignals, proof))) throw new Error(`${name}: invalid by snarkjs`);
  }
  const [once, hot, theirs] = await measure(calls);
  prover.free();
  const times = [once, hot, theirs].map((time) => time.toFixed(0));
  const cells = [...times, (theirs / once).toFixed(2), (theirs / hot).toFixed(2)];
  console.log(name.padEnd(14), ...cells.map((cell) => cell.padStart(9)));
}
// Threads of snarkjs would keep the process alive.
process.exit(0);
