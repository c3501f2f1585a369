/**
 * Vorpal for JavaScript: secp256k1 signatures in batches, BLS signatures, sums of points, Ethereum's blobs and cells,
 * bounds of Montgomery multiplications.
 *
 * Arrays have all elements one after the other, or are lists where the types say so. They may be of another realm (a
 * window, a worker, a `vm` context). Every function takes variable time. Only witnesses of proofs are secrets. A wrong
 * argument throws a TypeError or RangeError, and the message begins with the name of the argument, and contains the
 * index of the wrong element. After an error nothing has changed, and the next call works.
 */

/** The status of an element of a batch. An element that is not OK does not affect the others. */
export declare const Status: {
  /** Valid, or recovered. */
  readonly OK: 0;
  /** Well-formed, and not valid for this message and key. */
  readonly INVALID: 1;
  /** `r` or `s` is out of range. */
  readonly SIGNATURE: 2;
  /** The byte of the recovery identifier is not 0 to 3 or 27 to 30. */
  readonly RECOVERY_ID: 3;
  /** No curve point corresponds to `r` and the recovery identifier. */
  readonly NO_POINT: 4;
  /** The recovered key is the point at infinity. */
  readonly INFINITY: 5;
  /** The public key is malformed. */
  readonly KEY: 6;
};

/** The bytes of a blob: 4,096 scalars, big-endian. */
export declare const BYTES_PER_BLOB: 131072;
/** The bytes of a commitment: a point of G1 of BLS12-381, compressed. */
export declare const BYTES_PER_COMMITMENT: 48;
/** The bytes of a proof: a point of G1 of BLS12-381, compressed. */
export declare const BYTES_PER_PROOF: 48;
/** The bytes of a scalar, big-endian. */
export declare const BYTES_PER_FIELD_ELEMENT: 32;
/** The bytes of a cell: 64 scalars. */
export declare const BYTES_PER_CELL: 2048;
/** The scalars of a blob. */
export declare const FIELD_ELEMENTS_PER_BLOB: 4096;
/** The cells of an extended blob. */
export declare const CELLS_PER_EXT_BLOB: 128;

/** The bytes of a BLS key: a point of G1 of BLS12-381. */
export declare const PUBLIC_KEY_LENGTH_COMPRESSED: 48;
export declare const PUBLIC_KEY_LENGTH_UNCOMPRESSED: 96;
/** The bytes of a BLS signature: a point of G2 of BLS12-381. */
export declare const SIGNATURE_LENGTH_COMPRESSED: 96;
export declare const SIGNATURE_LENGTH_UNCOMPRESSED: 192;

/** Elements of one width: a list of arrays, or one array with all of them. */
export type Rows = Uint8Array | readonly Uint8Array[];

/** A curve whose G1 has sums. */
export type Curve = "bls12_377" | "bls12_381" | "bn254";

/** Options of sums. */
export interface MsmOptions {
  /**
   * The format of points. `gnark` (the default): gnark-crypto, big-endian; `arkworks`: version 0.4 and later,
   * little-endian. For BLS12-381 both are the format of Zcash. `arkworks-0.3` is not for BN254.
   */
  format?: "gnark" | "arkworks" | "arkworks-0.3";
  /** The order of the bytes of scalars; by default `big-endian`. */
  scalars?: "big-endian" | "little-endian";
  /**
   * What is known of the points. `nothing` (the default): each is checked to be on the curve and in the subgroup of
   * prime order. `on-curve`: they may be outside of the subgroup. `in-subgroup`: otherwise the sum is wrong.
   * Coordinates are always checked to be those of a point of the curve.
   */
  trust?: "nothing" | "on-curve" | "in-subgroup";
  /** The encoding of the result; by default `uncompressed`. */
  output?: "uncompressed" | "compressed";
}

/** The bounds of a strategy for a range of operands. */
export interface Bound {
  /** The name of the strategy. */
  strategy: string;
  /** The steps of the reduction, such as `P2,C,C`. */
  schedule: string;
  /** The number of multiplications of 64-bit words. */
  wordMultiplications: number;
  /** Both operands are below `p`, below `2p`, or any number of the modulus' limbs. */
  operandsBelow: "p" | "2p" | "R";
  /** The maximum that the bound admits. */
  largest: bigint;
  /** `largest / p`. */
  multiple: number;
  /** The number of subtractions of `p` that make every result canonical. */
  subtractions: number;
  /** Whether a result can have more limbs than the modulus. */
  overflows: boolean;
  /** The result of the largest known operands divided by `p`; null without a witness. */
  witness: number | null;
}

/** A BLS key: on the curve, in the subgroup and not infinity. */
export interface PublicKey {
  /** The encoding of 48 bytes, or of 96 bytes if not `compress`; by default compressed. */
  toBytes(compress?: boolean): Uint8Array;
  /** The encoding as a hexadecimal text with 0x. */
  toHex(compress?: boolean): string;
  /** Does nothing: keys are checked when they are decoded. */
  keyValidate(): void;
}

/** A BLS signature: on the curve. Verifications check that it is in the subgroup. */
export interface Signature {
  /** The encoding of 96 bytes, or of 192 bytes if not `compress`; by default compressed. */
  toBytes(compress?: boolean): Uint8Array;
  /** The encoding as a hexadecimal text with 0x. */
  toHex(compress?: boolean): string;
  /** Throws a RangeError if it is not in the subgroup, and with `sigInfcheck` if it is infinity. */
  sigValidate(sigInfcheck?: boolean): void;
}

/** A signature of one key. */
export interface SignatureSet {
  msg: Uint8Array;
  pk: PublicKey;
  sig: Signature;
}

/** A signature of the sum of keys of a table. */
export interface IndexedSet {
  msg: Uint8Array;
  /** The indices of the keys, which may repeat. A set without indices is not valid. */
  indices: readonly number[];
  sig: Signature;
}

/** Checked keys by index, as a client has those of all validators. No key is removed. */
export interface KeyTable {
  /** The number of keys. */
  readonly length: number;
  /**
   * Decodes, checks and appends keys of 48 bytes. After an error nothing is appended.
   *
   * @returns the index of the first one
   */
  append(keys: Rows): number;
  get(index: number): PublicKey;
  /** The sum of the keys with some indices. A RangeError for none, and for keys whose sum is infinity. */
  sum(indices: readonly number[]): PublicKey;
  /** As {@link Bls.findInvalidSets}, for keys of this table. */
  findInvalidSets(sets: readonly IndexedSet[]): number[];
}

/**
 * BLS signatures of Ethereum: keys in G1, the scheme with proofs of possession, with the names of `@chainsafe/blst` 2
 * and two more: `KeyTable` and `findInvalidSets`. The functions are synchronous. Classes have no public constructors,
 * and objects belong to the instance of the module that made them.
 */
export interface Bls {
  readonly PublicKey: {
    /** The key of 48 or 96 bytes. A RangeError unless it is on the curve, in the subgroup and not infinity. */
    fromBytes(bytes: Uint8Array): PublicKey;
    fromHex(hex: string): PublicKey;
  };
  readonly Signature: {
    /**
     * The signature of 96 or 192 bytes. A RangeError unless it is on the curve, with `sigValidate` unless it is in the
     * subgroup, and with `sigInfcheck` too for infinity.
     */
    fromBytes(bytes: Uint8Array, sigValidate?: boolean, sigInfcheck?: boolean): Signature;
    fromHex(hex: string, sigValidate?: boolean, sigInfcheck?: boolean): Signature;
  };
  readonly KeyTable: new () => KeyTable;

  /** Whether this is the signature of a key and a message. */
  verify(msg: Uint8Array, pk: PublicKey, sig: Signature): boolean;
  /** Whether this is the sum of the signatures of all keys of one message; false without keys. */
  fastAggregateVerify(msg: Uint8Array, pks: readonly PublicKey[], sig: Signature): boolean;
  /** Whether this is the sum of the signatures of keys, each of its own message; false without keys. */
  aggregateVerify(msgs: readonly Uint8Array[], pks: readonly PublicKey[], sig: Signature): boolean;
  /**
   * Whether all sets are valid, by one product of pairings with weights of 128 bits; false without sets. The weights
   * are a hash of the batch and of 32 bytes of `crypto.getRandomValues`, drawn when the batch has been copied. A wrong
   * verdict on n sets has a probability of at most 2 n * 2^-128.
   */
  verifyMultipleAggregateSignatures(sets: readonly SignatureSet[]): boolean;
  /** The indices of the sets that are not valid, in ascending order. One costs about log2(n) further products. */
  findInvalidSets(sets: readonly SignatureSet[]): number[];

  /** The sum of keys. A RangeError for none, and for keys whose sum is infinity. */
  aggregatePublicKeys(pks: readonly PublicKey[]): PublicKey;
  /** The sum of signatures, which are checked to be in the subgroup. A RangeError for none. */
  aggregateSignatures(sigs: readonly Signature[]): Signature;
  aggregateSerializedPublicKeys(pks: readonly Uint8Array[]): PublicKey;
  aggregateSerializedSignatures(sigs: readonly Uint8Array[]): Signature;
}

/** The functions of an instance of the module. Its memory grows to at most 4 GiB and is used by one thread. */
export declare class Vorpal {
  private constructor();

  /** The backend for batches and sums: `relaxed-simd`, or `simd128` where multiply-adds are not fused. */
  readonly backend: string;

  /** BLS signatures. */
  readonly bls: Bls;

  /**
   * Recovers the public keys of signatures, as Ethereum's `ecrecover` does: `s` may be in either half of its range.
   *
   * @param hashes 32 bytes for each signature
   * @param signatures 65 bytes `r || s || v` for each, `v` the recovery identifier or this plus 27
   * @returns 65 bytes `04 || x || y` and a {@link Status} for each; a key without OK is zero
   */
  recoverBatch(
    hashes: Uint8Array,
    signatures: Uint8Array,
    options?: { output?: "keys" },
  ): { keys: Uint8Array; statuses: Uint8Array };
  /** @returns as above, with Ethereum addresses of 20 bytes */
  recoverBatch(
    hashes: Uint8Array,
    signatures: Uint8Array,
    options: { output: "addresses" },
  ): { addresses: Uint8Array; statuses: Uint8Array };

  /**
   * Verifies ECDSA signatures.
   *
   * @param hashes 32 bytes for each signature
   * @param signatures 64 bytes `r || s` for each
   * @param keys 65 bytes `04 || x || y` for each, or 33 bytes (compressed)
   * @param options with `lowS`, an `s` in the upper half of its range is invalid, as in transactions of Ethereum since
   * Homestead and by Bitcoin's rules of relay; false by default, as in Bitcoin's consensus
   * @returns a {@link Status} for each
   */
  verifyBatch(
    hashes: Uint8Array,
    signatures: Uint8Array,
    keys: Uint8Array,
    options?: { lowS?: boolean },
  ): Uint8Array;

  /**
   * Verifies Schnorr signatures of BIP 340. From 128 signatures on, a sum with random weights verifies up to 16,384
   * of them, and invalid ones are found by parts. With fresh randomness, an invalid signature passes with a probability
   * of at most 17 * 2^-128. Without it, the bound is t times that for an attacker who computes t hashes. The randomness
   * is 32 bytes of `crypto.getRandomValues` that are drawn when the batch has been copied.
   *
   * @param messages a list of messages of any lengths, or all messages of one length in one array
   * @param signatures 64 bytes for each
   * @param keys 32 bytes, the `x` coordinate, for each
   * @returns a {@link Status} for each
   */
  schnorrVerifyBatch(
    messages: Uint8Array | readonly Uint8Array[],
    signatures: Uint8Array,
    keys: Uint8Array,
  ): Uint8Array;

  /**
   * `sum of scalars[i] points[i]` in G1.
   *
   * @param points 96 or 48 bytes each, for BN254 64 or 32 bytes: uncompressed or compressed
   * @param scalars 32 bytes each, below the order of the group; at most 2^23 of them
   * @returns the sum as a point of the same format; infinity without points
   */
  msm(curve: Curve, points: Uint8Array, scalars: Uint8Array, options?: MsmOptions): Uint8Array;

  /**
   * The commitment to a blob. This and the next seven methods have the names, the arguments and the results of c-kzg
   * for Node.js, with the setup of Ethereum's ceremony. A scalar that is not below the order, and bytes that are no
   * point of the subgroup, throw a RangeError; a wrong proof is false.
   */
  blobToKzgCommitment(blob: Uint8Array): Uint8Array;

  /** @returns the proof of the value of a blob's polynomial at `z`, and the value */
  computeKzgProof(blob: Uint8Array, z: Uint8Array): [proof: Uint8Array, y: Uint8Array];

  /** The proof that a blob has a commitment. The commitment is decoded, but not compared with the blob. */
  computeBlobKzgProof(blob: Uint8Array, commitment: Uint8Array): Uint8Array;

  /** Whether the polynomial with a commitment has the value `y` at `z`. */
  verifyKzgProof(commitment: Uint8Array, z: Uint8Array, y: Uint8Array, proof: Uint8Array): boolean;

  /** Whether a blob has a commitment. */
  verifyBlobKzgProof(blob: Uint8Array, commitment: Uint8Array, proof: Uint8Array): boolean;

  /**
   * Whether all blobs have their commitments, by one sum; true without blobs. The weights of the sum are a hash of the
   * batch: an attacker who computes t hashes finds a wrong batch that passes with a probability of about t * 2^-128.
   */
  verifyBlobKzgProofBatch(blobs: Rows, commitments: Rows, proofs: Rows): boolean;

  /** The 128 cells of an extended blob. The first 64 are the blob. */
  computeCells(blob: Uint8Array): Uint8Array[];

  /**
   * Whether all cells are those of their commitments, by one sum as in {@link verifyBlobKzgProofBatch}; true without
   * cells. There are a commitment, an index of 0 to 127 and a proof for each cell, in any order.
   */
  verifyCellKzgProofBatch(
    commitments: Rows,
    cellIndices: readonly number[],
    cells: Rows,
    proofs: Rows,
  ): boolean;

  /** Groth16 proofs of circuits of circom, on BN254 and BLS12-381, and their verification. */
  readonly groth16: Groth16;

  /**
   * Exact bounds of the results of Montgomery multiplications, for each named strategy and each range of operands.
   *
   * @param modulus an odd number of 3 to 2^384
   */
  bounds(modulus: bigint): Bound[];
}

/** A file of snarkjs: its bytes, or where they are. A text is a path in Node.js, and an address in browsers. */
export type Groth16File =
  | Uint8Array
  | string
  | { type: "mem"; data?: Uint8Array }
  | { type: "file"; fileName: string };

/** The coordinates of a point in decimal digits. */
export interface Groth16Proof {
  pi_a: [string, string, string];
  pi_b: [[string, string], [string, string], [string, string]];
  pi_c: [string, string, string];
  protocol: "groth16";
  curve: "bn128" | "bls12381";
}

/** A proof and the public signals of its witness, as snarkjs writes them in JSON. */
export interface Groth16Proven {
  proof: Groth16Proof;
  publicSignals: string[];
}

/** The value of a signal: an integer of either sign, or its text, such as "-7" or "0x1f". The prime reduces it. */
export type SignalValue = bigint | number | string | boolean;

/**
 * The input signals of a circuit by their names. Values of an array are in one list or in nested ones. The signals of a
 * bus are in an object, or have names such as `bus.x`.
 */
export interface CircuitInput {
  [name: string]: CircuitInputValue;
}
export type CircuitInputValue =
  | SignalValue
  | readonly CircuitInputValue[]
  | CircuitInput
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/** A proving key in the memory of an instance of its own. */
export interface Groth16Prover {
  /**
   * A proof, as {@link Groth16.prove}.
   *
   * @throws {Error} after {@link free}
   */
  prove(witness: Groth16File): Promise<Groth16Proven>;
  /** A proof of an input, as {@link Groth16.fullProve}. */
  fullProve(input: CircuitInput, wasm: Groth16File | WebAssembly.Module): Promise<Groth16Proven>;
  /** Drops the instance with its memory. A call that waits for its file still has a result. */
  free(): void;
}

/** Groth16 proofs. */
export interface Groth16 {
  /**
   * A proof: `groth16.prove` of snarkjs, with its arguments but the logger. A proof of a witness that does not satisfy
   * the circuit is not valid. Blinding factors come from `crypto.getRandomValues`.
   *
   * Time depends on the witness, which is a secret: whoever measures it learns about the witness. The module wipes its
   * own copy of the witness and the blinding factors.
   *
   * A RangeError for a file that is not as its format requires or has more than 2.5 GiB, and for a witness of another
   * curve or another number of signals. Whether points of the key are on the curve is not checked. Errors of reading a
   * file have the `code` of Node.js.
   *
   * @param zkey the file `.zkey`
   * @param witness the file `.wtns`
   */
  prove(zkey: Groth16File, witness: Groth16File): Promise<Groth16Proven>;

  /**
   * A proof of an input: `groth16.fullProve` of snarkjs, with its arguments but the logger and the options. The
   * calculator is the WebAssembly that `circom --wasm` of circom 2 writes. Its memory and the witness are wiped; time
   * depends on the witness. What the circuit logs is not printed.
   *
   * A RangeError for a file that is no calculator, for signals that the circuit does not have, that are missing or that
   * are given twice, and for an input that the circuit refuses. An empty list sets nothing, whatever its name. A
   * TypeError for values that are no integers, or numbers that are not safe: such have lost digits. Errors after the
   * calculation are those of {@link prove}.
   *
   * @param input the input signals
   * @param wasm the calculator
   * @param zkey the file `.zkey`
   */
  fullProve(input: CircuitInput, wasm: Groth16File | WebAssembly.Module, zkey: Groth16File): Promise<Groth16Proven>;

  /** Reads a key once for many proofs. */
  prover(zkey: Groth16File): Promise<Groth16Prover>;

  /**
   * Whether a proof is valid for public signals: `groth16.verify` of snarkjs, with its arguments but the logger.
   * Another number of signals, a number that is not below its prime, and a point that is not in its group reject with
   * a RangeError, where snarkjs may return a verdict.
   *
   * @param key the object of `verification_key.json`
   * @param publicSignals decimal digits, bigints or safe integers
   * @param proof the object of `proof.json`
   * @param options `development: true` accepts a key that nobody contributed to, whose proofs everybody can forge
   */
  verify(
    key: object,
    publicSignals: readonly (string | bigint | number)[],
    proof: object,
    options?: { development?: boolean },
  ): Promise<boolean>;
}

/**
 * Compiles the module.
 *
 * @param source the module or its bytes; by default the file `vorpal-relaxed.wasm` beside this one if the engine fuses
 *   multiply-adds (relaxed SIMD), else `vorpal.wasm`
 * @param options `prover`: the module of Groth16 provers or its bytes; by default the file
 *   `vorpal-groth16-relaxed.wasm` or `vorpal-groth16.wasm`, which is read for the first prover
 * @throws {TypeError} for other values
 * @throws {WebAssembly.CompileError} for bytes that are no module
 */
export declare function load(source?: ModuleSource, options?: { prover?: ModuleSource }): Promise<Vorpal>;

/** A compiled module, or its bytes. */
export type ModuleSource = WebAssembly.Module | ArrayBuffer | ArrayBufferView;
