package org.hyperledger.besu.nativelib.arithmetic;

import com.sun.jna.Library;
import com.sun.jna.ptr.IntByReference;
import io.vorpal.VorpalException;
import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import java.util.Arrays;

/** Modular exponentiation, with the signature of besu-native. */
public class LibArithmetic implements Library {
    /** The native library is loaded: its absence is an error of the first call. */
    public static final boolean ENABLED = true;

    private LibArithmetic() {}

    /**
     * Computes the output of the contract. Gas and the limits of forks are the caller's. Operands of more than 2^27
     * bytes have an empty output.
     *
     * @param i the input of EIP-198
     * @param i_len its length
     * @param o gets the output, as much as fits
     * @param o_len the length of {@code o}, and after the call the number of bytes written
     * @return 0
     */
    public static int modexp_precompiled(byte[] i, int i_len, byte[] o, IntByReference o_len) {
        byte[] input = i_len == i.length ? i : Arrays.copyOf(i, i_len);
        byte[] result;
        try {
            result = Precompile.MOD_EXP.run(input, Fork.BERLIN);
        } catch (VorpalException tooLong) {
            result = new byte[0];
        }
        int written = Math.min(result.length, o_len.getValue());
        System.arraycopy(result, 0, o, 0, written);
        o_len.setValue(written);
        return 0;
    }
}
