package org.hyperledger.besu.nativelib.blake2bf;

import com.sun.jna.Library;
import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import java.util.Arrays;

/** The compression function of BLAKE2b, with the signature of besu-native. */
public class LibBlake2bf implements Library {
    /** The native library is loaded: its absence is an error of the first call. */
    public static final boolean ENABLED = true;

    private static final int LENGTH = 213;

    /** Creates an object; the method is static. */
    public LibBlake2bf() {}

    /**
     * Compresses a block. A final flag that is neither 0 nor 1 counts as 1.
     *
     * @param out gets 64 bytes
     * @param payload 213 bytes, the input of EIP-152
     */
    public static void blake2bf_eip152(byte[] out, byte[] payload) {
        byte[] input = Arrays.copyOf(payload, LENGTH);
        if (input[LENGTH - 1] != 0) {
            input[LENGTH - 1] = 1;
        }
        byte[] result = Precompile.BLAKE2F.run(input, Fork.OSAKA);
        System.arraycopy(result, 0, out, 0, result.length);
    }
}
