// Operations on packed values against big integers: all pairs of edge values, for primes and for extreme moduli, with
// the module that `load` chooses and with both modules of the package.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Machine, compile } from "../js/module.js";
import { isFused } from "../js/relaxed.js";
import { generator, skip, vorpal } from "./tools.js";

const LANES = 16;
/** Lanes that the test of negation negates. */
const NEGATED = 0x5a5a;
/** The number of products and of squarings. */
const TIMES = 3;

const near = (c) => (1n << 256n) - c;
const MODULI = {
  4: [
    0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n,
    0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n,
    0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n,
    0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n,
    near(0x1000003d1n),
    near(0x14551231950b75fc4402da1732fc9bebfn),
    0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    near(1n),
    near((1n << 48n) - 1n),
    near((1n << 48n) + 1n),
    (1n << 255n) + 1n,
    (1n << 52n) + 1n,
    3n,
  ],
  6: [
    0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn,
    0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001n,
    (1n << 384n) - 1n,
    (1n << 383n) + 1n,
    3n,
  ],
};

const mod = (a, p) => ((a % p) + p) % p;

function power(base, exponent, p) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n, base = (base * base) % p) if (exponent & 1n) result = (result * base) % p;
  return result;
}

/** `2^-1 mod p` to a power, or 2 to a power if it is negative. */
const halved = (p, bits) => (bits < 0n ? power(2n, -bits, p) : power((p + 1n) / 2n, bits, p));

/** The `s` in the radix `S = 2^s R` of packed values. */
function shift(backend, limbs, p) {
  const folds = limbs === 4 && p > near(1n << 48n);
  if (folds) return -256n;
  if (backend !== "relaxed-simd") return 0n;
  return limbs === 4 ? 4n : 32n;
}

/** The operations by their number: the result in each lane, where numbers stand for themselves times `1 / R`. */
function expected(p, limbs, backend) {
  const inverse = halved(p, BigInt(64 * limbs));
  const product = (a, b) => mod(a * b * inverse, p);
  const repeat = (a, step) => Array.from({ length: TIMES }).reduce(step, a);
  return [
    (a, b) => repeat(a, (power) => product(power, b)),
    (a) => repeat(a, (power) => product(power, power)),
    (a, b) => mod(a + b, p),
    (a, b) => mod(a - b, p),
    (a, _, lane) => ((NEGATED >> lane) & 1 ? mod(-a, p) : a),
    (a, b) => mod(product(mod(2n * (a + b), p), mod(a - b, p)) - product(mod(a - b, p), mod(a - b, p)), p),
    (a) => a,
    (a) => mod(a * halved(p, shift(backend, limbs, p)), p),
    (a, b) => (a === b ? 1n : 0n),
  ];
}

function edges(p, limbs, seed) {
  const radix = 1n << BigInt(64 * limbs);
  const random = generator(seed);
  const digits = (digit) => {
    let number = 0n;
    for (let i = 0n; i < 8n; i++) number |= digit << (52n * i);
    return number;
  };
  const middle = 1n << 51n;
  const all = [
    0n, 1n, 2n, p - 1n, p - 2n, p >> 1n, (p >> 1n) + 1n, radix, radix * radix, 16n * radix, radix >> 1n,
    digits((1n << 52n) - 1n), digits(middle), digits(middle - 1n), digits(middle + 1n), digits(1n),
    ...Array.from({ length: 4 }, () => BigInt(`0x${Buffer.from(random(8 * limbs)).toString("hex")}`)),
  ];
  return Array.from(new Set(all.map((number) => mod(number, p))));
}

function encoded(numbers, limbs) {
  const words = new DataView(new ArrayBuffer(8 * limbs * numbers.length));
  numbers.forEach((number, i) => {
    for (let j = 0; j < limbs; j++) {
      words.setBigUint64(8 * (limbs * i + j), BigInt.asUintN(64, number >> BigInt(64 * j)), true);
    }
  });
  return new Uint8Array(words.buffer);
}

function decoded(bytes, limbs) {
  const words = new BigUint64Array(bytes.buffer);
  return Array.from({ length: words.length / limbs }, (_, i) =>
    words.slice(limbs * i, limbs * (i + 1)).reduceRight((number, word) => (number << 64n) | word, 0n),
  );
}

const text = (bytes) => new TextDecoder().decode(bytes);

/** The number of results that are wrong. */
function wrong(machine, limbs, p, name) {
  const values = edges(p, limbs, 7);
  const pairs = values.flatMap((a) => values.map((b) => [a, b]));
  while (pairs.length % LANES !== 0) pairs.push([p - 1n, p - 1n]);
  let count = 0;
  expected(p, limbs, name).forEach((result, operation) => {
    for (let start = 0; start < pairs.length; start += LANES) {
      const lanes = pairs.slice(start, start + LANES);
      const numbers = [p, ...lanes.map(([a]) => a), ...lanes.map(([, b]) => b)];
      const found = decoded(machine.call("vorpal_packed", [encoded(numbers, limbs)], [limbs, operation, TIMES]), limbs);
      assert.equal(found.length, LANES);
      lanes.forEach(([a, b], lane) => {
        if (found[lane] !== result(a, b, lane)) count++;
      });
    }
  });
  return count;
}

function check(machine) {
  const name = text(machine.call("vorpal_backend", [], []));
  for (const limbs of [4, 6]) {
    for (const p of MODULI[limbs]) assert.equal(wrong(machine, limbs, p, name), 0, `${name}, ${p.toString(16)}`);
  }
  // An oracle for another modulus finds errors.
  const [p] = MODULI[4];
  assert.notEqual(wrong({ call: (name, [input], numbers) => {
    const other = input.slice();
    other[8] ^= 2;
    return machine.call(name, [other], numbers);
  } }, 4, p, name), 0);
  return name;
}

/** Whether V8 was told to round twice. */
const isUnfused = process.arch === "x64" && process.execArgv.includes("--no-enable-fma3");

test("packed values by the module that is chosen", async () => {
  assert.equal(check(new Machine(await compile())), vorpal.backend);
  assert.equal(vorpal.backend, isFused() ? "relaxed-simd" : "simd128");
  assert.ok(!(isUnfused && isFused()));
});

for (const file of ["vorpal.wasm", "vorpal-relaxed.wasm"]) {
  test(`packed values by ${file}`, async (context) => {
    const url = new URL(`../js/${file}`, import.meta.url);
    if (!existsSync(url)) return skip(context, `${file} is not built`);
    const bytes = readFileSync(url);
    if (!WebAssembly.validate(bytes)) return context.skip("the engine has no relaxed SIMD");
    const name = check(new Machine(await compile(bytes)));
    assert.equal(name, file === "vorpal-relaxed.wasm" && isFused() ? "relaxed-simd" : "simd128");
  });
}
