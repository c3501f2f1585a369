package io.vorpal.internal;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.LongFunction;

/**
 * A value that the native library keeps. It is freed by {@link #close}, or when the garbage collector finds that nobody
 * refers to it. Calls after {@code close} throw {@link IllegalStateException}; calls that run in other threads go on to
 * their end, and the last of them frees the value. Several threads may use a value at the same time, and {@code close}
 * it.
 */
public abstract class Resource implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final long number;
    private final Cleaner.Cleanable cleanable;

    /**
     * Takes over a value.
     *
     * @param number its number
     */
    // The cleaner does not use the object: its action has the number alone.
    @SuppressWarnings("this-escape")
    protected Resource(long number) {
        this.number = number;
        cleanable = CLEANER.register(this, () -> Native.close(number));
    }

    /**
     * Calls a native method with the number. The object is reachable until the method returns.
     *
     * @param <T> the type of the result
     * @param method the call
     * @return the result
     */
    protected final <T> T use(LongFunction<T> method) {
        try {
            return method.apply(number);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Calls a native method with the numbers of this value and of another one.
     *
     * @param <T> the type of the result
     * @param other the other value
     * @param method the call
     * @return the result
     */
    protected final <T> T use(Resource other, Binary<T> method) {
        try {
            return method.apply(number, other.number);
        } finally {
            Reference.reachabilityFence(other);
            Reference.reachabilityFence(this);
        }
    }

    /**
     * A call with two numbers.
     *
     * @param <T> the type of the result
     */
    @FunctionalInterface
    protected interface Binary<T> {
        /**
         * Calls the method.
         *
         * @param first the number of the first value
         * @param second the number of the second value
         * @return the result
         */
        T apply(long first, long second);
    }

    /** Frees the value. Closing twice has no effect. */
    @Override
    public final void close() {
        cleanable.clean();
    }
}
