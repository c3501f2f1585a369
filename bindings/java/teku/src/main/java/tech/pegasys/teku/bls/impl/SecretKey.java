package tech.pegasys.teku.bls.impl;

import org.apache.tuweni.bytes.Bytes;
import org.apache.tuweni.bytes.Bytes32;

/** Teku's secret key. */
public interface SecretKey {
    /**
     * Returns the key.
     *
     * @return 32 bytes
     */
    Bytes32 toBytes();

    /**
     * Computes the public key.
     *
     * @return the key
     */
    PublicKey derivePublicKey();

    /**
     * Signs a message.
     *
     * @param message the message
     * @return the signature
     */
    Signature sign(Bytes message);

    /**
     * Signs a message under another tag.
     *
     * @param message the message
     * @param dst the tag
     * @return the signature
     */
    Signature sign(Bytes message, String dst);

    /** Overwrites the key with zeros. */
    void destroy();
}
