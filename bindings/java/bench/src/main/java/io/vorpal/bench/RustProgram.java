package io.vorpal.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The program {@code recovery_times}, which recovers a batch when it is told to, and says how long it took. */
final class RustProgram implements AutoCloseable {
    private final Process process;
    private final OutputStream input;
    private final BufferedReader output;

    RustProgram(String file, int batch) throws IOException {
        process = new ProcessBuilder(file, Integer.toString(batch))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        input = process.getOutputStream();
        output = process.inputReader(StandardCharsets.US_ASCII);
        // Its inputs.
        line();
    }

    private String line() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IOException("the program of Rust has ended");
        }
        return line;
    }

    /** The mean time of a batch, of as many as take some milliseconds together. */
    double nanoseconds(int milliseconds) {
        long sum = 0;
        long batches = 0;
        try {
            while (sum < milliseconds * 1_000_000L) {
                input.write('\n');
                input.flush();
                sum += Long.parseLong(line());
                batches++;
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return (double) sum / batches;
    }

    @Override
    public void close() throws IOException {
        input.close();
        try {
            process.waitFor();
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }
}
