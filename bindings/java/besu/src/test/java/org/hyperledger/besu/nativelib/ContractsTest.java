package org.hyperledger.besu.nativelib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.jna.ptr.IntByReference;
import io.vorpal.VorpalException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;
import org.hyperledger.besu.nativelib.arithmetic.LibArithmetic;
import org.hyperledger.besu.nativelib.blake2bf.LibBlake2bf;
import org.hyperledger.besu.nativelib.gnark.LibGnarkEIP196;
import org.hyperledger.besu.nativelib.gnark.LibGnarkEIP2537;
import org.junit.jupiter.api.Test;

class ContractsTest {
    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** The vectors of a file; the number of them. */
    private static int vectors(String name, Consumer<JsonObject> check) throws IOException {
        String data = System.getProperty("vorpal.data", "");
        if (data.isEmpty()) {
            System.err.println("SKIPPED: " + name + ": no vorpal.data");
            abort("no vorpal.data");
        }
        Path file = Path.of(data, "evm/precompiles", name + ".json");
        int count = 0;
        for (JsonElement element : JsonParser.parseString(Files.readString(file)).getAsJsonArray()) {
            check.accept(element.getAsJsonObject());
            count++;
        }
        return count;
    }

    private static String text(JsonObject vector, String key) {
        return vector.get(key).getAsString();
    }

    @Test
    void contractsOnBn254() throws IOException {
        Map<String, Byte> operations = Map.of("bn256Add", LibGnarkEIP196.EIP196_ADD_OPERATION_RAW_VALUE,
                "bn256ScalarMul", LibGnarkEIP196.EIP196_MUL_OPERATION_RAW_VALUE,
                "bn256Pairing", LibGnarkEIP196.EIP196_PAIR_OPERATION_RAW_VALUE);
        int count = 0;
        for (Map.Entry<String, Byte> operation : operations.entrySet()) {
            count += vectors(operation.getKey(), vector -> {
                byte[] input = hex(text(vector, "Input"));
                byte[] expected = hex(text(vector, "Expected"));
                byte[] output = new byte[64];
                int code = LibGnarkEIP196.eip196_perform_operation(
                        operation.getValue(), input, input.length, output);
                assertEquals(LibGnarkEIP196.EIP196_ERR_CODE_SUCCESS, code);
                assertArrayEquals(expected, Arrays.copyOf(output, expected.length), text(vector, "Name"));
            });
        }
        assertTrue(count > 40, "" + count);
    }

    @Test
    void errorsOnBn254HaveNumbers() {
        byte[] output = new byte[64];
        byte[] point = new byte[96];
        Arrays.fill(point, 0, 32, (byte) 0xff);
        assertEquals(LibGnarkEIP196.EIP196_ERR_CODE_POINT_NOT_IN_FIELD, LibGnarkEIP196.eip196_perform_operation(
                LibGnarkEIP196.EIP196_MUL_OPERATION_RAW_VALUE, point, 96, output));
        byte[] off = new byte[96];
        off[31] = 1;
        assertEquals(LibGnarkEIP196.EIP196_ERR_CODE_POINT_ON_CURVE_CHECK_FAILED,
                LibGnarkEIP196.eip196_perform_operation(
                        LibGnarkEIP196.EIP196_ADD_OPERATION_RAW_VALUE, off, 96, output));
        assertEquals(LibGnarkEIP196.EIP196_ERR_CODE_INVALID_INPUT_PAIRING_LENGTH,
                LibGnarkEIP196.eip196_perform_operation(
                        LibGnarkEIP196.EIP196_PAIR_OPERATION_RAW_VALUE, off, 96, output));
        assertEquals(LibGnarkEIP196.EIP196_ERR_CODE_INVALID_OUTPUT_LENGTH,
                LibGnarkEIP196.eip196_perform_operation(
                        LibGnarkEIP196.EIP196_ADD_OPERATION_RAW_VALUE, off, 96, new byte[63]));
        assertArrayEquals(new byte[64], output);
        assertThrows(RuntimeException.class,
                () -> LibGnarkEIP196.eip196_perform_operation((byte) 9, off, 96, output));
        assertThrows(VorpalException.class, () -> LibGnarkEIP196.eip196_perform_operation(
                LibGnarkEIP196.EIP196_ADD_OPERATION_RAW_VALUE, off, 97, output));
        assertEquals(0, LibGnarkEIP196.eip196_perform_operation(
                LibGnarkEIP196.EIP196_PAIR_OPERATION_RAW_VALUE, off, 0, output));
        // Of a verdict the last byte alone is written.
        byte[] word = new byte[33];
        Arrays.fill(word, (byte) 7);
        assertEquals(0, LibGnarkEIP196.eip196_perform_operation(
                LibGnarkEIP196.EIP196_PAIR_OPERATION_RAW_VALUE, off, 0, word));
        for (int i = 0; i < 33; i++) {
            assertEquals(i == 31 ? 1 : 7, word[i]);
        }
        assertEquals(1, output[31]);
    }

    private static final Map<String, Byte> BLS = Map.of(
            "blsG1Add", LibGnarkEIP2537.BLS12_G1ADD_OPERATION_SHIM_VALUE,
            "blsG1Mul", LibGnarkEIP2537.BLS12_G1MULTIEXP_OPERATION_SHIM_VALUE,
            "blsG1MultiExp", LibGnarkEIP2537.BLS12_G1MULTIEXP_OPERATION_SHIM_VALUE,
            "blsG2Add", LibGnarkEIP2537.BLS12_G2ADD_OPERATION_SHIM_VALUE,
            "blsG2Mul", LibGnarkEIP2537.BLS12_G2MULTIEXP_OPERATION_SHIM_VALUE,
            "blsG2MultiExp", LibGnarkEIP2537.BLS12_G2MULTIEXP_OPERATION_SHIM_VALUE,
            "blsPairing", LibGnarkEIP2537.BLS12_PAIR_OPERATION_SHIM_VALUE,
            "blsMapG1", LibGnarkEIP2537.BLS12_MAP_FP_TO_G1_OPERATION_SHIM_VALUE,
            "blsMapG2", LibGnarkEIP2537.BLS12_MAP_FP2_TO_G2_OPERATION_SHIM_VALUE);

    /** A call of a contract on BLS12-381: its output, or the text of the error. */
    private static Object perform(byte operation, byte[] input) {
        byte[] output = new byte[LibGnarkEIP2537.EIP2537_PREALLOCATE_FOR_RESULT_BYTES];
        byte[] error = new byte[LibGnarkEIP2537.EIP2537_PREALLOCATE_FOR_ERROR_BYTES];
        IntByReference length = new IntByReference();
        IntByReference errorLength = new IntByReference();
        int code = LibGnarkEIP2537.eip2537_perform_operation(
                operation, input, input.length, output, length, error, errorLength);
        if (code == 0) {
            assertEquals(0, errorLength.getValue());
            return HexFormat.of().formatHex(output, 0, length.getValue());
        }
        assertEquals(1, code);
        assertEquals(0, length.getValue());
        return new String(error, 0, errorLength.getValue(), StandardCharsets.US_ASCII).split(",")[0];
    }

    @Test
    void contractsOnBls12() throws IOException {
        int count = 0;
        for (Map.Entry<String, Byte> operation : BLS.entrySet()) {
            count += vectors(operation.getKey(), vector -> assertEquals(text(vector, "Expected"),
                    perform(operation.getValue(), hex(text(vector, "Input"))), text(vector, "Name")));
        }
        assertTrue(count > 80, "" + count);
    }

    @Test
    void errorsOnBls12HaveTheTextsOfGnark() throws IOException {
        // The texts of go-ethereum's vectors, and those of gnark-crypto.
        Map<String, String> texts = Map.of(
                "invalid input length", "invalid input parameters",
                "invalid field element top bytes", "invalid point: point is not left padded with zero",
                "invalid fp.Element encoding", "invalid fp.Element encoding",
                "invalid point: not on curve", "invalid point: point is not on curve",
                "g1 point is not on correct subgroup", "invalid point: subgroup check failed",
                "g2 point is not on correct subgroup", "invalid point: subgroup check failed");
        int count = 0;
        for (Map.Entry<String, Byte> operation : BLS.entrySet()) {
            count += vectors("fail-" + operation.getKey(), vector -> {
                String expected = texts.get(text(vector, "ExpectedError"));
                assertEquals(expected, perform(operation.getValue(), hex(text(vector, "Input"))),
                        operation.getKey() + " " + text(vector, "Name"));
            });
        }
        assertTrue(count > 30, "" + count);
    }

    @Test
    void pointsOnBls12AreChecked() {
        byte[] error = new byte[256];
        byte[] infinity = new byte[128];
        assertTrue(LibGnarkEIP2537.eip2537G1IsOnCurve(infinity, error, 128, 256));
        assertTrue(LibGnarkEIP2537.eip2537G1IsInSubGroup(infinity, error, 128, 256));
        assertTrue(LibGnarkEIP2537.eip2537G2IsInSubGroup(new byte[256], error, 256, 256));
        assertEquals(0, error[0]);
        infinity[127] = 1;
        assertFalse(LibGnarkEIP2537.eip2537G1IsOnCurve(infinity, error, 128, 256));
        assertTrue(new String(error, StandardCharsets.US_ASCII).startsWith("invalid point: point is not on curve"));
        assertFalse(LibGnarkEIP2537.eip2537G2IsOnCurve(infinity, new byte[256], 128, 256));
    }

    @Test
    void compressionsOfBlake2() throws IOException {
        int count = vectors("blake2F", vector -> {
            byte[] out = new byte[64];
            LibBlake2bf.blake2bf_eip152(out, hex(text(vector, "Input")));
            assertArrayEquals(hex(text(vector, "Expected")), out, text(vector, "Name"));
        });
        assertTrue(count >= 4, "" + count);
    }

    @Test
    void modularExponentiations() throws IOException {
        int count = vectors("modexp_eip2565", vector -> {
            byte[] input = hex(text(vector, "Input"));
            byte[] expected = hex(text(vector, "Expected"));
            byte[] output = new byte[expected.length];
            IntByReference length = new IntByReference(output.length);
            assertEquals(0, LibArithmetic.modexp_precompiled(input, input.length, output, length));
            assertEquals(expected.length, length.getValue());
            assertArrayEquals(expected, output, text(vector, "Name"));
        });
        assertTrue(count > 10, "" + count);
    }
}
