package org.hyperledger.besu.nativelib.gnark;

/** The end of texts in arrays. */
public class LibGnarkUtils {
    private LibGnarkUtils() {}

    /**
     * Returns the index behind the last byte that is not zero.
     *
     * @param array any bytes
     * @return the index, or 0 if all are zero
     */
    public static int findFirstTrailingZeroIndex(byte[] array) {
        int end = array.length;
        while (end > 0 && array[end - 1] == 0) {
            end--;
        }
        return end;
    }
}
