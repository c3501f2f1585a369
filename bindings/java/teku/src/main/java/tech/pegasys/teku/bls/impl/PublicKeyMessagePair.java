package tech.pegasys.teku.bls.impl;

import org.apache.tuweni.bytes.Bytes;

/** Teku's pair of a key and a message. */
public class PublicKeyMessagePair {
    private final PublicKey publicKey;
    private final Bytes message;

    /**
     * Creates a pair.
     *
     * @param publicKey the key
     * @param message the message
     */
    public PublicKeyMessagePair(PublicKey publicKey, Bytes message) {
        this.publicKey = publicKey;
        this.message = message;
    }

    /**
     * Returns the key.
     *
     * @return the key
     */
    public PublicKey getPublicKey() {
        return publicKey;
    }

    /**
     * Returns the message.
     *
     * @return the message
     */
    public Bytes getMessage() {
        return message;
    }
}
