// The module for relaxed SIMD beside the other one, in the same run, in turns: the least times of many short samples,
// and their quotient. Node.js 20 needs the option `--experimental-wasm-relaxed-simd`.

import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { normalizeZ } from "@noble/curves/abstract/curve.js";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { Vorpal } from "../js/index.js";
import { Machine, compile } from "../js/module.js";
import { isFused } from "../js/relaxed.js";

const SAMPLES = 40;
/** Products of a sample, for each lane. */
const PRODUCTS = 1000;

if (!isFused()) throw new Error("this engine has no relaxed SIMD that fuses multiply-adds");
const machines = [];
for (const file of ["vorpal.wasm", "vorpal-relaxed.wasm"]) {
  machines.push(new Machine(await compile(readFileSync(new URL(`../js/${file}`, import.meta.url)))));
}
const packages = machines.map((machine) => new Vorpal(machine));
console.log(`${cpus()[0].model}, node ${process.versions.node}: ${packages.map(({ backend }) => backend).join(", ")}`);

/** The least milliseconds of both. */
async function measure(name, ...calls) {
  const least = calls.map(() => Infinity);
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const [i, call] of calls.entries()) {
      const start = performance.now();
      await call();
      least[i] = Math.min(least[i], performance.now() - start);
    }
  }
  const [plain, relaxed] = least;
  const cells = [plain.toFixed(3), relaxed.toFixed(3), (plain / relaxed).toFixed(2)];
  console.log(name.padEnd(36), ...cells.map((cell) => cell.padStart(9)));
}

/** Random bytes. Engines draw at most 65,536 at once. */
function random(length) {
  const bytes = new Uint8Array(length);
  for (let start = 0; start < length; start += 65536) crypto.getRandomValues(bytes.subarray(start, start + 65536));
  return bytes;
}


const little = (number, length) => Uint8Array.from({ length }, (_, i) => Number((number >> BigInt(8 * i)) & 255n));

function concat(arrays) {
  const all = new Uint8Array(arrays.reduce((sum, array) => sum + array.length, 0));
  arrays.reduce((offset, array) => (all.set(array, offset), offset + array.length), 0);
  return all;
}

for (const [name, limbs, p] of [
  ["BN254 scalar field", 4, bn254.fields.Fr.ORDER],
  ["BLS12-381 base field", 6, bls12_381.fields.Fp.ORDER],
  ["secp256k1 base field", 4, secp256k1.Point.Fp.ORDER],
]) {
  const number = () => little(BigInt(`0x${Buffer.from(random(8 * limbs)).toString("hex")}`) % p, 8 * limbs);
  const input = concat([little(p, 8 * limbs), ...Array.from({ length: 32 }, number)]);
  for (const [operation, title] of ["products", "squares"].entries()) {
    const numbers = [limbs, operation, PRODUCTS];
    const calls = machines.map((machine) => () => machine.call("vorpal_packed", [input], numbers));
    await measure(`${16 * PRODUCTS} ${title}, ${name}`, ...calls);
  }
}

/** Different points, and random scalars below the order. */
function terms(Point, width, count) {
  const points = [Point.BASE];
  while (points.length < count) points.push(points.at(-1).add(Point.BASE));
  const encoded = normalizeZ(Point, points).map((point) => {
    const { x, y } = point.toAffine();
    return concat([little(x, width).reverse(), little(y, width).reverse()]);
  });
  const scalars = random(32 * count);
  for (let i = 0; i < count; i++) scalars[32 * i] &= 0x1f;
  return [concat(encoded), scalars];
}

for (const [curve, Point, width] of [["bn254", bn254.G1.Point, 32], ["bls12_381", bls12_381.G1.Point, 48]]) {
  for (const log of [10, 12, 14]) {
    const [points, scalars] = terms(Point, width, 2 ** log);
    const given = [curve, points, scalars, { trust: "in-subgroup" }];
    await measure(`sum 2^${log}, ${curve}`, ...packages.map((vorpal) => () => vorpal.msm(...given)));
  }
}

const signatures = Array.from({ length: 1000 }, () => {
  const [secret, hash] = [random(32), random(32)];
  const signature = secp256k1.sign(hash, secret, { prehash: false, format: "recovered" });
  return {
    hash,
    rsv: Uint8Array.from([...signature.subarray(1), signature[0]]),
    compact: signature.subarray(1),
    key: secp256k1.getPublicKey(secret, false),
    schnorr: schnorr.sign(hash, secret),
    xOnly: schnorr.getPublicKey(secret),
  };
});
const column = (name) => concat(signatures.map((signature) => signature[name]));
const [hashes, rsv, compact, keys] = ["hash", "rsv", "compact", "key"].map(column);
const [schnorrs, xOnly] = ["schnorr", "xOnly"].map(column);
await measure("recover 1000", ...packages.map((vorpal) => () => vorpal.recoverBatch(hashes, rsv)));
await measure("verify 1000", ...packages.map((vorpal) => () => vorpal.verifyBatch(hashes, compact, keys)));
await measure("Schnorr 1000", ...packages.map((vorpal) => () => vorpal.schnorrVerifyBatch(hashes, schnorrs, xOnly)));

for (const curve of ["bn254", "bls12_381"]) {
  const folder = new URL(`../../testdata/groth16/${curve}/`, import.meta.url);
  const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder)));
  const [key, signals, proof] = ["verification_key", "public", "proof"].map(read);
  const calls = packages.map((vorpal) => () => vorpal.groth16.verify(key, signals, proof));
  await measure(`Groth16 verify, ${curve}`, ...calls);
}
