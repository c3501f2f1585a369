package io.vorpal;

import io.vorpal.internal.Native;

/**
 * The native library. It is loaded from the jar when the first class that needs it is used.
 *
 * <p>Batches run on all cores, or on as many threads as the environment variable {@code RAYON_NUM_THREADS} says.
 */
public final class Vorpal {
    private Vorpal() {}

    /**
     * Loads the native library.
     *
     * @throws UnsatisfiedLinkError if the jar has no library for this system and processor, or it cannot be loaded; the
     *     message names both
     */
    public static void load() {
        Native.load();
    }

    /**
     * Returns the names of the kernels in use, such as {@code bmi2+adx, batches avx512-ifma}. The environment variable
     * {@code VORPAL_BACKEND} selects them when the library is first used. With an unknown value, the first use of the
     * library is an {@link ExceptionInInitializerError}, whose cause says so.
     *
     * @return the names
     */
    public static String backend() {
        return Native.backend();
    }

    /**
     * Returns the version of the native library.
     *
     * @return the version, such as {@code 0.1.0}
     */
    public static String version() {
        return Native.version();
    }
}
