package io.vorpal.kzg;

/**
 * The proof of a value of a polynomial, and the value.
 *
 * @param proof 48 bytes
 * @param value 32 bytes
 */
public record ProofAndValue(byte[] proof, byte[] value) {}
