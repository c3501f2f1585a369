// Checks of arguments. An error names the argument.

/** The number of elements of `width` bytes in an array. */
export function elements(array, width, name) {
  bytes(array, name);
  if (array.length % width !== 0) {
    throw new RangeError(`${name}: ${array.length} bytes, not a multiple of ${width}`);
  }
  return array.length / width;
}

/** Checks that an argument is an array of bytes. */
export function bytes(array, name) {
  if (!(array instanceof Uint8Array)) throw new TypeError(`${name}: a Uint8Array is expected`);
}

/** Checks that an array has `width` bytes for each of `count` elements. */
export function same(array, width, count, name) {
  bytes(array, name);
  if (array.length !== width * count) {
    throw new RangeError(`${name}: ${array.length} bytes instead of ${width * count}, ${width} for each of ${count}`);
  }
}

/** The width of the elements of an array, which is one of `widths`. Without elements it is the first one. */
export function width(array, widths, count, name) {
  bytes(array, name);
  const found = widths.find((each) => array.length === each * count);
  if (found === undefined) {
    const expected = widths.map((each) => each * count).join(" or ");
    const each = `${widths.join(" or ")} for each of ${count}`;
    throw new RangeError(`${name}: ${array.length} bytes instead of ${expected}, ${each}`);
  }
  return found;
}

/** The number of an option's value in a list. */
export function choice(value, values, name) {
  const found = values.indexOf(value);
  if (found < 0) throw new RangeError(`${name}: ${String(value)} is none of ${values.join(", ")}`);
  return found;
}

/** A boolean option. */
export function flag(value, name) {
  if (typeof value !== "boolean") throw new TypeError(`${name}: a boolean is expected`);
  return Number(value);
}

/** The options of a call, without unknown names. */
export function options(given, defaults) {
  if (given === null || typeof given !== "object") throw new TypeError("options: an object is expected");
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(defaults, name)) throw new RangeError(`options: unknown option ${name}`);
  }
  return { ...defaults, ...given };
}
