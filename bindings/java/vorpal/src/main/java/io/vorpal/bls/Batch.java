package io.vorpal.bls;

import io.vorpal.VorpalException;
import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.util.List;
import java.util.Objects;

/**
 * A batch of signature sets that arrive one after the other, each with an id of the caller. The sums of keys, decoding
 * and hashing are done as sets arrive, sixteen at a time. Threads fill batches of their own, and {@link #merge} joins
 * them. Several threads may use a batch at the same time, one after the other.
 */
public final class Batch extends Resource {
    private final Suite suite;

    /**
     * Creates an empty batch.
     *
     * @param suite the suite of the signatures
     */
    public Batch(Suite suite) {
        super(suite.newBatch());
        this.suite = suite;
    }

    /**
     * Adds a set. A malformed signature makes an invalid set.
     *
     * @param id the number that {@link #finish} returns for the set
     * @param signature 96 bytes
     * @param message the message
     * @param keys the keys; a set without keys is not valid
     * @throws VorpalException if the batch is finished
     */
    public void add(long id, byte[] signature, byte[] message, List<PublicKey> keys) {
        Objects.requireNonNull(signature, "signature");
        Objects.requireNonNull(message, "message");
        byte[] points = PublicKey.points(keys);
        use(batch -> {
            Native.blsBatchAdd(batch, id, signature, message, points, true);
            return null;
        });
    }

    /**
     * As {@link #add(long, byte[], byte[], List)}, with encoded keys. A malformed key makes an invalid set.
     *
     * @param id the number that {@link #finish} returns for the set
     * @param signature 96 bytes
     * @param message the message
     * @param keys 48 bytes for each key
     * @throws VorpalException if the batch is finished, or the keys have another length
     */
    public void add(long id, byte[] signature, byte[] message, byte[] keys) {
        Objects.requireNonNull(signature, "signature");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(keys, "keys");
        use(batch -> {
            Native.blsBatchAdd(batch, id, signature, message, keys, false);
            return null;
        });
    }

    /**
     * Moves the sets of another batch to the end of this one. The other one is finished then.
     *
     * @param other another batch of an equal suite
     * @throws VorpalException if the suites differ, it is this batch, or one of them is finished
     */
    public void merge(Batch other) {
        if (other == this || !suite.isLike(other.suite)) {
            throw new VorpalException(
                    VorpalException.Kind.ARGUMENT, "other", "another batch of an equal suite is expected");
        }
        use(other, (first, second) -> {
            Native.blsBatchMerge(first, second);
            return null;
        });
    }

    /**
     * Returns the number of sets.
     *
     * @return the number; 0 for a batch that is finished
     */
    public long length() {
        return use(Native::blsBatchLength);
    }

    /**
     * Verifies all sets together; if that fails, the wrong ones are searched. The batch is finished then.
     *
     * @return the ids of the sets that are not valid, in order of arrival
     * @throws VorpalException if the batch is finished
     */
    public long[] finish() {
        return use(Native::blsBatchFinish);
    }
}
