package io.vorpal.bench;

import io.vorpal.Vorpal;
import java.io.IOException;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures this library beside the native code that Besu and Teku call, in one process, one thread each, in turns. The
 * ratios are to the first side of each measurement.
 *
 * <p>Arguments: the rounds, the milliseconds of a sample, and the names of measurements; without names, all of them.
 * Properties: {@code vorpal.data} is the folder of real data, {@code vorpal.gnark} the folder with the libraries of
 * besu-native that are written in Go, and {@code vorpal.rust} the program {@code recovery_times} of the Rust workspace.
 */
public final class Main {
    private Main() {}

    /**
     * Measures and prints.
     *
     * @param arguments as above
     * @throws RunnerException if JMH fails
     * @throws IOException if the program of Rust fails
     */
    public static void main(String[] arguments) throws RunnerException, IOException {
        Turns turns = new Turns(number(arguments, 0, 30), number(arguments, 1, 100));
        List<String> names = List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
        for (String name : names) {
            if (!name.matches("call|recover|batch|bn254|bls12381|bls|kzg")) {
                throw new IllegalArgumentException("no measurement has the name " + name);
            }
        }
        System.out.printf("backend %s, one thread; the lower decile for each operation, and its ratio to the first"
                + " line%n", Vorpal.backend());
        if (isChosen(names, "call")) {
            turns.compare("a call", Call.class, "identity", "identity128", "direct128", "blst",
                    Gnark.IS_THERE ? "gnark" : null);
        }
        if (isChosen(names, "recover")) {
            turns.compare("recovery, one at a time", Recovery.class, "vorpal", "libsecp256k1");
        }
        if (isChosen(names, "batch")) {
            batches(turns);
        }
        if (isChosen(names, "bn254") && isThere(Gnark.IS_THERE, "pairings on BN254: no vorpal.gnark")) {
            turns.compare("pairing of 2 pairs, BN254, EIP-197", Bn254Pairing.class, "vorpal", "gnark");
        }
        if (isChosen(names, "bls12381") && isThere(Gnark.IS_THERE, "pairings on BLS12-381: no vorpal.gnark")) {
            turns.compare("pairing of 2 pairs, BLS12-381, EIP-2537", Bls12381Pairing.class, "vorpal", "gnark");
        }
        if (isChosen(names, "bls")) {
            turns.compare("verification of a BLS signature", BlsVerify.class, "vorpal", "blst");
        }
        if (isChosen(names, "kzg") && isThere(!data().isEmpty(), "blobs: no vorpal.data, for the setup of c-kzg")) {
            turns.compare("verification of a blob", BlobVerify.class, "vorpal", "ckzg");
        }
    }

    private static void batches(Turns turns) throws RunnerException, IOException {
        String title = "recovery, batches of 1,000";
        String[] sides = {"direct", "arrays", "libsecp256k1"};
        String program = System.getProperty("vorpal.rust", "");
        if (!isThere(!program.isEmpty(), "Rust beside Java: no vorpal.rust")) {
            turns.compare(title, RecoveryBatch.class, sides);
            return;
        }
        try (RustProgram rust = new RustProgram(program, Inputs.BATCH)) {
            DoubleSupplier sample = () -> rust.nanoseconds(turns.milliseconds()) / Inputs.BATCH;
            turns.compare(title, RecoveryBatch.class, sample, "Rust", sides);
        }
    }

    /** The folder of real data, or nothing. */
    static String data() {
        return System.getProperty("vorpal.data", "");
    }

    private static boolean isChosen(List<String> names, String name) {
        return names.isEmpty() || names.contains(name);
    }

    private static boolean isThere(boolean isThere, String what) {
        if (!isThere) {
            System.out.println("SKIPPED: " + what);
        }
        return isThere;
    }

    private static int number(String[] arguments, int place, int otherwise) {
        int number = place < arguments.length ? Integer.parseInt(arguments[place]) : otherwise;
        if (number < 1) {
            throw new IllegalArgumentException(number + " is below 1");
        }
        return number;
    }
}
