package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.vorpal.bls.Batch;
import io.vorpal.bls.KeyTable;
import io.vorpal.bls.PublicKey;
import io.vorpal.bls.Scheme;
import io.vorpal.bls.SecretKey;
import io.vorpal.bls.Suite;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.function.Executable;

class BlsTest {
    private static final byte[] INFINITY = infinity(96);
    private static final Map<String, Integer> COUNTS = Map.of("aggregate", 6, "aggregate_verify", 5, "batch_verify", 2,
            "deserialization_G1", 13, "deserialization_G2", 15, "fast_aggregate_verify", 12, "hash_to_G2", 4, "sign",
            10, "verify", 29);
    private static Suite suite;

    @BeforeAll
    static void open() {
        suite = new Suite(Scheme.POSSESSION);
    }

    @AfterAll
    static void close() {
        suite.close();
    }

    private static byte[] infinity(int length) {
        byte[] bytes = new byte[length];
        bytes[0] = (byte) 0xc0;
        return bytes;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] secret(int number) {
        return ByteBuffer.allocate(32).putInt(28, number).array();
    }

    private static PublicKey key(int number) {
        try (SecretKey key = new SecretKey(secret(number))) {
            return key.publicKey();
        }
    }

    private static byte[] sign(int number, byte[] message) {
        try (SecretKey key = new SecretKey(secret(number))) {
            return key.sign(suite, message);
        }
    }

    private static List<byte[]> list(JsonElement array) {
        return array.getAsJsonArray().asList().stream().map(item -> Data.hex(item.getAsString())).toList();
    }

    /** Whether a call is true; false for malformed input, which must be the reason of its error. */
    private static boolean holds(java.util.function.BooleanSupplier call) {
        try {
            return call.getAsBoolean();
        } catch (VorpalException error) {
            assertTrue(error.kind() == VorpalException.Kind.INPUT || error.kind() == VorpalException.Kind.ARGUMENT);
            return false;
        }
    }

    private static boolean verdict(String function, JsonElement given) {
        JsonObject input = given.getAsJsonObject();
        List<byte[]> keys = input.has("pubkeys") ? list(input.get("pubkeys")) : List.of();
        byte[] signature = input.has("signature") ? Data.hex(input.get("signature").getAsString()) : null;
        byte[] message = input.has("message") ? Data.hex(input.get("message").getAsString()) : null;
        List<byte[]> messages = input.has("messages") ? list(input.get("messages")) : List.of();
        return switch (function) {
            case "verify" -> {
                byte[] key = Data.hex(input.get("pubkey").getAsString());
                boolean valid = holds(() -> suite.verify(PublicKey.decode(key), message, signature));
                assertEquals(valid ? 0 : 1, suite.invalidSets(signature, message, null, key, null).length);
                yield valid;
            }
            case "fast_aggregate_verify" -> {
                boolean valid = holds(() ->
                        suite.fastAggregateVerify(keys.stream().map(PublicKey::decode).toList(), message, signature));
                long[] counts = {keys.size()};
                assertEquals(valid ? 0 : 1,
                        suite.invalidSets(signature, message, null, Data.join(keys), counts).length);
                yield valid;
            }
            case "aggregate_verify" -> holds(() ->
                    suite.aggregateVerify(keys.stream().map(PublicKey::decode).toList(), messages, signature));
            case "batch_verify" -> suite.invalidSets(
                    Data.join(list(input.get("signatures"))), Data.join(messages), null, Data.join(keys), null)
                    .length == 0;
            // Infinity decodes as a point; as a key it is refused.
            case "deserialization_G1" -> {
                byte[] key = Data.hex(input.get("pubkey").getAsString());
                yield holds(() -> PublicKey.decode(key) != null) || Arrays.equals(key, infinity(48));
            }
            case "deserialization_G2" -> holds(() -> Suite.aggregate(signature) != null);
            default -> throw new AssertionError(function);
        };
    }

    private static void check(String function, JsonObject vector, String name) {
        JsonElement input = vector.get("input");
        JsonElement output = vector.get("output");
        switch (function) {
            case "sign" -> {
                byte[] secret = Data.hex(input.getAsJsonObject().get("privkey").getAsString());
                byte[] message = Data.hex(input.getAsJsonObject().get("message").getAsString());
                if (output.isJsonNull()) {
                    assertThrows(VorpalException.class, () -> new SecretKey(secret), name);
                } else {
                    try (SecretKey key = new SecretKey(secret)) {
                        assertArrayEquals(Data.hex(output.getAsString()), key.sign(suite, message), name);
                    }
                }
            }
            case "aggregate" -> {
                byte[] signatures = Data.join(list(input));
                if (output.isJsonNull()) {
                    assertThrows(VorpalException.class, () -> Suite.aggregate(signatures), name);
                } else {
                    assertArrayEquals(Data.hex(output.getAsString()), Suite.aggregate(signatures), name);
                }
            }
            case "hash_to_G2" -> {
                // The signature with the secret key 1 is the hash.
                byte[] tag = text("QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_");
                try (Suite other = new Suite(Scheme.BASIC, tag); SecretKey one = new SecretKey(secret(1))) {
                    byte[] hash = one.sign(other, text(input.getAsJsonObject().get("msg").getAsString()));
                    String[] x = output.getAsJsonObject().get("x").getAsString().split(",");
                    hash[0] &= 0x1f;
                    assertArrayEquals(Data.join(List.of(Data.hex(x[1]), Data.hex(x[0]))), hash, name);
                }
            }
            default -> assertEquals(output.getAsBoolean(), verdict(function, input), name);
        }
    }

    @Test
    void theVectors() throws IOException {
        int total = 0;
        for (Map.Entry<String, Integer> function : COUNTS.entrySet()) {
            List<Path> files = Data.files("bls/" + function.getKey(), ".json");
            assertEquals(function.getValue(), files.size(), function.getKey());
            for (Path file : files) {
                JsonObject vector = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
                check(function.getKey(), vector, file.getFileName().toString());
                total++;
            }
        }
        assertEquals(96, total);
    }

    @Test
    void secretKeys() {
        // EIP-2333, its first case.
        byte[] seed = Data.hex("c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1"
                + "c92f2cf141630c7a3c4ab7c81b2f001698e7463b04");
        try (SecretKey master = SecretKey.deriveMaster(seed); SecretKey child = master.deriveChild(0)) {
            assertEquals(new BigInteger("6083874454709270928345386274498605044986640685124978867557563392430687146096"),
                    new BigInteger(1, master.toBytes()));
            assertEquals(
                    new BigInteger("20397789859736650942317412262472558107875392172444076792671091975210932703118"),
                    new BigInteger(1, child.toBytes()));
            refuses("index", -1, VorpalException.Kind.ARGUMENT, () -> master.deriveChild(1L << 32));
        }
        try (SecretKey key = SecretKey.keyGen(new byte[32], text("info"))) {
            assertEquals("SecretKey(...)", key.toString());
            assertTrue(Suite.verifyPossession(key.publicKey(), key.provePossession()));
            assertFalse(Suite.verifyPossession(key(5), key.provePossession()));
        }
        refuses("encoded", -1, VorpalException.Kind.INPUT, () -> new SecretKey(new byte[32]));
        refuses("encoded", -1, VorpalException.Kind.ARGUMENT, () -> new SecretKey(new byte[31]));
        refuses("seed", -1, VorpalException.Kind.ARGUMENT, () -> SecretKey.deriveMaster(new byte[31]));
        refuses("material", -1, VorpalException.Kind.ARGUMENT, () -> SecretKey.keyGen(new byte[31], new byte[0]));
        SecretKey closed = new SecretKey(secret(5));
        closed.close();
        assertThrows(IllegalStateException.class, closed::publicKey);
        assertThrows(NullPointerException.class, () -> new SecretKey(null));
    }

    private static void refuses(String argument, long index, VorpalException.Kind kind, Executable call) {
        VorpalException error = assertThrows(VorpalException.class, call);
        assertEquals(argument, error.argument(), error.getMessage());
        assertEquals(index, error.index().orElse(-1), error.getMessage());
        assertEquals(kind, error.kind(), error.getMessage());
        assertTrue(argument == null || error.getMessage().startsWith(argument + ": "), error.getMessage());
    }

    @Test
    void keysAndSums() {
        PublicKey five = key(5);
        assertEquals(five, PublicKey.decode(five.encoded()));
        assertEquals(five, PublicKey.decode(five.uncompressed()));
        assertEquals(five.hashCode(), PublicKey.decode(five.encoded()).hashCode());
        assertNotEquals(five, key(6));
        assertEquals(key(11), PublicKey.aggregate(List.of(five, key(6))));
        byte[] opposite = five.encoded();
        opposite[0] ^= 0x20;
        PublicKey minus = PublicKey.decode(opposite);
        refuses("keys", -1, VorpalException.Kind.INPUT, () -> PublicKey.aggregate(List.of(five, minus)));
        refuses("keys", -1, VorpalException.Kind.ARGUMENT, () -> PublicKey.aggregate(List.of()));
        refuses("encoded", -1, VorpalException.Kind.INPUT, () -> PublicKey.decode(infinity(48)));
        refuses("encoded", -1, VorpalException.Kind.INPUT, () -> PublicKey.decode(new byte[96]));
        refuses("encoded", -1, VorpalException.Kind.ARGUMENT, () -> PublicKey.decode(new byte[47]));
        // What a caller gets is a copy.
        five.encoded()[0] = 0;
        five.uncompressed()[0] = 0;
        assertEquals(five, PublicKey.aggregate(List.of(five)));
        byte[] bad = Data.join(List.of(sign(5, text("m")), new byte[96]));
        refuses("signatures", 1, VorpalException.Kind.INPUT, () -> Suite.aggregate(bad));
        refuses("signatures", -1, VorpalException.Kind.ARGUMENT, () -> Suite.aggregate(new byte[0]));
        refuses("signature", -1, VorpalException.Kind.INPUT, () -> suite.verify(five, bad, new byte[96]));
        refuses("signature", -1, VorpalException.Kind.ARGUMENT, () -> suite.verify(five, bad, new byte[95]));
        assertFalse(suite.fastAggregateVerify(List.of(), text("m"), INFINITY));
        assertFalse(suite.fastAggregateVerify(List.of(five, minus), text("m"), INFINITY));
        assertFalse(suite.aggregateVerify(List.of(), List.of(), INFINITY));
        refuses("messageLengths", -1, VorpalException.Kind.ARGUMENT,
                () -> suite.aggregateVerify(List.of(five), List.of(), INFINITY));
        refuses("tag", -1, VorpalException.Kind.ARGUMENT, () -> new Suite(Scheme.BASIC, new byte[0]));
    }

    @Test
    void schemes() {
        for (Scheme scheme : Scheme.values()) {
            try (Suite one = new Suite(scheme); SecretKey a = new SecretKey(secret(5));
                    SecretKey b = new SecretKey(secret(6))) {
                assertEquals(scheme, one.scheme());
                byte[] same = Suite.aggregate(Data.join(List.of(a.sign(one, text("m")), b.sign(one, text("m")))));
                List<PublicKey> keys = List.of(a.publicKey(), b.publicKey());
                assertEquals(scheme != Scheme.AUGMENTATION, one.fastAggregateVerify(keys, text("m"), same));
                assertEquals(scheme != Scheme.BASIC,
                        one.aggregateVerify(keys, List.of(text("m"), text("m")), same));
                assertFalse(one.verify(keys.get(0), text("m"), same));
            }
        }
    }

    /** Sets of one or two keys; every second one has the message of the one before. */
    private static final int SETS = 20;

    private static final List<byte[]> MESSAGES =
            IntStream.range(0, SETS).mapToObj(i -> text("message " + i / 2)).toList();
    private static final long[] LENGTHS = MESSAGES.stream().mapToLong(message -> message.length).toArray();
    private static final long[] COUNTS_OF_KEYS = LongStream.range(0, SETS).map(i -> 1 + i % 2).toArray();

    private static List<byte[]> signatures() {
        return new ArrayList<>(IntStream.range(0, SETS)
                .mapToObj(i -> sign(i % 2 == 0 ? i + 1 : 2 * i + 3, MESSAGES.get(i))).toList());
    }

    /** The numbers of the keys of a set. */
    private static List<Integer> numbers(int set) {
        return set % 2 == 0 ? List.of(set + 1) : List.of(set + 1, set + 2);
    }

    private static byte[] keys() {
        return Data.join(IntStream.range(0, SETS).boxed().flatMap(i -> numbers(i).stream())
                .map(number -> key(number).encoded()).toList());
    }

    @Test
    void setsNameWhatIsWrong() {
        byte[] messages = Data.join(MESSAGES);
        List<byte[]> signatures = signatures();
        assertEquals(0, suite.invalidSets(
                Data.join(signatures), messages, LENGTHS, keys(), COUNTS_OF_KEYS).length);
        signatures.set(4, signatures.get(6));
        Arrays.fill(signatures.get(9), (byte) 0xff);
        signatures.set(12, INFINITY);
        byte[] keys = keys();
        keys[48 * 25] = 0;
        long[] wrong = {4, 9, 12, 17};
        byte[] all = Data.join(signatures);
        assertArrayEquals(wrong, suite.invalidSets(all, messages, LENGTHS, keys, COUNTS_OF_KEYS));
        assertArrayEquals(wrong, suite.invalidSets(
                Data.direct(all), Data.heap(messages), LENGTHS, Data.direct(keys), COUNTS_OF_KEYS));
        List<List<PublicKey>> decoded = IntStream.range(0, SETS)
                .mapToObj(i -> numbers(i).stream().map(BlsTest::key).toList()).toList();
        assertArrayEquals(new long[] {4, 9, 12}, suite.invalidSets(signatures, MESSAGES, decoded));
        assertEquals(0, suite.invalidSets(new byte[0], new byte[0], null, new byte[0], null).length);
    }

    @Test
    void faultsThatCancelUnderEqualWeights() {
        byte[] minus = sign(9, MESSAGES.get(0));
        minus[0] ^= 0x20;
        List<byte[]> signatures = signatures();
        signatures.set(0, Suite.aggregate(Data.join(List.of(signatures.get(0), sign(9, MESSAGES.get(0))))));
        signatures.set(1, Suite.aggregate(Data.join(List.of(signatures.get(1), minus))));
        assertArrayEquals(new long[] {0, 1}, suite.invalidSets(
                Data.join(signatures), Data.join(MESSAGES), LENGTHS, keys(), COUNTS_OF_KEYS));
    }

    @Test
    void wrongListsAreNamed() {
        byte[] signature = sign(5, new byte[32]);
        byte[] key = key(5).encoded();
        byte[] message = new byte[32];
        long[] one = {1};
        long[] two = {1, 1};
        VorpalException.Kind kind = VorpalException.Kind.ARGUMENT;
        refuses("signatures", -1, kind, () -> suite.invalidSets(new byte[95], message, null, key, null));
        refuses("messages", -1, kind, () -> suite.invalidSets(signature, new byte[31], null, key, null));
        refuses("messages", -1, kind, () -> suite.invalidSets(signature, message, one, key, null));
        refuses("messageLengths", -1, kind, () -> suite.invalidSets(signature, message, two, key, null));
        refuses("messageLengths", 0, kind,
                () -> suite.invalidSets(signature, message, new long[] {-1}, key, null));
        refuses("keys", -1, kind, () -> suite.invalidSets(signature, message, null, new byte[47], null));
        refuses("keys", -1, kind, () -> suite.invalidSets(signature, message, null, new byte[0], null));
        refuses("keys", -1, kind,
                () -> suite.invalidSets(signature, message, null, key, new long[] {Long.MAX_VALUE}));
        refuses("keyCounts", -1, kind, () -> suite.invalidSets(signature, message, null, key, two));
        assertThrows(NullPointerException.class, () -> suite.invalidSets(null, message, null, key, null));
        assertThrows(NullPointerException.class, () -> suite.verify(null, message, signature));
    }

    @Test
    void batches() {
        List<byte[]> signatures = signatures();
        signatures.set(3, signatures.get(5));
        try (Batch first = new Batch(suite); Batch second = new Batch(suite)) {
            for (int i = 0; i < SETS; i++) {
                List<PublicKey> keys = numbers(i).stream().map(BlsTest::key).toList();
                Batch batch = i < 7 ? first : second;
                if (i % 3 == 0) {
                    byte[] encoded = Data.join(keys.stream().map(PublicKey::encoded).toList());
                    batch.add(100 + i, signatures.get(i), MESSAGES.get(i), encoded);
                } else {
                    batch.add(100 + i, signatures.get(i), MESSAGES.get(i), keys);
                }
            }
            second.add(-1, new byte[5], new byte[0], List.of(key(1)));
            second.add(-2, sign(1, text("m")), text("m"), infinity(48));
            second.add(-3, INFINITY, text("m"), List.of());
            assertEquals(7, first.length());
            first.merge(second);
            assertEquals(SETS + 3, first.length());
            assertArrayEquals(new long[] {103, -1, -2, -3}, first.finish());
            assertEquals(0, first.length());
            refuses(null, -1, VorpalException.Kind.NOT_POSSIBLE, first::finish);
            refuses(null, -1, VorpalException.Kind.NOT_POSSIBLE, second::finish);
            refuses(null, -1, VorpalException.Kind.NOT_POSSIBLE, () -> first.add(1, INFINITY, INFINITY, List.of()));
            refuses("other", -1, VorpalException.Kind.ARGUMENT, () -> first.merge(first));
            try (Suite other = new Suite(Scheme.POSSESSION, text("tag")); Batch third = new Batch(other);
                    Batch open = new Batch(suite)) {
                refuses("other", -1, VorpalException.Kind.ARGUMENT, () -> open.merge(third));
                // A refused merge leaves the other batch as it was.
                open.add(1, sign(1, text("m")), text("m"), List.of(key(1)));
                refuses(null, -1, VorpalException.Kind.NOT_POSSIBLE, () -> first.merge(open));
                assertEquals(1, open.length());
                assertEquals(0, open.finish().length);
            }
        }
    }

    @Test
    void threadsFillOneBatch() throws Exception {
        byte[] good = sign(5, text("m"));
        PublicKey key = key(5);
        try (Batch batch = new Batch(suite)) {
            ThreadsTest.parallel(() -> {
                for (int i = 0; i < 5; i++) {
                    batch.add(i, i == 3 ? INFINITY : good, text("m"), List.of(key));
                }
                return null;
            });
            assertArrayEquals(new long[] {3, 3, 3, 3, 3, 3, 3, 3}, batch.finish());
        }
    }

    @Test
    void tables(@TempDir Path folder) throws IOException {
        try (KeyTable table = new KeyTable()) {
            byte[] first = Data.join(IntStream.rangeClosed(1, 10).mapToObj(i -> key(i).encoded()).toList());
            byte[] rest = Data.join(IntStream.rangeClosed(11, 21).mapToObj(i -> key(i).encoded()).toList());
            assertEquals(0, table.append(first));
            assertEquals(10, table.append(Data.direct(rest)));
            assertEquals(21, table.length());
            assertEquals(key(8), table.get(7));
            assertEquals(key(4), table.sum(new long[] {0, 2}));
            long[] indices = IntStream.range(0, SETS).boxed().flatMap(i -> numbers(i).stream())
                    .mapToLong(number -> number - 1).toArray();
            byte[] signatures = Data.join(signatures());
            byte[] messages = Data.join(MESSAGES);
            assertEquals(0,
                    table.invalidSets(suite, signatures, messages, LENGTHS, indices, COUNTS_OF_KEYS).length);
            indices[0] = 21;
            indices[3] = 1L << 40;
            indices[6] = -1;
            assertArrayEquals(new long[] {0, 2, 4},
                    table.invalidSets(suite, signatures, messages, LENGTHS, indices, COUNTS_OF_KEYS));
            for (long wrong : new long[] {21, -1, 1L << 32, (1L << 32) + 5, Long.MIN_VALUE, Long.MAX_VALUE}) {
                String reason = "the table has 21 keys, none with the index " + wrong;
                Secp256k1Test.check("index", VorpalException.Kind.ARGUMENT, "index: " + reason,
                        () -> table.get(wrong));
                Secp256k1Test.check("indices", VorpalException.Kind.ARGUMENT, "indices: number 2: " + reason,
                        () -> table.sum(new long[] {0, 20, wrong, 22, wrong}));
                refuses("indices", 2, VorpalException.Kind.ARGUMENT,
                        () -> table.sum(new long[] {0, 20, wrong, 22, wrong}));
            }
            refuses("indices", -1, VorpalException.Kind.ARGUMENT, () -> table.sum(new long[0]));
            refuses("keys", 1, VorpalException.Kind.INPUT,
                    () -> table.append(Data.join(List.of(key(1).encoded(), infinity(48)))));
            refuses("keys", -1, VorpalException.Kind.ARGUMENT, () -> table.append(new byte[49]));
            assertEquals(21, table.length());

            Path file = folder.resolve("keys");
            table.save(file);
            table.save(file);
            try (KeyTable loaded = KeyTable.load(file)) {
                assertEquals(21, loaded.length());
                assertEquals(key(21), loaded.get(20));
            }
            byte[] damaged = Files.readAllBytes(file);
            damaged[damaged.length - 1] ^= 1;
            Files.write(file, damaged);
            refuses("file", -1, VorpalException.Kind.STORE, () -> KeyTable.load(file));
            refuses("file", -1, VorpalException.Kind.STORE, () -> KeyTable.load(folder.resolve("none")));
            refuses("file", -1, VorpalException.Kind.STORE, () -> table.save(folder.resolve("none/keys")));
        }
    }

    @Test
    void threadsReadATableThatGrows() throws Exception {
        byte[] keys = Data.join(IntStream.rangeClosed(1, 16).mapToObj(i -> key(i).encoded()).toList());
        long[] all = LongStream.range(0, 16).toArray();
        PublicKey sum = key(136);
        try (KeyTable table = new KeyTable()) {
            table.append(keys);
            ThreadsTest.parallel(() -> {
                for (int i = 0; i < 10; i++) {
                    table.append(keys);
                    assertEquals(sum, table.sum(all));
                }
                return null;
            });
            assertEquals(16 * 81, table.length());
        }
    }
}
