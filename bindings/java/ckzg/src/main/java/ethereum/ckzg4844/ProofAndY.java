package ethereum.ckzg4844;

/** The proof of a value of a polynomial, and the value. */
public class ProofAndY {
    private final byte[] proof;
    private final byte[] y;

    /**
     * Creates an object.
     *
     * @param proof 48 bytes
     * @param y 32 bytes
     */
    public ProofAndY(byte[] proof, byte[] y) {
        this.proof = proof;
        this.y = y;
    }

    /**
     * Returns the proof.
     *
     * @return 48 bytes
     */
    public byte[] getProof() {
        return proof;
    }

    /**
     * Returns the value.
     *
     * @return 32 bytes
     */
    public byte[] getY() {
        return y;
    }

    /**
     * Creates an object.
     *
     * @param proof 48 bytes
     * @param y 32 bytes
     * @return the object
     */
    public static ProofAndY of(byte[] proof, byte[] y) {
        return new ProofAndY(proof, y);
    }
}
