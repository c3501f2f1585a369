package io.vorpal.secp256k1;

import io.vorpal.Item;
import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Signatures on secp256k1: batches, and single ones.
 *
 * <p>A batch is one array or buffer for each argument, with the items one after the other. The bytes of a buffer are
 * those from its position to its limit. The memory of a direct buffer is used where it is; do not write to it during
 * the call. Results are bytes that stand for {@link Item}s. The whole batch runs on all cores.
 */
public final class Secp256k1 {
    private Secp256k1() {}

    /**
     * Public keys that a batch has recovered.
     *
     * @param keys 65 bytes for each signature, {@code 04 || x || y}; zeros if its item is not {@link Item#OK}
     * @param items one byte for each signature
     */
    public record Keys(byte[] keys, byte[] items) {}

    /**
     * Ethereum addresses that a batch has recovered.
     *
     * @param addresses 20 bytes for each signature; zeros if its item is not {@link Item#OK}
     * @param items one byte for each signature
     */
    public record Addresses(byte[] addresses, byte[] items) {}

    /**
     * Recovers the public keys of signatures, as Ethereum's {@code ecrecover} does. {@code s} may be in the lower or
     * upper half of its range.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 65 bytes each, {@code r || s || v}
     * @return keys and results
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public static Keys recoverBatch(byte[] hashes, byte[] signatures) {
        Objects.requireNonNull(hashes, "hashes");
        Objects.requireNonNull(signatures, "signatures");
        byte[] keys = new byte[Math.multiplyExact(hashes.length / 32, 65)];
        return new Keys(keys, Native.recoverBatchSecp256k1(hashes, signatures, false, keys));
    }

    /**
     * As {@link #recoverBatch(byte[], byte[])}, with buffers.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 65 bytes each, {@code r || s || v}
     * @param keys gets 65 bytes for each signature, from its position on; the position moves behind them
     * @return the results: one byte for each signature
     * @throws io.vorpal.VorpalException if a length is wrong, or buffers overlap
     */
    public static byte[] recoverBatch(ByteBuffer hashes, ByteBuffer signatures, ByteBuffer keys) {
        return recover(hashes, signatures, false, keys, "keys", 65);
    }

    /**
     * As {@link #recoverBatch(byte[], byte[])}, with Ethereum addresses instead of keys.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 65 bytes each, {@code r || s || v}
     * @return addresses and results
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public static Addresses recoverAddresses(byte[] hashes, byte[] signatures) {
        Objects.requireNonNull(hashes, "hashes");
        Objects.requireNonNull(signatures, "signatures");
        byte[] addresses = new byte[Math.multiplyExact(hashes.length / 32, 20)];
        return new Addresses(addresses, Native.recoverBatchSecp256k1(hashes, signatures, true, addresses));
    }

    /**
     * As {@link #recoverAddresses(byte[], byte[])}, with buffers.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 65 bytes each, {@code r || s || v}
     * @param addresses gets 20 bytes for each signature, from its position on; the position moves behind them
     * @return the results: one byte for each signature
     * @throws io.vorpal.VorpalException if a length is wrong, or buffers overlap
     */
    public static byte[] recoverAddresses(ByteBuffer hashes, ByteBuffer signatures, ByteBuffer addresses) {
        return recover(hashes, signatures, true, addresses, "addresses", 20);
    }

    private static byte[] recover(ByteBuffer hashes, ByteBuffer signatures, boolean addresses, ByteBuffer out,
            String name, int width) {
        Object input = Memory.input(hashes, "hashes");
        Object output = Memory.output(out, name, hashes.remaining() / 32 * (long) width);
        byte[] items = Native.recoverBatchSecp256k1(
                input, Memory.input(signatures, "signatures"), addresses, output);
        Memory.finish(out, output);
        return items;
    }

    /**
     * Verifies ECDSA signatures.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 64 bytes each, {@code r || s}
     * @param keys 33 bytes each, or 65 bytes each
     * @param lowS whether an {@code s} in the upper half of its range is invalid, as in transactions of Ethereum since
     *     Homestead and by Bitcoin's rules of relay; Bitcoin's consensus accepts both halves
     * @return the results: one byte for each signature
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public static byte[] verifyBatch(byte[] hashes, byte[] signatures, byte[] keys, boolean lowS) {
        Objects.requireNonNull(hashes, "hashes");
        Objects.requireNonNull(signatures, "signatures");
        Objects.requireNonNull(keys, "keys");
        return Native.verifyBatchSecp256k1(hashes, signatures, keys, lowS);
    }

    /**
     * As {@link #verifyBatch(byte[], byte[], byte[], boolean)}, with buffers.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 64 bytes each, {@code r || s}
     * @param keys 33 bytes each, or 65 bytes each
     * @param lowS whether an {@code s} in the upper half of its range is invalid
     * @return the results: one byte for each signature
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public static byte[] verifyBatch(ByteBuffer hashes, ByteBuffer signatures, ByteBuffer keys, boolean lowS) {
        return Native.verifyBatchSecp256k1(Memory.input(hashes, "hashes"), Memory.input(signatures, "signatures"),
                Memory.input(keys, "keys"), lowS);
    }

    /**
     * Verifies Schnorr signatures of BIP 340 of messages of 32 bytes. From 128 well-formed signatures on, sums
     * with random weights verify all of them, and invalid ones are found by parts.
     *
     * @param messages 32 bytes for each signature
     * @param signatures 64 bytes each
     * @param keys 32 bytes each, the {@code x} coordinates
     * @return the results: one byte for each signature
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public static byte[] schnorrVerifyBatch(byte[] messages, byte[] signatures, byte[] keys) {
        Objects.requireNonNull(messages, "messages");
        Objects.requireNonNull(signatures, "signatures");
        Objects.requireNonNull(keys, "keys");
        return Native.schnorrVerifyBatch(messages, signatures, keys);
    }

    /**
     * As {@link #schnorrVerifyBatch(byte[], byte[], byte[])}, with buffers.
     *
     * @param messages 32 bytes for each signature
     * @param signatures 64 bytes each
     * @param keys 32 bytes each, the {@code x} coordinates
     * @return the results: one byte for each signature
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public static byte[] schnorrVerifyBatch(ByteBuffer messages, ByteBuffer signatures, ByteBuffer keys) {
        return Native.schnorrVerifyBatch(Memory.input(messages, "messages"), Memory.input(signatures, "signatures"),
                Memory.input(keys, "keys"));
    }

    /**
     * Verifies a list with ECDSA signatures on secp256k1 and P-256, such as those of a transaction of type 6 (EIP-8141,
     * a draft). There is no error probability.
     *
     * @param claims the ordinal number of a {@link Claim} for each entry
     * @param hashes 32 bytes for each entry
     * @param signatures 65 bytes each, {@code r || s || v}; {@code v}, the recovery identifier or this plus 27, counts
     *     for {@link Claim#SECP256K1_SIGNER} alone
     * @param keys 65 bytes each, {@code 04 || x || y}; those of other claims are not read, and if no claim has a key
     *     there may be none
     * @param addresses 20 bytes each, in the same way
     * @param prefix the prefix of addresses on P-256, since drafts of EIP-8141 differ in it
     * @return the results: one byte for each entry
     * @throws io.vorpal.VorpalException if a length is wrong, or a claim is unknown
     */
    public static byte[] verifyMixedBatch(byte[] claims, byte[] hashes, byte[] signatures, byte[] keys,
            byte[] addresses, byte[] prefix) {
        Objects.requireNonNull(claims, "claims");
        Objects.requireNonNull(hashes, "hashes");
        Objects.requireNonNull(signatures, "signatures");
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(addresses, "addresses");
        Objects.requireNonNull(prefix, "prefix");
        return Native.verifyMixedBatch(claims, hashes, signatures, keys, addresses, prefix);
    }

    /**
     * As {@link #verifyMixedBatch(byte[], byte[], byte[], byte[], byte[], byte[])}, with buffers.
     *
     * @param claims the ordinal number of a {@link Claim} for each entry
     * @param hashes 32 bytes for each entry
     * @param signatures 65 bytes each, {@code r || s || v}
     * @param keys 65 bytes each, or none if no claim has a key
     * @param addresses 20 bytes each, or none if no claim has an address
     * @param prefix the prefix of addresses on P-256
     * @return the results: one byte for each entry
     * @throws io.vorpal.VorpalException if a length is wrong, or a claim is unknown
     */
    public static byte[] verifyMixedBatch(ByteBuffer claims, ByteBuffer hashes, ByteBuffer signatures,
            ByteBuffer keys, ByteBuffer addresses, ByteBuffer prefix) {
        return Native.verifyMixedBatch(Memory.input(claims, "claims"), Memory.input(hashes, "hashes"),
                Memory.input(signatures, "signatures"), Memory.input(keys, "keys"),
                Memory.input(addresses, "addresses"), Memory.input(prefix, "prefix"));
    }

    /**
     * Recovers the public key of a signature.
     *
     * @param hash 32 bytes
     * @param signature 65 bytes, {@code r || s || v}
     * @return the key
     * @throws io.vorpal.VorpalException if a length is wrong, or there is no key
     */
    public static PublicKey recover(byte[] hash, byte[] signature) {
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(signature, "signature");
        return new PublicKey(Native.recoverSecp256k1(hash, signature));
    }

    /**
     * Verifies a Schnorr signature of BIP 340.
     *
     * @param key 32 bytes, the {@code x} coordinate
     * @param message any number of bytes
     * @param signature 64 bytes
     * @return whether it is valid
     * @throws io.vorpal.VorpalException if the key or the signature is malformed
     */
    public static boolean schnorrVerify(byte[] key, byte[] message, byte[] signature) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(signature, "signature");
        return Native.schnorrVerify(key, message, signature);
    }

    /**
     * Decodes a signature in DER: strictly the distinguished encoding rules, and nothing after it.
     *
     * @param der the encoding
     * @return 64 bytes, {@code r || s}
     * @throws io.vorpal.VorpalException if the encoding is malformed
     */
    public static byte[] signatureFromDer(byte[] der) {
        return Native.signatureFromDer(Objects.requireNonNull(der, "der"));
    }

    /**
     * Encodes a signature in DER.
     *
     * @param signature 64 bytes, {@code r || s}
     * @return the encoding, at most 72 bytes
     * @throws io.vorpal.VorpalException if the signature is malformed
     */
    public static byte[] signatureToDer(byte[] signature) {
        return Native.signatureToDer(Objects.requireNonNull(signature, "signature"));
    }

    /**
     * Returns the signature with {@code n - s} in place of an {@code s} in the upper half of its range.
     *
     * @param signature 64 bytes, {@code r || s}
     * @return 64 bytes
     * @throws io.vorpal.VorpalException if the signature is malformed
     */
    public static byte[] signatureToLow(byte[] signature) {
        return Native.signatureToLow(Objects.requireNonNull(signature, "signature"));
    }
}
