package ethereum.ckzg4844;

/** An argument is malformed, with the numbers and texts of jc-kzg-4844. */
public class CKZGException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The kind of the error. */
    private final CKZGError error;
    /** What is wrong. */
    private final String errorMessage;

    /**
     * Creates an error.
     *
     * @param errorCode the number of the kind
     * @param errorMessage what is wrong
     */
    public CKZGException(int errorCode, String errorMessage) {
        super(errorMessage + " (" + CKZGError.fromErrorCode(errorCode) + ")");
        this.error = CKZGError.fromErrorCode(errorCode);
        this.errorMessage = errorMessage;
    }

    /**
     * Returns the kind of the error.
     *
     * @return the kind
     */
    public CKZGError getError() {
        return error;
    }

    /**
     * Returns the message without the kind.
     *
     * @return what is wrong
     */
    public String getErrorMessage() {
        return errorMessage;
    }

    /** The kind of an error. */
    public enum CKZGError {
        /** A number that stands for no kind. */
        UNKNOWN(0),
        /** An argument is malformed. */
        C_KZG_BADARGS(1),
        /** An internal error. */
        C_KZG_ERROR(2),
        /** There is not enough memory. */
        C_KZG_MALLOC(3);

        /** The number of the kind. */
        public final int errorCode;

        CKZGError(int errorCode) {
            this.errorCode = errorCode;
        }

        /**
         * Returns the kind of a number.
         *
         * @param errorCode a number
         * @return the kind
         */
        public static CKZGError fromErrorCode(int errorCode) {
            return errorCode > 0 && errorCode < values().length ? values()[errorCode] : UNKNOWN;
        }
    }
}
