// The files of proofs: bytes of the caller, files of Node.js, files that a browser fetches. snarkjs has the same forms.

import { bytes, isBytes } from "./arguments.js";

/**
 * The bytes of the largest file. The memory of a module, 4 GiB, has all points of a key. With `n` rows and as many
 * signals these are 384 `n` bytes on BN254, and a proof needs lists of at most 256 `n` bytes and 64 MiB for its sums.
 */
const MOST_BYTES = 2.5 * 2 ** 30;

const isNode = () => typeof process === "object" && process?.versions?.node !== undefined;

/** Bytes, which are wiped at the end if they are ours. */
function ofBytes(given, isOurs) {
  return {
    size: given.length,
    read: (offset, target) => target.set(given.subarray(offset, offset + target.length)),
    close: () => isOurs && given.fill(0),
  };
}

async function ofPath(path, name) {
  const { closeSync, fstatSync, openSync, readSync } = await import("node:fs");
  const named = (work) => {
    try {
      return work();
    } catch (error) {
      throw Object.assign(new Error(`${name}: ${error.message}`, { cause: error }), { code: error.code });
    }
  };
  const file = named(() => openSync(path, "r"));
  const read = (offset, target) => {
    for (let done = 0; done < target.length; ) {
      // Node.js reads at most 2 GiB at once.
      const count = readSync(file, target, done, Math.min(target.length - done, 2 ** 30), offset + done);
      if (count === 0) throw new Error("the file ends");
      done += count;
    }
  };
  const status = fstatSync(file);
  if (!status.isFile()) {
    closeSync(file);
    throw new RangeError(`${name}: ${path}: no regular file`);
  }
  return {
    size: status.size,
    read: (offset, target) => named(() => read(offset, target)),
    close: () => closeSync(file),
  };
}

async function ofAddress(address, name) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name}: ${address}: status ${response.status}`);
  return ofBytes(new Uint8Array(await response.arrayBuffer()), true);
}

function open(given, name) {
  if (isBytes(given)) return ofBytes(given, false);
  if (typeof given === "string") return isNode() ? ofPath(given, name) : ofAddress(given, name);
  if (given?.type === "mem") {
    bytes(given.data, `${name}: data`);
    return ofBytes(given.data, false);
  }
  if (given?.type === "file" && typeof given.fileName === "string") return open(given.fileName, name);
  const forms = 'a Uint8Array, a path, { type: "mem", data } or { type: "file", fileName }';
  throw new TypeError(`${name}: ${forms} is expected`);
}

/**
 * The file that an argument means: its `size`, `read(offset, target)` and `close()`.
 *
 * @throws {RangeError} if a module has no memory for it
 */
export async function sourceOf(given, name) {
  const source = await open(given, name);
  if (source.size <= MOST_BYTES) return source;
  source.close();
  throw new RangeError(`${name}: ${source.size} bytes, more than the ${MOST_BYTES} that a module has memory for`);
}
