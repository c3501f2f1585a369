package io.vorpal.bench;

import io.vorpal.bls.PublicKey;
import io.vorpal.bls.Scheme;
import io.vorpal.bls.SecretKey;
import io.vorpal.bls.Suite;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import supranational.blst.BLST_ERROR;
import supranational.blst.P1_Affine;
import supranational.blst.P2_Affine;

/** A BLS signature of Ethereum, from its bytes, under a key that is decoded already. */
@State(Scope.Benchmark)
public class BlsVerify {
    /** The tag of Ethereum, which {@link Scheme#POSSESSION} has. */
    private static final String TAG = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

    private static final byte[] MESSAGE = Inputs.HASHES[7];
    private static final Suite SUITE = new Suite(Scheme.POSSESSION);
    private static final PublicKey KEY;
    private static final P1_Affine KEY_OF_BLST;
    private static final byte[] SIGNATURE;

    static {
        try (SecretKey secret = SecretKey.keyGen(Inputs.HASHES[8], new byte[0])) {
            KEY = secret.publicKey();
            SIGNATURE = secret.sign(SUITE, MESSAGE);
        }
        KEY_OF_BLST = new P1_Affine(KEY.encoded());
    }

    /** Compares the sides. */
    @Setup
    public void check() {
        Inputs.valid(vorpal(), blst());
    }

    /**
     * This library.
     *
     * @return true
     */
    @Benchmark
    public boolean vorpal() {
        return SUITE.verify(KEY, MESSAGE, SIGNATURE);
    }

    /**
     * What Teku calls.
     *
     * @return true
     */
    @Benchmark
    public boolean blst() {
        P2_Affine signature = new P2_Affine(SIGNATURE);
        return signature.core_verify(KEY_OF_BLST, true, MESSAGE, TAG) == BLST_ERROR.BLST_SUCCESS;
    }
}
