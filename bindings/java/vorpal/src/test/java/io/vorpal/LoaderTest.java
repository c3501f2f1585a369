package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vorpal.internal.Loader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LoaderTest {
    @Test
    void systemsAndProcessorsHaveOneName() {
        assertEquals("linux-x86_64", Loader.platform("Linux", "amd64"));
        assertEquals("linux-aarch64", Loader.platform("Linux", "aarch64"));
        assertEquals("macos-aarch64", Loader.platform("Mac OS X", "arm64"));
        assertEquals("windows-x86_64", Loader.platform("Windows 11", "AMD64"));
        assertEquals("linux-riscv64", Loader.platform("Linux", "riscv64"));
    }

    @Test
    void aProcessorWithoutALibraryIsAClearError() {
        Error error = assertThrows(UnsatisfiedLinkError.class, () -> Loader.load("Linux", "s390x"));
        assertTrue(error.getMessage().contains("no native library for linux-s390x"), error.getMessage());
        assertTrue(error.getMessage().contains("os.arch s390x"), error.getMessage());
    }

    /** A program that computes something; it prints the cause of an error. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            try {
                System.out.println(Vorpal.backend());
            } catch (ExceptionInInitializerError error) {
                System.out.println(error.getCause().getMessage());
            }
        }
    }

    private static String output(String backend) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder builder = new ProcessBuilder(java.toString(), "-Xmx64m", "-cp",
                System.getProperty("java.class.path"), Program.class.getName()).redirectErrorStream(true);
        builder.environment().put("VORPAL_BACKEND", backend);
        return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void anUnknownBackendIsAnErrorOfTheFirstUse() throws IOException {
        assertEquals("portable", output("portable"));
        String message = output("unknown");
        assertTrue(message.startsWith("VORPAL_BACKEND: ") && message.contains("unknown"), message);
    }

    @Test
    void theLibrarySaysWhatItIs() {
        Vorpal.load();
        assertEquals(System.getProperty("vorpal.version"), Vorpal.version());
        assertFalse(Vorpal.backend().isEmpty());
    }
}
