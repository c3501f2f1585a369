package io.vorpal.tree;

import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.util.Objects;
import java.util.function.LongFunction;

/** Values of keys with a proof against a root. It does not change. */
public final class Witness extends Resource {
    Witness(long number) {
        super(number);
    }

    /** Calls a native method with the number, for another class of this package. */
    <T> T with(LongFunction<T> method) {
        return use(method);
    }

    /**
     * Decodes a witness. It is not verified.
     *
     * @param encoded the bytes of {@link #encode}
     * @return the witness
     * @throws io.vorpal.VorpalException if the bytes are no witness
     */
    public static Witness decode(byte[] encoded) {
        return new Witness(Native.decodeWitness(Objects.requireNonNull(encoded, "encoded")));
    }

    /**
     * Encodes the witness.
     *
     * @return its bytes
     */
    public byte[] encode() {
        return use(Native::encodeWitness);
    }

    /**
     * Returns the keys.
     *
     * @return 32 bytes for each
     */
    public byte[] keys() {
        return use(Native::keysOfWitness);
    }

    /**
     * Returns a copy with new values for some of the keys.
     *
     * @param keys the keys
     * @param values 32 bytes for each key
     * @return the copy
     * @throws io.vorpal.VorpalException if a length is wrong, or the witness lacks a key
     */
    public Witness withWrites(byte[] keys, byte[] values) {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(values, "values");
        return use(witness -> new Witness(Native.writeWitness(witness, keys, values)));
    }

    /**
     * Verifies the witness against a root.
     *
     * @param committer the tables
     * @param root 32 bytes
     * @param version what the caller demands of a witness of any version: with {@link Version#BOUND}, all that it shows
     *     is proved, or it is refused; with {@link Version#PLAIN}, {@link PartialTree#unbound} branches are accepted
     * @return the part of the tree that the witness contains
     * @throws io.vorpal.VorpalException of the kind {@code REFUSED} if a well-formed witness proves something else
     */
    public PartialTree verify(Committer committer, byte[] root, Version version) {
        Objects.requireNonNull(root, "root");
        int number = version.ordinal();
        return use(committer,
                (witness, tables) -> new PartialTree(Native.verifyWitness(witness, tables, root, number)));
    }
}
