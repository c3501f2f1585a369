package org.hyperledger.besu.nativelib.gnark;

import com.sun.jna.Library;
import com.sun.jna.ptr.IntByReference;
import io.vorpal.internal.Native;
import java.nio.charset.StandardCharsets;

/** The contracts on BLS12-381, with the signatures of besu-native. Errors have the texts of gnark-crypto. */
public class LibGnarkEIP2537 implements Library {
    /** The native library is loaded: its absence is an error of the first call. */
    public static final boolean ENABLED = true;

    /** The most bytes of a result. */
    public static final int EIP2537_PREALLOCATE_FOR_RESULT_BYTES = 256;
    /** The most bytes of the text of an error. */
    public static final int EIP2537_PREALLOCATE_FOR_ERROR_BYTES = 256;

    /** The sum of two points of G1. */
    public static final byte BLS12_G1ADD_OPERATION_SHIM_VALUE = 1;
    /** The sum of multiples of points of G1. */
    public static final byte BLS12_G1MULTIEXP_OPERATION_SHIM_VALUE = 2;
    /** The sum of two points of G2. */
    public static final byte BLS12_G2ADD_OPERATION_SHIM_VALUE = 3;
    /** The sum of multiples of points of G2. */
    public static final byte BLS12_G2MULTIEXP_OPERATION_SHIM_VALUE = 4;
    /** The check of a product of pairings. */
    public static final byte BLS12_PAIR_OPERATION_SHIM_VALUE = 5;
    /** The map of a field element to G1. */
    public static final byte BLS12_MAP_FP_TO_G1_OPERATION_SHIM_VALUE = 6;
    /** The map of an element of the extension to G2. */
    public static final byte BLS12_MAP_FP2_TO_G2_OPERATION_SHIM_VALUE = 7;

    private static final int[] LENGTHS = {0, 128, 128, 256, 256, 32, 128, 256};

    private LibGnarkEIP2537() {}

    /**
     * Computes the output of a contract.
     *
     * @param op the operation
     * @param i the input
     * @param i_len its length
     * @param output gets the output, if there is no error
     * @param o_len gets the length of the output, or 0
     * @param err gets the text of the error
     * @param err_len gets the length of the text, or 0
     * @return 0, or 1 if there is an error
     */
    public static int eip2537_perform_operation(byte op, byte[] i, int i_len, byte[] output, IntByReference o_len,
            byte[] err, IntByReference err_len) {
        if (op < 1 || op >= LENGTHS.length) {
            throw new RuntimeException("Not Implemented EIP-2537 operation " + op);
        }
        int code = perform(op, i, i_len, output, err, err.length);
        o_len.setValue(code == 0 ? LENGTHS[op] : 0);
        err_len.setValue(code == 0 ? 0 : LibGnarkUtils.findFirstTrailingZeroIndex(err));
        return code;
    }

    private static int perform(int operation, byte[] input, int length, byte[] output, byte[] error, int errorLength) {
        return report(Native.gnarkBls12(operation, input, length, output), error, errorLength);
    }

    /** Writes the text of an error, if there is one. */
    private static int report(String text, byte[] error, int length) {
        if (text == null) {
            return 0;
        }
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, error, 0, Math.min(bytes.length, Math.min(length, error.length)));
        return 1;
    }

    /**
     * Adds two points of G1.
     *
     * @param input 256 bytes
     * @param output gets 128 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param output_len the length of the output
     * @param err_len the length of the text
     * @return 0, or 1 if there is an error
     */
    public static int eip2537blsG1Add(
            byte[] input, byte[] output, byte[] error, int inputSize, int output_len, int err_len) {
        return perform(BLS12_G1ADD_OPERATION_SHIM_VALUE, input, inputSize, output, error, err_len);
    }

    /**
     * Adds multiples of points of G1.
     *
     * @param input 160 bytes for each point and scalar
     * @param output gets 128 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param output_len the length of the output
     * @param err_len the length of the text
     * @param nbTasks ignored: the sum runs on all cores
     * @return 0, or 1 if there is an error
     */
    public static int eip2537blsG1MultiExp(
            byte[] input, byte[] output, byte[] error, int inputSize, int output_len, int err_len, int nbTasks) {
        return perform(BLS12_G1MULTIEXP_OPERATION_SHIM_VALUE, input, inputSize, output, error, err_len);
    }

    /**
     * Adds two points of G2.
     *
     * @param input 512 bytes
     * @param output gets 256 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param output_len the length of the output
     * @param err_len the length of the text
     * @return 0, or 1 if there is an error
     */
    public static int eip2537blsG2Add(
            byte[] input, byte[] output, byte[] error, int inputSize, int output_len, int err_len) {
        return perform(BLS12_G2ADD_OPERATION_SHIM_VALUE, input, inputSize, output, error, err_len);
    }

    /**
     * Adds multiples of points of G2.
     *
     * @param input 288 bytes for each point and scalar
     * @param output gets 256 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param output_len the length of the output
     * @param err_len the length of the text
     * @param nbTasks ignored: the sum runs on all cores
     * @return 0, or 1 if there is an error
     */
    public static int eip2537blsG2MultiExp(
            byte[] input, byte[] output, byte[] error, int inputSize, int output_len, int err_len, int nbTasks) {
        return perform(BLS12_G2MULTIEXP_OPERATION_SHIM_VALUE, input, inputSize, output, error, err_len);
    }

    /**
     * Checks a product of pairings.
     *
     * @param input 384 bytes for each pair
     * @param output gets 32 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param output_len the length of the output
     * @param err_len the length of the text
     * @return 0, or 1 if there is an error
     */
    public static int eip2537blsPairing(
            byte[] input, byte[] output, byte[] error, int inputSize, int output_len, int err_len) {
        return perform(BLS12_PAIR_OPERATION_SHIM_VALUE, input, inputSize, output, error, err_len);
    }

    /**
     * Maps a field element to G1.
     *
     * @param input 64 bytes
     * @param output gets 128 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param output_len the length of the output
     * @param err_len the length of the text
     * @return 0, or 1 if there is an error
     */
    public static int eip2537blsMapFpToG1(
            byte[] input, byte[] output, byte[] error, int inputSize, int output_len, int err_len) {
        return perform(BLS12_MAP_FP_TO_G1_OPERATION_SHIM_VALUE, input, inputSize, output, error, err_len);
    }

    /**
     * Maps an element of the extension to G2.
     *
     * @param input 128 bytes
     * @param output gets 256 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param output_len the length of the output
     * @param err_len the length of the text
     * @return 0, or 1 if there is an error
     */
    public static int eip2537blsMapFp2ToG2(
            byte[] input, byte[] output, byte[] error, int inputSize, int output_len, int err_len) {
        return perform(BLS12_MAP_FP2_TO_G2_OPERATION_SHIM_VALUE, input, inputSize, output, error, err_len);
    }

    /**
     * Tells whether a point is on G1's curve.
     *
     * @param input 128 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param err_len the length of the text
     * @return whether it is
     */
    public static boolean eip2537G1IsOnCurve(byte[] input, byte[] error, int inputSize, int err_len) {
        return report(Native.gnarkPoint(1, false, input, inputSize), error, err_len) == 0;
    }

    /**
     * Tells whether a point is on G2's curve.
     *
     * @param input 256 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param err_len the length of the text
     * @return whether it is
     */
    public static boolean eip2537G2IsOnCurve(byte[] input, byte[] error, int inputSize, int err_len) {
        return report(Native.gnarkPoint(2, false, input, inputSize), error, err_len) == 0;
    }

    /**
     * Tells whether a point is in G1.
     *
     * @param input 128 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param err_len the length of the text
     * @return whether it is
     */
    public static boolean eip2537G1IsInSubGroup(byte[] input, byte[] error, int inputSize, int err_len) {
        return report(Native.gnarkPoint(1, true, input, inputSize), error, err_len) == 0;
    }

    /**
     * Tells whether a point is in G2.
     *
     * @param input 256 bytes
     * @param error gets the text of an error
     * @param inputSize the length of the input
     * @param err_len the length of the text
     * @return whether it is
     */
    public static boolean eip2537G2IsInSubGroup(byte[] input, byte[] error, int inputSize, int err_len) {
        return report(Native.gnarkPoint(2, true, input, inputSize), error, err_len) == 0;
    }

    /**
     * Has no effect: {@code RAYON_NUM_THREADS} in the environment is the number of threads.
     *
     * @param nbTasks ignored
     */
    public static void setDegreeOfMSMParallelism(int nbTasks) {}
}
