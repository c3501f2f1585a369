package io.vorpal.bench;

import com.sun.jna.Native;
import java.nio.file.Path;

/** The pairings of besu-native's libraries on gnark, called as besu-native does: by JNA with arrays. */
final class Gnark {
    private static final int LARGEST = 256;
    /** Whether the libraries are there. */
    static final boolean IS_THERE;

    static {
        String folder = System.getProperty("vorpal.gnark", "");
        IS_THERE = !folder.isEmpty();
        if (IS_THERE) {
            Native.register(Eip196.class, file(folder, "gnark_eip_196"));
            Native.register(Eip2537.class, file(folder, "gnark_eip_2537"));
        }
    }

    private Gnark() {}

    private static final class Eip196 {
        private static native int eip196altbn128Pairing(byte[] input, byte[] output, int length);
    }

    private static final class Eip2537 {
        private static native int eip2537blsPairing(
                byte[] input, byte[] output, byte[] error, int length, int outputLength, int errorLength);
    }

    private static String file(String folder, String name) {
        return Path.of(folder, System.mapLibraryName(name)).toAbsolutePath().toString();
    }

    private static byte[] result(int status, byte[] output) {
        if (status != 0) {
            throw new IllegalStateException("gnark fails with " + status);
        }
        return output;
    }

    static byte[] pairingOfBn254(byte[] input) {
        byte[] output = new byte[32];
        return result(Eip196.eip196altbn128Pairing(input, output, input.length), output);
    }

    /** The output has more places than the result. */
    static byte[] pairingOfBls12381(byte[] input) {
        byte[] output = new byte[LARGEST];
        byte[] error = new byte[LARGEST];
        return result(Eip2537.eip2537blsPairing(input, output, error, input.length, LARGEST, LARGEST), output);
    }
}
