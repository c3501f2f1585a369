package io.vorpal.bench;

import ethereum.ckzg4844.CKZG4844JNI;
import io.vorpal.kzg.Setup;
import java.nio.file.Path;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A blob, its commitment and its proof. */
@State(Scope.Benchmark)
public class BlobVerify {
    private static final Setup SETUP = Setup.ethereum();
    private static final byte[] BLOB = new byte[Setup.BYTES_PER_BLOB];
    private static final byte[] COMMITMENT;
    private static final byte[] PROOF;

    static {
        CKZG4844JNI.loadNativeLibrary();
        CKZG4844JNI.loadTrustedSetup(Path.of(Main.data(), "evm/kzg/trusted_setup.txt").toString(), 0);
        new Random(7).nextBytes(BLOB);
        for (int i = 0; i < BLOB.length; i += Setup.BYTES_PER_SCALAR) {
            BLOB[i] &= 0x3f;
        }
        COMMITMENT = SETUP.blobToKzgCommitment(BLOB);
        PROOF = SETUP.computeBlobKzgProof(BLOB, COMMITMENT);
    }

    /** Compares the sides. */
    @org.openjdk.jmh.annotations.Setup
    public void check() {
        Inputs.valid(vorpal(), ckzg());
    }

    /**
     * This library.
     *
     * @return true
     */
    @Benchmark
    public boolean vorpal() {
        return SETUP.verifyBlobKzgProof(BLOB, COMMITMENT, PROOF);
    }

    /**
     * What Besu and Teku call.
     *
     * @return true
     */
    @Benchmark
    public boolean ckzg() {
        return CKZG4844JNI.verifyBlobKzgProof(BLOB, COMMITMENT, PROOF);
    }
}
