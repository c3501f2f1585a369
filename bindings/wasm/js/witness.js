// Witnesses by the calculators that circom 2 compiles to WebAssembly. `index.d.ts` documents the functions.
//
// A calculator exchanges a number as words of 32 bits, one call for each. It knows a signal by the FNV-1a hash of its
// name (http://www.isthe.com/chongo/tech/comp/fnv/). It runs the circuit when the last input signal is set. It counts
// values alone: a signal that is set twice would leave another one at zero, so names are compared here.

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
  "an index is outside of its array",
];
const FUNCTIONS = [
  "getFieldNumLen32",
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
/** More than lists and buses of a circuit are nested. */
const DEEPEST = 100;

const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && typeof value.length === "number");
/** Whether a value has signals by name. A date, for example, has none. */
const isObject = (value) => !isList(value) && Object.prototype.toString.call(value) === "[object Object]";

/** A value of a signal. No message has it, because it may be a secret. */
function integer(value, name) {
  if (typeof value === "bigint" || typeof value === "boolean" || Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "string" && /^\s*([-+]?\d+|0x[\da-f]+|0o[0-7]+|0b[01]+)\s*$/i.test(value)) return BigInt(value);
  const given = value === null ? "null" : `a value of type ${typeof value}`;
  throw new TypeError(`input: ${name}: ${given} is no bigint, safe integer, boolean or text of an integer`);
}

/** A copy of a value: integers, arrays of copies, and maps from names to copies. */
function copied(value, name, depth = 0) {
  if (depth > DEEPEST) throw new RangeError(`input: ${name}: more than ${DEEPEST} lists or objects in each other`);
  if (isList(value)) return Array.from(value, (inner) => copied(inner, name, depth + 1));
  if (!isObject(value)) return integer(value, name);
  const entries = Object.entries(value);
  if (entries.length === 0) throw new RangeError(`input: ${name}: an object without signals`);
  return new Map(entries.map(([key, inner]) => [key, copied(inner, `${name}.${key}`, depth + 1)]));
}

const hasBus = (value) => value instanceof Map || (Array.isArray(value) && value.some(hasBus));

/** Adds the values of a signal, or of the signals of buses, whose names are such as `bus[0].x`. */
function add(signals, name, value) {
  if (value instanceof Map) {
    for (const [key, inner] of value) add(signals, `${name}.${key}`, inner);
  } else if (hasBus(value)) {
    value.forEach((inner, i) => add(signals, `${name}[${i}]`, inner));
  } else if (signals.has(name)) {
    throw new RangeError(`input: ${name} is given twice`);
  } else {
    signals.set(name, [value].flat(Infinity));
  }
}

/** The values of all signals of an input, by their names. */
function signalsOf(input) {
  if (!isObject(input)) throw new TypeError("input: an object is expected");
  const signals = new Map();
  for (const [name, value] of Object.entries(input)) add(signals, name, copied(value, name));
  for (const name of signals.keys()) {
    for (const { index } of name.matchAll(/[.[]/g)) {
      const bus = name.slice(0, index);
      if (signals.has(bus)) throw new RangeError(`input: ${name} is given twice: ${bus} has its value`);
    }
  }
  return signals;
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
      const Kind = error instanceof WebAssembly.LinkError || error instanceof TypeError ? RangeError : Error;
      throw new Kind(`wasm: not started as a calculator of circom 2: ${error.message}`, { cause: error });
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
  run(signals) {
    const machine = this.#exports;
    const words = machine.getFieldNumLen32();
    machine.getRawPrime();
    const prime = this.#read(words);
    machine.init(0);
    let set = 0;
    for (const [name, values] of signals) {
      const [high, low] = hashOf(name);
      // Without such a signal this is some number, mostly zero or negative. Circom before 2.0.4 has no such function.
      const size = machine.getInputSignalSize?.(high, low) ?? values.length;
      if (size <= 0 && values.length > 0) throw new RangeError(`input: the circuit has no input signal ${name}`);
      if (size > 0 && values.length !== size) {
        throw new RangeError(`input: ${name}: ${values.length} values instead of ${size}`);
      }
      values.forEach((value, index) => {
        let rest = ((value % prime) + prime) % prime;
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
    try {
      for (let i = 0; i < count; i += 1) {
        machine.getWitness(i);
        for (let j = 0; j < words; j += 1, place += 4) view.setUint32(place, machine.readSharedRWMemory(j), true);
      }
    } catch (error) {
      file.fill(0);
      throw error;
    }
    return file;
  }

  /** Wipes the memory, which has the witness. */
  wipe() {
    const { memory } = this.#exports;
    if (memory instanceof WebAssembly.Memory) new Uint8Array(memory.buffer).fill(0);
  }
}

/** The compiled module of a file. */
async function compiled(wasm) {
  if (isModule(wasm)) return wasm;
  const source = await sourceOf(wasm, "wasm");
  try {
    const bytes = new Uint8Array(source.size);
    source.read(0, bytes);
    return await WebAssembly.compile(bytes);
  } catch (error) {
    if (error.code !== undefined) throw error; // Node.js names the file.
    throw new RangeError(`wasm: ${error.message}`, { cause: error });
  } finally {
    source.close();
  }
}

async function witnessOf(signals, wasm) {
  const calculator = await Calculator.of(await compiled(wasm));
  try {
    return calculator.run(signals);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    throw new RangeError(`input: the circuit stopped: ${error.message}`, { cause: error });
  } finally {
    calculator.wipe();
  }
}

/**
 * What `use` makes of the witness of an input, as a file `.wtns` that is wiped then. `wasm` is the calculator: a file
 * or a module. The input is read before anything is awaited, so later changes of it have no effect.
 */
export function withWitness(input, wasm, use) {
  // Both are in one function that is not asynchronous, but every error is a rejection.
  return new Promise((resolve) => resolve(proven(signalsOf(input), wasm, use)));
}

async function proven(signals, wasm, use) {
  const witness = await witnessOf(signals, wasm);
  try {
    return await use(witness);
  } finally {
    witness.fill(0);
  }
}
