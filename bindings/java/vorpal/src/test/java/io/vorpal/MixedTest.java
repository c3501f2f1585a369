package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vorpal.secp256k1.Claim;
import io.vorpal.secp256k1.Secp256k1;
import io.vorpal.secp256k1.SecretKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Lists with signatures on both curves. */
class MixedTest {
    /** The key of RFC 6979, A.2.5, on P-256, and its addresses without a prefix and with the prefix 1. */
    private static final String SECRET = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
    private static final String[] ADDRESSES = {
        "db1cf7c2c5375aea1b363bd4a67803c7f704051b", "dd298b060a259e7e83d430fc9cd02c6b068d548d"
    };

    private static final class Entry {
        private byte claim;
        private byte[] hash = new byte[32];
        private byte[] signature = new byte[65];
        private byte[] key = new byte[65];
        private byte[] address = new byte[20];

        private Entry(Claim claim, int number) {
            this.claim = (byte) claim.ordinal();
            hash[5] = (byte) number;
            if (claim == Claim.SECP256K1 || claim == Claim.SECP256K1_SIGNER) {
                try (SecretKey secret = new SecretKey(Data.hex(SECRET))) {
                    signature = secret.sign(hash);
                    key = secret.publicKey().uncompressed();
                    address = secret.publicKey().address();
                }
            } else {
                try (io.vorpal.p256.SecretKey secret = new io.vorpal.p256.SecretKey(Data.hex(SECRET))) {
                    System.arraycopy(secret.sign(hash), 0, signature, 0, 64);
                    key = secret.publicKey().uncompressed();
                    address = Data.hex(ADDRESSES[1]);
                }
            }
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private final List<Item> expected = new ArrayList<>();

    private void add(Claim claim, Item item, Consumer<Entry> change) {
        Entry entry = new Entry(claim, entries.size());
        change.accept(entry);
        entries.add(entry);
        expected.add(item);
    }

    private byte[][] arrays() {
        byte[] claims = new byte[entries.size()];
        for (int i = 0; i < claims.length; i++) {
            claims[i] = entries.get(i).claim;
        }
        return new byte[][] {
            claims, Data.join(entries.stream().map(one -> one.hash).toList()),
            Data.join(entries.stream().map(one -> one.signature).toList()),
            Data.join(entries.stream().map(one -> one.key).toList()),
            Data.join(entries.stream().map(one -> one.address).toList())
        };
    }

    private static byte[] verify(byte[][] arrays, byte[] prefix) {
        return Secp256k1.verifyMixedBatch(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], prefix);
    }

    @Test
    void everyClaimIsVerified() {
        for (int round = 0; round < 3; round++) {
            for (Claim claim : Claim.values()) {
                boolean isRecovered = claim == Claim.SECP256K1_SIGNER;
                boolean hasAddress = isRecovered || claim == Claim.P256_SIGNER;
                add(claim, Item.OK, entry -> { });
                add(claim, Item.INVALID, entry -> entry.hash[9] ^= 1);
                add(claim, Item.SIGNATURE, entry -> Arrays.fill(entry.signature, 0, 32, (byte) 0));
                add(claim, Item.SIGNATURE, entry -> Arrays.fill(entry.signature, 32, 64, (byte) 255));
                add(claim, isRecovered ? Item.OK : Item.KEY, entry -> entry.key[64] ^= 1);
                add(claim, hasAddress ? Item.INVALID : Item.OK, entry -> entry.address[0] ^= 1);
                add(claim, isRecovered ? Item.RECOVERY_ID : Item.OK, entry -> entry.signature[64] = 9);
                add(claim, isRecovered ? Item.INVALID : Item.OK, entry -> entry.signature[64] ^= 1);
                add(claim, Item.OK, entry -> entry.signature[64] += 27);
            }
        }
        byte[][] arrays = arrays();
        byte[] prefix = {1};
        byte[] items = verify(arrays, prefix);
        for (int i = 0; i < items.length; i++) {
            assertEquals(expected.get(i), Item.of(items[i]), "entry " + i);
        }
        assertArrayEquals(items, Secp256k1.verifyMixedBatch(Data.direct(arrays[0]), Data.direct(arrays[1]),
                Data.direct(arrays[2]), Data.direct(arrays[3]), Data.direct(arrays[4]), Data.direct(prefix)));
        // Without the prefix, the addresses on P-256 are others.
        byte[] others = verify(arrays, new byte[0]);
        for (int i = 0; i < items.length; i++) {
            boolean changes = arrays[0][i] == Claim.P256_SIGNER.ordinal() && items[i] == 0;
            assertEquals(changes ? Item.INVALID : expected.get(i), Item.of(others[i]), "entry " + i);
        }
    }

    @Test
    void emptyListsAndUnusedArrays() {
        assertEquals(0, verify(arrays(), new byte[0]).length);
        add(Claim.SECP256K1_SIGNER, Item.OK, entry -> { });
        byte[][] arrays = arrays();
        arrays[3] = new byte[0];
        assertArrayEquals(new byte[1], verify(arrays, new byte[0]));
        entries.clear();
        add(Claim.P256, Item.OK, entry -> { });
        arrays = arrays();
        arrays[4] = new byte[0];
        assertArrayEquals(new byte[1], verify(arrays, new byte[0]));
        entries.clear();
        add(Claim.P256_SIGNER, Item.OK, entry -> entry.address = Data.hex(ADDRESSES[0]));
        assertArrayEquals(new byte[1], verify(arrays(), new byte[0]));
    }

    @Test
    void errorsNameTheArgument() {
        add(Claim.P256_SIGNER, Item.OK, entry -> { });
        add(Claim.P256, Item.OK, entry -> { });
        String[] names = {"claims", "hashes", "signatures", "keys", "addresses"};
        for (int i = 1; i < 5; i++) {
            byte[][] arrays = arrays();
            arrays[i] = Arrays.copyOf(arrays[i], arrays[i].length / 2);
            Secp256k1Test.check(names[i], VorpalException.Kind.ARGUMENT, null, () -> verify(arrays, new byte[0]));
            arrays[i] = null;
            assertThrows(NullPointerException.class, () -> verify(arrays, new byte[0]));
        }
        byte[][] arrays = arrays();
        arrays[0][1] = 4;
        VorpalException error = assertThrows(VorpalException.class, () -> verify(arrays, new byte[0]));
        assertEquals("claims: number 1 is 4, no claim", error.getMessage());
        assertEquals(1, error.index().getAsLong());
        assertThrows(NullPointerException.class, () -> verify(arrays(), null));
    }
}
