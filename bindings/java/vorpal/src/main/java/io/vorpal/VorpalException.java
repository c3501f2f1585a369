package io.vorpal;

import java.util.OptionalLong;

/**
 * The error of a call. The message says what is wrong and where; {@link #argument()} and {@link #index()} say it again
 * for programs. After an error nothing has changed, with two exceptions. After {@link Kind#STORE} a store on disk may
 * contain the block: open it again. A tree or batch whose change ended with {@link Kind#INTERNAL} may refuse further
 * work.
 *
 * <p>A null argument is a {@link NullPointerException} instead, and a closed object an {@link IllegalStateException}.
 */
public class VorpalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The kind of an error. */
    public enum Kind {
        /** An argument has a wrong length or value. */
        ARGUMENT,
        /** Bytes are not what they should be: no key, point, scalar or proof. */
        INPUT,
        /** An option or size is not possible. */
        NOT_POSSIBLE,
        /** A file or store is missing, damaged or locked. */
        STORE,
        /** Something well-formed does not prove what it should: a witness, or an expected root. */
        REFUSED,
        /** A fault of this library. */
        INTERNAL
    }

    private static final Kind[] KINDS = Kind.values();

    /** The kind. */
    private final Kind kind;
    /** The name of the argument, or null. */
    private final String argument;
    /** The index in the argument, or -1. */
    private final long index;

    /**
     * Called by the native library.
     *
     * @param kind the ordinal number of the kind
     * @param message the message
     * @param argument the name of the argument, or null
     * @param index the index in the argument, or -1
     */
    public VorpalException(int kind, String message, String argument, long index) {
        super(message);
        this.kind = KINDS[kind];
        this.argument = argument;
        this.index = index;
    }

    /**
     * Creates an error of an argument; the message begins with its name.
     *
     * @param kind the kind
     * @param argument the name of the argument
     * @param message what is wrong with it
     */
    public VorpalException(Kind kind, String argument, String message) {
        this(kind.ordinal(), argument + ": " + message, argument, -1);
    }

    /**
     * Returns the kind of the error.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns the name of the argument.
     *
     * @return the name, or null if no argument is the reason
     */
    public String argument() {
        return argument;
    }

    /**
     * Returns the position in the argument, if the argument is a list and one entry of it is the reason.
     *
     * @return the index, counted from 0
     */
    public OptionalLong index() {
        return index < 0 ? OptionalLong.empty() : OptionalLong.of(index);
    }
}
