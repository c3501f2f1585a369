// Vorpal for JavaScript: batches of secp256k1 signatures and multi-scalar multiplication by WebAssembly.
//
// The module is loaded when this file is imported: from a file in Node, by `fetch` elsewhere. It needs `simd128`.

const location = new URL('./vorpal.wasm', import.meta.url);

async function instantiate() {
  if (location.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.instantiate(await readFile(location));
  }
  return WebAssembly.instantiateStreaming(fetch(location));
}

const { exports: wasm } = (await instantiate()).instance;

/** What a status means, by its number; 0 is a result. */
const REASONS = [
  undefined,
  'r or s is out of range',
  'the last byte is no recovery identifier',
  'no point belongs to r and the recovery identifier',
  'no key can be recovered',
  'the signature is not valid',
  'the key is not a point of the curve',
];

/** Checks an argument: bytes, a multiple of `size`. Returns the number of elements. */
function countOf(name, bytes, size) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${name} is not a Uint8Array`);
  if (bytes.length % size !== 0) {
    throw new RangeError(`${name} has ${bytes.length} bytes, which is no multiple of ${size}`);
  }
  return bytes.length / size;
}

function sameCount(count, name, bytes, size) {
  const other = countOf(name, bytes, size);
  if (other !== count) throw new RangeError(`${name} has ${other} elements instead of ${count}`);
}

/** Whether a call ended with a trap: the state of the module is then unknown. */
let failed = false;

/** Calls `run` with the addresses of copies of the inputs and of the outputs. Returns the outputs. */
function call(inputs, lengths, run) {
  if (failed) throw new Error('an earlier call failed: load the module again');
  const arrays = [];
  try {
    for (const length of [...inputs.map((bytes) => bytes.length), ...lengths]) {
      const address = wasm.vorpal_alloc(length) >>> 0;
      if (address === 0) throw new RangeError(`no memory for ${length} bytes`);
      arrays.push({ address, length });
    }
    // Memory can grow in every call, which detaches older views.
    inputs.forEach((bytes, i) => new Uint8Array(wasm.memory.buffer, arrays[i].address).set(bytes));
    const value = run(arrays.map(({ address }) => address));
    const outputs = arrays
      .slice(inputs.length)
      .map(({ address, length }) => new Uint8Array(wasm.memory.buffer, address, length).slice());
    return { outputs, value };
  } catch (error) {
    failed ||= error instanceof WebAssembly.RuntimeError;
    throw error;
  } finally {
    if (!failed) arrays.forEach(({ address, length }) => wasm.vorpal_free(address, length));
  }
}

function recover(hashes, signatures, size, batch) {
  const count = countOf('hashes', hashes, 32);
  sameCount(count, 'signatures', signatures, 65);
  const { outputs } = call([hashes, signatures], [size * count, count], (addresses) => {
    batch(...addresses, count);
  });
  const [bytes, statuses] = outputs;
  return Array.from(statuses, (status, i) =>
    status === 0 ? bytes.subarray(size * i, size * (i + 1)) : new Error(`signatures[${i}]: ${REASONS[status]}`),
  );
}

export function recoverBatch(hashes, signatures) {
  return recover(hashes, signatures, 65, wasm.vorpal_recover_batch);
}

export function recoverAddressesBatch(hashes, signatures) {
  return recover(hashes, signatures, 20, wasm.vorpal_recover_addresses_batch);
}

export function verifyBatch(hashes, signatures, keys) {
  const count = countOf('hashes', hashes, 32);
  sameCount(count, 'signatures', signatures, 64);
  sameCount(count, 'keys', keys, 65);
  const { outputs } = call([hashes, signatures, keys], [count], (addresses) => {
    wasm.vorpal_verify_batch(...addresses, count);
  });
  return Array.from(outputs[0], (status) => (status === 0 ? undefined : REASONS[status]));
}

const CURVES = { bls12_377: [0, 96], bls12_381: [1, 96], bn254: [2, 64] };

export function msm(curve, points, scalars) {
  if (!Object.hasOwn(CURVES, curve)) throw new RangeError(`curve is ${curve}, not ${Object.keys(CURVES).join(', ')}`);
  const [number, size] = CURVES[curve];
  const count = countOf('points', points, size);
  sameCount(count, 'scalars', scalars, 32);
  const { outputs, value } = call([points, scalars], [size], (addresses) =>
    wasm.vorpal_msm(number, ...addresses, count),
  );
  const index = Number(value);
  if (index >= 2 ** 32) throw new RangeError(`scalars[${index - 2 ** 32}] is not below the order of the group`);
  if (index >= 0) throw new RangeError(`points[${index}] is not a point of the group`);
  return outputs[0];
}
