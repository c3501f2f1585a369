package io.vorpal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.vorpal.bls.Scheme;
import io.vorpal.bls.Suite;
import io.vorpal.evm.Fork;
import io.vorpal.evm.Precompile;
import io.vorpal.kzg.Setup;
import io.vorpal.msm.Bases;
import io.vorpal.msm.Curve;
import io.vorpal.msm.Format;
import io.vorpal.msm.Trust;
import io.vorpal.secp256k1.Secp256k1;
import io.vorpal.secp256k1.SecretKey;
import io.vorpal.tree.Committer;
import io.vorpal.tree.Tree;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Native code on threads with small stacks, whose overflow would end the virtual machine. */
class StacksTest {
    /** What the README promises: half of what threads have by default. */
    private static final long STACK = 512 << 10;

    private static Map<String, Runnable> calls(Setup setup) {
        byte[] blob = new byte[Setup.BYTES_PER_BLOB];
        blob[31] = 9;
        byte[] secret = Arrays.copyOf(new byte[] {1}, 32);
        byte[] power = new byte[96 + 3 * 1024];
        power[30] = power[62] = power[94] = 4;
        Arrays.fill(power, 96, power.length, (byte) 7);
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("secp256k1", () -> {
            try (SecretKey key = new SecretKey(secret)) {
                key.schnorrSign(key.sign(secret), secret);
                key.ecdh(key.publicKey());
            }
            Secp256k1.recoverAddresses(new byte[32 * 300], new byte[65 * 300]);
        });
        calls.put("p256", () -> {
            try (io.vorpal.p256.SecretKey key = new io.vorpal.p256.SecretKey(secret)) {
                key.publicKey().verify(secret, key.sign(secret));
            }
        });
        calls.put("bls", () -> {
            try (Suite suite = new Suite(Scheme.BASIC);
                    io.vorpal.bls.SecretKey key = io.vorpal.bls.SecretKey.deriveMaster(secret)) {
                suite.verify(key.publicKey(), secret, key.sign(suite, secret));
            }
        });
        calls.put("kzg", () -> {
            byte[] commitment = setup.blobToKzgCommitment(blob);
            setup.verifyBlobKzgProof(blob, commitment, setup.computeBlobKzgProof(blob, commitment));
            setup.computeCells(blob);
        });
        calls.put("msm", () -> {
            byte[] point = new byte[64];
            point[0] = 1;
            point[32] = 2;
            try (Bases bases = Bases.decode(Curve.BN254, Format.ARKWORKS, Trust.NOTHING, false, point)) {
                bases.sum(new byte[32], ByteOrder.LITTLE_ENDIAN, Format.ARKWORKS, true);
            }
        });
        calls.put("tree", () -> {
            try (Committer committer = new Committer(Committer.Profile.SMALL); Tree tree = Tree.inMemory(1)) {
                tree.update(secret, secret);
                tree.commit(committer, "");
            }
        });
        calls.put("modexp", () -> Precompile.MOD_EXP.run(power, Fork.OSAKA));
        calls.put("pairing", () -> Precompile.BLS12_PAIRING.run(new byte[3 * 384], Fork.OSAKA));
        calls.put("sum", () -> Precompile.BLS12_G2_MSM.run(new byte[20 * 288], Fork.OSAKA));
        calls.put("alt_bn128", () -> Precompile.BN254_PAIRING.run(new byte[3 * 192], Fork.OSAKA));
        return calls;
    }

    @Test
    void halfOfTheUsualStackIsEnough() throws InterruptedException {
        try (Setup setup = Setup.ethereum()) {
            int done = 0;
            for (Map.Entry<String, Runnable> call : calls(setup).entrySet()) {
                Throwable[] failure = new Throwable[1];
                Thread thread = new Thread(null, call.getValue(), call.getKey(), STACK);
                thread.setUncaughtExceptionHandler((of, error) -> failure[0] = error);
                thread.start();
                thread.join();
                assertNull(failure[0], call.getKey());
                done++;
            }
            assertEquals(10, done);
        }
    }
}
