package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EvmTest {
    private static final Map<String, Precompile> CONTRACTS = Map.ofEntries(
            Map.entry("blake2F", Precompile.BLAKE2F),
            Map.entry("blake2f", Precompile.BLAKE2F),
            Map.entry("blsG1Add", Precompile.BLS12_G1_ADD),
            Map.entry("blsG1Mul", Precompile.BLS12_G1_MSM),
            Map.entry("blsG1MultiExp", Precompile.BLS12_G1_MSM),
            Map.entry("blsG2Add", Precompile.BLS12_G2_ADD),
            Map.entry("blsG2Mul", Precompile.BLS12_G2_MSM),
            Map.entry("blsG2MultiExp", Precompile.BLS12_G2_MSM),
            Map.entry("blsMapG1", Precompile.BLS12_MAP_FP_TO_G1),
            Map.entry("blsMapG2", Precompile.BLS12_MAP_FP2_TO_G2),
            Map.entry("blsPairing", Precompile.BLS12_PAIRING),
            Map.entry("bn256Add", Precompile.BN254_ADD),
            Map.entry("bn256Pairing", Precompile.BN254_PAIRING),
            Map.entry("bn256ScalarMul", Precompile.BN254_MUL),
            Map.entry("ecRecover", Precompile.EC_RECOVER),
            Map.entry("modexp", Precompile.MOD_EXP),
            Map.entry("modexp_eip2565", Precompile.MOD_EXP),
            Map.entry("modexp_eip7883", Precompile.MOD_EXP),
            Map.entry("p256Verify", Precompile.P256_VERIFY),
            Map.entry("pointEvaluation", Precompile.POINT_EVALUATION));

    private static Fork fork(String name) {
        return switch (name) {
            case "modexp" -> Fork.ISTANBUL;
            case "modexp_eip2565" -> Fork.BERLIN;
            default -> Fork.OSAKA;
        };
    }

    @Test
    void vectorsOfGoEthereum() throws IOException {
        int passed = 0;
        int failures = 0;
        for (Path file : Data.files("evm/precompiles", ".json")) {
            String name = file.getFileName().toString().replace(".json", "");
            boolean fails = name.startsWith("fail-");
            name = name.replace("fail-", "");
            Precompile contract = CONTRACTS.get(name);
            for (JsonElement element : JsonParser.parseString(Files.readString(file)).getAsJsonArray()) {
                JsonObject vector = element.getAsJsonObject();
                String id = name + " " + vector.get("Name").getAsString();
                byte[] input = Data.hex(vector.get("Input").getAsString());
                Fork fork = fork(name);
                if (fails) {
                    VorpalException error = assertThrows(VorpalException.class, () -> contract.run(input, fork), id);
                    assertEquals("input", error.argument());
                    failures++;
                    continue;
                }
                assertEquals(vector.get("Gas").getAsLong(), contract.gas(input, fork), id);
                byte[] output = contract.run(input, fork);
                assertEquals(vector.get("Expected").getAsString(), Data.hex(output), id);
                assertArrayEquals(output, contract.run(Data.direct(input), fork), id);
                assertEquals(contract.gas(input, fork), contract.gas(Data.heap(input), fork), id);
                passed++;
            }
        }
        assertTrue(passed > 500 && failures > 30, passed + " and " + failures);
    }

    @Test
    void hashesAreThoseOfThePlatform() throws NoSuchAlgorithmException {
        byte[] input = new byte[1000];
        new Random(1).nextBytes(input);
        assertArrayEquals(MessageDigest.getInstance("SHA-256").digest(input),
                Precompile.SHA256.run(input, Fork.ISTANBUL));
        assertArrayEquals(input, Precompile.IDENTITY.run(input, Fork.ISTANBUL));
        // RIPEMD-160 of no bytes, after twelve zeros.
        assertEquals("0000000000000000000000009c1185a5c5e9fc54612808977ee8f548b2258d31",
                Data.hex(Precompile.RIPEMD160.run(new byte[0], Fork.ISTANBUL)));
        assertEquals(60 + 12 * 32, Precompile.SHA256.gas(input, Fork.ISTANBUL));
    }

    @Test
    void errorsNameTheItem() {
        byte[] points = new byte[128];
        points[127] = 1;
        VorpalException error =
                assertThrows(VorpalException.class, () -> Precompile.BN254_ADD.run(points, Fork.ISTANBUL));
        assertEquals("input", error.argument());
        assertEquals(1, error.index().getAsLong());
        assertEquals(VorpalException.Kind.INPUT, error.kind());
        assertEquals("input: item 1: the point of G1 is not on the curve", error.getMessage());
    }

    @Test
    void contractsBelongToForks() {
        assertEquals(18, Precompile.values().length);
        assertEquals(0x100, Precompile.P256_VERIFY.address());
        assertEquals(Fork.PRAGUE, Precompile.BLS12_PAIRING.since());
        Exception error = assertThrows(IllegalArgumentException.class,
                () -> Precompile.P256_VERIFY.gas(new byte[0], Fork.PRAGUE));
        assertEquals("fork: P256_VERIFY is not in PRAGUE, but since OSAKA", error.getMessage());
        byte[] huge = new byte[96];
        java.util.Arrays.fill(huge, (byte) 0xff);
        assertEquals(Long.MAX_VALUE, Precompile.MOD_EXP.gas(huge, Fork.BERLIN));
        assertThrows(VorpalException.class, () -> Precompile.MOD_EXP.run(huge, Fork.OSAKA));
    }

    @Test
    void buffersMayBeEmptyOrReadOnly() {
        ByteBuffer empty = ByteBuffer.allocateDirect(0);
        assertArrayEquals(new byte[0], Precompile.IDENTITY.run(empty, Fork.OSAKA));
        assertEquals(Precompile.IDENTITY.gas(new byte[0], Fork.OSAKA), Precompile.IDENTITY.gas(empty, Fork.OSAKA));
        byte[] input = {1, 2, 3};
        for (ByteBuffer buffer : List.of(Data.direct(input), Data.heap(input))) {
            assertArrayEquals(input, Precompile.IDENTITY.run(buffer.asReadOnlyBuffer(), Fork.OSAKA));
            assertEquals(18, Precompile.IDENTITY.gas(buffer.asReadOnlyBuffer(), Fork.OSAKA));
            assertEquals(3, buffer.remaining());
        }
        assertEquals("input", assertThrows(NullPointerException.class,
                () -> Precompile.IDENTITY.run((ByteBuffer) null, Fork.OSAKA)).getMessage());
        assertEquals("input", assertThrows(NullPointerException.class,
                () -> Precompile.IDENTITY.gas((ByteBuffer) null, Fork.OSAKA)).getMessage());
    }

    @Test
    void anOutputAboveTheHeapIsAnOutOfMemoryError() {
        // The length of the modulus is 2^27, twice the heap.
        byte[] lengths = new byte[96];
        lengths[92] = 8;
        assertThrows(OutOfMemoryError.class, () -> Precompile.MOD_EXP.run(lengths, Fork.BERLIN));
        // No exception is pending after it.
        assertArrayEquals(lengths, Precompile.IDENTITY.run(lengths, Fork.BERLIN));
    }
}
