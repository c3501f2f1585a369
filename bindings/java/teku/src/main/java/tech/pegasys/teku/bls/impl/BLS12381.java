package tech.pegasys.teku.bls.impl;

import java.util.List;
import java.util.Random;
import org.apache.tuweni.bytes.Bytes;
import org.apache.tuweni.bytes.Bytes32;
import org.apache.tuweni.bytes.Bytes48;
import tech.pegasys.teku.bls.BatchSemiAggregate;

/** Teku's interface of BLS signatures. */
public interface BLS12381 {
    /**
     * Draws a pair of keys.
     *
     * @param random the source of randomness
     * @return the pair
     */
    KeyPair generateKeyPair(Random random);

    /**
     * Decodes a key.
     *
     * @param compressedPublicKeyBytes 48 bytes
     * @return the key
     * @throws BlsException if it is malformed
     */
    PublicKey publicKeyFromCompressed(Bytes48 compressedPublicKeyBytes) throws BlsException;

    /**
     * Decodes a signature.
     *
     * @param compressedSignatureBytes 96 bytes
     * @return the signature
     */
    Signature signatureFromCompressed(Bytes compressedSignatureBytes);

    /**
     * Decodes a secret key.
     *
     * @param secretKeyBytes 32 bytes
     * @return the key
     */
    SecretKey secretKeyFromBytes(Bytes32 secretKeyBytes);

    /**
     * Adds keys.
     *
     * @param publicKeys the keys
     * @return the sum
     */
    PublicKey aggregatePublicKeys(List<? extends PublicKey> publicKeys);

    /**
     * Adds signatures.
     *
     * @param signatures the signatures
     * @return the sum
     * @throws IllegalArgumentException if one is not in the subgroup
     */
    Signature aggregateSignatures(List<? extends Signature> signatures) throws IllegalArgumentException;

    /**
     * Prepares a set.
     *
     * @param index its index
     * @param publicKeys its keys
     * @param message its message
     * @param signature its signature
     * @return the part of a batch
     */
    BatchSemiAggregate prepareBatchVerify(
            int index, List<? extends PublicKey> publicKeys, Bytes message, Signature signature);

    /**
     * Prepares two sets.
     *
     * @param index the index of the first one
     * @param publicKeys1 its keys
     * @param message1 its message
     * @param signature1 its signature
     * @param publicKeys2 the keys of the second one
     * @param message2 its message
     * @param signature2 its signature
     * @return the part of a batch
     */
    BatchSemiAggregate prepareBatchVerify2(
            int index, List<? extends PublicKey> publicKeys1, Bytes message1, Signature signature1,
            List<? extends PublicKey> publicKeys2, Bytes message2, Signature signature2);

    /**
     * Verifies a batch.
     *
     * @param preparedList its parts
     * @return whether all sets are valid
     */
    boolean completeBatchVerify(List<? extends BatchSemiAggregate> preparedList);
}
