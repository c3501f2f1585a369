package tech.pegasys.teku.bls.impl;

import java.util.List;
import org.apache.tuweni.bytes.Bytes;

/** Teku's signature. */
public interface Signature {
    /**
     * Returns the encoding.
     *
     * @return 96 bytes
     */
    Bytes toBytesCompressed();

    /**
     * Verifies the sum of signatures of keys, each of its own message.
     *
     * @param keysToMessages the keys with their messages
     * @return whether it is valid
     */
    boolean verify(List<PublicKeyMessagePair> keysToMessages);

    /**
     * Verifies the sum of signatures of keys of one message.
     *
     * @param publicKeys the keys
     * @param message the message
     * @return whether it is valid
     */
    boolean verify(List<PublicKey> publicKeys, Bytes message);

    /**
     * Verifies a signature.
     *
     * @param publicKey the key
     * @param message the message
     * @return whether it is valid
     */
    boolean verify(PublicKey publicKey, Bytes message);

    /**
     * Verifies a signature under another tag.
     *
     * @param publicKey the key
     * @param message the message
     * @param dst the tag
     * @return whether it is valid
     */
    boolean verify(PublicKey publicKey, Bytes message, String dst);

    /**
     * Tells whether this is infinity.
     *
     * @return whether it is
     */
    boolean isInfinity();

    /**
     * Tells whether this is in the subgroup.
     *
     * @return whether it is
     */
    boolean isInGroup();
}
