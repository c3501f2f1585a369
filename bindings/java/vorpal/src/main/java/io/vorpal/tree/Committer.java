package io.vorpal.tree;

import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;

/**
 * Tables for commitments with the basis of Verkle trees (the seed {@code eth_verkle_oct_2021}). Several threads may use
 * them at the same time; threads share the work, which grows with the tables.
 */
public final class Committer extends Resource {
    /** The size of the tables. */
    public enum Profile {
        /** At most 32 MiB. */
        SMALL,
        /** At most 128 MiB. */
        MEDIUM,
        /** At most 340 MiB. */
        LARGE
    }

    /**
     * Builds tables.
     *
     * @param profile their size
     */
    public Committer(Profile profile) {
        super(Native.newCommitter(profile.ordinal()));
    }

    /**
     * Returns the bytes of the tables.
     *
     * @return the bytes
     */
    public long memory() {
        return use(Native::memoryOfCommitter);
    }

    /**
     * Returns the digest of the basis.
     *
     * @return 32 bytes
     */
    public byte[] basis() {
        return use(Native::basisOfCommitter);
    }
}
