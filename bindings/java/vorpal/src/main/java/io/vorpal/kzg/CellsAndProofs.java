package io.vorpal.kzg;

/**
 * The cells of a blob, and their proofs.
 *
 * @param cells 128 cells of 2,048 bytes
 * @param proofs 128 proofs of 48 bytes
 */
public record CellsAndProofs(byte[] cells, byte[] proofs) {}
