// Vorpal for JavaScript. `index.d.ts` documents every function.

import { choice, elements, exact, flag, messagesOf, numbers, options, rows, same, width } from "./arguments.js";
import { blsOf } from "./bls.js";
import { groth16Of } from "./groth16.js";
import { Machine, compile, compileProver } from "./module.js";
import { ratio } from "./ratio.js";

export {
  PUBLIC_KEY_LENGTH_COMPRESSED,
  PUBLIC_KEY_LENGTH_UNCOMPRESSED,
  SIGNATURE_LENGTH_COMPRESSED,
  SIGNATURE_LENGTH_UNCOMPRESSED,
} from "./bls.js";

/** The status of an element of a batch, as `vorpal_item` of the C interface. */
export const Status = Object.freeze({
  OK: 0,
  INVALID: 1,
  SIGNATURE: 2,
  RECOVERY_ID: 3,
  NO_POINT: 4,
  INFINITY: 5,
  KEY: 6,
});

/** The bytes of a blob, a commitment, a proof, a scalar and a cell, with the names of c-kzg. */
export const BYTES_PER_BLOB = 131072;
export const BYTES_PER_COMMITMENT = 48;
export const BYTES_PER_PROOF = 48;
export const BYTES_PER_FIELD_ELEMENT = 32;
export const BYTES_PER_CELL = 2048;
/** The scalars of a blob, and the cells of an extended one. */
export const FIELD_ELEMENTS_PER_BLOB = 4096;
export const CELLS_PER_EXT_BLOB = 128;

/** The elements of a batch that are processed at once. It limits the memory. */
const SLICE = 16384;

const CURVES = ["bls12_377", "bls12_381", "bn254"];
const FORMATS = ["arkworks", "gnark", "arkworks-0.3"];
const POINT_WIDTHS = { bls12_377: [96, 48], bls12_381: [96, 48], bn254: [64, 32] };
const RECOVERY_OUTPUTS = { keys: ["vorpal_recover_keys", 65], addresses: ["vorpal_recover_addresses", 20] };
/** The 4 GiB of a module hold the terms of a sum up to this number. */
const MOST_TERMS = 1 << 23;

/** Compiles the module. That of provers is compiled for the first one. */
export async function load(source, given = {}) {
  const { prover } = options(given, { prover: undefined });
  const chosen = prover === undefined ? undefined : await compileProver(prover);
  return new Vorpal(new Machine(await compile(source)), chosen);
}

export class Vorpal {
  #machine;
  #bls;
  #groth16;
  #prover;

  constructor(machine, prover) {
    if (!(machine instanceof Machine)) throw new TypeError("use load() for an instance");
    this.#machine = machine;
    this.#prover = prover;
  }

  get backend() {
    return new TextDecoder().decode(this.#machine.call("vorpal_backend", [], []));
  }

  get bls() {
    this.#bls ??= blsOf(this.#machine);
    return this.#bls;
  }

  get groth16() {
    this.#groth16 ??= groth16Of(this.#machine, async () => (this.#prover ??= await compileProver()));
    return this.#groth16;
  }

  recoverBatch(hashes, signatures, given = {}) {
    const { output } = options(given, { output: "keys" });
    const [name, size] = Object.values(RECOVERY_OUTPUTS)[choice(output, Object.keys(RECOVERY_OUTPUTS), "output")];
    const count = elements(hashes, 32, "hashes");
    same(signatures, 65, count, "signatures");
    const recovered = new Uint8Array(size * count);
    const statuses = new Uint8Array(count);
    this.#slices(count, [[hashes, 32], [signatures, 65]], (parts, start, number) => {
      const result = this.#machine.call(name, parts, [number]);
      recovered.set(result.subarray(0, size * number), size * start);
      statuses.set(result.subarray(size * number), start);
    });
    return { [output]: recovered, statuses };
  }

  verifyBatch(hashes, signatures, keys, given = {}) {
    const lowS = flag(options(given, { lowS: false }).lowS, "lowS");
    const count = elements(hashes, 32, "hashes");
    same(signatures, 64, count, "signatures");
    const size = width(keys, [65, 33], count, "keys");
    const statuses = new Uint8Array(count);
    this.#slices(count, [[hashes, 32], [signatures, 64], [keys, size]], (parts, start, number) => {
      statuses.set(this.#machine.call("vorpal_verify", parts, [number, size, lowS]), start);
    });
    return statuses;
  }

  schnorrVerifyBatch(messages, signatures, keys) {
    const count = elements(signatures, 64, "signatures");
    same(keys, 32, count, "keys");
    const all = messagesOf(messages, count);
    // Drawn when the module has its copy of the batch, which nothing can change any more.
    const random = () => crypto.getRandomValues(new Uint8Array(32));
    const statuses = new Uint8Array(count);
    this.#slices(count, [[signatures, 64], [keys, 32]], (parts, start, number) => {
      const slice = all.slice(start, start + number);
      const lengths = new DataView(new ArrayBuffer(4 * number));
      slice.forEach((message, i) => lengths.setUint32(4 * i, message.length, true));
      const input = [...parts, new Uint8Array(lengths.buffer), ...slice, random];
      statuses.set(this.#machine.call("vorpal_verify_schnorr", input, [number]), start);
    });
    return statuses;
  }

  msm(curve, points, scalars, given = {}) {
    const chosen = options(given, {
      format: "gnark",
      scalars: "big-endian",
      trust: "nothing",
      output: "uncompressed",
    });
    const curveNumber = choice(curve, CURVES, "curve");
    const formatNumber = choice(chosen.format, curve === "bn254" ? FORMATS.slice(0, 2) : FORMATS, "format");
    const order = choice(chosen.scalars, ["little-endian", "big-endian"], "scalars");
    const trust = choice(chosen.trust, ["nothing", "on-curve", "in-subgroup"], "trust");
    const output = choice(chosen.output, ["uncompressed", "compressed"], "output");
    const count = elements(scalars, 32, "scalars");
    const size = width(points, POINT_WIDTHS[curve], count, "points");
    if (count > MOST_TERMS) throw new RangeError(`scalars: ${count}, more than ${MOST_TERMS} of one sum`);
    const numbers = [count, size, curveNumber, formatNumber, order, trust, output];
    return this.#machine.call("vorpal_msm", [points, scalars], numbers);
  }

  bounds(modulus) {
    if (typeof modulus !== "bigint") throw new TypeError("modulus: a bigint is expected");
    if (modulus < 3n || modulus >= 1n << 384n || modulus % 2n === 0n) {
      throw new RangeError("modulus: an odd number of 3 to 2^384 is expected");
    }
    const input = Uint8Array.from({ length: 48 }, (_, i) => Number((modulus >> BigInt(8 * i)) & 255n));
    const text = new TextDecoder().decode(this.#machine.call("vorpal_bounds", [input], []));
    return text.trimEnd().split("\n").map((line) => {
      const [strategy, schedule, words, operands, largest, subtractions, overflows, witness] = line.split("\t");
      return {
        strategy,
        schedule,
        wordMultiplications: Number(words),
        operandsBelow: operands,
        largest: BigInt(`0x${largest}`),
        multiple: ratio(BigInt(`0x${largest}`), modulus),
        subtractions: Number(subtractions),
        overflows: overflows === "1",
        witness: witness === "-" ? null : ratio(BigInt(`0x${witness}`), modulus),
      };
    });
  }

  blobToKzgCommitment(blob) {
    exact(blob, BYTES_PER_BLOB, "blob");
    return this.#machine.call("vorpal_kzg_commit", [blob], []);
  }

  computeKzgProof(blob, z) {
    exact(blob, BYTES_PER_BLOB, "blob");
    exact(z, BYTES_PER_FIELD_ELEMENT, "z");
    const result = this.#machine.call("vorpal_kzg_prove", [blob, z], []);
    return [result.slice(0, BYTES_PER_PROOF), result.slice(BYTES_PER_PROOF)];
  }

  computeBlobKzgProof(blob, commitment) {
    exact(blob, BYTES_PER_BLOB, "blob");
    exact(commitment, BYTES_PER_COMMITMENT, "commitment");
    return this.#machine.call("vorpal_kzg_prove_blob", [blob, commitment], []);
  }

  verifyKzgProof(commitment, z, y, proof) {
    exact(commitment, BYTES_PER_COMMITMENT, "commitment");
    exact(z, BYTES_PER_FIELD_ELEMENT, "z");
    exact(y, BYTES_PER_FIELD_ELEMENT, "y");
    exact(proof, BYTES_PER_PROOF, "proof");
    return this.#verdict("vorpal_kzg_verify", [commitment, z, y, proof], []);
  }

  verifyBlobKzgProof(blob, commitment, proof) {
    exact(blob, BYTES_PER_BLOB, "blob");
    exact(commitment, BYTES_PER_COMMITMENT, "commitment");
    exact(proof, BYTES_PER_PROOF, "proof");
    return this.#verdict("vorpal_kzg_verify_blob", [blob, commitment, proof], []);
  }

  verifyBlobKzgProofBatch(blobs, commitments, proofs) {
    const all = rows(blobs, BYTES_PER_BLOB, "blobs");
    const lists = [
      rows(commitments, BYTES_PER_COMMITMENT, "commitments", all.length),
      rows(proofs, BYTES_PER_PROOF, "proofs", all.length),
    ];
    return this.#verdict("vorpal_kzg_verify_blobs", [all, ...lists].flat(), [all.length]);
  }

  computeCells(blob) {
    exact(blob, BYTES_PER_BLOB, "blob");
    const cells = this.#machine.call("vorpal_kzg_cells", [blob], []);
    return Array.from({ length: CELLS_PER_EXT_BLOB }, (_, i) =>
      cells.slice(BYTES_PER_CELL * i, BYTES_PER_CELL * (i + 1)),
    );
  }

  verifyCellKzgProofBatch(commitments, cellIndices, cells, proofs) {
    const all = rows(commitments, BYTES_PER_COMMITMENT, "commitments");
    const indices = numbers(cellIndices, CELLS_PER_EXT_BLOB, "cellIndices");
    if (indices.length !== 4 * all.length) {
      throw new RangeError(`cellIndices: ${indices.length / 4} instead of ${all.length}`);
    }
    const lists = [
      rows(cells, BYTES_PER_CELL, "cells", all.length),
      rows(proofs, BYTES_PER_PROOF, "proofs", all.length),
    ];
    return this.#verdict("vorpal_kzg_verify_cells", [all, [indices], ...lists].flat(), [all.length]);
  }

  #verdict(name, parts, given) {
    return this.#machine.call(name, parts, given)[0] === 1;
  }

  /** Calls `work` for slices of arrays, given with their bytes per element. */
  #slices(count, arrays, work) {
    for (let start = 0; start < count; start += SLICE) {
      const end = Math.min(start + SLICE, count);
      work(arrays.map(([array, size]) => array.subarray(size * start, size * end)), start, end - start);
    }
  }
}
