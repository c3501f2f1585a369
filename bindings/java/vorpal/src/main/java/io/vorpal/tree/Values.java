package io.vorpal.tree;

import java.util.Arrays;

/** The values of several keys, in their order. */
public final class Values {
    private static final int WIDTH = 33;

    private final byte[] encoded;

    /** Takes over 33 bytes for each value: whether it is present, and the value. */
    Values(byte[] encoded) {
        this.encoded = encoded;
    }

    /**
     * Returns the number of keys.
     *
     * @return the number
     */
    public int length() {
        return encoded.length / WIDTH;
    }

    /**
     * Tells whether a key has a value.
     *
     * @param index the index of the key
     * @return whether it has
     */
    public boolean isPresent(int index) {
        return encoded[WIDTH * index] != 0;
    }

    /**
     * Returns the value of a key.
     *
     * @param index the index of the key
     * @return 32 bytes, or null if the key has no value
     */
    public byte[] get(int index) {
        int start = WIDTH * index;
        return isPresent(index) ? Arrays.copyOfRange(encoded, start + 1, start + WIDTH) : null;
    }
}
