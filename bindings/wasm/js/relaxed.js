// Whether the engine has relaxed SIMD and fuses its multiply-adds.

/**
 * A module with one function, exported as `f`: `f64x2.relaxed_madd` of three numbers. An engine without relaxed SIMD
 * does not accept it.
 */
const PROBE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // magic number, version
  0x01, 0x08, 0x01, 0x60, 0x03, 0x7c, 0x7c, 0x7c, 0x01, 0x7c, // type: three f64 to one
  0x03, 0x02, 0x01, 0x00, // one function of this type
  0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00, // its export
  0x0a, 0x16, 0x01, 0x14, 0x00, // its code, without local variables
  0x20, 0x00, 0xfd, 0x14, 0x20, 0x01, 0xfd, 0x14, 0x20, 0x02, 0xfd, 0x14, // f64x2.splat of each argument
  0xfd, 0x87, 0x02, 0xfd, 0x21, 0x00, 0x0b, // f64x2.relaxed_madd, f64x2.extract_lane 0
);

/** `2^52 - 1`, whose square `2^104 - 2^53 + 1` is not a double: rounded, it lacks the 1. */
const LARGEST = 2 ** 52 - 1;
const ROUNDED = 2 ** 104 - 2 ** 53;

/**
 * Whether multiply-adds are fused. The choice of an engine between one rounding and two is fixed, by the rules of
 * relaxed SIMD. The module for relaxed SIMD makes the same test in both lanes, and does not use them otherwise.
 */
export function isFused() {
  if (!WebAssembly.validate(PROBE)) return false;
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(PROBE)).exports;
  return f(LARGEST, LARGEST, -ROUNDED) === 1;
}
