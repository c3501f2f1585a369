package io.vorpal.internal;

import java.time.Duration;
import java.util.Objects;
import java.util.function.ToLongFunction;

/** Times as the native methods take them. */
public final class Times {
    private Times() {}

    /**
     * Returns a time in a unit. One that is too long for a number is the longest one, or -1 if it is negative.
     *
     * @param time the time
     * @param name the name of the argument
     * @param unit the unit, such as {@link Duration#toNanos}
     * @return the number
     */
    public static long of(Duration time, String name, ToLongFunction<Duration> unit) {
        Objects.requireNonNull(time, name);
        try {
            return unit.applyAsLong(time);
        } catch (ArithmeticException overflow) {
            return time.isNegative() ? -1 : Long.MAX_VALUE;
        }
    }
}
