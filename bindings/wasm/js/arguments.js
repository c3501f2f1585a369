// Checks of arguments. An error names the argument.
//
// Types are those of the engine, not of a realm: an array of another window, worker or `vm` context is an array. Its
// constructor is another one, so `instanceof` would be false. The getters below read what no object can imitate.

const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
).get;

/** Whether a value is a Uint8Array of any realm. */
export function isBytes(value) {
  return ArrayBuffer.isView(value) && typedArrayName.call(value) === "Uint8Array";
}

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
  if (!isBytes(array)) throw new TypeError(`${name}: a Uint8Array is expected`);
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

/**
 * The messages of a batch as arrays. Given are an array of `count` arrays of bytes, or one array of bytes with messages
 * of one length.
 */
export function messagesOf(given, count) {
  if (Array.isArray(given)) {
    if (given.length !== count) throw new RangeError(`messages: ${given.length} instead of ${count}`);
    // A copy of the list: what a getter returns once is what is verified.
    return Array.from(given, (message, i) => {
      bytes(message, `messages: number ${i}`);
      return message;
    });
  }
  bytes(given, "messages");
  if (count === 0 ? given.length !== 0 : given.length % count !== 0) {
    throw new RangeError(`messages: ${given.length} bytes cannot be ${count} messages of one length`);
  }
  const size = count === 0 ? 0 : given.length / count;
  return Array.from({ length: count }, (_, i) => given.subarray(size * i, size * (i + 1)));
}

/** Checks that an argument has exactly `width` bytes. */
export function exact(array, width, name) {
  bytes(array, name);
  if (array.length !== width) throw new RangeError(`${name}: ${array.length} bytes instead of ${width}`);
}

/**
 * The elements of `width` bytes of a list, which is an array of arrays of bytes, or one array of bytes. With `count`,
 * their number.
 */
export function rows(given, width, name, count = undefined) {
  let list;
  if (Array.isArray(given)) {
    // A copy of the list: what a getter returns once is what is verified.
    list = Array.from(given);
    list.forEach((row, i) => exact(row, width, `${name}: number ${i}`));
  } else {
    const number = elements(given, width, name);
    list = Array.from({ length: number }, (_, i) => given.subarray(width * i, width * (i + 1)));
  }
  if (count !== undefined && list.length !== count) {
    throw new RangeError(`${name}: ${list.length} instead of ${count}`);
  }
  return list;
}

/** A list of numbers below `limit` as bytes, four for each, least significant first. */
export function numbers(given, limit, name) {
  if (!Array.isArray(given)) throw new TypeError(`${name}: an array of numbers is expected`);
  const list = Array.from(given);
  const view = new DataView(new ArrayBuffer(4 * list.length));
  list.forEach((number, i) => {
    if (typeof number !== "number") throw new TypeError(`${name}: number ${i}: a number is expected`);
    if (!Number.isInteger(number) || number < 0 || number >= limit) {
      throw new RangeError(`${name}: number ${i} is ${number}, no integer of 0 to ${limit - 1}`);
    }
    view.setUint32(4 * i, number, true);
  });
  return new Uint8Array(view.buffer);
}
