// What the tests share: the module, random inputs, bytes, data.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load } from "../js/index.js";

export const vorpal = await load();

/** Random bytes from a seed: xorshift of 32 bits (Marsaglia, 2003). */
export function generator(seed) {
  let state = seed >>> 0 || 1;
  return (length) =>
    Uint8Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state >>> 24;
    });
}

export function concat(arrays) {
  const all = new Uint8Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let offset = 0;
  for (const array of arrays) {
    all.set(array, offset);
    offset += array.length;
  }
  return all;
}

/** The elements of an array. */
export function split(array, width) {
  return Array.from({ length: array.length / width }, (_, i) => array.subarray(width * i, width * (i + 1)));
}

/** The bytes of a hexadecimal text, with or without 0x. */
export function bytes(text) {
  return Uint8Array.from(Buffer.from(text.replace(/^0x/, ""), "hex"));
}

/** A number as 32 bytes, big-endian. */
export function bytes32(number) {
  return bytes(number.toString(16).padStart(64, "0"));
}

/** The folder of real data, or undefined. */
export function dataFolder() {
  if (process.env.VORPAL_DATA) return process.env.VORPAL_DATA;
  const shared = fileURLToPath(new URL("../../../../shared/data", import.meta.url));
  return existsSync(shared) ? shared : undefined;
}

/** Reports a skipped test on standard error, and skips it. */
export function skip(context, reason) {
  process.stderr.write(`SKIPPED: ${context.name}: ${reason}\n`);
  context.skip(reason);
}
