package ethereum.ckzg4844;

/** The cells of a blob, and their proofs. */
public class CellsAndProofs {
    private final byte[] cells;
    private final byte[] proofs;

    /**
     * Creates an object.
     *
     * @param cells 128 cells of 2,048 bytes
     * @param proofs 128 proofs of 48 bytes
     */
    public CellsAndProofs(byte[] cells, byte[] proofs) {
        this.cells = cells;
        this.proofs = proofs;
    }

    /**
     * Returns the cells.
     *
     * @return 128 cells of 2,048 bytes
     */
    public byte[] getCells() {
        return cells;
    }

    /**
     * Returns the proofs.
     *
     * @return 128 proofs of 48 bytes
     */
    public byte[] getProofs() {
        return proofs;
    }

    /**
     * Creates an object.
     *
     * @param cells 128 cells of 2,048 bytes
     * @param proofs 128 proofs of 48 bytes
     * @return the object
     */
    public static CellsAndProofs of(byte[] cells, byte[] proofs) {
        return new CellsAndProofs(cells, proofs);
    }
}
