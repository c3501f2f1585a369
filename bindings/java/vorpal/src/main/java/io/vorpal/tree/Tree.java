package io.vorpal.tree;

import io.vorpal.VorpalException;
import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import io.vorpal.internal.Times;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * A state tree. Several threads may read at the same time; a writer waits for them, and they for it. Writes count from
 * the next commit on. {@code close} drops writes since the last commit, and frees the file when no call uses it.
 */
public final class Tree extends Resource {
    /** How a tree on disk is opened. */
    public enum Mode {
        /** A missing store is an error. */
        EXISTING,
        /** An existing store is an error. */
        CREATE,
        /** Opens the store, or creates it. */
        OPEN_OR_CREATE
    }

    /**
     * The options of a tree on disk.
     *
     * @param window the number of blocks that can be rolled back, fixed at creation
     * @param cache the size of the cache in bytes
     * @param waiting how long opening waits for another process
     * @param check whether opening reads the whole file and compares checksums
     */
    public record Options(long window, long cache, Duration waiting, boolean check) {
        /** 128 blocks, 64 MiB, no waiting, a check. */
        public static final Options DEFAULT = new Options(128, 64 << 20, Duration.ZERO, true);
    }

    private Tree(long number) {
        super(number);
    }

    /**
     * Creates an empty tree in memory.
     *
     * @param window the number of blocks that can be rolled back
     * @return a new tree
     * @throws VorpalException if the number is negative
     */
    public static Tree inMemory(long window) {
        return new Tree(Native.memoryTree(window));
    }

    /**
     * Opens or creates the tree in a directory.
     *
     * @param directory the directory
     * @param mode what must exist
     * @param options the options
     * @return the tree
     * @throws VorpalException if an option is negative, or the store is missing, damaged, locked, or of another window
     */
    public static Tree open(Path directory, Mode mode, Options options) {
        return new Tree(Native.openTree(directory.toString(), mode.ordinal(), options.window, options.cache,
                Times.of(options.waiting, "waiting", Duration::toMillis), options.check));
    }

    /**
     * Writes values. Of several values for a key the last one counts.
     *
     * @param keys the keys
     * @param values 32 bytes for each key
     * @throws VorpalException if a length is wrong, or the store fails
     */
    public void update(byte[] keys, byte[] values) {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(values, "values");
        updateAll(keys, values);
    }

    /**
     * As {@link #update(byte[], byte[])}, with buffers.
     *
     * @param keys the keys, from its position to its limit
     * @param values 32 bytes for each key, from its position to its limit
     * @throws VorpalException if a length is wrong, or the store fails
     */
    public void update(ByteBuffer keys, ByteBuffer values) {
        updateAll(Memory.input(keys, "keys"), Memory.input(values, "values"));
    }

    private void updateAll(Object keys, Object values) {
        use(tree -> {
            Native.updateTree(tree, keys, values);
            return null;
        });
    }

    /**
     * Removes the values at keys.
     *
     * @param keys the keys
     * @throws VorpalException if the length is wrong, or the store fails
     */
    public void remove(byte[] keys) {
        Objects.requireNonNull(keys, "keys");
        use(tree -> {
            Native.removeFromTree(tree, keys);
            return null;
        });
    }

    /**
     * Computes the root that the next commit will have. Saves nothing.
     *
     * @param committer the tables
     * @return 32 bytes
     * @throws VorpalException if the store fails
     */
    public byte[] nextRoot(Committer committer) {
        return use(committer, Native::nextRootOfTree);
    }

    /**
     * Commits all writes as a block. On disk the block is durable when the call returns.
     *
     * @param committer the tables
     * @param label printable text on one line
     * @return the new root: 32 bytes
     * @throws VorpalException if the label is not possible, or the store fails
     */
    public byte[] commit(Committer committer, String label) {
        Objects.requireNonNull(label, "label");
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(label)) {
            // The native library would get another label.
            throw new VorpalException(
                    VorpalException.Kind.ARGUMENT, "label", "half of a surrogate pair is no character");
        }
        return use(committer, (tree, tables) -> Native.commitTree(tree, tables, label));
    }

    /** Drops all writes since the last commit. */
    public void discard() {
        use(tree -> {
            Native.discardTree(tree);
            return null;
        });
    }

    /**
     * Reverts the last blocks and drops all writes since the last commit.
     *
     * @param blocks the number of blocks
     * @throws VorpalException if the tree does not keep so many
     */
    public void rollback(long blocks) {
        use(tree -> {
            Native.rollbackTree(tree, blocks);
            return null;
        });
    }

    /**
     * Returns the root of the last commit.
     *
     * @return 32 bytes
     * @throws VorpalException if the store fails
     */
    public byte[] root() {
        return use(tree -> Native.rootOfTree(tree, -1));
    }

    /**
     * Returns the root after so many blocks.
     *
     * @param blocks the number of blocks
     * @return 32 bytes
     * @throws VorpalException if the tree does not keep that state
     */
    public byte[] rootAt(long blocks) {
        checkBlocks(blocks);
        return use(tree -> Native.rootOfTree(tree, blocks));
    }

    private static void checkBlocks(long blocks) {
        if (blocks < 0) {
            throw new VorpalException(VorpalException.Kind.ARGUMENT, "blocks", blocks + " is negative");
        }
    }

    /**
     * Returns the number of blocks.
     *
     * @return the number
     */
    public long blocks() {
        return use(Native::blocksOfTree);
    }

    /**
     * Returns the label of the last block.
     *
     * @return the label; it is empty for a tree without blocks
     */
    public String label() {
        return use(Native::labelOfTree);
    }

    /**
     * Reads the values of keys, writes since the last commit included.
     *
     * @param keys the keys
     * @return the values
     * @throws VorpalException if the length is wrong, or the store fails
     */
    public Values get(byte[] keys) {
        Objects.requireNonNull(keys, "keys");
        return use(tree -> new Values(Native.valuesOfTree(tree, keys)));
    }

    /**
     * Reads the values that keys had after so many blocks.
     *
     * @param blocks the number of blocks
     * @param keys the keys
     * @return the values
     * @throws VorpalException if the tree does not keep that state, or the length is wrong
     */
    public Values getAt(long blocks, byte[] keys) {
        Objects.requireNonNull(keys, "keys");
        return use(tree -> new Values(Native.valuesOfTreeAt(tree, blocks, keys)));
    }

    /**
     * Reads the whole tree and checks every node, of earlier states too.
     *
     * @param committer the tables
     * @return the number of nodes of the current state
     * @throws VorpalException if a node is damaged
     */
    public long check(Committer committer) {
        return use(committer, Native::checkTree);
    }

    /**
     * Proves the values of keys, present or absent. Writes since the last commit are an error.
     *
     * @param committer the tables
     * @param keys the keys
     * @param version the version of the witness
     * @return the witness
     * @throws VorpalException if there are no keys, or writes without a commit
     */
    public Witness prove(Committer committer, byte[] keys, Version version) {
        Objects.requireNonNull(keys, "keys");
        int number = version.ordinal();
        return use(committer, (tree, tables) -> new Witness(Native.proveKeys(tree, tables, keys, number)));
    }
}
