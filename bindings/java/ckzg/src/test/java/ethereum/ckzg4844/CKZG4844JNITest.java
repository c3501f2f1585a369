package ethereum.ckzg4844;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import ethereum.ckzg4844.CKZGException.CKZGError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CKZG4844JNITest {
    /** The file of Ethereum's ceremony. */
    private static String file() {
        String data = System.getProperty("vorpal.data", "");
        if (data.isEmpty()) {
            System.err.println("SKIPPED: the trusted setup: no vorpal.data");
            abort("no vorpal.data");
        }
        return Path.of(data, "evm/kzg/trusted_setup.txt").toString();
    }

    private static byte[] blob() {
        byte[] blob = new byte[CKZG4844JNI.BYTES_PER_BLOB];
        for (int i = 31; i < blob.length; i += 32) {
            blob[i] = (byte) i;
        }
        return blob;
    }

    private static void check(CKZGError kind, String message, Runnable call) {
        CKZGException error = assertThrows(CKZGException.class, call::run);
        assertEquals(kind, error.getError());
        assertEquals(message, error.getErrorMessage());
        assertEquals(message + " (" + kind + ")", error.getMessage());
    }

    @Test
    void onlyOneSetupIsLoaded() throws IOException {
        CKZG4844JNI.loadNativeLibrary();
        RuntimeException error =
                assertThrows(RuntimeException.class, () -> CKZG4844JNI.blobToKzgCommitment(blob()));
        assertEquals("Trusted Setup is not loaded.", error.getMessage());
        assertEquals("Trusted Setup is not loaded.",
                assertThrows(RuntimeException.class, CKZG4844JNI::freeTrustedSetup).getMessage());
        String file = file();
        check(CKZGError.C_KZG_BADARGS, "There was an error while loading the Trusted Setup.",
                () -> CKZG4844JNI.loadTrustedSetup(file, 16));
        check(CKZGError.C_KZG_BADARGS, "There was an error while loading the Trusted Setup.",
                () -> CKZG4844JNI.loadTrustedSetup(new byte[27], new byte[48], new byte[96], 0));
        assertThrows(RuntimeException.class, () -> CKZG4844JNI.loadTrustedSetup(file + ".none", 0));
        CKZG4844JNI.loadTrustedSetup(file, 1);
        try {
            assertEquals("Trusted Setup is already loaded. Free it before loading a new one.",
                    assertThrows(RuntimeException.class, () -> CKZG4844JNI.loadTrustedSetup(file, 0)).getMessage());
            functions();
            errors();
        } finally {
            CKZG4844JNI.freeTrustedSetup();
        }
    }

    private static void functions() {
        byte[] blob = blob();
        byte[] commitment = CKZG4844JNI.blobToKzgCommitment(blob);
        byte[] proof = CKZG4844JNI.computeBlobKzgProof(blob, commitment);
        assertTrue(CKZG4844JNI.verifyBlobKzgProof(blob, commitment, proof));
        assertTrue(CKZG4844JNI.verifyBlobKzgProofBatch(blob, commitment, proof, 1));
        byte[] z = new byte[32];
        z[31] = 5;
        ProofAndY value = CKZG4844JNI.computeKzgProof(blob, z);
        assertTrue(CKZG4844JNI.verifyKzgProof(commitment, z, value.getY(), value.getProof()));
        z[31] = 6;
        assertFalse(CKZG4844JNI.verifyKzgProof(commitment, z, value.getY(), value.getProof()));
        CellsAndProofs cells = CKZG4844JNI.computeCellsAndKzgProofs(blob);
        assertArrayEquals(cells.getCells(), CKZG4844JNI.computeCells(blob));
        byte[] half = java.util.Arrays.copyOf(cells.getCells(), 64 * CKZG4844JNI.BYTES_PER_CELL);
        CellsAndProofs recovered =
                CKZG4844JNI.recoverCellsAndKzgProofs(LongStream.range(0, 64).toArray(), half);
        assertArrayEquals(cells.getCells(), recovered.getCells());
        assertArrayEquals(cells.getProofs(), recovered.getProofs());
        byte[] first = java.util.Arrays.copyOf(cells.getCells(), CKZG4844JNI.BYTES_PER_CELL);
        byte[] its = java.util.Arrays.copyOf(cells.getProofs(), 48);
        assertTrue(CKZG4844JNI.verifyCellKzgProofBatch(commitment, new long[] {0}, first, its));
        assertFalse(CKZG4844JNI.verifyCellKzgProofBatch(commitment, new long[] {1}, first, its));
    }

    private static void errors() {
        CKZGError bad = CKZGError.C_KZG_BADARGS;
        check(bad, "Invalid blob size. Expected 131072 bytes but got 0.",
                () -> CKZG4844JNI.blobToKzgCommitment(new byte[0]));
        check(bad, "Invalid commitment size. Expected 48 bytes but got 49.",
                () -> CKZG4844JNI.computeBlobKzgProof(blob(), new byte[49]));
        check(bad, "Invalid blobs size. Expected 262144 bytes but got 42.",
                () -> CKZG4844JNI.verifyBlobKzgProofBatch(new byte[42], new byte[96], new byte[96], 2));
        for (long count : new long[] {1L << 60, -1L << 60, Long.MIN_VALUE, -1, 1L << 47, Long.MAX_VALUE}) {
            // The sizes are zero modulo 2^64, or negative, or above all arrays.
            CKZGException error = assertThrows(CKZGException.class, () -> CKZG4844JNI.verifyBlobKzgProofBatch(
                    new byte[0], new byte[0], new byte[0], count));
            assertEquals(bad, error.getError(), () -> "" + count);
            assertTrue(error.getErrorMessage().startsWith("Invalid blobs size. Expected "), () -> "" + count);
        }
        check(bad, "There was an error in blobToKzgCommitment.", () -> {
            byte[] blob = blob();
            java.util.Arrays.fill(blob, 0, 32, (byte) 0xff);
            CKZG4844JNI.blobToKzgCommitment(blob);
        });
    }
}
