// Multi-scalar multiplication against @noble/curves, with malformed points and scalars, and with vectors of ZPrize.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';

import { msm } from '../index.js';
import { concatenate, dataFolder, numbers, toBytes } from './data.js';

/** BLS12-377: no curve of @noble/curves; its formulas with the parameters of Zexe, figure 16. */
const BLS12_377 = weierstrass({
  p: 0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001n,
  n: 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n,
  h: 0x170b5d44300000000000000000000000n,
  a: 0n,
  b: 1n,
  Gx: 0x8848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9efn,
  Gy: 0x1914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6n,
});

const CURVES = [
  { name: 'bls12_377', Point: BLS12_377, size: 48, infinity: 0x40 },
  { name: 'bls12_381', Point: bls12_381.G1.Point, size: 48, infinity: 0x40 },
  { name: 'bn254', Point: bn254.G1.Point, size: 32, infinity: 0 },
];

function encode({ size, infinity }, point) {
  if (point.is0()) return Uint8Array.from({ length: 2 * size }, (_, i) => (i === 0 ? infinity : 0));
  const { x, y } = point.toAffine();
  return concatenate([toBytes(x, size), toBytes(y, size)]);
}

/** Multiples of the generator, and scalars with the edges of their range, equal terms, opposite terms and infinity. */
function terms({ Point }, count) {
  const { n } = Point.CURVE();
  const random = numbers(count, 32);
  const multiple = () => Point.BASE.multiply((random.next().value % (n - 1n)) + 1n);
  const points = Array.from({ length: count }, multiple);
  const scalars = Array.from({ length: count }, () => random.next().value % n);
  [0n, 1n, n - 1n, 2n ** 128n - 1n].forEach((scalar, i) => i < count && (scalars[i] = scalar));
  if (count > 9) {
    [points[5], scalars[5]] = [points[4], scalars[4]];
    [points[7], scalars[7]] = [points[6].negate(), scalars[6]];
    points[8] = Point.ZERO;
  }
  return { points, scalars };
}

const sumByNoble = (Point, points, scalars) =>
  points.reduce((sum, point, i) => sum.add(point.multiplyUnsafe(scalars[i])), Point.ZERO);

for (const curve of CURVES) {
  for (const count of [0, 1, 2, 10, 16, 33, 300]) {
    test(`${curve.name}: ${count} terms`, () => {
      const { points, scalars } = terms(curve, count);
      const sum = msm(
        curve.name,
        concatenate(points.map((point) => encode(curve, point))),
        concatenate(scalars.map((scalar) => toBytes(scalar, 32))),
      );
      assert.deepEqual(sum, encode(curve, sumByNoble(curve.Point, points, scalars)));
    });
  }

  test(`${curve.name}: wrong terms are named`, () => {
    const { n, p } = curve.Point.CURVE();
    const { points, scalars } = terms(curve, 20);
    const all = concatenate(points.map((point) => encode(curve, point)));
    const numbers = concatenate(scalars.map((scalar) => toBytes(scalar, 32)));
    for (const position of [0, 11, 19]) {
      const wrong = numbers.slice();
      wrong.set(toBytes(n, 32), 32 * position);
      assert.throws(() => msm(curve.name, all, wrong), {
        name: 'RangeError',
        message: `scalars[${position}] is not below the order of the group`,
      });
      const isNamed = (change) => {
        const wrong = all.slice();
        change(wrong.subarray(2 * curve.size * position, 2 * curve.size * (position + 1)));
        assert.throws(() => msm(curve.name, wrong, numbers), {
          name: 'RangeError',
          message: `points[${position}] is not a point of the group`,
        });
      };
      isNamed((point) => (point[2 * curve.size - 1] ^= 1));
      isNamed((point) => point.fill(255));
      isNamed((point) => point.set(toBytes(p, curve.size)));
      if (curve.infinity) {
        isNamed((point) => point.fill(0));
        isNamed((point) => (point[0] |= 0x80));
        isNamed((point) => point.set(encode(curve, outsideGroup(curve))));
      }
    }
  });
}

/** A point of the curve that is outside the group. */
function outsideGroup({ Point }) {
  const { Fp } = Point;
  const { b } = Point.CURVE();
  for (let x = 1n; ; x++) {
    try {
      const point = Point.fromAffine({ x, y: Fp.sqrt(Fp.add(Fp.pow(x, 3n), b)) });
      if (!point.isTorsionFree()) return point;
    } catch {
      // No square root.
    }
  }
}

test('arguments are checked', () => {
  const bytes = (length) => new Uint8Array(length);
  assert.throws(() => msm('bls12', bytes(0), bytes(0)), {
    name: 'RangeError',
    message: 'curve is bls12, not bls12_377, bls12_381, bn254',
  });
  assert.throws(() => msm('toString', bytes(0), bytes(0)), { name: 'RangeError' });
  assert.throws(() => msm('bn254', bytes(96), bytes(32)), {
    message: 'points has 96 bytes, which is no multiple of 64',
  });
  assert.throws(() => msm('bls12_377', bytes(96), bytes(64)), {
    message: 'scalars has 2 elements instead of 1',
  });
});

const data = dataFolder();
test('the first two sums of ZPrize', { skip: data ? false : 'no VORPAL_DATA and no ../shared/data' }, () => {
  const [points, scalars, results] = ['points', 'scalars', 'result.txt'].map((name) =>
    readFileSync(join(data, 'zprize', name)),
  );
  const curve = CURVES[0];
  let [atPoint, atScalar] = [0, 0];
  for (const result of [results.subarray(0, 48), results.subarray(48, 96)]) {
    const count = Number(points.readBigUInt64LE(atPoint));
    assert.equal(count, Number(scalars.readBigUInt64LE(atScalar)));
    [atPoint, atScalar] = [atPoint + 8, atScalar + 8];
    const [encoded, numbers] = [[], []];
    for (let i = 0; i < count; i++, atPoint += 48, atScalar += 32) {
      encoded.push(encode(curve, decompress(points.subarray(atPoint, atPoint + 48))));
      numbers.push(Uint8Array.from(scalars.subarray(atScalar, atScalar + 32)).reverse());
    }
    const sum = msm(curve.name, concatenate(encoded), concatenate(numbers));
    assert.deepEqual(sum, encode(curve, decompress(result)));
  }
});

/** A point in arkworks' format of 48 bytes: little-endian `x`; the topmost bit means the larger `y`. */
function decompress(bytes) {
  const { Fp } = BLS12_377;
  const { p } = BLS12_377.CURVE();
  const reversed = Uint8Array.from(bytes).reverse();
  const isLarger = reversed[0] >= 0x80;
  reversed[0] &= 0x3f;
  const x = BigInt(`0x${Buffer.from(reversed).toString('hex')}`);
  const y = Fp.sqrt(Fp.add(Fp.pow(x, 3n), 1n));
  return BLS12_377.fromAffine({ x, y: y > p - y === isLarger ? y : p - y });
}
