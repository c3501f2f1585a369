package org.hyperledger.besu.nativelib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import io.vorpal.p256.SecretKey;
import io.vorpal.secp256k1.PublicKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.hyperledger.besu.nativelib.boringssl.BoringSSLPrecompiles;
import org.hyperledger.besu.nativelib.secp256k1.LibSecp256k1;
import org.hyperledger.besu.nativelib.secp256k1.LibSecp256k1.secp256k1_ecdsa_recoverable_signature;
import org.hyperledger.besu.nativelib.secp256k1.LibSecp256k1.secp256k1_ecdsa_signature;
import org.hyperledger.besu.nativelib.secp256k1.LibSecp256k1.secp256k1_pubkey;
import org.hyperledger.besu.nativelib.secp256k1.LibSecp256k1JNI;
import org.junit.jupiter.api.Test;

class SignaturesTest {
    private static byte[] random(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        bytes[0] &= 0x7f;
        return bytes;
    }

    /** The calls of Besu's class SECP256K1: it signs, verifies and recovers. */
    @Test
    void theCallsOfBesu() {
        assertNotNull(LibSecp256k1.CONTEXT);
        Random numbers = new Random(1);
        for (int i = 0; i < 20; i++) {
            byte[] secret = random(numbers, 32);
            byte[] hash = random(numbers, 32);
            secp256k1_ecdsa_recoverable_signature signature = new secp256k1_ecdsa_recoverable_signature();
            assertEquals(1, LibSecp256k1.secp256k1_ecdsa_sign_recoverable(
                    LibSecp256k1.CONTEXT, signature, hash, secret, null, null));
            ByteBuffer compact = ByteBuffer.allocate(64);
            IntByReference recid = new IntByReference(0);
            LibSecp256k1.secp256k1_ecdsa_recoverable_signature_serialize_compact(
                    LibSecp256k1.CONTEXT, compact, recid, signature);
            assertEquals(0, compact.position());

            secp256k1_pubkey expected = new secp256k1_pubkey();
            assertEquals(1, LibSecp256k1.secp256k1_ec_pubkey_create(LibSecp256k1.CONTEXT, expected, secret));
            secp256k1_ecdsa_recoverable_signature parsed = new secp256k1_ecdsa_recoverable_signature();
            assertEquals(1, LibSecp256k1.secp256k1_ecdsa_recoverable_signature_parse_compact(
                    LibSecp256k1.CONTEXT, parsed, compact.array(), recid.getValue()));
            secp256k1_pubkey key = new secp256k1_pubkey();
            assertEquals(1, LibSecp256k1.secp256k1_ecdsa_recover(LibSecp256k1.CONTEXT, key, parsed, hash));
            byte[] encoded = encode(key, LibSecp256k1.SECP256K1_EC_UNCOMPRESSED);
            assertArrayEquals(encode(expected, LibSecp256k1.SECP256K1_EC_UNCOMPRESSED), encoded);
            assertArrayEquals(PublicKey.decode(encoded).compressed(),
                    encode(key, LibSecp256k1.SECP256K1_EC_COMPRESSED));

            secp256k1_ecdsa_signature plain = new secp256k1_ecdsa_signature();
            assertEquals(1, LibSecp256k1.secp256k1_ecdsa_signature_parse_compact(
                    LibSecp256k1.CONTEXT, plain, compact.array()));
            assertEquals(0, LibSecp256k1.secp256k1_ecdsa_signature_normalize(LibSecp256k1.CONTEXT, plain, plain));
            secp256k1_pubkey read = new secp256k1_pubkey();
            assertEquals(1, LibSecp256k1.secp256k1_ec_pubkey_parse(
                    LibSecp256k1.CONTEXT, read, encoded, encoded.length));
            assertEquals(1, LibSecp256k1.secp256k1_ecdsa_verify(LibSecp256k1.CONTEXT, plain, hash, read));
            hash[5] ^= 1;
            assertEquals(0, LibSecp256k1.secp256k1_ecdsa_verify(LibSecp256k1.CONTEXT, plain, hash, read));
            hash[5] ^= 1;

            LibSecp256k1JNI.ECRecoverResult result =
                    LibSecp256k1JNI.ecrecover(hash, compact.array(), recid.getValue());
            assertEquals(LibSecp256k1JNI.STATUS_SUCCESS, result.status());
            assertArrayEquals(Arrays.copyOfRange(encoded, 1, 65), result.publicKey().orElseThrow());
        }
    }

    private static byte[] encode(secp256k1_pubkey key, int flags) {
        ByteBuffer output = ByteBuffer.allocate(65);
        LongByReference length = new LongByReference(output.limit());
        assertEquals(1, LibSecp256k1.secp256k1_ec_pubkey_serialize(
                LibSecp256k1.CONTEXT, output, length, key, flags));
        return Arrays.copyOf(output.array(), (int) length.getValue());
    }

    @Test
    void malformedArgumentsAreRefused() {
        byte[] high = new byte[64];
        Arrays.fill(high, (byte) 0xff);
        assertEquals(0, LibSecp256k1.secp256k1_ecdsa_signature_parse_compact(
                null, new secp256k1_ecdsa_signature(), high));
        assertEquals(1, LibSecp256k1.secp256k1_ecdsa_signature_parse_compact(
                null, new secp256k1_ecdsa_signature(), new byte[64]));
        secp256k1_ecdsa_recoverable_signature signature = new secp256k1_ecdsa_recoverable_signature();
        assertEquals(0, LibSecp256k1.secp256k1_ecdsa_recoverable_signature_parse_compact(
                null, signature, new byte[64], 4));
        assertEquals(0, LibSecp256k1.secp256k1_ecdsa_recover(null, new secp256k1_pubkey(), signature, new byte[32]));
        assertEquals(0, LibSecp256k1.secp256k1_ec_pubkey_parse(null, new secp256k1_pubkey(), new byte[65], 65));
        assertEquals(0, LibSecp256k1.secp256k1_ec_pubkey_create(null, new secp256k1_pubkey(), new byte[32]));
        assertEquals(0, LibSecp256k1.secp256k1_ecdsa_sign_recoverable(
                null, signature, new byte[32], new byte[32], null, null));
        assertThrows(UnsupportedOperationException.class, () -> LibSecp256k1.secp256k1_ecdsa_sign_recoverable(
                null, signature, new byte[32], new byte[32], null, new Pointer(1)));
        assertEquals("invalid signature r value",
                LibSecp256k1JNI.ecrecover(new byte[32], new byte[64], 0).error().orElseThrow());
        assertEquals("recoveryId 2 must be either 0 or 1",
                LibSecp256k1JNI.ecrecover(new byte[32], new byte[64], 2).error().orElseThrow());
    }

    /** A signature of another length is no signature: it is neither cut nor filled up. */
    @Test
    void wrongLengthsAreNotRecovered() {
        Random numbers = new Random(6);
        byte[] hash = random(numbers, 32);
        secp256k1_ecdsa_recoverable_signature signed = new secp256k1_ecdsa_recoverable_signature();
        LibSecp256k1.secp256k1_ecdsa_sign_recoverable(null, signed, hash, random(numbers, 32), null, null);
        byte[] signature = Arrays.copyOf(signed.data, 64);
        int id = signed.data[64];
        byte[] output = new byte[65];
        assertEquals(0, LibSecp256k1JNI.secp256k1_ecrecover_jni(hash, signature, id, output));
        assertEquals(4, output[0]);
        byte[] zeros = new byte[65];
        for (byte[] wrong : new byte[][] {null, {}, Arrays.copyOf(signature, 63), signed.data}) {
            Arrays.fill(output, (byte) 0);
            assertEquals(1, LibSecp256k1JNI.secp256k1_ecrecover_jni(hash, wrong, id, output));
            assertArrayEquals(zeros, output);
        }
        for (byte[] wrong : new byte[][] {null, {}, new byte[31], new byte[33]}) {
            assertEquals(1, LibSecp256k1JNI.secp256k1_ecrecover_jni(wrong, signature, id, output));
        }
        for (byte[] wrong : new byte[][] {null, {}, new byte[64]}) {
            assertEquals(1, LibSecp256k1JNI.secp256k1_ecrecover_jni(hash, signature, id, wrong));
        }
        for (int wrong : new int[] {-1, 4, 256, Integer.MIN_VALUE}) {
            assertEquals(1, LibSecp256k1JNI.secp256k1_ecrecover_jni(hash, signature, wrong, output));
        }
    }

    @Test
    void aHighSIsNormalised() {
        Random numbers = new Random(3);
        byte[] secret = random(numbers, 32);
        byte[] hash = random(numbers, 32);
        secp256k1_ecdsa_recoverable_signature signed = new secp256k1_ecdsa_recoverable_signature();
        LibSecp256k1.secp256k1_ecdsa_sign_recoverable(null, signed, hash, secret, null, null);
        java.math.BigInteger order =
                new java.math.BigInteger("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16);
        byte[] s = order.subtract(new java.math.BigInteger(1, Arrays.copyOfRange(signed.data, 32, 64))).toByteArray();
        byte[] compact = Arrays.copyOf(signed.data, 64);
        System.arraycopy(s, s.length - 32, compact, 32, 32);
        secp256k1_ecdsa_signature high = new secp256k1_ecdsa_signature();
        assertEquals(1, LibSecp256k1.secp256k1_ecdsa_signature_parse_compact(null, high, compact));
        secp256k1_pubkey key = new secp256k1_pubkey();
        LibSecp256k1.secp256k1_ec_pubkey_create(null, key, secret);
        assertEquals(0, LibSecp256k1.secp256k1_ecdsa_verify(null, high, hash, key));
        assertEquals(1, LibSecp256k1.secp256k1_ecdsa_signature_normalize(null, null, high));
        secp256k1_ecdsa_signature low = new secp256k1_ecdsa_signature();
        assertEquals(1, LibSecp256k1.secp256k1_ecdsa_signature_normalize(null, low, high));
        assertEquals(1, LibSecp256k1.secp256k1_ecdsa_verify(null, low, hash, key));
    }

    @Test
    void verificationAndRecoveryOnP256() {
        Random numbers = new Random(4);
        for (int i = 0; i < 20; i++) {
            byte[] hash = random(numbers, 32);
            try (SecretKey secret = new SecretKey(random(numbers, 32))) {
                byte[] key = secret.publicKey().uncompressed();
                byte[] signature = secret.sign(hash);
                byte[] input = new byte[160];
                System.arraycopy(hash, 0, input, 0, 32);
                System.arraycopy(signature, 0, input, 32, 64);
                System.arraycopy(key, 1, input, 96, 64);
                assertEquals(0, BoringSSLPrecompiles.p256Verify(input, 160).status);
                int matches = 0;
                for (int recid = 0; recid < 2; recid++) {
                    BoringSSLPrecompiles.ECRecoverResult result =
                            BoringSSLPrecompiles.ecrecover(hash, signature, recid);
                    assertEquals(0, result.status());
                    byte[] found = result.publicKey().orElseThrow();
                    matches += Arrays.equals(key, found) ? 1 : 0;
                    System.arraycopy(found, 1, input, 96, 64);
                    // Every recovered key verifies the signature.
                    assertEquals(0, BoringSSLPrecompiles.p256Verify(input, 160).status);
                }
                assertEquals(1, matches);
                input[3] ^= 1;
                BoringSSLPrecompiles.P256VerifyResult wrong = BoringSSLPrecompiles.p256Verify(input, 160);
                assertEquals(1, wrong.status);
                assertEquals("signature verification failed", wrong.error);
                input[100] ^= 1;
                assertEquals("failed to parse public key point",
                        BoringSSLPrecompiles.p256Verify(input, 160).error);
            }
        }
        assertEquals(2, BoringSSLPrecompiles.p256Verify(new byte[159], 159).status);
        assertTrue(BoringSSLPrecompiles.ecrecover(new byte[32], new byte[64], 0).error().isPresent());
    }
}
