package ethereum.ckzg4844;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same calls of these classes and of jc-kzg-4844 from Maven Central: equal results, equal errors. */
class PeerTest {
    private static URLClassLoader loader;
    private static Class<?> peer;

    @BeforeAll
    static void open() throws Exception {
        String data = System.getProperty("vorpal.data", "");
        if (data.isEmpty()) {
            System.err.println("SKIPPED: jc-kzg-4844: no vorpal.data");
            abort("no vorpal.data");
        }
        URL jar = Path.of("target/peer/jc-kzg-4844-2.1.6.jar").toUri().toURL();
        loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
        peer = loader.loadClass("ethereum.ckzg4844.CKZG4844JNI");
        assertNotSame(CKZG4844JNI.class, peer);
        peer.getMethod("loadNativeLibrary").invoke(null);
        String file = Path.of(data, "evm/kzg/trusted_setup.txt").toString();
        for (Class<?> library : new Class<?>[] {CKZG4844JNI.class, peer}) {
            library.getMethod("loadTrustedSetup", String.class, long.class).invoke(null, file, 0L);
        }
    }

    @AfterAll
    static void close() throws Exception {
        if (peer != null) {
            for (Class<?> library : new Class<?>[] {CKZG4844JNI.class, peer}) {
                library.getMethod("freeTrustedSetup").invoke(null);
            }
            loader.close();
        }
    }

    /** The result of a call as arrays of bytes, or the text of the error. */
    private static Object call(Class<?> library, String name, Object... arguments) throws ReflectiveOperationException {
        Method method = Arrays.stream(library.getMethods()).filter(found -> found.getName().equals(name)).findFirst()
                .orElseThrow();
        Object result;
        try {
            result = method.invoke(null, arguments);
        } catch (InvocationTargetException error) {
            return error.getCause().getClass().getName() + ": " + error.getCause().getMessage();
        }
        return switch (result.getClass().getSimpleName()) {
            case "ProofAndY" -> new Object[] {get(result, "getProof"), get(result, "getY")};
            case "CellsAndProofs" -> new Object[] {get(result, "getCells"), get(result, "getProofs")};
            default -> result;
        };
    }

    private static Object get(Object object, String name) throws ReflectiveOperationException {
        return object.getClass().getMethod(name).invoke(object);
    }

    /** Calls both libraries. Returns the result. */
    private static Object same(String name, Object... arguments) throws ReflectiveOperationException {
        Object own = call(CKZG4844JNI.class, name, arguments);
        Object other = call(peer, name, arguments);
        assertArrayEquals(new Object[] {other}, new Object[] {own}, name);
        return own;
    }

    private static byte[] random(Random numbers, int scalars) {
        byte[] bytes = new byte[32 * scalars];
        numbers.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i += 32) {
            bytes[i] &= 0x3f;
        }
        return bytes;
    }

    @Test
    void resultsAndErrorsAreEqual() throws ReflectiveOperationException {
        Random numbers = new Random(1);
        for (int round = 0; round < 3; round++) {
            byte[] blob = random(numbers, 4096);
            byte[] commitment = (byte[]) same("blobToKzgCommitment", (Object) blob);
            byte[] proof = (byte[]) same("computeBlobKzgProof", blob, commitment);
            assertEquals(true, same("verifyBlobKzgProof", blob, commitment, proof));
            assertEquals(false, same("verifyBlobKzgProof", random(numbers, 4096), commitment, proof));
            assertEquals(true, same("verifyBlobKzgProofBatch", blob, commitment, proof, 1L));
            byte[] z = random(numbers, 1);
            Object[] value = (Object[]) same("computeKzgProof", blob, z);
            assertEquals(true, same("verifyKzgProof", commitment, z, value[1], value[0]));
            assertEquals(false, same("verifyKzgProof", commitment, z, z, value[0]));
            same("computeCells", (Object) blob);
            Object[] cells = (Object[]) same("computeCellsAndKzgProofs", (Object) blob);
            long[] half = LongStream.range(64, 128).toArray();
            byte[] last = Arrays.copyOfRange((byte[]) cells[0], 64 * 2048, 128 * 2048);
            same("recoverCellsAndKzgProofs", half, last);
            byte[] one = Arrays.copyOf((byte[]) cells[0], 2048);
            byte[] its = Arrays.copyOf((byte[]) cells[1], 48);
            assertEquals(true, same("verifyCellKzgProofBatch", commitment, new long[] {0}, one, its));
            assertEquals(false, same("verifyCellKzgProofBatch", commitment, new long[] {9}, one, its));

            byte[] malformed = blob.clone();
            Arrays.fill(malformed, 64, 96, (byte) 0xff);
            same("blobToKzgCommitment", (Object) malformed);
            same("blobToKzgCommitment", (Object) new byte[7]);
            same("computeBlobKzgProof", blob, new byte[48]);
            same("computeBlobKzgProof", blob, new byte[47]);
            same("computeKzgProof", blob, new byte[31]);
            same("verifyKzgProof", commitment, z, new byte[33], proof);
            same("verifyBlobKzgProofBatch", blob, commitment, new byte[96], 1L);
            same("recoverCellsAndKzgProofs", new long[] {0, 1}, new byte[4096]);
            same("recoverCellsAndKzgProofs", half, new byte[4096]);
            same("verifyCellKzgProofBatch", commitment, new long[] {200}, one, its);
            same("verifyCellKzgProofBatch", commitment, new long[] {0, 1}, one, its);
        }
    }

    /** Every public method, constant and class of the original is here. */
    @Test
    void namesAreEqual() throws ClassNotFoundException, IOException {
        for (String name : new String[] {"CKZG4844JNI", "CKZGException", "CellsAndProofs", "ProofAndY"}) {
            Class<?> other = loader.loadClass("ethereum.ckzg4844." + name);
            assertEquals(members(other), members(Class.forName("ethereum.ckzg4844." + name)), name);
        }
    }

    private static TreeSet<String> members(Class<?> library) {
        TreeSet<String> members = new TreeSet<>();
        int mask = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC;
        for (Method method : library.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())) {
                members.add((method.getModifiers() & mask) + " " + method.getReturnType().getName() + " "
                        + method.getName() + Arrays.toString(method.getParameterTypes()));
            }
        }
        Arrays.stream(library.getDeclaredFields()).filter(field -> Modifier.isPublic(field.getModifiers()))
                .forEach(field -> members.add(field.toString().replace("final ", "")));
        Arrays.stream(library.getConstructors()).forEach(constructor -> members.add(constructor.toString()));
        return members;
    }
}
