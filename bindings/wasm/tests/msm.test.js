// Sums of points against @noble/curves, all formats and options, and bad points and scalars.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CURVES, encode } from "./curves.js";
import { bytes32, concat, generator, split, vorpal } from "./tools.js";

/** Random multiples of the generator, and scalars with extreme ones among them. */
function terms(Point, count, seed) {
  const order = Point.Fn.ORDER;
  const random = generator(seed);
  const number = () => BigInt(`0x${Buffer.from(random(32)).toString("hex")}`) % order;
  const extreme = [0n, 1n, order - 1n, order >> 1n];
  const points = Array.from({ length: count }, () => Point.BASE.multiply(number() || 1n));
  const scalars = points.map((_, i) => (i % 7 === 3 ? extreme[i % 4] : number()));
  return { points, scalars };
}

function expected(Point, points, scalars) {
  const multiples = points.map((point, i) => point.multiplyUnsafe(scalars[i]));
  return multiples.reduce((sum, point) => sum.add(point), Point.ZERO);
}

const reversed = (array) => array.slice().reverse();

for (const [curve, Point, width] of CURVES) {
  const size = 2 * width;

  test(`${curve}: sums of many lengths`, () => {
    const { points, scalars } = terms(Point, 150, 1);
    const [encoded, numbers] = [points.map((point) => encode(point, width)), scalars.map(bytes32)];
    for (const length of [1, 2, 3, 7, 32, 150]) {
      const sum = vorpal.msm(curve, concat(encoded.slice(0, length)), concat(numbers.slice(0, length)));
      assert.deepEqual(sum, encode(expected(Point, points.slice(0, length), scalars.slice(0, length)), width));
    }
  });

  test(`${curve}: options`, () => {
    const { points, scalars } = terms(Point, 20, 2);
    const [all, numbers] = [concat(points.map((point) => encode(point, width))), concat(scalars.map(bytes32))];
    const sum = encode(expected(Point, points, scalars), width);
    for (const trust of ["nothing", "on-curve", "in-subgroup"]) {
      assert.deepEqual(vorpal.msm(curve, all, numbers, { trust }), sum);
    }
    const little = concat(split(numbers, 32).map(reversed));
    assert.deepEqual(vorpal.msm(curve, all, little, { scalars: "little-endian" }), sum);
    const formats = curve === "bn254" ? ["gnark", "arkworks"] : ["gnark", "arkworks", "arkworks-0.3"];
    for (const format of formats) {
      for (const output of ["uncompressed", "compressed"]) {
        const form = (point) => inFormat(curve, point, format, output, width);
        const found = vorpal.msm(curve, concat(points.map(form)), numbers, { format, output });
        assert.deepEqual(found, form(expected(Point, points, scalars)), `${format} ${output}`);
      }
    }
  });

  test(`${curve}: infinity`, () => {
    const infinity = vorpal.msm(curve, new Uint8Array(), new Uint8Array());
    assert.equal(infinity.length, size);
    assert.deepEqual([...infinity], [curve === "bn254" ? 0 : 0x40, ...new Uint8Array(size - 1)]);
    const base = encode(Point.BASE, width);
    const zero = vorpal.msm(curve, concat([base, base]), concat([bytes32(5n), bytes32(Point.Fn.ORDER - 5n)]));
    assert.deepEqual(zero, infinity);
    const sum = vorpal.msm(curve, concat([base, infinity]), concat([bytes32(1n), bytes32(7n)]));
    assert.deepEqual(sum, base);
    assert.equal(vorpal.msm(curve, base, bytes32(0n), { output: "compressed" }).length, width);
  });

  test(`${curve}: bad points and scalars are named by their index`, () => {
    const [base, one] = [encode(Point.BASE, width), bytes32(1n)];
    const good = Array.from({ length: 40 }, () => base);
    const sumWith = (point, scalar = one, options) =>
      vorpal.msm(
        curve,
        concat(good.map((each, i) => (i === 33 ? point : each))),
        concat(good.map((_, i) => (i === 33 ? scalar : one))),
        options,
      );
    const off = base.slice();
    off[size - 1] ^= 1;
    const large = base.slice();
    large.set(Uint8Array.from({ length: width }, () => 255 >> 3), 0);
    for (const trust of ["nothing", "on-curve", "in-subgroup"]) {
      assert.throws(() => sumWith(off, one, { trust }), /^RangeError: points: point 33: .*not on the curve/);
      assert.throws(() => sumWith(large, one, { trust }), /^RangeError: points: point 33: /);
    }
    for (const number of [Point.Fn.ORDER, 2n ** 256n - 1n]) {
      const wrong = /^RangeError: scalars: scalar 33 is not below the order/;
      assert.throws(() => sumWith(base, bytes32(number)), wrong);
    }
    // A point outside of the subgroup: the smallest x with a square, which is not in it with overwhelming probability.
    if (Point.CURVE().h > 1n) {
      const { p, b } = Point.CURVE();
      const Fp = Point.Fp;
      let x = 1n;
      while (Fp.pow(Fp.create(x * x * x + b), (p - 1n) / 2n) !== 1n) x++;
      const outside = Point.fromAffine({ x, y: Fp.sqrt(Fp.create(x * x * x + b)) });
      assert.ok(!outside.multiplyUnsafe(Point.Fn.ORDER - 1n).equals(outside.negate()));
      const bytesOf = encode(outside, width);
      assert.throws(() => sumWith(bytesOf), /^RangeError: points: point 33: .*not in the subgroup/);
      const rest = Point.BASE.multiplyUnsafe(39n);
      assert.deepEqual(sumWith(bytesOf, one, { trust: "on-curve" }), encode(rest.add(outside), width));
    }
    assert.deepEqual(sumWith(base), encode(Point.BASE.multiply(40n), width));
  });
}

/** The encoding of a point by the definition of the format. */
function inFormat(curve, point, format, output, width) {
  const isLarge = point.toAffine().y > CURVES.find(([name]) => name === curve)[1].Fp.ORDER / 2n;
  const big = encode(point, width);
  const compressed = output === "compressed";
  if (format === "gnark" || (format === "arkworks" && curve === "bls12_381")) {
    if (!compressed) return big;
    // BN254 has two spare bits, the others three.
    const [smaller, larger] = curve === "bn254" ? [0x80, 0xc0] : [0x80, 0xa0];
    big[0] |= isLarge ? larger : smaller;
    return big.slice(0, width);
  }
  const little = concat([reversed(big.subarray(0, width)), reversed(big.subarray(width))]);
  const encoded = compressed ? little.slice(0, width) : little;
  // arkworks 0.3 has no sign in uncompressed points.
  if (isLarge && (compressed || format === "arkworks")) encoded[encoded.length - 1] |= 0x80;
  return encoded;
}
