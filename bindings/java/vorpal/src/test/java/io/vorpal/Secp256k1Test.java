package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vorpal.secp256k1.PublicKey;
import io.vorpal.secp256k1.Secp256k1;
import io.vorpal.secp256k1.SecretKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Secp256k1Test {
    /** Signatures of one batch, and what they yield. */
    private record Batch(byte[] hashes, byte[] signatures, byte[] keys, byte[] addresses) {
        static Batch random(int count) {
            Random random = new Random(1);
            List<byte[]> hashes = new ArrayList<>();
            List<byte[]> signatures = new ArrayList<>();
            List<byte[]> keys = new ArrayList<>();
            List<byte[]> addresses = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] secret = bytes(random, 32);
                secret[0] &= 0x7f;
                byte[] hash = bytes(random, 32);
                try (SecretKey key = new SecretKey(secret)) {
                    hashes.add(hash);
                    signatures.add(key.sign(hash));
                    keys.add(key.publicKey().uncompressed());
                    addresses.add(key.publicKey().address());
                }
            }
            return new Batch(Data.join(hashes), Data.join(signatures), Data.join(keys), Data.join(addresses));
        }

        /** The signatures without their last bytes. */
        byte[] compact() {
            ByteBuffer compact = ByteBuffer.allocate(signatures.length / 65 * 64);
            for (int i = 0; i < signatures.length; i += 65) {
                compact.put(signatures, i, 64);
            }
            return compact.array();
        }
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The generator, and the address of the secret key 1, which many documents have. */
    @Test
    void theKeyOneIsTheGenerator() {
        byte[] one = new byte[32];
        one[31] = 1;
        try (SecretKey key = new SecretKey(one)) {
            PublicKey generator = key.publicKey();
            assertEquals("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                    Data.hex(generator.compressed()));
            assertEquals("7e5f4552091a69125d5dfcb7b8c2659029395bdf", Data.hex(generator.address()));
            assertEquals(generator, PublicKey.decode(generator.compressed()));
            assertEquals(generator.hashCode(), PublicKey.decode(generator.uncompressed()).hashCode());
            assertEquals("SecretKey(...)", key.toString());
        }
    }

    @Test
    void signaturesVerifyAndYieldTheirKeys() {
        byte[] secret = bytes(new Random(2), 32);
        byte[] hash = bytes(new Random(3), 32);
        try (SecretKey key = new SecretKey(secret)) {
            byte[] signature = key.sign(hash);
            assertArrayEquals(signature, key.sign(hash));
            assertFalse(Arrays.equals(signature, key.sign(hash, new byte[32])));
            byte[] compact = Arrays.copyOf(signature, 64);
            assertTrue(key.publicKey().verify(hash, compact));
            assertTrue(key.publicKey().verifyLow(hash, compact));
            assertEquals(key.publicKey(), Secp256k1.recover(hash, signature));
            signature[64] += 27;
            assertEquals(key.publicKey(), Secp256k1.recover(hash, signature));
            assertArrayEquals(compact, Secp256k1.signatureFromDer(Secp256k1.signatureToDer(compact)));
            assertArrayEquals(compact, Secp256k1.signatureToLow(compact));
            byte[] other = hash.clone();
            other[7] ^= 1;
            assertFalse(key.publicKey().verify(other, compact));
            assertNotEquals(key.publicKey(), Secp256k1.recover(other, signature));
        }
    }

    @Test
    void schnorrSignaturesVerify() {
        byte[] message = {1, 2, 3};
        try (SecretKey key = new SecretKey(bytes(new Random(4), 32))) {
            byte[] signature = key.schnorrSign(message, new byte[32]);
            byte[] xOnly = key.publicKey().xOnly();
            assertTrue(Secp256k1.schnorrVerify(xOnly, message, signature));
            assertFalse(Secp256k1.schnorrVerify(xOnly, new byte[] {1, 2, 4}, signature));
        }
        // The first vector of BIP 340: the secret key 3, a message of zeros.
        byte[] three = new byte[32];
        three[31] = 3;
        try (SecretKey key = new SecretKey(three)) {
            String expected = "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215"
                    + "25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0";
            byte[] signature = key.schnorrSign(new byte[32], new byte[32]);
            assertEquals(expected, Data.hex(signature));
            byte[] keys = key.publicKey().xOnly();
            assertArrayEquals(new byte[] {0}, Secp256k1.schnorrVerifyBatch(new byte[32], signature, keys));
            signature[40] ^= 1;
            assertArrayEquals(new byte[] {1}, Secp256k1.schnorrVerifyBatch(
                    Data.direct(new byte[32]), Data.direct(signature), Data.heap(keys)));
        }
    }

    @Test
    void twoPartiesShareASecret() {
        try (SecretKey one = new SecretKey(bytes(new Random(5), 32));
                SecretKey other = new SecretKey(bytes(new Random(6), 32))) {
            assertArrayEquals(one.ecdh(other.publicKey()), other.ecdh(one.publicKey()));
            assertArrayEquals(one.ecdhSha256(other.publicKey()), other.ecdhSha256(one.publicKey()));
            assertFalse(Arrays.equals(one.ecdh(other.publicKey()), one.ecdhSha256(other.publicKey())));
        }
    }

    @Test
    void batchesOfArraysAndBuffersAgree() {
        Batch batch = Batch.random(40);
        Secp256k1.Keys keys = Secp256k1.recoverBatch(batch.hashes, batch.signatures);
        assertEquals(-1, Item.firstInvalid(keys.items()));
        assertArrayEquals(batch.keys, keys.keys());
        Secp256k1.Addresses addresses = Secp256k1.recoverAddresses(batch.hashes, batch.signatures);
        assertArrayEquals(batch.addresses, addresses.addresses());
        assertEquals(40, addresses.items().length);

        ByteBuffer out = ByteBuffer.allocateDirect(batch.keys.length + 10).position(4);
        ByteBuffer hashes = Data.direct(batch.hashes);
        byte[] items = Secp256k1.recoverBatch(hashes, Data.direct(batch.signatures).asReadOnlyBuffer(), out);
        assertArrayEquals(new byte[40], items);
        assertEquals(4 + batch.keys.length, out.position());
        assertEquals(3, hashes.position());
        byte[] written = new byte[batch.keys.length];
        out.get(4, written);
        assertArrayEquals(batch.keys, written);

        ByteBuffer heap = ByteBuffer.allocate(batch.addresses.length);
        Secp256k1.recoverAddresses(Data.heap(batch.hashes).asReadOnlyBuffer(), Data.heap(batch.signatures), heap);
        assertArrayEquals(batch.addresses, heap.array());

        assertArrayEquals(new byte[40], Secp256k1.verifyBatch(batch.hashes, batch.compact(), batch.keys, true));
        assertArrayEquals(new byte[40], Secp256k1.verifyBatch(
                Data.direct(batch.hashes), Data.heap(batch.compact()), Data.direct(batch.keys), false));
        byte[] none = new byte[0];
        assertEquals(0, Secp256k1.recoverBatch(none, none).items().length);
        assertEquals(0, Secp256k1.verifyBatch(none, none, none, true).length);
        ByteBuffer empty = ByteBuffer.allocateDirect(0);
        assertEquals(0, Secp256k1.recoverBatch(empty, empty.duplicate(), empty.duplicate()).length);
    }

    @Test
    void aBadItemAffectsNoOther() {
        Batch batch = Batch.random(40);
        byte[] signatures = batch.signatures.clone();
        signatures[65 * 3 + 64] = 9;
        Arrays.fill(signatures, 65 * 7, 65 * 7 + 32, (byte) 0xff);
        Arrays.fill(signatures, 65 * 9 + 32, 65 * 9 + 64, (byte) 0);
        Secp256k1.Keys keys = Secp256k1.recoverBatch(batch.hashes, signatures);
        assertEquals(3, Item.firstInvalid(keys.items()));
        for (int i = 0; i < 40; i++) {
            Item expected = i == 3 ? Item.RECOVERY_ID : i == 7 || i == 9 ? Item.SIGNATURE : Item.OK;
            assertEquals(expected, Item.of(keys.items()[i]), "item " + i);
            byte[] key = expected == Item.OK ? Arrays.copyOfRange(batch.keys, 65 * i, 65 * i + 65) : new byte[65];
            assertArrayEquals(key, Arrays.copyOfRange(keys.keys(), 65 * i, 65 * i + 65), "item " + i);
        }

        byte[] hashes = batch.hashes.clone();
        hashes[32 * 11] ^= 1;
        byte[] wrongKeys = batch.keys.clone();
        wrongKeys[65 * 13 + 5] ^= 1;
        byte[] items = Secp256k1.verifyBatch(hashes, batch.compact(), wrongKeys, false);
        for (int i = 0; i < 40; i++) {
            assertEquals(i == 11 ? Item.INVALID : i == 13 ? Item.KEY : Item.OK, Item.of(items[i]), "item " + i);
        }
    }

    @Test
    void errorsNameTheArgument() {
        Batch batch = Batch.random(2);
        byte[] hash = new byte[32];
        assertEquals("hash", assertThrows(NullPointerException.class,
                () -> Secp256k1.recover(null, new byte[65])).getMessage());
        check("hash", VorpalException.Kind.ARGUMENT, "hash: 31 bytes; 32 are expected",
                () -> Secp256k1.recover(new byte[31], new byte[65]));
        check("signature", VorpalException.Kind.INPUT, "signature: r is out of range",
                () -> Secp256k1.recover(hash, new byte[65]));
        check("signatures", VorpalException.Kind.ARGUMENT, "signatures: 1 items of 65 bytes; hashes has 2",
                () -> Secp256k1.recoverBatch(batch.hashes, new byte[65]));
        check("hashes", VorpalException.Kind.ARGUMENT, "hashes: 33 bytes are no multiple of 32",
                () -> Secp256k1.verifyBatch(new byte[33], new byte[64], new byte[33], false));
        check("keys", VorpalException.Kind.ARGUMENT, "keys: 34 bytes; 1 keys have 33 or 65 bytes each",
                () -> Secp256k1.verifyBatch(hash, new byte[64], new byte[34], false));
        check("encoded", VorpalException.Kind.INPUT, null, () -> new SecretKey(hash).close());
        check("encoded", VorpalException.Kind.INPUT, null, () -> PublicKey.decode(new byte[33]));
        check("der", VorpalException.Kind.INPUT, null, () -> Secp256k1.signatureFromDer(new byte[] {0x30}));
        check("keys", VorpalException.Kind.ARGUMENT, "keys: the buffer is read-only", () -> Secp256k1.recoverBatch(
                Data.direct(batch.hashes), Data.direct(batch.signatures), Data.direct(batch.keys).asReadOnlyBuffer()));
        check("keys", VorpalException.Kind.ARGUMENT, "keys: 129 bytes remain; 130 are expected",
                () -> Secp256k1.recoverBatch(
                        Data.direct(batch.hashes), Data.direct(batch.signatures), ByteBuffer.allocateDirect(129)));
        ByteBuffer all = ByteBuffer.allocateDirect(400);
        check("keys", VorpalException.Kind.ARGUMENT, "keys: the buffer overlaps that of signatures",
                () -> Secp256k1.recoverBatch(all.duplicate().limit(64), all.duplicate().position(64).limit(194),
                        all.duplicate().position(193)));
    }

    static void check(String argument, VorpalException.Kind kind, String message, Runnable call) {
        VorpalException error = assertThrows(VorpalException.class, call::run);
        assertEquals(argument, error.argument());
        assertEquals(kind, error.kind());
        assertTrue(message == null || message.equals(error.getMessage()), error.getMessage());
        assertTrue(error.getMessage().startsWith(argument + ":"), error.getMessage());
    }

    @Test
    void closedKeysThrow() {
        SecretKey key = new SecretKey(bytes(new Random(8), 32));
        key.close();
        key.close();
        Exception error = assertThrows(IllegalStateException.class, () -> key.sign(new byte[32]));
        assertEquals("the SecretKey is closed", error.getMessage());
        assertThrows(IllegalStateException.class, key::publicKey);
    }

    @Test
    void sendersOfRealBlocks() throws IOException {
        int count = 0;
        for (Path file : Data.files("mainnet-blocks", ".signatures.csv")) {
            List<byte[]> hashes = new ArrayList<>();
            List<byte[]> signatures = new ArrayList<>();
            List<byte[]> senders = new ArrayList<>();
            List<byte[]> keys = new ArrayList<>();
            List<String> lines = Files.readAllLines(file);
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split(",");
                hashes.add(Data.hex(cells[0]));
                signatures.add(Data.hex(cells[1]));
                signatures.add(Data.hex(cells[2]));
                signatures.add(new byte[] {Byte.parseByte(cells[3])});
                senders.add(Data.hex(cells[4]));
                keys.add(Data.hex(cells[5]));
                count++;
            }
            byte[] allHashes = Data.join(hashes);
            byte[] allSignatures = Data.join(signatures);
            Secp256k1.Addresses found = Secp256k1.recoverAddresses(allHashes, allSignatures);
            assertEquals(-1, Item.firstInvalid(found.items()));
            assertArrayEquals(Data.join(senders), found.addresses());
            assertArrayEquals(Data.join(keys), Secp256k1.recoverBatch(allHashes, allSignatures).keys());
        }
        assertEquals(457, count);
    }
}
