package tech.pegasys.teku.bls.impl;

import org.apache.tuweni.bytes.Bytes;
import org.apache.tuweni.bytes.Bytes48;

/** Teku's public key. */
public interface PublicKey {
    /**
     * Returns the encoding.
     *
     * @return 48 bytes
     */
    Bytes48 toBytesCompressed();

    /**
     * Verifies a signature.
     *
     * @param signature the signature
     * @param message the message
     * @return whether it is valid
     */
    default boolean verifySignature(Signature signature, Bytes message) {
        return signature.verify(this, message);
    }

    /**
     * Verifies a signature under another tag.
     *
     * @param signature the signature
     * @param message the message
     * @param dst the tag
     * @return whether it is valid
     */
    default boolean verifySignature(Signature signature, Bytes message, String dst) {
        return signature.verify(this, message, dst);
    }

    /**
     * Checks the key.
     *
     * @throws IllegalArgumentException if it is not valid
     */
    void forceValidation() throws IllegalArgumentException;

    /**
     * Tells whether the point is in the subgroup.
     *
     * @return whether it is
     */
    boolean isInGroup();

    /**
     * Tells whether the key is valid.
     *
     * @return whether it is in the subgroup and not infinity
     */
    boolean isValid();
}
