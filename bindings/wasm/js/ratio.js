/** `a / b` as a double, from a fraction of 60 bits. */
export function ratio(a, b) {
  return Number(a / b) + Number(((a % b) << 60n) / b) / 2 ** 60;
}
