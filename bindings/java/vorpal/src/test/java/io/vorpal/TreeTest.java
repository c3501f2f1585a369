package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.vorpal.tree.Committer;
import io.vorpal.tree.PartialTree;
import io.vorpal.tree.Tree;
import io.vorpal.tree.Values;
import io.vorpal.tree.Version;
import io.vorpal.tree.Witness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeTest {
    private static Committer committer;

    @BeforeAll
    static void open() {
        committer = new Committer(Committer.Profile.SMALL);
    }

    @AfterAll
    static void close() {
        committer.close();
    }

    private static byte[] random(int seed, int count) {
        byte[] bytes = new byte[32 * count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Test
    void blocksCanBeReadAndRolledBack() {
        byte[] keys = random(1, 50);
        byte[] values = random(2, 50);
        try (Tree tree = Tree.inMemory(10)) {
            byte[] empty = tree.root();
            tree.update(keys, values);
            byte[] next = tree.nextRoot(committer);
            byte[] first = tree.commit(committer, "block 1");
            assertArrayEquals(next, first);
            assertArrayEquals(first, tree.root());
            tree.update(Data.direct(Arrays.copyOf(keys, 32)), Data.heap(random(3, 1)));
            tree.remove(Arrays.copyOfRange(keys, 32, 64));
            byte[] second = tree.commit(committer, "block 2");
            assertFalse(Arrays.equals(first, second));
            assertEquals(2, tree.blocks());
            assertEquals("block 2", tree.label());
            Values now = tree.get(keys);
            Values before = tree.getAt(1, keys);
            assertEquals(50, now.length());
            assertArrayEquals(random(3, 1), now.get(0));
            assertArrayEquals(Arrays.copyOf(values, 32), before.get(0));
            assertFalse(now.isPresent(1));
            assertNull(now.get(1));
            assertTrue(before.isPresent(1));
            assertArrayEquals(first, tree.rootAt(1));
            assertTrue(tree.check(committer) > 50);
            tree.update(keys, keys);
            tree.discard();
            assertArrayEquals(second, tree.nextRoot(committer));
            tree.rollback(1);
            assertArrayEquals(first, tree.root());
            tree.rollback(1);
            assertArrayEquals(empty, tree.root());
            VorpalException error = assertThrows(VorpalException.class, () -> tree.rollback(1));
            assertEquals(VorpalException.Kind.ARGUMENT, error.kind());
            assertEquals("blocks", error.argument());
            error = assertThrows(VorpalException.class, () -> tree.rootAt(5));
            assertEquals("blocks", error.argument());
            error = assertThrows(VorpalException.class, () -> tree.prove(committer, new byte[0], Version.BOUND));
            assertEquals("keys", error.argument());
            error = assertThrows(VorpalException.class, () -> tree.commit(committer, "two\nlines"));
            assertEquals("label", error.argument());
        }
    }

    @Test
    void witnessesProveValuesAndAbsence() {
        byte[] keys = random(1, 50);
        byte[] asked = ByteBuffer.allocate(96).put(keys, 0, 64).put(random(9, 1)).array();
        try (Tree tree = Tree.inMemory(10)) {
            tree.update(keys, random(2, 50));
            byte[] root = tree.commit(committer, "");
            byte[] encoded;
            try (Witness witness = tree.prove(committer, asked, Version.BOUND)) {
                encoded = witness.encode();
                assertEquals(96, witness.keys().length);
            }
            try (Witness witness = Witness.decode(encoded);
                    PartialTree part = witness.verify(committer, root, Version.BOUND)) {
                Values values = part.get(asked);
                assertArrayEquals(tree.get(keys).get(1), values.get(1));
                assertFalse(values.isPresent(2));
                assertEquals(0, part.unbound());
                VorpalException error = assertThrows(VorpalException.class, () -> part.get(random(11, 1)));
                assertEquals("keys", error.argument());
                assertEquals(0, error.index().getAsLong());

                byte[] wrong = root.clone();
                wrong[3] ^= 1;
                error = assertThrows(VorpalException.class, () -> witness.verify(committer, wrong, Version.BOUND));
                assertTrue(error.kind() == VorpalException.Kind.REFUSED || error.kind() == VorpalException.Kind.INPUT);

                byte[] value = random(12, 1);
                byte[] key = Arrays.copyOf(keys, 32);
                try (Witness written = witness.withWrites(key, value)) {
                    byte[] after = part.rootAfter(committer, written);
                    tree.update(key, value);
                    assertArrayEquals(tree.commit(committer, ""), after);
                }
            }
            VorpalException error = assertThrows(VorpalException.class, () -> Witness.decode(new byte[3]));
            assertEquals("encoded", error.argument());
        }
    }

    @Test
    void labelsAreKeptOrRefused() {
        try (Tree tree = Tree.inMemory(4)) {
            for (String label : new String[] {"", "block 1", "\u00e9\u4e2d", "\ud83d\ude00 x", "\ufffd"}) {
                tree.commit(committer, label);
                assertEquals(label, tree.label());
            }
            long blocks = tree.blocks();
            String[] refused = {"\ud800", "a\udfffb", "\ude00\ud83d", "a\u0000b", "a\nb", "a\ud800\u0000"};
            for (String label : refused) {
                VorpalException error = assertThrows(VorpalException.class, () -> tree.commit(committer, label));
                assertEquals(VorpalException.Kind.ARGUMENT, error.kind());
            }
            assertEquals(blocks, tree.blocks());
            assertEquals("\ufffd", tree.label());
        }
    }

    /** A number of milliseconds that no {@code long} has is as long as one can wait. */
    @Test
    void waitingOfAnyLength(@TempDir Path folder) {
        Duration[] longest = {Duration.ofSeconds(Long.MAX_VALUE), Duration.ofMillis(Long.MAX_VALUE)};
        for (Duration waiting : longest) {
            Tree.Options options = new Tree.Options(1, 1 << 20, waiting, true);
            try (Tree tree = Tree.open(folder.resolve("long"), Tree.Mode.OPEN_OR_CREATE, options)) {
                assertEquals(0, tree.blocks());
            }
        }
        for (Duration waiting : new Duration[] {Duration.ofSeconds(Long.MIN_VALUE), Duration.ofMillis(-1)}) {
            VorpalException error = assertThrows(VorpalException.class, () -> Tree.open(
                    folder.resolve("negative"), Tree.Mode.OPEN_OR_CREATE, new Tree.Options(1, 1 << 20, waiting, true)));
            assertEquals("waiting", error.argument());
        }
        assertThrows(NullPointerException.class, () -> Tree.open(
                folder.resolve("null"), Tree.Mode.OPEN_OR_CREATE, new Tree.Options(1, 1 << 20, null, true)));
    }

    @Test
    void treesOnDiskAreOpenedAgain(@TempDir Path folder) {
        Path store = folder.resolve("state");
        byte[] root;
        try (Tree tree = Tree.open(store, Tree.Mode.CREATE, Tree.Options.DEFAULT)) {
            tree.update(random(1, 20), random(2, 20));
            root = tree.commit(committer, "one");
            VorpalException error = assertThrows(VorpalException.class,
                    () -> Tree.open(store, Tree.Mode.CREATE, Tree.Options.DEFAULT));
            assertEquals(VorpalException.Kind.STORE, error.kind());
        }
        try (Tree tree = Tree.open(store, Tree.Mode.EXISTING, Tree.Options.DEFAULT)) {
            assertArrayEquals(root, tree.root());
            assertEquals("one", tree.label());
        }
        Tree closed = Tree.open(store, Tree.Mode.OPEN_OR_CREATE, Tree.Options.DEFAULT);
        closed.close();
        Exception error = assertThrows(IllegalStateException.class, closed::root);
        assertEquals("the Tree is closed", error.getMessage());
        VorpalException missing = assertThrows(VorpalException.class,
                () -> Tree.open(folder.resolve("none"), Tree.Mode.EXISTING, Tree.Options.DEFAULT));
        assertEquals(VorpalException.Kind.STORE, missing.kind());
    }

    /** The published roots of a public test network. */
    @Test
    void rootsOfDevnet7() throws IOException {
        Path folder = Data.folder("devnet7");
        JsonArray roots = JsonParser.parseString(Files.readString(folder.resolve("roots.json"))).getAsJsonArray();
        assertEquals(8, roots.size());
        try (Tree tree = Tree.inMemory(0)) {
            for (JsonElement element : roots) {
                String name = element.getAsJsonObject().get("file").getAsString();
                Map<String, String> entries = new TreeMap<>();
                for (String line : Files.readAllLines(folder.resolve(name))) {
                    String[] cells = line.split(",");
                    entries.put(cells[0], cells[1]);
                }
                ByteBuffer keys = ByteBuffer.allocateDirect(32 * entries.size());
                ByteBuffer values = ByteBuffer.allocateDirect(32 * entries.size());
                entries.forEach((key, value) -> {
                    keys.put(Data.hex(key));
                    values.put(Arrays.copyOf(Data.hex(value), 32));
                });
                tree.update(keys.flip(), values.flip());
                byte[] root = tree.commit(committer, name);
                assertEquals(element.getAsJsonObject().get("root").getAsString(), "0x" + Data.hex(root), name);
            }
        }
    }
}
