package io.vorpal.tree;

import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.util.Objects;

/** The part of a tree that a verified witness contains. It does not change. */
public final class PartialTree extends Resource {
    PartialTree(long number) {
        super(number);
    }

    /**
     * Returns the proved values of keys.
     *
     * @param keys the keys
     * @return the values
     * @throws io.vorpal.VorpalException if the witness lacks a key, or an absent key is below an unbound branch; the
     *     index is that of the key
     */
    public Values get(byte[] keys) {
        Objects.requireNonNull(keys, "keys");
        return use(tree -> new Values(Native.valuesOfPartialTree(tree, keys)));
    }

    /**
     * Returns the number of nodes that the witness presents as branches without proving that they are not leaves. Below
     * them it proves no absence.
     *
     * @return the number; 0 unless {@link Version#PLAIN} accepted them
     */
    public long unbound() {
        return use(Native::unboundOfPartialTree);
    }

    /**
     * Computes the root after writing the new values of a witness. It is the tree's root if {@link #unbound} is 0.
     *
     * @param committer the tables
     * @param witness a witness of {@link Witness#withWrites}
     * @return 32 bytes
     * @throws io.vorpal.VorpalException if the witness has other keys
     */
    public byte[] rootAfter(Committer committer, Witness witness) {
        // The witness and the tables are reachable until the call ends.
        return use(committer, (tree, tables) -> witness.with(number -> Native.rootAfterWitness(tree, tables, number)));
    }
}
