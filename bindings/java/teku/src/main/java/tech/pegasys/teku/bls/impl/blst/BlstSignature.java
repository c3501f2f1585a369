package tech.pegasys.teku.bls.impl.blst;

import io.vorpal.VorpalException;
import io.vorpal.bls.Suite;
import io.vorpal.internal.Native;
import java.util.ArrayList;
import java.util.List;
import org.apache.tuweni.bytes.Bytes;
import tech.pegasys.teku.bls.impl.BlsException;
import tech.pegasys.teku.bls.impl.PublicKey;
import tech.pegasys.teku.bls.impl.PublicKeyMessagePair;
import tech.pegasys.teku.bls.impl.Signature;

/** A point of the curve. It may lie outside the subgroup, and be infinity. */
public final class BlstSignature implements Signature {
    private static final int IN_GROUP = 1;
    private static final int INFINITE = 2;
    static final BlstSignature INFINITY = infinity();

    private final byte[] compressed;
    /** What is known of the point. */
    private final int state;

    private BlstSignature(byte[] compressed, int state) {
        this.compressed = compressed;
        this.state = state;
    }

    private static BlstSignature infinity() {
        byte[] bytes = new byte[Suite.SIGNATURE_BYTES];
        bytes[0] = (byte) 0xc0;
        return new BlstSignature(bytes, IN_GROUP | INFINITE);
    }

    /** The signature that the library computed, which is in the subgroup. */
    static BlstSignature of(byte[] compressed) {
        boolean isInfinity = (compressed[0] & 0x40) != 0;
        return new BlstSignature(compressed, isInfinity ? IN_GROUP | INFINITE : IN_GROUP);
    }

    /**
     * Decodes a signature.
     *
     * @param compressed 96 bytes
     * @return the signature
     * @throws BlsException if it is malformed
     */
    public static BlstSignature fromBytes(Bytes compressed) {
        byte[] bytes = compressed.toArray();
        try {
            return new BlstSignature(bytes, Native.blsSignatureState(bytes));
        } catch (VorpalException error) {
            throw new BlsException("no signature: " + compressed, error);
        }
    }

    static BlstSignature fromSignature(Signature signature) {
        return signature instanceof BlstSignature own ? own : fromBytes(signature.toBytesCompressed());
    }

    static BlstSignature aggregate(List<? extends Signature> signatures) {
        if (signatures.isEmpty()) {
            return INFINITY;
        }
        byte[] all = new byte[Suite.SIGNATURE_BYTES * signatures.size()];
        int end = 0;
        for (Signature signature : signatures) {
            byte[] one = fromSignature(signature).compressed;
            System.arraycopy(one, 0, all, end, one.length);
            end += one.length;
        }
        try {
            return of(Suite.aggregate(all));
        } catch (VorpalException error) {
            throw new BlsException("signatures cannot be added", error);
        }
    }

    /** The encoding, which nobody changes. */
    byte[] compressed() {
        return compressed;
    }

    @Override
    public Bytes toBytesCompressed() {
        return Bytes.wrap(compressed.clone());
    }

    @Override
    public boolean verify(List<PublicKeyMessagePair> keysToMessages) {
        List<io.vorpal.bls.PublicKey> keys = new ArrayList<>(keysToMessages.size());
        List<byte[]> messages = new ArrayList<>(keysToMessages.size());
        for (PublicKeyMessagePair pair : keysToMessages) {
            BlstPublicKey key = BlstPublicKey.fromPublicKey(pair.getPublicKey());
            if (!key.isValid()) {
                return false;
            }
            keys.add(key.key());
            messages.add(pair.getMessage().toArray());
        }
        return BlstBLS12381.SUITE.aggregateVerify(keys, messages, compressed);
    }

    @Override
    public boolean verify(List<PublicKey> publicKeys, Bytes message) {
        return verify(BlstPublicKey.aggregate(publicKeys), message);
    }

    @Override
    public boolean verify(PublicKey publicKey, Bytes message) {
        return BlstBLS12381.verify(BlstBLS12381.SUITE, publicKey, message, this);
    }

    @Override
    public boolean verify(PublicKey publicKey, Bytes message, String dst) {
        return BlstBLS12381.verify(BlstBLS12381.suite(dst), publicKey, message, this);
    }

    @Override
    public boolean isInfinity() {
        return (state & INFINITE) != 0;
    }

    @Override
    public boolean isInGroup() {
        return (state & IN_GROUP) != 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Signature that && toBytesCompressed().equals(that.toBytesCompressed());
    }

    @Override
    public int hashCode() {
        return toBytesCompressed().hashCode();
    }

    @Override
    public String toString() {
        return toBytesCompressed().toHexString();
    }
}
