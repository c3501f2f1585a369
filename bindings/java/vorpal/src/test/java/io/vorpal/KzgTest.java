package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vorpal.kzg.CellsAndProofs;
import io.vorpal.kzg.ProofAndValue;
import io.vorpal.kzg.Setup;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

class KzgTest {
    private static Setup setup;

    @BeforeAll
    static void open() {
        setup = Setup.ethereum(8 << 20);
    }

    @AfterAll
    static void close() {
        setup.close();
    }

    private static byte[] blob(int value) {
        byte[] blob = new byte[Setup.BYTES_PER_BLOB];
        for (int i = 0; i < 4096; i++) {
            blob[32 * i + 30] = (byte) (i + value);
            blob[32 * i + 31] = (byte) value;
        }
        return blob;
    }

    @Test
    void tablesStayWithinTheBudget() {
        assertTrue(setup.memory() <= 8 << 20 && setup.memory() > Setup.SMALLEST_TABLES, "" + setup.memory());
        assertFalse(setup.explain().isEmpty());
        VorpalException error = assertThrows(VorpalException.class, () -> Setup.ethereum(1000));
        assertEquals("memory", error.argument());
        assertEquals(VorpalException.Kind.NOT_POSSIBLE, error.kind());
        error = assertThrows(VorpalException.class, () -> Setup.ethereum(-2));
        assertEquals("memory: -2 is negative", error.getMessage());
        Setup closed = Setup.ethereum();
        closed.close();
        Exception refused = assertThrows(IllegalStateException.class, closed::memory);
        assertEquals("the Setup is closed", refused.getMessage());
    }

    @Test
    void blobsAndCellsOfArraysAndBuffersAgree() {
        byte[] blobs = Data.join(List.of(blob(1), blob(2)));
        byte[] commitments = setup.blobsToKzgCommitments(blobs);
        assertArrayEquals(commitments, setup.blobsToKzgCommitments(Data.direct(blobs)));
        assertArrayEquals(Arrays.copyOf(commitments, 48), setup.blobToKzgCommitment(blob(1)));
        byte[] proofs = Data.join(List.of(setup.computeBlobKzgProof(blob(1), Arrays.copyOf(commitments, 48)),
                setup.computeBlobKzgProof(blob(2), Arrays.copyOfRange(commitments, 48, 96))));
        assertTrue(setup.verifyBlobKzgProofBatch(blobs, commitments, proofs));
        assertTrue(setup.verifyBlobKzgProofBatch(Data.direct(blobs), Data.heap(commitments), Data.direct(proofs)));
        assertEquals(0, setup.wrongBlobs(blobs, commitments, proofs).length);
        byte[] wrong = blobs.clone();
        wrong[Setup.BYTES_PER_BLOB + 31] ^= 1;
        assertFalse(setup.verifyBlobKzgProofBatch(wrong, commitments, proofs));
        assertArrayEquals(new long[] {1}, setup.wrongBlobs(wrong, commitments, proofs));

        CellsAndProofs cells = setup.computeCellsAndKzgProofs(blob(1));
        assertArrayEquals(cells.cells(), setup.computeCells(blob(1)));
        assertArrayEquals(blob(1), Arrays.copyOf(cells.cells(), Setup.BYTES_PER_BLOB));
        ByteBuffer outCells = ByteBuffer.allocateDirect(2 * Setup.BYTES_PER_BLOB + 1).position(1);
        ByteBuffer outProofs = ByteBuffer.allocate(128 * 48);
        setup.computeCellsAndKzgProofs(Data.direct(blob(1)), outCells, outProofs);
        assertArrayEquals(cells.proofs(), outProofs.array());
        byte[] written = new byte[2 * Setup.BYTES_PER_BLOB];
        outCells.get(1, written);
        assertArrayEquals(cells.cells(), written);
        assertEquals(0, outCells.remaining());

        long[] half = LongStream.range(0, 64).map(i -> 2 * i + 1).toArray();
        ByteBuffer given = ByteBuffer.allocate(64 * Setup.BYTES_PER_CELL);
        for (long index : half) {
            given.put(cells.cells(), (int) index * Setup.BYTES_PER_CELL, Setup.BYTES_PER_CELL);
        }
        CellsAndProofs recovered = setup.recoverCellsAndKzgProofs(half, given.array());
        assertArrayEquals(cells.cells(), recovered.cells());
        assertArrayEquals(cells.proofs(), recovered.proofs());
        assertArrayEquals(cells.cells(), setup.recoverCells(half, given.array()));

        outputsThatOverlapChangeNothing();

        long[] indices = LongStream.range(0, 128).toArray();
        ByteBuffer many = ByteBuffer.allocateDirect(128 * 48);
        for (int i = 0; i < 128; i++) {
            many.put(commitments, 0, 48);
        }
        many.flip();
        byte[] same = new byte[128 * 48];
        many.get(0, same);
        assertTrue(setup.verifyCellKzgProofBatch(same, indices, cells.cells(), cells.proofs()));
        assertTrue(setup.verifyCellKzgProofBatch(
                many, indices, Data.direct(cells.cells()), Data.direct(cells.proofs())));
        byte[] damaged = cells.cells().clone();
        damaged[5 * Setup.BYTES_PER_CELL + 31] ^= 1;
        assertFalse(setup.verifyCellKzgProofBatch(same, indices, damaged, cells.proofs()));
        assertArrayEquals(new long[] {5}, setup.wrongCells(same, indices, damaged, cells.proofs()));
    }

    private static void outputsThatOverlapChangeNothing() {
        int length = 128 * Setup.BYTES_PER_CELL;
        ByteBuffer all = ByteBuffer.allocateDirect(length + 128 * 48);
        ByteBuffer whole = ByteBuffer.allocate(length + 128 * 48);
        ByteBuffer[][] outputs = {
            {all.slice(0, length), all.slice(length - 48, 128 * 48)},
            {all.slice(0, length), all.slice(0, 128 * 48)},
            {all, all},
            // Both results fit in one after the other, or not.
            {whole, whole},
            {whole.slice(0, length), null},
        };
        outputs[4][1] = outputs[4][0];
        for (ByteBuffer[] pair : outputs) {
            VorpalException error = assertThrows(VorpalException.class,
                    () -> setup.computeCellsAndKzgProofs(Data.direct(blob(1)), pair[0], pair[1]));
            assertEquals("proofs: the buffer overlaps that of cells", error.getMessage());
            assertEquals(0, pair[0].position());
            assertEquals(0, pair[1].position());
        }
        byte[] found = new byte[all.capacity()];
        all.get(0, found);
        assertArrayEquals(new byte[found.length], found);
        assertArrayEquals(new byte[found.length], whole.array());
        // An output that is also the input.
        byte[] blob = blob(1);
        ByteBuffer buffer = ByteBuffer.allocateDirect(length);
        buffer.put(0, blob);
        VorpalException error = assertThrows(VorpalException.class, () -> setup.computeCellsAndKzgProofs(
                buffer.slice(0, blob.length), buffer, ByteBuffer.allocate(128 * 48)));
        assertEquals("cells: the buffer overlaps that of blob", error.getMessage());
        byte[] same = new byte[blob.length];
        buffer.get(0, same);
        assertArrayEquals(blob, same);
    }

    @Test
    void errorsNameTheArgumentAndTheIndex() {
        byte[] blobs = new byte[2 * Setup.BYTES_PER_BLOB];
        Arrays.fill(blobs, Setup.BYTES_PER_BLOB, blobs.length, (byte) 0xff);
        VorpalException error = assertThrows(VorpalException.class, () -> setup.blobsToKzgCommitments(blobs));
        assertEquals("blobs", error.argument());
        assertEquals(1, error.index().getAsLong());
        assertEquals(VorpalException.Kind.INPUT, error.kind());
        error = assertThrows(VorpalException.class, () -> setup.blobToKzgCommitment(new byte[5]));
        assertEquals("blob", error.argument());
        assertEquals(VorpalException.Kind.ARGUMENT, error.kind());
        assertTrue(error.index().isEmpty());
        error = assertThrows(VorpalException.class, () -> setup.verifyCellKzgProofBatch(
                new byte[48], new long[] {-1}, new byte[2048], new byte[48]));
        assertEquals("cellIndices", error.argument());
        assertEquals(0, error.index().getAsLong());
        error = assertThrows(VorpalException.class, () -> Setup.parse("4096\n65\n", 0));
        assertEquals("text", error.argument());
        error = assertThrows(VorpalException.class,
                () -> Setup.ofPoints(new byte[47], new byte[48], new byte[96], 0));
        assertEquals("lagrange: 47 bytes are no multiple of 48", error.getMessage());
    }

    // The official vectors, by function.

    private interface Check {
        /** The output, in the form of the vectors. */
        Object run(Map<String, Object> input);
    }

    private static byte[] bytes(Object digits) {
        return Data.hex((String) digits);
    }

    @SuppressWarnings("unchecked")
    private static byte[] all(Object list) {
        return Data.join(((List<Object>) list).stream().map(KzgTest::bytes).toList());
    }

    @SuppressWarnings("unchecked")
    private static long[] longs(Object list) {
        return ((List<Number>) list).stream().mapToLong(Number::longValue).toArray();
    }

    private static String text(byte[] bytes) {
        return "0x" + Data.hex(bytes);
    }

    /** Items of a list as the vectors have them. */
    private static List<String> list(byte[] bytes, int width) {
        String digits = Data.hex(bytes);
        return java.util.stream.IntStream.range(0, bytes.length / width)
                .mapToObj(i -> "0x" + digits.substring(2 * width * i, 2 * width * (i + 1))).toList();
    }

    private static List<List<String>> lists(CellsAndProofs found) {
        return List.of(list(found.cells(), Setup.BYTES_PER_CELL), list(found.proofs(), 48));
    }

    /** Runs the vectors of a function: an output of null stands for an error. */
    private static void vectors(String function, int count, Check check) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(1 << 24);
        int run = 0;
        for (Path file : Data.files("kzg/" + function, "data.yaml")) {
            Map<String, Object> vector;
            try (Reader reader = Files.newBufferedReader(file)) {
                vector = new Yaml(options).load(reader);
            }
            @SuppressWarnings("unchecked")
            Map<String, Object> input = (Map<String, Object>) vector.get("input");
            Object expected = vector.get("output");
            Object found;
            try {
                found = check.run(input);
                assertNotNull(found);
            } catch (VorpalException | IllegalArgumentException error) {
                found = null;
            }
            assertEquals(expected, found, file.toString());
            run++;
        }
        assertTrue(run >= count, function + ": " + run);
    }

    @Test
    void vectorsOfEip4844() throws IOException {
        vectors("blob_to_kzg_commitment", 10, in -> text(setup.blobToKzgCommitment(bytes(in.get("blob")))));
        vectors("compute_kzg_proof", 40, in -> {
            ProofAndValue found = setup.computeKzgProof(bytes(in.get("blob")), bytes(in.get("z")));
            return List.of(text(found.proof()), text(found.value()));
        });
        vectors("compute_blob_kzg_proof", 10,
                in -> text(setup.computeBlobKzgProof(bytes(in.get("blob")), bytes(in.get("commitment")))));
        vectors("verify_kzg_proof", 100, in -> setup.verifyKzgProof(
                bytes(in.get("commitment")), bytes(in.get("z")), bytes(in.get("y")), bytes(in.get("proof"))));
        vectors("verify_blob_kzg_proof", 20, in -> setup.verifyBlobKzgProof(
                bytes(in.get("blob")), bytes(in.get("commitment")), bytes(in.get("proof"))));
        vectors("verify_blob_kzg_proof_batch", 20, in -> setup.verifyBlobKzgProofBatch(
                all(in.get("blobs")), all(in.get("commitments")), all(in.get("proofs"))));
    }

    @Test
    void vectorsOfEip7594() throws IOException {
        vectors("compute_cells", 5,
                in -> list(setup.computeCells(bytes(in.get("blob"))), Setup.BYTES_PER_CELL));
        vectors("compute_cells_and_kzg_proofs", 5,
                in -> lists(setup.computeCellsAndKzgProofs(bytes(in.get("blob")))));
        vectors("recover_cells_and_kzg_proofs", 10, in -> lists(
                setup.recoverCellsAndKzgProofs(longs(in.get("cell_indices")), all(in.get("cells")))));
        vectors("verify_cell_kzg_proof_batch", 20, in -> setup.verifyCellKzgProofBatch(
                all(in.get("commitments")), longs(in.get("cell_indices")), all(in.get("cells")),
                all(in.get("proofs"))));
    }
}
