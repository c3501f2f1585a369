package io.vorpal.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measurements that take turns: a sample of each side in each round, so that all sides meet the same clock and the same
 * neighbours. A sample is one iteration of JMH in this process, and its value the mean time of an operation.
 */
record Turns(int rounds, int milliseconds) {
    private record Side(String name, List<Double> samples) {
        private Side(String name) {
            this(name, new ArrayList<>());
        }

        /** The sample below which a tenth of the samples are. */
        private double decile() {
            double[] sorted = samples.stream().mapToDouble(sample -> sample).sorted().toArray();
            return sorted[sorted.length / 10];
        }
    }

    /** Measures the methods of a class of benchmarks. A side without a name is left out. */
    void compare(String title, Class<?> benchmarks, String... names) throws RunnerException {
        compare(title, benchmarks, null, null, names);
    }

    /** As above, and beside them a side that is not a benchmark of JMH: after the first one. */
    void compare(String title, Class<?> benchmarks, DoubleSupplier other, String otherName, String... names)
            throws RunnerException {
        List<Side> sides = new ArrayList<>(Arrays.stream(names).filter(name -> name != null).map(Side::new).toList());
        if (other != null) {
            sides.add(1, new Side(otherName));
        }
        for (int round = 0; round <= rounds; round++) {
            for (Side side : sides) {
                boolean isOther = side.name.equals(otherName);
                double sample = isOther ? other.getAsDouble() : sample(benchmarks, side.name, round == 0);
                // The first round builds tables, warms caches and compiles.
                if (round > 0) {
                    side.samples.add(sample);
                }
            }
        }
        System.out.printf("%s (%d rounds)%n", title, rounds);
        double first = sides.get(0).decile();
        for (Side side : sides) {
            System.out.printf("  %-20s %12.3f us  %8.3f%n", side.name, side.decile() / 1e3, side.decile() / first);
        }
    }

    private double sample(Class<?> benchmarks, String name, boolean isFirst) throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + (benchmarks.getName() + "." + name).replace(".", "\\.") + "$");
        // In this process, which is what the turns need.
        options.forks(0).threads(1).mode(Mode.AverageTime).timeUnit(TimeUnit.NANOSECONDS);
        options.warmupIterations(isFirst ? 10 : 0).warmupTime(TimeValue.milliseconds(milliseconds));
        options.measurementIterations(1).measurementTime(TimeValue.milliseconds(milliseconds));
        options.verbosity(VerboseMode.SILENT).shouldFailOnError(true);
        return new Runner(options.build()).runSingle().getPrimaryResult().getScore();
    }
}
