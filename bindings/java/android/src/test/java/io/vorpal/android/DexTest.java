package io.vorpal.android;

import static org.junit.Assert.assertTrue;

import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.OutputMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Android's compiler accepts the app and the package. */
public class DexTest {
    private static final int LOWEST = 34;
    private static final Path APP = Path.of(System.getProperty("classes"));
    private static final Path PACKAGE = APP.resolve("../../../vorpal/target/classes").normalize();
    private static final Path ANDROID = Path.of(System.getProperty("android.jar"));

    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private static List<Path> classes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class")).collect(Collectors.toList());
        }
    }

    /** For the lowest version of the manifest. */
    @Test
    public void classesBecomeByteCodeOfAndroid() throws Exception {
        assertTrue(Files.readString(APP.resolve("../../src/main/AndroidManifest.xml"))
                .contains("minSdkVersion=\"" + LOWEST + "\""));
        Path out = folder.getRoot().toPath();
        D8.run(D8Command.builder()
                .addLibraryFiles(ANDROID)
                .addProgramFiles(classes(APP))
                .addProgramFiles(classes(PACKAGE))
                .setMinApiLevel(LOWEST)
                .setOutput(out, OutputMode.DexIndexed)
                .build());
        String code = Files.readString(out.resolve("classes.dex"), StandardCharsets.ISO_8859_1);
        assertTrue(code.contains("Lio/vorpal/android/HarnessActivity;") && code.contains("Lio/vorpal/msm/Bases;"));
    }
}
