/**
 * secp256k1: keys, ECDSA, public key recovery, Schnorr signatures of BIP 340, shared secrets; single and in batches.
 * A {@link io.vorpal.secp256k1.SenderPool} recovers senders that arrive one by one, and
 * {@link io.vorpal.secp256k1.Secp256k1#verifyMixedBatch(byte[], byte[], byte[], byte[], byte[], byte[])} verifies lists
 * with signatures on P-256 too.
 *
 * <p>Hashes have 32 bytes. Signatures have 64 bytes {@code r || s} or 65 bytes {@code r || s || v}, big-endian, with
 * the recovery identifier 0 to 3 (or this plus 27) as {@code v}. Public keys have 33 bytes (compressed) or 65 bytes
 * ({@code 04 || x || y}).
 *
 * <p>All operations of a {@link io.vorpal.secp256k1.SecretKey} take constant time. All else takes variable time on
 * public data.
 */
package io.vorpal.secp256k1;
