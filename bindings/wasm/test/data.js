// Bytes, integers and real data for the tests.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of real data, or `undefined`. */
export function dataFolder() {
  const folder = process.env.VORPAL_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
  return existsSync(folder) ? folder : undefined;
}

export const fromHex = (hex) => Uint8Array.from(Buffer.from(hex.replace(/^0x/, ''), 'hex'));

/** `integer` in `size` bytes, big-endian. */
export const toBytes = (integer, size) => fromHex(integer.toString(16).padStart(2 * size, '0'));

export const fromBytes = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);

export const concatenate = (arrays) => Uint8Array.from(Buffer.concat(arrays));

/** Numbers below `2^(8 size)` that depend on a seed: xorshift. */
export function* numbers(seed, size) {
  let state = BigInt(seed) + 0x9e3779b97f4a7c15n;
  for (;;) {
    let number = 0n;
    for (let i = 0; i < size; i += 8) {
      state ^= BigInt.asUintN(64, state << 13n);
      state ^= state >> 7n;
      state ^= BigInt.asUintN(64, state << 17n);
      number = (number << 64n) | state;
    }
    yield BigInt.asUintN(8 * size, number);
  }
}
