package ethereum.ckzg4844;

import io.vorpal.Vorpal;
import io.vorpal.VorpalException;
import io.vorpal.kzg.ProofAndValue;
import io.vorpal.kzg.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * The functions of EIP-4844 and EIP-7594 with one setup, with the signatures of jc-kzg-4844. Several threads may call
 * them at the same time; {@link #freeTrustedSetup} waits for none, and their calls go on to their end.
 */
public class CKZG4844JNI {
    /** The order of the scalar field of BLS12-381. */
    public static final BigInteger BLS_MODULUS =
            new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16);

    /** The bytes of a point of G1. */
    protected static final int BYTES_PER_G1 = 48;
    /** The bytes of a point of G2. */
    protected static final int BYTES_PER_G2 = 96;
    /** The bytes of a scalar. */
    public static final int BYTES_PER_FIELD_ELEMENT = 32;
    /** The bits of a scalar. */
    protected static final int BITS_PER_FIELD_ELEMENT = 255;
    /** The scalars of a blob. */
    public static final int FIELD_ELEMENTS_PER_BLOB = 4096;
    /** The scalars of an extended blob. */
    protected static final int FIELD_ELEMENTS_PER_EXT_BLOB = 2 * FIELD_ELEMENTS_PER_BLOB;
    /** The scalars of a cell. */
    public static final int FIELD_ELEMENTS_PER_CELL = 64;
    /** The bytes of a commitment. */
    public static final int BYTES_PER_COMMITMENT = 48;
    /** The bytes of a proof. */
    public static final int BYTES_PER_PROOF = 48;
    /** The bytes of a blob. */
    public static final int BYTES_PER_BLOB = FIELD_ELEMENTS_PER_BLOB * BYTES_PER_FIELD_ELEMENT;
    /** The bytes of a cell. */
    public static final int BYTES_PER_CELL = BYTES_PER_FIELD_ELEMENT * FIELD_ELEMENTS_PER_CELL;
    /** The cells of an extended blob. */
    public static final int CELLS_PER_EXT_BLOB = FIELD_ELEMENTS_PER_EXT_BLOB / FIELD_ELEMENTS_PER_CELL;

    /** The largest value of {@code precompute}. */
    private static final long MAX_PRECOMPUTE = 15;

    private static final ReadWriteLock LOCK = new ReentrantReadWriteLock();
    private static Setup setup;

    private CKZG4844JNI() {}

    /** Loads the native library. */
    public static void loadNativeLibrary() {
        Vorpal.load();
    }

    /**
     * Loads the setup of a file in the format of c-kzg. All points are checked.
     *
     * @param file the path of the file
     * @param precompute 0 to 15: tables have at most the memory that c-kzg uses for this number, or that of the
     *     smallest tables; with 0, the first proofs of cells build the smallest tables
     * @throws CKZGException if the setup is malformed, or the number is not possible
     */
    public static void loadTrustedSetup(String file, long precompute) {
        load(precompute, memory -> {
            String text;
            try {
                text = Files.readString(Path.of(file));
            } catch (IOException error) {
                throw new RuntimeException("Couldn't load Trusted Setup. File might not exist or there is a permission"
                        + " issue.", error);
            }
            return Setup.parse(text, memory);
        });
    }

    /**
     * Loads the setup of compressed points, each list in natural order. All points are checked.
     *
     * @param g1MonomialBytes 4,096 points of 48 bytes: the powers in G1
     * @param g1LagrangeBytes 4,096 points of 48 bytes: the Lagrange basis in G1
     * @param g2MonomialBytes 65 points of 96 bytes: the powers in G2
     * @param precompute as for {@link #loadTrustedSetup(String, long)}
     * @throws CKZGException if a point is malformed, or the number is not possible
     */
    public static void loadTrustedSetup(
            byte[] g1MonomialBytes, byte[] g1LagrangeBytes, byte[] g2MonomialBytes, long precompute) {
        load(precompute, memory -> Setup.ofPoints(g1LagrangeBytes, g1MonomialBytes, g2MonomialBytes, memory));
    }

    /**
     * Loads the setup of a resource in the format of c-kzg. All points are checked.
     *
     * @param <T> the type of the class
     * @param resource the name of the resource
     * @param clazz the class that finds it
     * @param precompute as for {@link #loadTrustedSetup(String, long)}
     * @throws CKZGException if the setup is malformed, or the number is not possible
     * @throws IllegalArgumentException if there is no such resource
     */
    public static <T> void loadTrustedSetupFromResource(String resource, Class<T> clazz, long precompute) {
        try (InputStream stream = clazz.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalArgumentException("Resource " + resource + " does not exist.");
            }
            String text = new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            load(precompute, memory -> Setup.parse(text, memory));
        } catch (IOException error) {
            throw new UncheckedIOException("Error loading trusted setup from resource " + resource, error);
        }
    }

    private static void load(long precompute, Function<Long, Setup> parse) {
        LOCK.writeLock().lock();
        try {
            if (setup != null) {
                throw new RuntimeException("Trusted Setup is already loaded. Free it before loading a new one.");
            }
            if (precompute < 0 || precompute > MAX_PRECOMPUTE) {
                throw new CKZGException(1, "There was an error while loading the Trusted Setup.");
            }
            long memory = precompute == 0
                    ? 0
                    : Math.max(Setup.SMALLEST_TABLES, 2L * FIELD_ELEMENTS_PER_BLOB * BYTES_PER_G2 << (precompute - 1));
            setup = parse.apply(memory);
        } catch (VorpalException malformed) {
            throw failed(1, "There was an error while loading the Trusted Setup.", malformed);
        } finally {
            LOCK.writeLock().unlock();
        }
    }

    private static CKZGException failed(int code, String message, Throwable cause) {
        CKZGException error = new CKZGException(code, message);
        error.initCause(cause);
        return error;
    }

    /** Frees the setup. It is an error if none is loaded. */
    public static void freeTrustedSetup() {
        LOCK.writeLock().lock();
        try {
            if (setup == null) {
                throw notLoaded();
            }
            setup.close();
            setup = null;
        } finally {
            LOCK.writeLock().unlock();
        }
    }

    private static RuntimeException notLoaded() {
        return new RuntimeException("Trusted Setup is not loaded.");
    }

    private static Setup loaded() {
        LOCK.readLock().lock();
        try {
            if (setup == null) {
                throw notLoaded();
            }
            return setup;
        } finally {
            LOCK.readLock().unlock();
        }
    }

    /** Calls a function of the setup, whose errors get the text of jc-kzg-4844. */
    private static <T> T call(String name, Setup setup, Function<Setup, T> function) {
        try {
            return function.apply(setup);
        } catch (VorpalException malformed) {
            throw failed(1, "There was an error in " + name + ".", malformed);
        } catch (IllegalStateException closed) {
            throw notLoaded();
        }
    }

    /** The bytes of so many items; no array has them where the product would be another number modulo 2^64. */
    private static long sizeOf(int each, long count) {
        return Math.multiplyHigh(each, count) == 0 ? each * count : Long.MAX_VALUE;
    }

    private static void checkSize(String name, byte[] bytes, long expected) {
        if (Objects.requireNonNull(bytes, name).length != expected) {
            throw new CKZGException(1,
                    "Invalid " + name + " size. Expected " + expected + " bytes but got " + bytes.length + ".");
        }
    }

    /**
     * Computes the commitment to a blob.
     *
     * @param blob a blob
     * @return 48 bytes
     * @throws CKZGException if the blob is malformed
     */
    public static byte[] blobToKzgCommitment(byte[] blob) {
        Setup setup = loaded();
        checkSize("blob", blob, BYTES_PER_BLOB);
        return call("blobToKzgCommitment", setup, loaded -> loaded.blobToKzgCommitment(blob));
    }

    /**
     * Computes the value of a blob's polynomial at a point, and its proof.
     *
     * @param blob a blob
     * @param zBytes the point: 32 bytes
     * @return the proof and the value
     * @throws CKZGException if an argument is malformed
     */
    public static ProofAndY computeKzgProof(byte[] blob, byte[] zBytes) {
        Setup setup = loaded();
        checkSize("blob", blob, BYTES_PER_BLOB);
        checkSize("z", zBytes, BYTES_PER_FIELD_ELEMENT);
        ProofAndValue found = call("computeKzgProof", setup, loaded -> loaded.computeKzgProof(blob, zBytes));
        return new ProofAndY(found.proof(), found.value());
    }

    /**
     * Computes the proof that a blob has its commitment.
     *
     * @param blob a blob
     * @param commitmentBytes 48 bytes
     * @return 48 bytes
     * @throws CKZGException if an argument is malformed
     */
    public static byte[] computeBlobKzgProof(byte[] blob, byte[] commitmentBytes) {
        Setup setup = loaded();
        checkSize("blob", blob, BYTES_PER_BLOB);
        checkSize("commitment", commitmentBytes, BYTES_PER_COMMITMENT);
        return call("computeBlobKzgProof", setup, loaded -> loaded.computeBlobKzgProof(blob, commitmentBytes));
    }

    /**
     * Tells whether the polynomial with a commitment has a value at a point.
     *
     * @param commitmentBytes 48 bytes
     * @param zBytes the point: 32 bytes
     * @param yBytes the value: 32 bytes
     * @param proofBytes 48 bytes
     * @return whether it has
     * @throws CKZGException if an argument is malformed
     */
    public static boolean verifyKzgProof(byte[] commitmentBytes, byte[] zBytes, byte[] yBytes, byte[] proofBytes) {
        Setup setup = loaded();
        checkSize("commitment", commitmentBytes, BYTES_PER_COMMITMENT);
        checkSize("z", zBytes, BYTES_PER_FIELD_ELEMENT);
        checkSize("y", yBytes, BYTES_PER_FIELD_ELEMENT);
        checkSize("proof", proofBytes, BYTES_PER_PROOF);
        return call("verifyKzgProof", setup,
                loaded -> loaded.verifyKzgProof(commitmentBytes, zBytes, yBytes, proofBytes));
    }

    /**
     * Tells whether a blob has its commitment.
     *
     * @param blob a blob
     * @param commitmentBytes 48 bytes
     * @param proofBytes 48 bytes
     * @return whether it has
     * @throws CKZGException if an argument is malformed
     */
    public static boolean verifyBlobKzgProof(byte[] blob, byte[] commitmentBytes, byte[] proofBytes) {
        Setup setup = loaded();
        checkSize("blob", blob, BYTES_PER_BLOB);
        checkSize("commitment", commitmentBytes, BYTES_PER_COMMITMENT);
        checkSize("proof", proofBytes, BYTES_PER_PROOF);
        return call("verifyBlobKzgProof", setup,
                loaded -> loaded.verifyBlobKzgProof(blob, commitmentBytes, proofBytes));
    }

    /**
     * Tells whether all blobs have their commitments.
     *
     * @param blobs the blobs, one after the other
     * @param commitmentsBytes 48 bytes for each blob
     * @param proofsBytes 48 bytes for each blob
     * @param count the number of blobs
     * @return whether they have
     * @throws CKZGException if an argument is malformed
     */
    public static boolean verifyBlobKzgProofBatch(
            byte[] blobs, byte[] commitmentsBytes, byte[] proofsBytes, long count) {
        Setup setup = loaded();
        checkSize("blobs", blobs, sizeOf(BYTES_PER_BLOB, count));
        checkSize("commitments", commitmentsBytes, sizeOf(BYTES_PER_COMMITMENT, count));
        checkSize("proofs", proofsBytes, sizeOf(BYTES_PER_PROOF, count));
        return call("verifyBlobKzgProofBatch", setup,
                loaded -> loaded.verifyBlobKzgProofBatch(blobs, commitmentsBytes, proofsBytes));
    }

    /**
     * Computes the cells of a blob.
     *
     * @param blob a blob
     * @return 128 cells of 2,048 bytes
     * @throws CKZGException if the blob is malformed
     */
    public static byte[] computeCells(byte[] blob) {
        Setup setup = loaded();
        checkSize("blob", blob, BYTES_PER_BLOB);
        return call("computeCells", setup, loaded -> loaded.computeCells(blob));
    }

    /**
     * Computes the cells of a blob and their proofs.
     *
     * @param blob a blob
     * @return cells and proofs
     * @throws CKZGException if the blob is malformed
     */
    public static CellsAndProofs computeCellsAndKzgProofs(byte[] blob) {
        Setup setup = loaded();
        checkSize("blob", blob, BYTES_PER_BLOB);
        return of(call("computeCellsAndKzgProofs", setup, loaded -> loaded.computeCellsAndKzgProofs(blob)));
    }

    /**
     * Computes all cells of a blob and their proofs from at least 64 cells.
     *
     * @param cellIndices the numbers of the cells, ascending
     * @param cells the cells, one after the other
     * @return cells and proofs
     * @throws CKZGException if an argument is malformed, or the cells are not those of one blob
     */
    public static CellsAndProofs recoverCellsAndKzgProofs(long[] cellIndices, byte[] cells) {
        Setup setup = loaded();
        checkSize("cells", cells, (long) BYTES_PER_CELL * cellIndices.length);
        return of(call("recoverCellsAndKzgProofs", setup,
                loaded -> loaded.recoverCellsAndKzgProofs(cellIndices, cells)));
    }

    /**
     * Tells whether all cells are those of their commitments.
     *
     * @param commitmentsBytes 48 bytes for each cell
     * @param cellIndices the number of each cell
     * @param cells the cells, one after the other
     * @param proofsBytes 48 bytes for each cell
     * @return whether they are
     * @throws CKZGException if an argument is malformed
     */
    public static boolean verifyCellKzgProofBatch(
            byte[] commitmentsBytes, long[] cellIndices, byte[] cells, byte[] proofsBytes) {
        Setup setup = loaded();
        long count = commitmentsBytes.length / BYTES_PER_COMMITMENT;
        if (commitmentsBytes.length % BYTES_PER_COMMITMENT != 0) {
            checkSize("commitments", commitmentsBytes, BYTES_PER_COMMITMENT);
        }
        if (cellIndices.length != count) {
            throw new CKZGException(1, "Invalid cellIndices size. Expected " + count + " bytes but got "
                    + cellIndices.length + ".");
        }
        checkSize("cells", cells, BYTES_PER_CELL * count);
        checkSize("proofs", proofsBytes, BYTES_PER_PROOF * count);
        return call("verifyCellKzgProofBatch", setup,
                loaded -> loaded.verifyCellKzgProofBatch(commitmentsBytes, cellIndices, cells, proofsBytes));
    }

    private static CellsAndProofs of(io.vorpal.kzg.CellsAndProofs found) {
        return new CellsAndProofs(found.cells(), found.proofs());
    }
}
