// The worker of the page: calls the module, so that the page stays usable during sums.
"use strict";

/** Random bytes for each scalar, and for two points before them. */
const WIDE = 48;
/** The most bytes that a browser draws at once. */
const DRAWN = 65536;
const FAILED = 0xffffffff;

let compiled;
let instance;

/** The exports; after a trap, those of a new instance. */
async function exportsOf() {
  instance ??= (await WebAssembly.instantiate(await compiled)).exports;
  return instance;
}

/** Writes parts to the input, one after the other. */
function fill(exports, parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let address = exports.harness_input(length) >>> 0;
  if (address === 0) throw new RangeError(`no memory for ${length} bytes`);
  for (const part of parts) {
    new Uint8Array(exports.memory.buffer, address, part.length).set(part);
    address += part.length;
  }
}

function result(exports) {
  const address = exports.harness_result() >>> 0;
  return new Uint8Array(exports.memory.buffer, address, exports.harness_result_length() >>> 0).slice();
}

/** The number that a call returns; its message if it failed. */
function checked(exports, returned) {
  if (returned >>> 0 === FAILED) throw new RangeError(new TextDecoder().decode(result(exports)));
  return returned >>> 0;
}

function random(length) {
  const bytes = new Uint8Array(length);
  for (let start = 0; start < length; start += DRAWN) crypto.getRandomValues(bytes.subarray(start, start + DRAWN));
  return bytes;
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Sums the vector `index` of the module by both libraries, in turns, and sends times and sums. */
function measure(exports, index, vector, iterations) {
  const [times, sums] = [[[], []], [[], []]];
  for (let iteration = 0; iteration < iterations; iteration++) {
    for (let turn = 0; turn < 2; turn++) {
      const library = (turn + iteration) % 2;
      const start = performance.now();
      const returned = exports.harness_sum(library, index);
      times[library].push(performance.now() - start);
      checked(exports, returned);
      sums[library].push(hex(result(exports)));
    }
  }
  postMessage({ vector, points: checked(exports, exports.harness_points(index)), times, sums });
}

async function sumFiles({ points, scalars }, iterations) {
  const exports = await exportsOf();
  postMessage({ status: "Decoding and checking points." });
  fill(exports, [new Uint8Array(points), new Uint8Array(scalars)]);
  const vectors = checked(exports, exports.harness_read(points.byteLength));
  for (let vector = 0; vector < vectors; vector++) {
    postMessage({ status: `Vector ${vector + 1} of ${vectors}.` });
    measure(exports, vector, vector, iterations);
  }
}

async function sumRandom({ log2, vectors }, iterations) {
  const exports = await exportsOf();
  const count = 2 ** log2;
  for (let vector = 0; vector < vectors; vector++) {
    postMessage({ status: `Vector ${vector + 1} of ${vectors}.` });
    fill(exports, [random(WIDE * (count + 2))]);
    checked(exports, exports.harness_random(count));
    measure(exports, 0, vector, iterations);
  }
}

onmessage = async ({ data }) => {
  try {
    if (data.module !== undefined) {
      compiled = WebAssembly.compile(data.module);
      return;
    }
    await (data.files !== undefined ? sumFiles(data.files, data.iterations) : sumRandom(data.random, data.iterations));
    postMessage({});
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) instance = undefined;
    postMessage({ error: error.message });
  }
};
