package io.vorpal.bls;

import io.vorpal.VorpalException;
import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Checked keys by index, as a client has those of all validators. Keys are decoded and checked once, when they are
 * appended, on all cores. Indices never change, and no key is removed. Several threads may use a table and append keys
 * at the same time.
 */
public final class KeyTable extends Resource {
    /** Creates an empty table. */
    public KeyTable() {
        super(Native.blsTable());
    }

    private KeyTable(long number) {
        super(number);
    }

    /**
     * Reads a table from a file of {@link #save}. Its hash shows that the keys have not changed by accident; who can
     * write the file can choose keys that are in no subgroup. For a file of others, append its keys.
     *
     * @param file the file
     * @return the table
     * @throws VorpalException if the file is missing or damaged
     */
    public static KeyTable load(Path file) {
        return new KeyTable(Native.blsLoadTable(file.toString()));
    }

    /**
     * Writes the keys to a file. An existing file is replaced once the new one is complete and on the disk.
     *
     * @param file the file
     * @throws VorpalException if the file cannot be written
     */
    public void save(Path file) {
        String name = file.toString();
        use(table -> {
            Native.blsSaveTable(table, name);
            return null;
        });
    }

    /**
     * Decodes, checks and appends keys. After an error nothing is appended.
     *
     * @param keys 48 bytes for each
     * @return the index of the first one
     * @throws VorpalException if a key is malformed
     */
    public long append(byte[] keys) {
        Objects.requireNonNull(keys, "keys");
        return use(table -> Native.blsAppendKeys(table, keys));
    }

    /**
     * As {@link #append(byte[])}, with a buffer.
     *
     * @param keys 48 bytes for each
     * @return the index of the first one
     * @throws VorpalException if a key is malformed
     */
    public long append(ByteBuffer keys) {
        Object given = Memory.input(keys, "keys");
        return use(table -> Native.blsAppendKeys(table, given));
    }

    /**
     * Returns the number of keys.
     *
     * @return the number
     */
    public long length() {
        return use(Native::blsLengthOfTable);
    }

    /**
     * Returns the key with an index.
     *
     * @param index the index
     * @return the key
     * @throws VorpalException if there is none
     */
    public PublicKey get(long index) {
        return use(table -> new PublicKey(Native.blsKeyOfTable(table, index)));
    }

    /**
     * Adds the keys with some indices, which may repeat.
     *
     * @param indices the indices
     * @return the sum
     * @throws VorpalException if there are no indices, an index has no key, or the sum is infinity
     */
    public PublicKey sum(long[] indices) {
        Objects.requireNonNull(indices, "indices");
        return use(table -> new PublicKey(Native.blsSumOfTable(table, indices)));
    }

    /**
     * As {@link Suite#invalidSets(byte[], byte[], long[], byte[], long[])}, for keys of this table. A set with an index
     * that has no key is not valid.
     *
     * @param suite the suite of the signatures
     * @param signatures 96 bytes for each set
     * @param messages the messages
     * @param messageLengths the length of each message, or null
     * @param indices the indices of the keys of all sets
     * @param keyCounts the number of keys of each set, or null
     * @return the indices of the sets that are not valid, in ascending order
     * @throws VorpalException if the numbers of items do not agree
     */
    public long[] invalidSets(
            Suite suite, byte[] signatures, byte[] messages, long[] messageLengths, long[] indices,
            long[] keyCounts) {
        Objects.requireNonNull(signatures, "signatures");
        Objects.requireNonNull(messages, "messages");
        Objects.requireNonNull(indices, "indices");
        return use(Objects.requireNonNull(suite, "suite"), (table, number) -> Native.blsInvalidSetsOfTable(
                table, number, signatures, messages, messageLengths, indices, keyCounts));
    }
}
