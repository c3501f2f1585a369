package org.hyperledger.besu.nativelib.secp256k1;

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import io.vorpal.VorpalException;
import io.vorpal.secp256k1.PublicKey;
import io.vorpal.secp256k1.Secp256k1;
import io.vorpal.secp256k1.SecretKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The functions of libsecp256k1 that Besu calls, with the signatures of besu-native. A function returns 1, or 0 if an
 * argument is malformed or a signature is not valid. A context is not read: all operations on secret keys take constant
 * time without one. The opaque objects are plain arrays here.
 */
public class LibSecp256k1 implements Library {
    /** A flag of a context, which has no effect. */
    public static final int SECP256K1_CONTEXT_VERIFY = 1 | 1 << 8;
    /** A flag of a context, which has no effect. */
    public static final int SECP256K1_CONTEXT_SIGN = 1 | 1 << 9;
    /** A flag of a context, which has no effect. */
    public static final int SECP256K1_CONTEXT_DECLASSIFY = 1 | 1 << 10;
    /** A flag of a context, which has no effect. */
    public static final int SECP256K1_CONTEXT_NONE = 1;
    /** 33 bytes for a public key. */
    public static final int SECP256K1_EC_COMPRESSED = 1 << 1 | 1 << 8;
    /** 65 bytes for a public key. */
    public static final int SECP256K1_EC_UNCOMPRESSED = 1 << 1;

    /** A context, which Besu compares with null. */
    public static final PointerByReference CONTEXT = new PointerByReference();

    private static final byte[] ORDER =
            HexFormat.of().parseHex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");

    private LibSecp256k1() {}

    /** A function for nonces. None but null is possible. */
    public interface secp256k1_nonce_function extends Callback {
        /**
         * Computes a nonce.
         *
         * @param nonce32 gets the nonce
         * @param msg32 the hash
         * @param key32 the secret key
         * @param algo16 the algorithm
         * @param data the caller's data
         * @param attempt the number of the attempt
         * @return whether there is one
         */
        int apply(Pointer nonce32, Pointer msg32, Pointer key32, Pointer algo16, Pointer data, int attempt);
    }

    /** A public key. */
    public static class secp256k1_pubkey {
        /** The coordinates. */
        public byte[] data = new byte[64];

        /** Creates an object without a key. */
        public secp256k1_pubkey() {}

        private byte[] encoded() {
            byte[] encoded = new byte[65];
            encoded[0] = 4;
            System.arraycopy(data, 0, encoded, 1, 64);
            return encoded;
        }

        private void set(PublicKey key) {
            data = Arrays.copyOfRange(key.uncompressed(), 1, 65);
        }
    }

    /** A signature. */
    public static class secp256k1_ecdsa_signature {
        /** {@code r || s}. */
        public byte[] data = new byte[64];

        /** Creates an object without a signature. */
        public secp256k1_ecdsa_signature() {}
    }

    /** A signature with a recovery identifier. */
    public static class secp256k1_ecdsa_recoverable_signature {
        /** {@code r || s || v}. */
        public byte[] data = new byte[65];

        /** Creates an object without a signature. */
        public secp256k1_ecdsa_recoverable_signature() {}
    }

    /** Whether 32 bytes are a number below the group order. */
    static boolean isBelowOrder(byte[] bytes, int start) {
        return Arrays.compareUnsigned(bytes, start, start + 32, ORDER, 0, 32) < 0;
    }

    /** Whether 32 bytes are zero. */
    static boolean isZero(byte[] bytes, int start) {
        return Arrays.equals(bytes, start, start + 32, new byte[32], 0, 32);
    }

    /**
     * Returns a context.
     *
     * @param flags ignored
     * @return a context
     */
    public static PointerByReference secp256k1_context_create(int flags) {
        return new PointerByReference();
    }

    /**
     * Has no effect.
     *
     * @param ctx ignored
     * @param seed32 ignored
     * @return 1
     */
    public static int secp256k1_context_randomize(PointerByReference ctx, byte[] seed32) {
        return 1;
    }

    /**
     * Decodes a public key.
     *
     * @param ctx ignored
     * @param pubkey gets the key
     * @param input 33 bytes, or 65 bytes that begin with 4, or with 6 or 7 as the parity of {@code y} says
     * @param inputlen the length
     * @return 1, or 0 if the bytes are no key
     */
    public static int secp256k1_ec_pubkey_parse(
            PointerByReference ctx, secp256k1_pubkey pubkey, byte[] input, long inputlen) {
        if (inputlen != 33 && inputlen != 65 || input.length < inputlen) {
            return 0;
        }
        byte[] encoded = Arrays.copyOf(input, (int) inputlen);
        if (encoded.length == 65 && (encoded[0] == 6 || encoded[0] == 7)) {
            if ((encoded[0] & 1) != (encoded[64] & 1)) {
                return 0;
            }
            encoded[0] = 4;
        }
        try {
            pubkey.set(PublicKey.decode(encoded));
            return 1;
        } catch (VorpalException malformed) {
            return 0;
        }
    }

    /**
     * Encodes a public key.
     *
     * @param ctx ignored
     * @param output gets the bytes, from its position on; the position stays
     * @param outputlen the length of the output, and after the call the number of bytes
     * @param pubkey the key
     * @param flags the form
     * @return 1, or 0 if the output is too short
     */
    public static int secp256k1_ec_pubkey_serialize(PointerByReference ctx, ByteBuffer output,
            LongByReference outputlen, secp256k1_pubkey pubkey, int flags) {
        byte[] encoded = pubkey.encoded();
        if (flags == SECP256K1_EC_COMPRESSED) {
            byte parity = (byte) (encoded[64] & 1);
            encoded = Arrays.copyOf(encoded, 33);
            encoded[0] = (byte) (2 + parity);
        }
        if (outputlen.getValue() < encoded.length) {
            return 0;
        }
        output.put(output.position(), encoded);
        outputlen.setValue(encoded.length);
        return 1;
    }

    /**
     * Decodes a signature of 64 bytes. Both numbers are below the order, and may be zero.
     *
     * @param ctx ignored
     * @param sig gets the signature, or zeros
     * @param input64 64 bytes
     * @return 1, or 0 if a number is not below the order
     */
    public static int secp256k1_ecdsa_signature_parse_compact(
            PointerByReference ctx, secp256k1_ecdsa_signature sig, byte[] input64) {
        boolean isPossible = isBelowOrder(input64, 0) && isBelowOrder(input64, 32);
        sig.data = isPossible ? Arrays.copyOf(input64, 64) : new byte[64];
        return isPossible ? 1 : 0;
    }

    /**
     * Replaces an {@code s} in the upper half of its range by {@code n - s}.
     *
     * @param ctx ignored
     * @param sigout gets the signature, if it is not null
     * @param sigin the signature
     * @return 1 if {@code s} was in the upper half
     */
    public static int secp256k1_ecdsa_signature_normalize(
            PointerByReference ctx, secp256k1_ecdsa_signature sigout, secp256k1_ecdsa_signature sigin) {
        byte[] low = sigin.data.clone();
        // Zeros have no other form.
        if (!isZero(low, 0) && !isZero(low, 32)) {
            low = Secp256k1.signatureToLow(low);
        }
        boolean wasHigh = !Arrays.equals(low, sigin.data);
        if (sigout != null) {
            sigout.data = low;
        }
        return wasHigh ? 1 : 0;
    }

    /**
     * Verifies a signature, whose {@code s} must be in the lower half of its range.
     *
     * @param ctx ignored
     * @param sig the signature
     * @param msg32 the hash, 32 bytes
     * @param pubkey the key
     * @return 1 if it is valid
     */
    public static int secp256k1_ecdsa_verify(
            PointerByReference ctx, secp256k1_ecdsa_signature sig, byte[] msg32, secp256k1_pubkey pubkey) {
        try {
            return PublicKey.decode(pubkey.encoded()).verifyLow(msg32, sig.data) ? 1 : 0;
        } catch (VorpalException malformed) {
            return 0;
        }
    }

    /**
     * Computes the public key of a secret key.
     *
     * @param ctx ignored
     * @param pubkey gets the key
     * @param seckey 32 bytes
     * @return 1, or 0 if the secret key is not possible
     */
    public static int secp256k1_ec_pubkey_create(PointerByReference ctx, secp256k1_pubkey pubkey, byte[] seckey) {
        try (SecretKey key = new SecretKey(seckey)) {
            pubkey.set(key.publicKey());
            return 1;
        } catch (VorpalException malformed) {
            return 0;
        }
    }

    /**
     * Decodes a signature with its recovery identifier. Both numbers are below the order, and may be zero.
     *
     * @param ctx ignored
     * @param sig gets the signature, or zeros
     * @param input64 64 bytes
     * @param recid 0 to 3
     * @return 1, or 0 if a number is not possible
     */
    public static int secp256k1_ecdsa_recoverable_signature_parse_compact(
            PointerByReference ctx, secp256k1_ecdsa_recoverable_signature sig, byte[] input64, int recid) {
        boolean isPossible = recid >= 0 && recid <= 3 && isBelowOrder(input64, 0) && isBelowOrder(input64, 32);
        sig.data = isPossible ? Arrays.copyOf(Arrays.copyOf(input64, 64), 65) : new byte[65];
        if (isPossible) {
            sig.data[64] = (byte) recid;
        }
        return isPossible ? 1 : 0;
    }

    /**
     * Encodes a signature with its recovery identifier.
     *
     * @param ctx ignored
     * @param output64 gets 64 bytes, from its position on; the position stays
     * @param recid gets the recovery identifier
     * @param sig the signature
     */
    public static void secp256k1_ecdsa_recoverable_signature_serialize_compact(PointerByReference ctx,
            ByteBuffer output64, IntByReference recid, secp256k1_ecdsa_recoverable_signature sig) {
        output64.put(output64.position(), sig.data, 0, 64);
        recid.setValue(sig.data[64]);
    }

    /**
     * Signs a hash, with the nonce of RFC 6979.
     *
     * @param ctx ignored
     * @param sig gets the signature
     * @param msg32 the hash, 32 bytes
     * @param seckey 32 bytes
     * @param noncefp null
     * @param ndata null
     * @return 1, or 0 if the secret key is not possible
     * @throws UnsupportedOperationException if there is a function for nonces or data for it
     */
    public static int secp256k1_ecdsa_sign_recoverable(PointerByReference ctx,
            secp256k1_ecdsa_recoverable_signature sig, byte[] msg32, byte[] seckey, secp256k1_nonce_function noncefp,
            Pointer ndata) {
        if (noncefp != null || ndata != null) {
            throw new UnsupportedOperationException("noncefp, ndata: only null is possible");
        }
        try (SecretKey key = new SecretKey(seckey)) {
            sig.data = key.sign(msg32);
            return 1;
        } catch (VorpalException malformed) {
            return 0;
        }
    }

    /**
     * Recovers the public key of a signature.
     *
     * @param ctx ignored
     * @param pubkey gets the key
     * @param sig the signature
     * @param msg32 the hash, 32 bytes
     * @return 1, or 0 if there is no key
     */
    public static int secp256k1_ecdsa_recover(PointerByReference ctx, secp256k1_pubkey pubkey,
            secp256k1_ecdsa_recoverable_signature sig, byte[] msg32) {
        try {
            pubkey.set(Secp256k1.recover(msg32, sig.data));
            return 1;
        } catch (VorpalException noKey) {
            return 0;
        }
    }
}
