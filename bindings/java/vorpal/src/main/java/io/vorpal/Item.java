package io.vorpal;

/**
 * The result of an item of a batch of signatures. A batch returns one byte for each item: the ordinal number of a
 * constant here. A bad item does not affect the others.
 */
public enum Item {
    /** Valid, or recovered. */
    OK,
    /** Well-formed, and not valid for this message and key. */
    INVALID,
    /** {@code r} or {@code s} is out of range. */
    SIGNATURE,
    /** The byte of the recovery identifier is not 0 to 3 or 27 to 30. */
    RECOVERY_ID,
    /** No curve point corresponds to {@code r} and the recovery identifier. */
    NO_POINT,
    /** The recovered key is the point at infinity. */
    INFINITY,
    /** The public key is malformed. */
    KEY;

    private static final Item[] ITEMS = values();

    /**
     * Returns the result that a byte stands for.
     *
     * @param number a byte of the results of a batch
     * @return the result
     */
    public static Item of(byte number) {
        return ITEMS[number];
    }

    /**
     * Returns the index of the first item that is not {@link #OK}.
     *
     * @param items the results of a batch
     * @return the index, or -1 if all are valid
     */
    public static int firstInvalid(byte[] items) {
        for (int i = 0; i < items.length; i++) {
            if (items[i] != 0) {
                return i;
            }
        }
        return -1;
    }
}
