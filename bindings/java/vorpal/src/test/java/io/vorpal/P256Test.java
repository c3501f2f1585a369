package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.vorpal.p256.P256;
import io.vorpal.p256.PublicKey;
import io.vorpal.p256.SecretKey;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class P256Test {
    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        bytes[0] &= 0x7f;
        return bytes;
    }

    /** The platform's own verification. */
    private static boolean platformVerifies(byte[] key, byte[] hash, byte[] signature)
            throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        ECPoint point = new ECPoint(
                new BigInteger(1, Arrays.copyOfRange(key, 1, 33)), new BigInteger(1, Arrays.copyOfRange(key, 33, 65)));
        ECPublicKeySpec spec = new ECPublicKeySpec(point, parameters.getParameterSpec(ECParameterSpec.class));
        Signature verifier = Signature.getInstance("NONEwithECDSAinP1363Format");
        verifier.initVerify(KeyFactory.getInstance("EC").generatePublic(spec));
        verifier.update(hash);
        return verifier.verify(signature);
    }

    @Test
    void signaturesVerifyAsTheyDoWithThePlatform() throws GeneralSecurityException {
        Random random = new Random(1);
        List<byte[]> hashes = new ArrayList<>();
        List<byte[]> signatures = new ArrayList<>();
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            byte[] hash = bytes(random);
            try (SecretKey secret = new SecretKey(bytes(random))) {
                PublicKey key = secret.publicKey();
                byte[] signature = i % 2 == 0 ? secret.sign(hash) : secret.sign(hash, bytes(random));
                if (i % 5 == 0) {
                    signature[50] ^= 1;
                }
                boolean isValid = key.verify(hash, signature);
                assertEquals(i % 5 != 0, isValid);
                assertEquals(isValid, platformVerifies(key.uncompressed(), hash, signature));
                assertEquals(key, PublicKey.decode(key.compressed()));
                hashes.add(hash);
                signatures.add(signature);
                keys.add(key.compressed());
            }
        }
        byte[] items = P256.verifyBatch(Data.join(hashes), Data.join(signatures), Data.join(keys));
        assertArrayEquals(items, P256.verifyBatch(Data.direct(Data.join(hashes)), Data.direct(Data.join(signatures)),
                Data.direct(Data.join(keys))));
        for (int i = 0; i < 20; i++) {
            assertEquals(i % 5 == 0 ? Item.INVALID : Item.OK, Item.of(items[i]));
        }
    }

    @Test
    void errorsNameTheArgument() {
        Secp256k1Test.check("encoded", VorpalException.Kind.INPUT, null, () -> PublicKey.decode(new byte[65]));
        Secp256k1Test.check("encoded", VorpalException.Kind.ARGUMENT, "encoded: 31 bytes; 32 are expected",
                () -> new SecretKey(new byte[31]).close());
        Secp256k1Test.check("signatures", VorpalException.Kind.ARGUMENT, null,
                () -> P256.verifyBatch(new byte[64], new byte[64], new byte[66]));
        SecretKey key = new SecretKey(bytes(new Random(2)));
        key.close();
        assertThrows(IllegalStateException.class, () -> key.sign(new byte[32]));
    }

    @Test
    void vectorsOfWycheproof() throws IOException, GeneralSecurityException {
        String file = "ecdsa_secp256r1_sha256_p1363_test.json";
        JsonObject all = JsonParser.parseString(
                Files.readString(Data.folder("evm/wycheproof").resolve(file))).getAsJsonObject();
        int count = 0;
        int valid = 0;
        for (JsonElement group : all.getAsJsonArray("testGroups")) {
            JsonObject publicKey = group.getAsJsonObject().getAsJsonObject("publicKey");
            PublicKey key = PublicKey.decode(Data.hex(publicKey.get("uncompressed").getAsString()));
            for (JsonElement element : group.getAsJsonObject().getAsJsonArray("tests")) {
                JsonObject test = element.getAsJsonObject();
                byte[] message = Data.hex(test.get("msg").getAsString());
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(message);
                byte[] signature = Data.hex(test.get("sig").getAsString());
                boolean isValid;
                try {
                    isValid = key.verify(hash, signature);
                } catch (VorpalException error) {
                    assertEquals("signature", error.argument());
                    isValid = false;
                }
                assertEquals(test.get("result").getAsString().equals("valid"), isValid, test.get("tcId").getAsString());
                count++;
                valid += isValid ? 1 : 0;
            }
        }
        assertEquals(all.get("numberOfTests").getAsInt(), count);
        assertTrue(valid > 50);
    }
}
