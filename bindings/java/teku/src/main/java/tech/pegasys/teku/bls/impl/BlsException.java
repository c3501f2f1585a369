package tech.pegasys.teku.bls.impl;

/** Teku's error of malformed input. */
public class BlsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an error.
     *
     * @param message what is wrong
     */
    public BlsException(String message) {
        super(message);
    }

    /**
     * Creates an error with its reason.
     *
     * @param message what is wrong
     * @param cause the reason
     */
    public BlsException(String message, Throwable cause) {
        super(message, cause);
    }
}
