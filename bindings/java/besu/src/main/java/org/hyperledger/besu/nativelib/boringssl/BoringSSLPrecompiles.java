package org.hyperledger.besu.nativelib.boringssl;

import io.vorpal.VorpalException;
import io.vorpal.internal.Native;
import io.vorpal.p256.PublicKey;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/** Verification and recovery on P-256, with the signatures of besu-native. */
public class BoringSSLPrecompiles {
    /** The native library is loaded: its absence is an error of the first call. */
    public static final boolean ENABLED = true;

    /** The signature is valid, or the key was recovered. */
    public static final int STATUS_SUCCESS = 0;
    /** The signature is not valid, or yields no key. */
    public static final int STATUS_FAIL = 1;
    /** An argument is malformed. */
    public static final int STATUS_ERROR = 2;

    private static final BigInteger ORDER =
            new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

    private BoringSSLPrecompiles() {}

    /** The result of a verification. */
    public static class P256VerifyResult {
        /** One of the numbers of a status. */
        public final int status;
        /** What is wrong, or an empty text. */
        public final String error;

        /**
         * Creates a result.
         *
         * @param status a number of a status
         * @param message what is wrong, or an empty text
         */
        public P256VerifyResult(int status, String message) {
            this.status = status;
            this.error = message;
        }
    }

    /**
     * The result of a recovery.
     *
     * @param status one of the numbers of a status
     * @param publicKey the key, 65 bytes
     * @param error what is wrong
     */
    public record ECRecoverResult(int status, Optional<byte[]> publicKey, Optional<String> error) {
        private static ECRecoverResult failed(int status, String error) {
            return new ECRecoverResult(status, Optional.empty(), Optional.of(error));
        }
    }

    /**
     * Verifies a signature. {@code s} may be in either half of its range.
     *
     * @param input hash, {@code r}, {@code s}, and the coordinates of the key, 32 bytes each
     * @param inputLength the length of the input, 160
     * @return the result
     */
    public static P256VerifyResult p256Verify(byte[] input, int inputLength) {
        if (inputLength != 160) {
            return new P256VerifyResult(STATUS_ERROR, "incorrect input size");
        }
        byte[] encoded = new byte[65];
        encoded[0] = 4;
        System.arraycopy(input, 96, encoded, 1, 64);
        PublicKey key;
        try {
            key = PublicKey.decode(encoded);
        } catch (VorpalException malformed) {
            return new P256VerifyResult(STATUS_FAIL, "failed to parse public key point");
        }
        boolean isValid;
        try {
            isValid = key.verify(Arrays.copyOf(input, 32), Arrays.copyOfRange(input, 32, 96));
        } catch (VorpalException outOfRange) {
            isValid = false;
        }
        return isValid
                ? new P256VerifyResult(STATUS_SUCCESS, "")
                : new P256VerifyResult(STATUS_FAIL, "signature verification failed");
    }

    /**
     * Recovers the public key of a signature.
     *
     * @param hash 32 bytes
     * @param sig 64 bytes, {@code r || s}
     * @param recovery_id 0 or 1: the parity of {@code y}
     * @return the result
     */
    public static ECRecoverResult ecrecover(byte[] hash, byte[] sig, int recovery_id) {
        if (sig == null || sig.length != 64) {
            return ECRecoverResult.failed(STATUS_ERROR, "invalid signature length");
        }
        if (hash == null || hash.length != 32) {
            return ECRecoverResult.failed(STATUS_ERROR, "invalid hash length");
        }
        if (!isScalar(Arrays.copyOf(sig, 32))) {
            return ECRecoverResult.failed(STATUS_ERROR, "invalid signature r value");
        }
        if (!isScalar(Arrays.copyOfRange(sig, 32, 64))) {
            return ECRecoverResult.failed(STATUS_ERROR, "invalid signature s value");
        }
        if (recovery_id < 0 || recovery_id > 1) {
            return ECRecoverResult.failed(STATUS_ERROR, "invalid recovery id " + recovery_id + " is not 0 or 1");
        }
        byte[] key = Native.recoverP256(hash, sig, recovery_id == 1);
        // besu-native has no text for this.
        return key == null
                ? ECRecoverResult.failed(STATUS_FAIL, "")
                : new ECRecoverResult(STATUS_SUCCESS, Optional.of(key), Optional.empty());
    }

    private static boolean isScalar(byte[] bytes) {
        BigInteger number = new BigInteger(1, bytes);
        return number.signum() > 0 && number.compareTo(ORDER) < 0;
    }
}
