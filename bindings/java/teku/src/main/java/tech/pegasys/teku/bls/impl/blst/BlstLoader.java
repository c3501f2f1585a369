package tech.pegasys.teku.bls.impl.blst;

import io.vorpal.Vorpal;
import java.util.Optional;
import tech.pegasys.teku.bls.impl.BLS12381;

/** The implementation that Teku uses. */
public final class BlstLoader {
    /** The implementation: always present, as a machine without a native library is an error of the linker. */
    public static final Optional<BLS12381> INSTANCE = Optional.of(load());

    private BlstLoader() {}

    private static BLS12381 load() {
        Vorpal.version();
        return new BlstBLS12381();
    }
}
