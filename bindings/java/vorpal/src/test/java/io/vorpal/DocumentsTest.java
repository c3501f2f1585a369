package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs every block of Java in the documents of the repository. A block is imports and statements. */
class DocumentsTest {
    /** The pages of the repository, without outputs of builds. */
    private static List<Path> pages() throws IOException {
        Path root = Path.of("../../..").toAbsolutePath().normalize();
        assertTrue(Files.exists(root.resolve("ARCHITECTURE.md")), root.toString());
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> Stream.of("/target/", "/node_modules/", "/.").noneMatch(
                            part -> ("/" + root.relativize(file)).contains(part)))
                    .sorted().toList();
        }
    }

    /** The blocks of a page. */
    private static List<String> blocks(Path page) throws IOException {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        boolean inside = false;
        for (String line : Files.readAllLines(page)) {
            if (line.strip().startsWith("```")) {
                if (block != null) {
                    blocks.add(block.toString());
                    block = null;
                } else if (!inside && line.strip().equals("```java")) {
                    block = new StringBuilder();
                }
                inside = !inside;
            } else if (block != null) {
                block.append(line).append('\n');
            }
        }
        return blocks;
    }

    /** A class with the imports of a block, and a method with its statements. */
    private static String program(String name, String block) {
        StringBuilder imports = new StringBuilder();
        StringBuilder statements = new StringBuilder();
        block.lines().forEach(line -> (line.startsWith("import ") ? imports : statements).append(line).append('\n'));
        return imports + "public class " + name + " {\npublic static void run() throws Exception {\n" + statements
                + "}\n}\n";
    }

    @Test
    void blocksRun(@TempDir Path folder) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int count = 0;
        for (Path page : pages()) {
            for (String block : blocks(page)) {
                String name = "Block" + count++;
                Path source = Files.writeString(folder.resolve(name + ".java"), program(name, block));
                int code = compiler.run(null, null, null, "-Xlint:all", "-Werror", "-cp", "target/classes", "-d",
                        folder.toString(), source.toString());
                assertEquals(0, code, page + ": " + block);
                try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
                    loader.setDefaultAssertionStatus(true);
                    loader.loadClass(name).getMethod("run").invoke(null);
                }
            }
        }
        assertTrue(count >= 4, "" + count);
    }
}
