// Bounds against known values, and against the definition of operand scanning.

import assert from "node:assert/strict";
import { test } from "node:test";
import { vorpal } from "./tools.js";

const BN254_SCALAR = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;

test("bounds of the scalar field of BN254", () => {
  const bounds = vorpal.bounds(BN254_SCALAR);
  assert.equal(bounds.length % 3, 0);
  const jump = bounds.find((bound) => bound.schedule === "J2,J1,C" && bound.operandsBelow === "p");
  // The documentation of the crate limbs has these.
  assert.equal(jump.wordMultiplications, 33);
  assert.equal(Math.ceil(jump.multiple * 1000), 2347);
  assert.equal(jump.subtractions, 2);
  for (const bound of bounds) {
    assert.ok(bound.witness === null || bound.witness <= bound.multiple, bound.schedule);
    assert.ok(bound.largest < 2n ** 320n && bound.largest > BN254_SCALAR);
    assert.equal(typeof bound.overflows, "boolean");
  }
});

test("operand scanning: (a b + (R - 1) p) / R for every size of modulus", () => {
  for (const limbs of [1n, 2n, 3n, 4n, 5n, 6n]) {
    const radix = 1n << (64n * limbs);
    for (const p of [radix - 59n, radix / 3n | 1n, radix / 2n ** 60n + 1n]) {
      const scanning = vorpal.bounds(p).filter((bound) => /^C(,C)*$/.test(bound.schedule));
      // For one limb, all strategies are this one.
      assert.ok(scanning.length >= 3 && scanning.length % 3 === 0, `${p}`);
      const largest = { p: p - 1n, "2p": 2n * p - 1n, R: radix - 1n };
      for (const { operandsBelow, largest: found, multiple, overflows } of scanning) {
        const operand = largest[operandsBelow];
        assert.equal(found, (operand * operand + (radix - 1n) * p) / radix, `${p} ${operandsBelow}`);
        assert.ok(Math.abs(multiple - Number((found << 40n) / p) / 2 ** 40) < 1e-9);
        assert.equal(overflows, found >= radix);
      }
    }
  }
});
