package io.vorpal;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Bytes and files of tests. */
public final class Data {
    private Data() {}

    /** The folder of real data; the test is skipped without it. */
    public static Path folder(String name) {
        String data = System.getProperty("vorpal.data", "");
        if (data.isEmpty()) {
            System.err.println("SKIPPED: " + name + ": no vorpal.data");
            abort("no vorpal.data");
        }
        return Path.of(data, name);
    }

    /** The files below a folder with this end, in order. */
    public static List<Path> files(String folder, String end) {
        try (Stream<Path> files = Files.walk(folder(folder))) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** The bytes of digits, with or without a prefix. */
    public static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.startsWith("0x") ? digits.substring(2) : digits);
    }

    /** The digits of bytes. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** A direct buffer with these bytes, which does not begin at its first byte. */
    public static ByteBuffer direct(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 7);
        buffer.position(3).put(bytes).position(3).limit(3 + bytes.length);
        return buffer;
    }

    /** A buffer in the heap with these bytes, which is a part of an array. */
    public static ByteBuffer heap(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 9);
        buffer.position(5).put(bytes).position(5).limit(5 + bytes.length);
        return buffer.slice();
    }

    /** Several arrays, one after the other. */
    public static byte[] join(List<byte[]> parts) {
        ByteBuffer all = ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
        parts.forEach(all::put);
        return all.array();
    }
}
