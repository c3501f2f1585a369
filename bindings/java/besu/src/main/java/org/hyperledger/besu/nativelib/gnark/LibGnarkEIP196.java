package org.hyperledger.besu.nativelib.gnark;

import io.vorpal.internal.Native;

/** The contracts on BN254, with the signatures of besu-native. */
public class LibGnarkEIP196 {
    /** The bytes of a point. */
    public static final int EIP196_PREALLOCATE_FOR_RESULT_BYTES = 64;
    /** The bytes of the result of a pairing. */
    public static final int EIP196_PAIR_PREALLOCATE_FOR_RESULT_BYTES = 32;
    /** The sum of two points. */
    public static final byte EIP196_ADD_OPERATION_RAW_VALUE = 1;
    /** The multiple of a point. */
    public static final byte EIP196_MUL_OPERATION_RAW_VALUE = 2;
    /** The check of a product of pairings. */
    public static final byte EIP196_PAIR_OPERATION_RAW_VALUE = 3;

    /** The native library is loaded: its absence is an error of the first call. */
    public static final boolean ENABLED = true;

    /** No error. */
    public static final int EIP196_ERR_CODE_SUCCESS = 0;
    /** The input of a pairing is no list of pairs. */
    public static final int EIP196_ERR_CODE_INVALID_INPUT_PAIRING_LENGTH = 1;
    /** A coordinate is not below the modulus. */
    public static final int EIP196_ERR_CODE_POINT_NOT_IN_FIELD = 2;
    /** A point is not in the subgroup of prime order. */
    public static final int EIP196_ERR_CODE_POINT_IN_SUBGROUP_CHECK_FAILED = 3;
    /** A point is not on its curve. */
    public static final int EIP196_ERR_CODE_POINT_ON_CURVE_CHECK_FAILED = 4;
    /** Another error. */
    public static final int EIP196_ERR_CODE_PAIRING_CHECK_ERROR = 5;
    /** The output is too short. */
    public static final int EIP196_ERR_CODE_INVALID_OUTPUT_LENGTH = 6;

    private LibGnarkEIP196() {}

    /**
     * Computes the output of a contract.
     *
     * @param op the operation
     * @param i the input
     * @param i_len its length
     * @param output gets the output, if there is no error
     * @return the number of the error, or 0
     */
    public static int eip196_perform_operation(byte op, byte[] i, int i_len, byte[] output) {
        int needed = switch (op) {
            case EIP196_ADD_OPERATION_RAW_VALUE, EIP196_MUL_OPERATION_RAW_VALUE -> EIP196_PREALLOCATE_FOR_RESULT_BYTES;
            case EIP196_PAIR_OPERATION_RAW_VALUE -> EIP196_PAIR_PREALLOCATE_FOR_RESULT_BYTES;
            default -> throw new RuntimeException("Not Implemented EIP-196 operation " + op);
        };
        if (output.length < needed) {
            return EIP196_ERR_CODE_INVALID_OUTPUT_LENGTH;
        }
        return Native.gnarkBn254(op, i, i_len, output);
    }
}
