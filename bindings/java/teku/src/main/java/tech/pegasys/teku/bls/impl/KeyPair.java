package tech.pegasys.teku.bls.impl;

/** Teku's pair of keys. */
public class KeyPair {
    private final SecretKey secretKey;
    private final PublicKey publicKey;

    /**
     * Creates the pair of a secret key.
     *
     * @param secretKey the key
     */
    public KeyPair(SecretKey secretKey) {
        this.secretKey = secretKey;
        this.publicKey = secretKey.derivePublicKey();
    }

    /**
     * Returns the secret key.
     *
     * @return the key
     */
    public SecretKey getSecretKey() {
        return secretKey;
    }

    /**
     * Returns the public key.
     *
     * @return the key
     */
    public PublicKey getPublicKey() {
        return publicKey;
    }
}
