// Blobs and cells: the official vectors, identities between the functions, wrong arguments.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import * as package_ from "../js/index.js";
import { Machine, compile } from "../js/module.js";
import { bytes, concat, dataFolder, generator, skip, vorpal } from "./tools.js";
import { vectors } from "./vectors.js";

const { BYTES_PER_BLOB, BYTES_PER_CELL, CELLS_PER_EXT_BLOB } = package_;

/** The functions, the number of their vectors, and the arguments by their names there. */
const FUNCTIONS = {
  blob_to_kzg_commitment: [11, (v) => vorpal.blobToKzgCommitment(v.blob)],
  compute_kzg_proof: [52, (v) => vorpal.computeKzgProof(v.blob, v.z)],
  compute_blob_kzg_proof: [15, (v) => vorpal.computeBlobKzgProof(v.blob, v.commitment)],
  verify_kzg_proof: [122, (v) => vorpal.verifyKzgProof(v.commitment, v.z, v.y, v.proof)],
  verify_blob_kzg_proof: [29, (v) => vorpal.verifyBlobKzgProof(v.blob, v.commitment, v.proof)],
  verify_blob_kzg_proof_batch: [24, (v) => vorpal.verifyBlobKzgProofBatch(v.blobs, v.commitments, v.proofs)],
  compute_cells: [11, (v) => vorpal.computeCells(v.blob)],
  verify_cell_kzg_proof_batch: [
    32,
    (v) => vorpal.verifyCellKzgProofBatch(v.commitments, v.cell_indices, v.cells, v.proofs),
  ],
};

/** Texts as bytes, in lists too. */
function decode(value) {
  if (Array.isArray(value)) return value.map(decode);
  return typeof value === "string" ? bytes(value) : value;
}

for (const [name, [count, call]] of Object.entries(FUNCTIONS)) {
  test(`the vectors of ${name}`, (context) => {
    const data = dataFolder();
    if (!data) return skip(context, "no VORPAL_DATA");
    const all = vectors(data, name);
    assert.equal(all.length, count);
    for (const { name, input, output } of all) {
      const values = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, decode(value)]));
      if (output === null) {
        assert.throws(() => call(values), RangeError, name);
      } else {
        assert.deepEqual(call(values), decode(output), name);
      }
    }
  });
}

const random = generator(5);
const blob = random(BYTES_PER_BLOB).map((byte, i) => (i % 32 === 0 ? byte & 0x3f : byte));
const commitment = vorpal.blobToKzgCommitment(blob);
const proof = vorpal.computeBlobKzgProof(blob, commitment);
/** The constant 1: its commitment is the generator, and all proofs are infinity. */
const ones = Uint8Array.from({ length: BYTES_PER_BLOB }, (_, i) => Number(i % 32 === 31));
const infinity = Uint8Array.from({ length: 48 }, (_, i) => (i === 0 ? 0xc0 : 0));

test("blobs of random scalars", () => {
  const z = bytes("07".padStart(64, "0"));
  const [ofValue, y] = vorpal.computeKzgProof(blob, z);
  assert.equal(vorpal.verifyKzgProof(commitment, z, y, ofValue), true);
  assert.equal(vorpal.verifyKzgProof(commitment, y, y, ofValue), false);
  assert.equal(vorpal.verifyBlobKzgProof(blob, commitment, proof), true);
  assert.equal(vorpal.verifyBlobKzgProof(blob, commitment, ofValue), false);
  const one = vorpal.blobToKzgCommitment(ones);
  assert.equal(vorpal.verifyBlobKzgProofBatch([blob, ones], [commitment, one], [proof, infinity]), true);
  assert.equal(vorpal.verifyBlobKzgProofBatch([blob, ones], [one, commitment], [proof, infinity]), false);
  // Lists and whole arrays, views, arrays of another realm.
  const all = [concat([blob, ones]), concat([commitment, one]), concat([proof, infinity])];
  assert.equal(vorpal.verifyBlobKzgProofBatch(...all), true);
  const other = runInNewContext("(list) => [new Uint8Array(list[0]), new Uint8Array(list[1])]");
  assert.equal(vorpal.verifyBlobKzgProofBatch(other([blob, ones]), all[1], other([proof, infinity])), true);
  assert.equal(vorpal.verifyBlobKzgProofBatch([], [], []), true);
  assert.equal(vorpal.verifyBlobKzgProofBatch(new Uint8Array(0), [], []), true);
});

test("cells of a blob", () => {
  const cells = vorpal.computeCells(blob);
  assert.deepEqual([cells.length, cells[0].length], [CELLS_PER_EXT_BLOB, BYTES_PER_CELL]);
  assert.deepEqual(concat(cells.slice(0, 64)), blob);
  const one = vorpal.blobToKzgCommitment(ones);
  const [some, indices] = [vorpal.computeCells(ones), [127, 0, 127, 64]];
  const given = indices.map((index) => some[index]);
  const list = (each) => indices.map(() => each);
  assert.equal(vorpal.verifyCellKzgProofBatch(list(one), indices, given, list(infinity)), true);
  assert.equal(vorpal.verifyCellKzgProofBatch(list(one), indices, given, list(one)), false);
  assert.equal(vorpal.verifyCellKzgProofBatch(list(commitment), indices, given, list(infinity)), false);
  given[2] = given[2].with(31, 2);
  assert.equal(vorpal.verifyCellKzgProofBatch(list(one), indices, given, list(infinity)), false);
  assert.equal(vorpal.verifyCellKzgProofBatch([], [], [], []), true);
});

test("wrong blobs and cells throw errors that name them", () => {
  const zero = new Uint8Array(48);
  const high = blob.with(32 * 7, 0xff);
  const cell = new Uint8Array(BYTES_PER_CELL);
  const [bad, both] = [cell.with(0, 255), [infinity, infinity]];
  const cases = [
    [() => vorpal.blobToKzgCommitment("0x00"), TypeError, "blob: a Uint8Array is expected"],
    [() => vorpal.blobToKzgCommitment(blob.subarray(1)), RangeError, "blob: 131071 bytes instead of 131072"],
    [() => vorpal.blobToKzgCommitment(high), RangeError, "blob: scalar 7 is not below the order"],
    [() => vorpal.computeKzgProof(blob, zero), RangeError, "z: 48 bytes instead of 32"],
    [() => vorpal.computeKzgProof(blob, high.subarray(224, 256)), RangeError, "z: scalar 0 is not below"],
    [() => vorpal.computeBlobKzgProof(blob, zero), RangeError, "commitment: "],
    [() => vorpal.computeBlobKzgProof(blob), TypeError, "commitment: a Uint8Array is expected"],
    [() => vorpal.verifyKzgProof(zero, cell, cell, zero), RangeError, "z: 2048 bytes instead of 32"],
    [() => vorpal.verifyKzgProof(zero, zero.subarray(16), zero.subarray(16), zero), RangeError, "commitment: "],
    [() => vorpal.verifyBlobKzgProof(blob, commitment, zero), RangeError, "proof: "],
    [() => vorpal.verifyBlobKzgProofBatch([blob], [commitment], []), RangeError, "proofs: 0 instead of 1"],
    [() => vorpal.verifyBlobKzgProofBatch([blob, 5], [], []), TypeError, "blobs: number 1: a Uint8Array"],
    [() => vorpal.verifyBlobKzgProofBatch([blob, , blob], [], []), TypeError, "blobs: number 1: a Uint8Array"],
    [() => vorpal.verifyBlobKzgProofBatch(cell, [], []), RangeError, "blobs: 2048 bytes, not a multiple of"],
    [() => vorpal.verifyBlobKzgProofBatch([blob, high], both, [proof, proof]), RangeError, "blobs: blob 1"],
    [() => vorpal.verifyBlobKzgProofBatch([blob], [zero], [proof]), RangeError, "commitments: commitment 0: "],
    [() => vorpal.verifyBlobKzgProofBatch([blob], [commitment], [zero]), RangeError, "proofs: proof 0: "],
    [() => vorpal.computeCells(high), RangeError, "blob: scalar 7 "],
    [() => vorpal.verifyCellKzgProofBatch([zero], 3, [cell], [zero]), TypeError, "cellIndices: an array of numbers"],
    [() => vorpal.verifyCellKzgProofBatch([zero], ["3"], [cell], [zero]), TypeError, "cellIndices: number 0: a n"],
    [() => vorpal.verifyCellKzgProofBatch([zero], [3n], [cell], [zero]), TypeError, "cellIndices: number 0: a n"],
    [() => vorpal.verifyCellKzgProofBatch([zero], [128], [cell], [zero]), RangeError, "cellIndices: number 0 is 128, "],
    [() => vorpal.verifyCellKzgProofBatch([zero], [2 ** 32], [cell], [zero]), RangeError, "cellIndices: number 0 is"],
    [() => vorpal.verifyCellKzgProofBatch([zero], [0.5], [cell], [zero]), RangeError, "cellIndices: number 0 is 0.5"],
    [() => vorpal.verifyCellKzgProofBatch([zero], [-1], [cell], [zero]), RangeError, "cellIndices: number 0 is -1"],
    [() => vorpal.verifyCellKzgProofBatch([zero], [], [cell], [zero]), RangeError, "cellIndices: 0 instead of 1"],
    [() => vorpal.verifyCellKzgProofBatch([infinity], [3], [bad], [infinity]), RangeError, "cells: cell 0: scalar 0"],
    [() => vorpal.verifyCellKzgProofBatch([infinity], [3], [cell], [zero]), RangeError, "proofs: proof 0: "],
    [() => vorpal.verifyCellKzgProofBatch([zero], [3], [cell], [infinity]), RangeError, "commitments: commitment 0: "],
  ];
  for (const [call, kind, message] of cases) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof kind && error.message.startsWith(message), `${error} instead of ${message}`);
      return true;
    });
  }
  assert.equal(vorpal.verifyBlobKzgProof(blob, commitment, proof), true);
});

test("one array many times is no way to lengths that lose their upper bits", () => {
  // 32,768 blobs are 2^32 bytes.
  const [blobs, points] = [Array(32768).fill(blob), Array(32768).fill(infinity)];
  assert.throws(() => vorpal.verifyBlobKzgProofBatch(blobs, points, points), /^RangeError: no memory for \d+ bytes/);
  const messages = Array(4096).fill(new Uint8Array(2 ** 20));
  const [signatures, keys] = [new Uint8Array(64 * 4096), new Uint8Array(32 * 4096)];
  assert.throws(() => vorpal.schnorrVerifyBatch(messages, signatures, keys), /^RangeError: no memory for \d+ bytes/);
  assert.equal(vorpal.verifyBlobKzgProof(blob, commitment, proof), true);
});

test("the module itself refuses blobs and cells of another layout", async () => {
  const machine = new Machine(await compile());
  for (const [name, length, numbers] of [
    ["vorpal_kzg_commit", BYTES_PER_BLOB - 1, []],
    ["vorpal_kzg_prove", BYTES_PER_BLOB + 31, []],
    ["vorpal_kzg_prove_blob", BYTES_PER_BLOB + 49, []],
    ["vorpal_kzg_verify", 159, []],
    ["vorpal_kzg_verify_blob", BYTES_PER_BLOB, []],
    ["vorpal_kzg_verify_blobs", BYTES_PER_BLOB + 95, [1]],
    ["vorpal_kzg_verify_blobs", 0, [2 ** 31]],
    ["vorpal_kzg_cells", 0, []],
    ["vorpal_kzg_verify_cells", 2147, [1]],
    ["vorpal_kzg_verify_cells", 2148, [2 ** 31]],
  ]) {
    assert.throws(() => machine.call(name, [new Uint8Array(length)], numbers), RangeError, name);
  }
});
