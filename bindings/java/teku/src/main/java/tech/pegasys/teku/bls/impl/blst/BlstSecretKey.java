package tech.pegasys.teku.bls.impl.blst;

import io.vorpal.VorpalException;
import io.vorpal.bls.Suite;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import org.apache.tuweni.bytes.Bytes;
import org.apache.tuweni.bytes.Bytes32;
import tech.pegasys.teku.bls.impl.BlsException;
import tech.pegasys.teku.bls.impl.SecretKey;
import tech.pegasys.teku.bls.impl.Signature;

/** A secret key, in the memory of the native library; zero has no key there, and after {@link #destroy} none has. */
final class BlstSecretKey implements SecretKey {
    private static final int MATERIAL = 128;
    static final BlstSecretKey ZERO_SK = new BlstSecretKey(null);

    private volatile io.vorpal.bls.SecretKey key;

    private BlstSecretKey(io.vorpal.bls.SecretKey key) {
        this.key = key;
    }

    static BlstSecretKey fromBytes(Bytes32 bytes) {
        if (bytes.isZero()) {
            return ZERO_SK;
        }
        byte[] copy = bytes.toArray();
        try {
            return new BlstSecretKey(new io.vorpal.bls.SecretKey(copy));
        } catch (VorpalException error) {
            throw new BlsException("no secret key", error);
        } finally {
            Arrays.fill(copy, (byte) 0);
        }
    }

    static BlstSecretKey generateNew(Random random) {
        byte[] material = new byte[MATERIAL];
        random.nextBytes(material);
        try {
            return new BlstSecretKey(io.vorpal.bls.SecretKey.keyGen(material, new byte[0]));
        } finally {
            Arrays.fill(material, (byte) 0);
        }
    }

    boolean isZero() {
        return key == null;
    }

    BlstSignature sign(Suite suite, Bytes message) {
        io.vorpal.bls.SecretKey own = key;
        if (own == null) {
            throw new IllegalArgumentException("the zero secret key signs nothing");
        }
        return BlstSignature.of(own.sign(suite, message.toArray()));
    }

    @Override
    public Bytes32 toBytes() {
        io.vorpal.bls.SecretKey own = key;
        return own == null ? Bytes32.ZERO : Bytes32.wrap(own.toBytes());
    }

    @Override
    public BlstPublicKey derivePublicKey() {
        io.vorpal.bls.SecretKey own = key;
        return own == null ? BlstPublicKey.INFINITY : BlstPublicKey.of(own.publicKey());
    }

    @Override
    public Signature sign(Bytes message) {
        return sign(BlstBLS12381.SUITE, message);
    }

    @Override
    public Signature sign(Bytes message, String dst) {
        return sign(BlstBLS12381.suite(dst), message);
    }

    @Override
    public void destroy() {
        io.vorpal.bls.SecretKey own = key;
        key = null;
        if (own != null) {
            own.close();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SecretKey that
                && MessageDigest.isEqual(toBytes().toArrayUnsafe(), that.toBytes().toArrayUnsafe());
    }

    @Override
    public int hashCode() {
        return toBytes().hashCode();
    }

    @Override
    public String toString() {
        return "SecretKey(...)";
    }
}
