// The three curves of sums by @noble/curves, with encodings `x || y`.

import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { bytes, concat } from "./tools.js";

/** BLS12-377 (Bowe and others, "Zexe", 2018), with the generator of gnark-crypto and arkworks. */
const Bls12_377 = weierstrass({
  p: 0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001n,
  n: 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n,
  h: 0x170b5d44300000000000000000000000n,
  a: 0n,
  b: 1n,
  Gx: 0x8848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9efn,
  Gy: 0x1914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6n,
});

/** Name, points, bytes of a coordinate. */
export const CURVES = [
  ["bls12_377", Bls12_377, 48],
  ["bls12_381", bls12_381.G1.Point, 48],
  ["bn254", bn254.G1.Point, 32],
];

/** `x || y` of a point other than infinity, big-endian: the format of gnark-crypto. */
export function encode(point, width) {
  const { x, y } = point.toAffine();
  return concat([x, y].map((number) => bytes(number.toString(16).padStart(2 * width, "0"))));
}
