/**
 * ECDSA on P-256 (secp256r1): keys, signing, verification singly and in batches.
 *
 * <p>Hashes have 32 bytes, signatures 64 bytes {@code r || s}, big-endian. Public keys have 33 bytes (compressed) or 65
 * bytes ({@code 04 || x || y}). {@code s} may be in either half of its range, as EIP-7951 and most protocols say.
 */
package io.vorpal.p256;
