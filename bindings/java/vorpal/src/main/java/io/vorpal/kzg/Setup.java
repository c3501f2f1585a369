package io.vorpal.kzg;

import io.vorpal.VorpalException;
import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * A trusted setup, with tables for commitments and proofs within a budget of memory. It has the functions of the
 * specification by their names. Several threads may use it at the same time; {@code close} frees the tables.
 *
 * <p>An argument of several blobs, commitments, proofs or cells is one array or buffer, with the items one after the
 * other. The bytes of a buffer are those from its position to its limit. The memory of a direct buffer is used where it
 * is; do not write to it during the call. A wrong proof is {@code false}; a malformed argument is a {@link
 * VorpalException} that names the argument and the index. No blobs or cells are valid.
 */
public final class Setup extends Resource {
    /** The bytes of a blob. */
    public static final int BYTES_PER_BLOB = 131_072;
    /** The bytes of a cell. */
    public static final int BYTES_PER_CELL = 2_048;
    /** The number of cells of a blob. */
    public static final int CELLS_PER_BLOB = 128;
    /** The bytes of a commitment or a proof. */
    public static final int BYTES_PER_POINT = 48;
    /** The bytes of a scalar. */
    public static final int BYTES_PER_SCALAR = 32;
    /** The bytes of the smallest tables. */
    public static final long SMALLEST_TABLES = 1_572_864;

    private static final int ALL_CELLS = CELLS_PER_BLOB * BYTES_PER_CELL;
    private static final int ALL_PROOFS = CELLS_PER_BLOB * BYTES_PER_POINT;

    private Setup(long number) {
        super(number);
    }

    /**
     * Returns the setup of Ethereum's ceremony, without tables. Its points are part of the library. Verification needs
     * no tables. The first proofs of cells build the smallest ones.
     *
     * @return a new setup
     */
    public static Setup ethereum() {
        return new Setup(Native.ethereumSetup(-1));
    }

    /**
     * Returns the setup of Ethereum's ceremony, with tables.
     *
     * @param memory the most bytes of the tables, at least {@link #SMALLEST_TABLES}
     * @return a new setup
     * @throws VorpalException if no tables fit in so many bytes
     */
    public static Setup ethereum(long memory) {
        return new Setup(Native.ethereumSetup(budget(memory)));
    }

    /**
     * Reads the setup of a text in the format of c-kzg's file {@code trusted_setup.txt}, or in the JSON of the
     * specification. All points are checked, and that they belong together.
     *
     * @param text the text
     * @param memory the most bytes of the tables, or 0 for none
     * @return a new setup
     * @throws VorpalException if the text is malformed, or no tables fit in so many bytes
     */
    public static Setup parse(String text, long memory) {
        Objects.requireNonNull(text, "text");
        return new Setup(Native.parseSetup(text, memory == 0 ? -1 : budget(memory)));
    }

    /**
     * Creates the setup of compressed points, each list in natural order. They are checked as those of {@link #parse}.
     *
     * @param lagrange 4,096 points of 48 bytes: the Lagrange basis in G1
     * @param powers 4,096 points of 48 bytes: the powers in G1
     * @param powersG2 65 points of 96 bytes: the powers in G2
     * @param memory the most bytes of the tables, or 0 for none
     * @return a new setup
     * @throws VorpalException if a point is malformed, or no tables fit in so many bytes
     */
    public static Setup ofPoints(byte[] lagrange, byte[] powers, byte[] powersG2, long memory) {
        Objects.requireNonNull(lagrange, "lagrange");
        Objects.requireNonNull(powers, "powers");
        Objects.requireNonNull(powersG2, "powersG2");
        return new Setup(Native.setupOfPoints(lagrange, powers, powersG2, memory == 0 ? -1 : budget(memory)));
    }

    private static long budget(long memory) {
        if (memory < 0) {
            throw new VorpalException(VorpalException.Kind.ARGUMENT, "memory", memory + " is negative");
        }
        return memory;
    }

    /**
     * Returns the bytes of the tables. Without tables, those of the smallest ones, which are built on first use.
     *
     * @return the bytes
     */
    public long memory() {
        return use(Native::memoryOfSetup);
    }

    /**
     * Describes the tables, and what commitments and proofs cost.
     *
     * @return a text
     */
    public String explain() {
        return use(Native::explainSetup);
    }

    /**
     * Computes the commitment to a blob.
     *
     * @param blob a blob
     * @return 48 bytes
     * @throws VorpalException if the blob is malformed
     */
    public byte[] blobToKzgCommitment(byte[] blob) {
        Objects.requireNonNull(blob, "blob");
        return use(setup -> Native.commitBlob(setup, blob));
    }

    /**
     * Computes the commitments to blobs, on all cores.
     *
     * @param blobs any number of blobs
     * @return 48 bytes for each
     * @throws VorpalException if a blob is malformed
     */
    public byte[] blobsToKzgCommitments(byte[] blobs) {
        Objects.requireNonNull(blobs, "blobs");
        return use(setup -> Native.commitBlobs(setup, blobs));
    }

    /**
     * As {@link #blobsToKzgCommitments(byte[])}, with a buffer.
     *
     * @param blobs any number of blobs
     * @return 48 bytes for each
     * @throws VorpalException if a blob is malformed
     */
    public byte[] blobsToKzgCommitments(ByteBuffer blobs) {
        Object given = Memory.input(blobs, "blobs");
        return use(setup -> Native.commitBlobs(setup, given));
    }

    /**
     * Computes the value of a blob's polynomial at a point, and its proof.
     *
     * @param blob a blob
     * @param z the point: 32 bytes
     * @return the proof and the value
     * @throws VorpalException if an argument is malformed
     */
    public ProofAndValue computeKzgProof(byte[] blob, byte[] z) {
        Objects.requireNonNull(blob, "blob");
        Objects.requireNonNull(z, "z");
        byte[] both = use(setup -> Native.proveValue(setup, blob, z));
        return new ProofAndValue(Arrays.copyOf(both, BYTES_PER_POINT),
                Arrays.copyOfRange(both, BYTES_PER_POINT, both.length));
    }

    /**
     * Computes the proof that a blob has its commitment. The commitment is decoded, but not compared with the blob.
     *
     * @param blob a blob
     * @param commitment 48 bytes
     * @return 48 bytes
     * @throws VorpalException if an argument is malformed
     */
    public byte[] computeBlobKzgProof(byte[] blob, byte[] commitment) {
        Objects.requireNonNull(blob, "blob");
        Objects.requireNonNull(commitment, "commitment");
        return use(setup -> Native.proveBlob(setup, blob, commitment));
    }

    /**
     * Tells whether the polynomial with a commitment has a value at a point.
     *
     * @param commitment 48 bytes
     * @param z the point: 32 bytes
     * @param y the value: 32 bytes
     * @param proof 48 bytes
     * @return whether it has
     * @throws VorpalException if an argument is malformed
     */
    public boolean verifyKzgProof(byte[] commitment, byte[] z, byte[] y, byte[] proof) {
        Objects.requireNonNull(commitment, "commitment");
        Objects.requireNonNull(z, "z");
        Objects.requireNonNull(y, "y");
        Objects.requireNonNull(proof, "proof");
        byte[] joined = Memory.join(commitment, z, y, proof);
        return use(setup -> Native.verifyValue(setup, joined, commitment.length, z.length, y.length));
    }

    /**
     * Tells whether a blob has its commitment.
     *
     * @param blob a blob
     * @param commitment 48 bytes
     * @param proof 48 bytes
     * @return whether it has
     * @throws VorpalException if an argument is malformed
     */
    public boolean verifyBlobKzgProof(byte[] blob, byte[] commitment, byte[] proof) {
        Objects.requireNonNull(blob, "blob");
        Objects.requireNonNull(commitment, "commitment");
        Objects.requireNonNull(proof, "proof");
        return use(setup -> Native.verifyBlob(setup, blob, commitment, proof));
    }

    /**
     * Tells whether all blobs have their commitments. All are verified together.
     *
     * @param blobs any number of blobs
     * @param commitments 48 bytes for each blob
     * @param proofs 48 bytes for each blob
     * @return whether they have
     * @throws VorpalException if an argument is malformed
     */
    public boolean verifyBlobKzgProofBatch(byte[] blobs, byte[] commitments, byte[] proofs) {
        Objects.requireNonNull(blobs, "blobs");
        Objects.requireNonNull(commitments, "commitments");
        Objects.requireNonNull(proofs, "proofs");
        return use(setup -> Native.verifyBlobs(setup, blobs, commitments, proofs));
    }

    /**
     * As {@link #verifyBlobKzgProofBatch(byte[], byte[], byte[])}, with buffers.
     *
     * @param blobs any number of blobs
     * @param commitments 48 bytes for each blob
     * @param proofs 48 bytes for each blob
     * @return whether they have
     * @throws VorpalException if an argument is malformed
     */
    public boolean verifyBlobKzgProofBatch(ByteBuffer blobs, ByteBuffer commitments, ByteBuffer proofs) {
        Object first = Memory.input(blobs, "blobs");
        Object second = Memory.input(commitments, "commitments");
        Object third = Memory.input(proofs, "proofs");
        return use(setup -> Native.verifyBlobs(setup, first, second, third));
    }

    /**
     * As {@link #verifyBlobKzgProofBatch(byte[], byte[], byte[])}; if the check fails, the wrong blobs are searched.
     *
     * @param blobs any number of blobs
     * @param commitments 48 bytes for each blob
     * @param proofs 48 bytes for each blob
     * @return the indices of the blobs that do not have their commitments, ascending
     * @throws VorpalException if an argument is malformed
     */
    public long[] wrongBlobs(byte[] blobs, byte[] commitments, byte[] proofs) {
        Objects.requireNonNull(blobs, "blobs");
        Objects.requireNonNull(commitments, "commitments");
        Objects.requireNonNull(proofs, "proofs");
        return use(setup -> Native.wrongBlobs(setup, blobs, commitments, proofs));
    }

    /**
     * Computes the cells of a blob.
     *
     * @param blob a blob
     * @return 128 cells
     * @throws VorpalException if the blob is malformed
     */
    public byte[] computeCells(byte[] blob) {
        Objects.requireNonNull(blob, "blob");
        byte[] cells = new byte[ALL_CELLS];
        return use(setup -> {
            Native.computeCells(setup, blob, cells, null);
            return cells;
        });
    }

    /**
     * Computes the cells of a blob and their proofs.
     *
     * @param blob a blob
     * @return 128 cells and proofs
     * @throws VorpalException if the blob is malformed
     */
    public CellsAndProofs computeCellsAndKzgProofs(byte[] blob) {
        Objects.requireNonNull(blob, "blob");
        CellsAndProofs result = new CellsAndProofs(new byte[ALL_CELLS], new byte[ALL_PROOFS]);
        return use(setup -> {
            Native.computeCells(setup, blob, result.cells(), result.proofs());
            return result;
        });
    }

    /**
     * As {@link #computeCellsAndKzgProofs(byte[])}, with buffers.
     *
     * @param blob a blob
     * @param cells gets 128 cells, from its position on; the position moves behind them
     * @param proofs gets 128 proofs, from its position on; the position moves behind them
     * @throws VorpalException if the blob is malformed, a buffer is too short, or buffers overlap
     */
    public void computeCellsAndKzgProofs(ByteBuffer blob, ByteBuffer cells, ByteBuffer proofs) {
        if (cells == proofs) {
            throw new VorpalException(
                    VorpalException.Kind.ARGUMENT, "proofs", "the buffer overlaps that of cells");
        }
        Object given = Memory.input(blob, "blob");
        Object outCells = Memory.output(cells, "cells", ALL_CELLS);
        Object outProofs = Memory.output(proofs, "proofs", ALL_PROOFS);
        use(setup -> {
            Native.computeCells(setup, given, outCells, outProofs);
            return null;
        });
        Memory.finish(cells, outCells);
        Memory.finish(proofs, outProofs);
    }

    /**
     * Computes all cells of a blob from at least 64 of them. Cells that are not those of one blob are an error.
     *
     * @param cellIndices the numbers of the cells, ascending
     * @param cells the cells
     * @return 128 cells
     * @throws VorpalException if an argument is malformed, or the cells are not those of one blob
     */
    public byte[] recoverCells(long[] cellIndices, byte[] cells) {
        Objects.requireNonNull(cellIndices, "cellIndices");
        Objects.requireNonNull(cells, "cells");
        byte[] recovered = new byte[ALL_CELLS];
        return use(setup -> {
            Native.recoverCells(setup, cellIndices, cells, recovered, null);
            return recovered;
        });
    }

    /**
     * As {@link #recoverCells}, with the proofs.
     *
     * @param cellIndices the numbers of the cells, ascending
     * @param cells the cells
     * @return 128 cells and proofs
     * @throws VorpalException if an argument is malformed, or the cells are not those of one blob
     */
    public CellsAndProofs recoverCellsAndKzgProofs(long[] cellIndices, byte[] cells) {
        Objects.requireNonNull(cellIndices, "cellIndices");
        Objects.requireNonNull(cells, "cells");
        CellsAndProofs result = new CellsAndProofs(new byte[ALL_CELLS], new byte[ALL_PROOFS]);
        return use(setup -> {
            Native.recoverCells(setup, cellIndices, cells, result.cells(), result.proofs());
            return result;
        });
    }

    /**
     * Tells whether all cells are those of their commitments. All are verified together.
     *
     * @param commitments 48 bytes for each cell
     * @param cellIndices the number of each cell, in any order
     * @param cells 2,048 bytes each
     * @param proofs 48 bytes for each cell
     * @return whether they are
     * @throws VorpalException if an argument is malformed
     */
    public boolean verifyCellKzgProofBatch(byte[] commitments, long[] cellIndices, byte[] cells, byte[] proofs) {
        Objects.requireNonNull(commitments, "commitments");
        Objects.requireNonNull(cellIndices, "cellIndices");
        Objects.requireNonNull(cells, "cells");
        Objects.requireNonNull(proofs, "proofs");
        return use(setup -> Native.verifyCells(setup, commitments, cellIndices, cells, proofs));
    }

    /**
     * As {@link #verifyCellKzgProofBatch(byte[], long[], byte[], byte[])}, with buffers.
     *
     * @param commitments 48 bytes for each cell
     * @param cellIndices the number of each cell, in any order
     * @param cells 2,048 bytes each
     * @param proofs 48 bytes for each cell
     * @return whether they are
     * @throws VorpalException if an argument is malformed
     */
    public boolean verifyCellKzgProofBatch(
            ByteBuffer commitments, long[] cellIndices, ByteBuffer cells, ByteBuffer proofs) {
        Objects.requireNonNull(cellIndices, "cellIndices");
        Object first = Memory.input(commitments, "commitments");
        Object second = Memory.input(cells, "cells");
        Object third = Memory.input(proofs, "proofs");
        return use(setup -> Native.verifyCells(setup, first, cellIndices, second, third));
    }

    /**
     * As {@link #verifyCellKzgProofBatch(byte[], long[], byte[], byte[])}; if the check fails, the wrong cells are
     * searched, which takes about as much time again for each of few.
     *
     * @param commitments 48 bytes for each cell
     * @param cellIndices the number of each cell, in any order
     * @param cells 2,048 bytes each
     * @param proofs 48 bytes for each cell
     * @return the positions of the cells that are not those of their commitments, ascending
     * @throws VorpalException if an argument is malformed
     */
    public long[] wrongCells(byte[] commitments, long[] cellIndices, byte[] cells, byte[] proofs) {
        Objects.requireNonNull(commitments, "commitments");
        Objects.requireNonNull(cellIndices, "cellIndices");
        Objects.requireNonNull(cells, "cells");
        Objects.requireNonNull(proofs, "proofs");
        return use(setup -> Native.wrongCells(setup, commitments, cellIndices, cells, proofs));
    }
}
