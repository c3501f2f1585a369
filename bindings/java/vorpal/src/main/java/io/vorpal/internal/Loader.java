package io.vorpal.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Loads the native library of this system and processor: from the jar, on Android from the app. */
public final class Loader {
    private static final String LIBRARY = "vorpal_java";

    private Loader() {}

    /**
     * Returns the name of a system and a processor, as the folders in the jar have it.
     *
     * @param system the property {@code os.name}
     * @param processor the property {@code os.arch}
     * @return the name, such as {@code linux-x86_64}
     */
    public static String platform(String system, String processor) {
        String name = system.toLowerCase(Locale.ROOT);
        String folder = name.startsWith("mac") ? "macos" : name.startsWith("windows") ? "windows" : name;
        String arch = switch (processor.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> processor.toLowerCase(Locale.ROOT);
        };
        return folder + "-" + arch;
    }

    /** Loads the library of this machine. */
    static void load() {
        // The installer of Android has unpacked the app's libraries, and a jar has none.
        if ("The Android Project".equals(System.getProperty("java.vendor"))) {
            System.loadLibrary(LIBRARY);
            return;
        }
        load(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /**
     * Loads the library of a system and a processor.
     *
     * @param system the property {@code os.name}
     * @param processor the property {@code os.arch}
     */
    public static void load(String system, String processor) {
        String platform = platform(system, processor);
        String resource = "/io/vorpal/natives/" + platform + "/" + System.mapLibraryName(LIBRARY);
        try (InputStream library = Loader.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new UnsatisfiedLinkError("vorpal has no native library for " + platform + " (os.name " + system
                        + ", os.arch " + processor + "): the jar has no " + resource);
            }
            Path folder = Files.createTempDirectory("vorpal");
            Path file = folder.resolve(System.mapLibraryName(LIBRARY));
            try {
                Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toString());
            } finally {
                // A loaded library needs no name, but on Windows its file cannot be deleted before the end.
                if (!file.toFile().delete()) {
                    file.toFile().deleteOnExit();
                }
                if (!folder.toFile().delete()) {
                    folder.toFile().deleteOnExit();
                }
            }
        } catch (IOException error) {
            UnsatisfiedLinkError failure = new UnsatisfiedLinkError(
                    "the native library of vorpal for " + platform + " could not be copied from the jar: " + error);
            failure.initCause(error);
            throw failure;
        }
    }
}
