/**
 * KZG commitments: the blobs of EIP-4844 and the cells of EIP-7594.
 *
 * <p>Blobs have 131,072 bytes, cells 2,048, commitments and proofs 48, scalars 32 (big-endian, below the order). A blob
 * has 128 cells; the first 64 are the blob itself. All functions take variable time on public data.
 */
package io.vorpal.kzg;
