/**
 * Recovers the public key of each signature, in one batch.
 *
 * @param hashes 32 bytes for each signature.
 * @param signatures 65 bytes for each: `r || s || v`, big-endian, where `v` is the recovery identifier (0 to 3),
 *   or this plus 27.
 * @returns For each signature the 65 bytes `04 || x || y`, or an error that names its index.
 * @throws If the lengths do not agree.
 */
export function recoverBatch(hashes: Uint8Array, signatures: Uint8Array): (Uint8Array | Error)[];

/** As `recoverBatch`, with the 20 bytes of each signer's Ethereum address. */
export function recoverAddressesBatch(hashes: Uint8Array, signatures: Uint8Array): (Uint8Array | Error)[];

/**
 * Verifies each signature, in one batch. `s` may be in the upper half of its range.
 *
 * @param hashes 32 bytes for each signature.
 * @param signatures 64 bytes for each: `r || s`, big-endian.
 * @param keys 65 bytes for each: `04 || x || y`.
 * @returns For each signature `undefined` if it is valid, or else the reason why it is not.
 * @throws If the lengths do not agree.
 */
export function verifyBatch(hashes: Uint8Array, signatures: Uint8Array, keys: Uint8Array): (string | undefined)[];

/**
 * The sum of `scalars[i] points[i]` in G1 of a curve, in variable time.
 *
 * @param points `x || y` for each point, big-endian, 96 bytes (64 for `bn254`), as gnark-crypto's uncompressed format.
 *   The point at infinity is zeros, for the BLS12 curves after a first byte of `0x40`. Every point is checked to be in
 *   the group.
 * @param scalars 32 bytes for each point, big-endian, below the order of the group.
 * @returns The sum, in the format of the points.
 * @throws If the lengths do not agree, or an element is invalid; the error names it and its index.
 */
export function msm(curve: 'bls12_377' | 'bls12_381' | 'bn254', points: Uint8Array, scalars: Uint8Array): Uint8Array;
