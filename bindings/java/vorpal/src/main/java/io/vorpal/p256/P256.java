package io.vorpal.p256;

import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Batches of signatures on P-256; the rules are those of {@link io.vorpal.secp256k1.Secp256k1}. */
public final class P256 {
    private P256() {}

    /**
     * Verifies ECDSA signatures.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 64 bytes each, {@code r || s}
     * @param keys 33 bytes each, or 65 bytes each
     * @return the results: one byte for each signature, the ordinal number of an {@link io.vorpal.Item}
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public static byte[] verifyBatch(byte[] hashes, byte[] signatures, byte[] keys) {
        Objects.requireNonNull(hashes, "hashes");
        Objects.requireNonNull(signatures, "signatures");
        Objects.requireNonNull(keys, "keys");
        return Native.verifyBatchP256(hashes, signatures, keys);
    }

    /**
     * As {@link #verifyBatch(byte[], byte[], byte[])}, with buffers.
     *
     * @param hashes 32 bytes for each signature
     * @param signatures 64 bytes each, {@code r || s}
     * @param keys 33 bytes each, or 65 bytes each
     * @return the results: one byte for each signature, the ordinal number of an {@link io.vorpal.Item}
     * @throws io.vorpal.VorpalException if a length is wrong
     */
    public static byte[] verifyBatch(ByteBuffer hashes, ByteBuffer signatures, ByteBuffer keys) {
        return Native.verifyBatchP256(Memory.input(hashes, "hashes"), Memory.input(signatures, "signatures"),
                Memory.input(keys, "keys"));
    }
}
