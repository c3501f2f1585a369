// Witnesses by the calculators that circom 2 compiles to WebAssembly. `index.d.ts` documents the functions.
//
// A calculator exchanges a number as words of 32 bits, one call for each. It knows a signal by the FNV-1a hash of its
// name (http://www.isthe.com/chongo/tech/comp/fnv/). It runs the circuit when the last input signal is set.

import { isModule } from "./module.js";
import { sourceOf } from "./sources.js";

/** What the codes of `exceptionHandler` mean. */
const EXCEPTIONS = [
  "",
  "there is no such signal",
  "too many signals are set",
  "a signal is set twice",
  "a constraint or an assertion does not hold",
  "the calculator has no memory left",
  "the index of an input signal is too large",
];
const FUNCTIONS = [
  "getFieldNumLen32",
  "getInputSignalSize",
  "getInputSize",
  "getMessageChar",
  "getRawPrime",
  "getWitness",
  "getWitnessSize",
  "init",
  "readSharedRWMemory",
  "setInputSignal",
  "writeSharedRWMemory",
];

const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && typeof value.length === "number");
const isObject = (value) => typeof value === "object" && value !== null && !isList(value);
/** Whether a list has an object, at any depth. */
const hasObjects = (value) => (isList(value) ? Array.prototype.some.call(value, hasObjects) : isObject(value));
/** The values of a list of lists. */
const flat = (value) => (isList(value) ? Array.from(value).flatMap(flat) : [value]);

/** The signals of an input with their values in one list each. Signals of a bus have names such as `bus[0].x`. */
function* signalsOf(name, value) {
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) yield* signalsOf(name === "" ? key : `${name}.${key}`, inner);
  } else if (hasObjects(value)) {
    for (const [i, inner] of Array.from(value).entries()) yield* signalsOf(`${name}[${i}]`, inner);
  } else {
    yield [name, flat(value)];
  }
}

/** A value of an input modulo the prime. */
function residue(value, prime, name) {
  let number;
  if (typeof value === "bigint" || typeof value === "boolean" || Number.isSafeInteger(value)) {
    number = BigInt(value);
  } else if (typeof value === "string" && /^\s*(-?\d+|0x[\da-f]+|0o[0-7]+|0b[01]+)\s*$/i.test(value)) {
    number = BigInt(value);
  } else {
    const isShown = value === null || typeof value === "number";
    const given = typeof value === "string" ? JSON.stringify(value) : isShown ? String(value) : typeof value;
    throw new TypeError(`${name}: ${given} is no bigint, safe integer, boolean or text of an integer`);
  }
  const rest = number % prime;
  return rest < 0n ? rest + prime : rest;
}

/** The hash of a name, as two words. */
function hashOf(name) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(name)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return [Number(hash >> 32n), Number(hash & 0xffffffffn)];
}

/** One run of a calculator. */
class Calculator {
  #exports;
  /** What the circuit says about an error. */
  #said = "";

  static async of(module) {
    const calculator = new Calculator();
    const runtime = {
      exceptionHandler: (code) => {
        const why = EXCEPTIONS[code] ?? `exception ${code}`;
        throw new RangeError(`input: ${why}${calculator.#said && `: ${calculator.#said.trim()}`}`);
      },
      printErrorMessage: () => {
        calculator.#said += `${calculator.#message()} `;
      },
      // What a circuit logs: its texts and numbers.
      writeBufferMessage: () => void calculator.#message(),
      showSharedRWMemory: () => {},
    };
    let instance;
    try {
      instance = await WebAssembly.instantiate(module, { runtime });
    } catch (error) {
      throw new RangeError(`wasm: no calculator of circom 2: ${error.message}`, { cause: error });
    }
    const missing = FUNCTIONS.find((name) => typeof instance.exports[name] !== "function");
    if (missing !== undefined) throw new RangeError(`wasm: no calculator of circom 2: it has no ${missing}`);
    calculator.#exports = instance.exports;
    return calculator;
  }

  /** A number that the calculator has written. */
  #read(words) {
    let number = 0n;
    for (let i = words - 1; i >= 0; i -= 1) {
      number = (number << 32n) | BigInt(this.#exports.readSharedRWMemory(i) >>> 0);
    }
    return number;
  }

  #message() {
    let text = "";
    for (let code; (code = this.#exports.getMessageChar()) !== 0; ) text += String.fromCharCode(code);
    return text;
  }

  /** The file of the witness, as `.wtns`. */
  run(input) {
    const machine = this.#exports;
    const words = machine.getFieldNumLen32();
    machine.getRawPrime();
    const prime = this.#read(words);
    machine.init(0);
    let set = 0;
    for (const [name, values] of signalsOf("", input)) {
      const [high, low] = hashOf(name);
      const size = machine.getInputSignalSize(high, low);
      if (size < 0) throw new RangeError(`input: the circuit has no input signal ${name}`);
      if (values.length !== size) throw new RangeError(`input: ${name}: ${values.length} values instead of ${size}`);
      values.forEach((value, index) => {
        let rest = residue(value, prime, `input: ${name}`);
        for (let i = 0; i < words; i += 1, rest >>= 32n) machine.writeSharedRWMemory(i, Number(rest & 0xffffffffn));
        machine.setInputSignal(high, low, index);
        set += 1;
      });
    }
    const expected = machine.getInputSize();
    if (set < expected) throw new RangeError(`input: ${set} of ${expected} values are given`);
    return this.#file(words, prime);
  }

  #file(words, prime) {
    const machine = this.#exports;
    const [width, count] = [4 * words, machine.getWitnessSize()];
    // The magic bytes, the version, and two sections: the width, the prime and the count; the values.
    const file = new Uint8Array(12 + 12 + (8 + width) + 12 + width * count);
    const view = new DataView(file.buffer);
    let place = 0;
    const put = (number, bytes = 4) => {
      for (let i = 0, rest = BigInt(number); i < bytes; i += 4, rest >>= 32n) {
        view.setUint32(place + i, Number(rest & 0xffffffffn), true);
      }
      place += bytes;
    };
    file.set(new TextEncoder().encode("wtns"));
    place = 4;
    [2, 2, 1].forEach((number) => put(number));
    put(8 + width, 8);
    put(width);
    put(prime, width);
    put(count);
    put(2);
    put(width * count, 8);
    for (let i = 0; i < count; i += 1) {
      machine.getWitness(i);
      for (let j = 0; j < words; j += 1, place += 4) view.setUint32(place, machine.readSharedRWMemory(j), true);
    }
    return file;
  }

  /** Wipes the memory, which has the witness. */
  wipe() {
    const { memory } = this.#exports;
    if (memory instanceof WebAssembly.Memory) new Uint8Array(memory.buffer).fill(0);
  }
}

/** What `use` makes of the witness of an input, as a file `.wtns` that is wiped then. `wasm`: a file or a module. */
export async function withWitness(input, wasm, use) {
  const witness = await witnessOf(input, wasm);
  try {
    return await use(witness);
  } finally {
    witness.fill(0);
  }
}

async function witnessOf(input, wasm) {
  if (!isObject(input)) throw new TypeError("input: an object is expected");
  let module = wasm;
  if (!isModule(wasm)) {
    const source = await sourceOf(wasm, "wasm");
    const bytes = new Uint8Array(source.size);
    try {
      source.read(0, bytes);
    } finally {
      source.close();
    }
    try {
      module = await WebAssembly.compile(bytes);
    } catch (error) {
      throw new RangeError(`wasm: ${error.message}`, { cause: error });
    }
  }
  const calculator = await Calculator.of(module);
  try {
    return calculator.run(input);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    throw new Error(`wasm: the calculator stopped: ${error.message}`, { cause: error });
  } finally {
    calculator.wipe();
  }
}
