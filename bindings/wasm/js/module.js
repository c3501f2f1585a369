// The instance of the WebAssembly module, and calls of its functions.

import { isFused } from "./relaxed.js";

/** The files of the module of all functions but provers, and of that of provers: for each, one with relaxed SIMD. */
const PUBLIC = [new URL("./vorpal.wasm", import.meta.url), new URL("./vorpal-relaxed.wasm", import.meta.url)];
const PROVER = [
  new URL("./vorpal-groth16.wasm", import.meta.url),
  new URL("./vorpal-groth16-relaxed.wasm", import.meta.url),
];

/** @returns {Promise<WebAssembly.Module>} the module in one of the files beside this one, by the engine */
async function compileDefault([plain, relaxed]) {
  const url = isFused() ? relaxed : plain;
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

const byteLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength").get;

/** Whether a call does not throw: the engine's own test of the type of its argument, in any realm. */
function accepts(call) {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}

/** Whether a value is a compiled module of any realm. */
export const isModule = (value) => accepts(() => WebAssembly.Module.exports(value));

/** @returns {Promise<WebAssembly.Module>} the module of a caller's bytes or module, or the default one */
export async function compile(source) {
  return compileOf(source, "source", PUBLIC);
}

/** @returns {Promise<WebAssembly.Module>} the module of provers, as `compile` */
export async function compileProver(source) {
  return compileOf(source, "prover", PROVER);
}

async function compileOf(source, name, files) {
  if (source === undefined) return compileDefault(files);
  if (isModule(source)) return source;
  // A copy: engines refuse some views, such as a DataView, and other threads may change shared memory.
  if (ArrayBuffer.isView(source)) {
    return WebAssembly.compile(new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice());
  }
  if (accepts(() => byteLength.call(source))) return WebAssembly.compile(new Uint8Array(source).slice());
  throw new TypeError(`${name}: a WebAssembly.Module or its bytes are expected`);
}

/** No module has as many bytes of memory. */
const MOST_BYTES = 0xffffffff;

/** Calls functions of a module. After a trap, such as exhausted memory, the next call uses a new instance. */
export class Machine {
  #module;
  #imports;
  #isSecret;
  #exports;

  /**
   * @param {WebAssembly.Module} module
   * @param {object} given the functions that the module calls, and whether its memory has secrets
   */
  constructor(module, { imports = {}, isSecret = false } = {}) {
    this.#module = module;
    this.#imports = { vorpal: imports };
    this.#isSecret = isSecret;
    this.#instance();
  }

  #instance() {
    this.#exports ??= new WebAssembly.Instance(this.#module, this.#imports).exports;
    return this.#exports;
  }

  /** Bytes of the module's memory, until it grows. */
  view(address, length) {
    // Both are signed numbers in JavaScript.
    return new Uint8Array(this.#exports.memory.buffer, address >>> 0, length >>> 0);
  }

  /**
   * Copies the parts to the module's memory, one after the other, calls a function, and copies the result.
   *
   * @param {string} name the function
   * @param {(Uint8Array | (() => Uint8Array))[]} parts a function is called when all parts before it are copied
   * @param {number[]} numbers the arguments
   * @returns {Uint8Array} the result
   */
  call(name, parts, numbers) {
    const exports = this.#instance();
    const length = parts.reduce((sum, part) => sum + (typeof part === "function" ? 32 : part.length), 0);
    // A longer length would lose its upper bits in the module: parts may be one array many times.
    if (length > MOST_BYTES) throw new RangeError(`no memory for ${length} bytes of arguments`);
    try {
      // Addresses are signed numbers in JavaScript.
      const start = exports.vorpal_input(length) >>> 0;
      if (start === 0) throw new RangeError(`no memory for ${length} bytes of arguments`);
      let address = start;
      for (const part of parts) {
        const bytes = typeof part === "function" ? part() : part;
        new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
        address += bytes.length;
      }
      const failed = exports[name](...numbers);
      // Memory may have grown, so its buffer is read again.
      const result = exports.vorpal_result() >>> 0;
      const bytes = new Uint8Array(exports.memory.buffer, result, exports.vorpal_result_length() >>> 0).slice();
      if (failed) throw new RangeError(new TextDecoder().decode(bytes));
      return bytes;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#exports = undefined;
      // The module did not come to the end, where it wipes them.
      if (this.#isSecret) new Uint8Array(exports.memory.buffer).fill(0);
      throw new Error(`${name}: the module stopped, probably for lack of memory`, { cause: error });
    } finally {
      // After a trap the whole instance is dropped.
      this.#exports?.vorpal_release();
    }
  }
}
