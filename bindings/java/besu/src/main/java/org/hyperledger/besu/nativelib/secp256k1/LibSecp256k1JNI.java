package org.hyperledger.besu.nativelib.secp256k1;

import io.vorpal.VorpalException;
import io.vorpal.secp256k1.Secp256k1;
import java.util.Arrays;
import java.util.Optional;

/** Recovery on secp256k1 in one call, with the signatures of besu-native. */
public class LibSecp256k1JNI {
    /** The native library is loaded: its absence is an error of the first call. */
    public static final boolean ENABLED = true;

    /** The key was recovered. */
    public static final int STATUS_SUCCESS = 0;
    /** The signature yields no key. */
    public static final int STATUS_FAIL = 1;
    /** An argument is malformed. */
    public static final int STATUS_ERROR = 2;

    private LibSecp256k1JNI() {}

    /**
     * The result of a recovery.
     *
     * @param status one of the numbers of a status
     * @param publicKey the key, 64 bytes
     * @param error what is wrong
     */
    public record ECRecoverResult(int status, Optional<byte[]> publicKey, Optional<String> error) {
        private static ECRecoverResult failed(int status, String error) {
            return new ECRecoverResult(status, Optional.empty(), Optional.of(error));
        }
    }

    /**
     * Recovers the public key of a signature.
     *
     * @param messageHash 32 bytes
     * @param signature 64 bytes, {@code r || s}
     * @param recoveryId 0 to 3
     * @param outputBuffer gets 65 bytes
     * @return 0, or 1 if there is no key, or an argument is null or has a wrong length
     */
    public static int secp256k1_ecrecover_jni(
            byte[] messageHash, byte[] signature, int recoveryId, byte[] outputBuffer) {
        if (messageHash == null || signature == null || signature.length != 64 || outputBuffer == null
                || outputBuffer.length < 65 || recoveryId < 0 || recoveryId > 3) {
            return STATUS_FAIL;
        }
        byte[] recoverable = Arrays.copyOf(signature, 65);
        recoverable[64] = (byte) recoveryId;
        try {
            byte[] key = Secp256k1.recover(messageHash, recoverable).uncompressed();
            System.arraycopy(key, 0, outputBuffer, 0, key.length);
            return STATUS_SUCCESS;
        } catch (VorpalException noKey) {
            return STATUS_FAIL;
        }
    }

    /**
     * Recovers the public key of a signature, after checks of the arguments.
     *
     * @param messageHash 32 bytes
     * @param signature 64 bytes, {@code r || s}
     * @param recoveryId 0 or 1
     * @return the result
     */
    public static ECRecoverResult ecrecover(byte[] messageHash, byte[] signature, int recoveryId) {
        if (messageHash == null || messageHash.length != 32) {
            return ECRecoverResult.failed(STATUS_ERROR, "messageHash must be 32 bytes");
        }
        if (signature == null || signature.length != 64) {
            return ECRecoverResult.failed(STATUS_ERROR, "signature must be 64 bytes");
        }
        if (recoveryId < 0 || recoveryId > 1) {
            return ECRecoverResult.failed(STATUS_ERROR, "recoveryId " + recoveryId + " must be either 0 or 1");
        }
        if (!LibSecp256k1.isBelowOrder(signature, 0) || LibSecp256k1.isZero(signature, 0)) {
            return ECRecoverResult.failed(STATUS_ERROR, "invalid signature r value");
        }
        if (!LibSecp256k1.isBelowOrder(signature, 32) || LibSecp256k1.isZero(signature, 32)) {
            return ECRecoverResult.failed(STATUS_ERROR, "invalid signature s value");
        }
        byte[] key = new byte[65];
        if (secp256k1_ecrecover_jni(messageHash, signature, recoveryId, key) != STATUS_SUCCESS) {
            return ECRecoverResult.failed(STATUS_FAIL, "failed to recover");
        }
        return new ECRecoverResult(STATUS_SUCCESS, Optional.of(Arrays.copyOfRange(key, 1, 65)), Optional.empty());
    }
}
