package tech.pegasys.teku.bls.impl.blst;

import io.vorpal.VorpalException;
import io.vorpal.internal.Native;
import java.util.ArrayList;
import java.util.List;
import org.apache.tuweni.bytes.Bytes48;
import tech.pegasys.teku.bls.impl.BlsException;
import tech.pegasys.teku.bls.impl.PublicKey;

/**
 * A point of the curve, as Teku's keys are: it may lie outside the subgroup, and be infinity. Then no verification with
 * it succeeds.
 */
final class BlstPublicKey implements PublicKey {
    private static final int INFINITE = 2;
    /** Infinity: the key of the zero secret key, and the sum of keys that are not valid. */
    static final BlstPublicKey INFINITY = infinity();

    private final Bytes48 compressed;
    /** The checked key, or null if it is not valid. */
    private final io.vorpal.bls.PublicKey key;

    private BlstPublicKey(Bytes48 compressed, io.vorpal.bls.PublicKey key) {
        this.compressed = compressed;
        this.key = key;
    }

    private static BlstPublicKey infinity() {
        byte[] bytes = new byte[io.vorpal.bls.PublicKey.BYTES];
        bytes[0] = (byte) 0xc0;
        return new BlstPublicKey(Bytes48.wrap(bytes), null);
    }

    static BlstPublicKey of(io.vorpal.bls.PublicKey key) {
        return new BlstPublicKey(Bytes48.wrap(key.encoded()), key);
    }

    static BlstPublicKey fromBytes(Bytes48 compressed) {
        byte[] bytes = compressed.toArray();
        try {
            return of(io.vorpal.bls.PublicKey.decode(bytes));
        } catch (VorpalException error) {
            try {
                // On the curve at least, or an error.
                Native.blsKeyState(bytes);
            } catch (VorpalException malformed) {
                throw new BlsException("no public key: " + compressed, malformed);
            }
            return new BlstPublicKey(Bytes48.wrap(bytes), null);
        }
    }

    static BlstPublicKey fromPublicKey(PublicKey key) {
        return key instanceof BlstPublicKey own ? own : fromBytes(key.toBytesCompressed());
    }

    /** The sum, or infinity if a key is not valid. */
    static BlstPublicKey aggregate(List<? extends PublicKey> keys) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("no public keys");
        }
        List<io.vorpal.bls.PublicKey> valid = new ArrayList<>(keys.size());
        for (PublicKey key : keys) {
            BlstPublicKey own = fromPublicKey(key);
            if (!own.isValid()) {
                return INFINITY;
            }
            valid.add(own.key);
        }
        try {
            return of(valid.size() == 1 ? valid.get(0) : io.vorpal.bls.PublicKey.aggregate(valid));
        } catch (VorpalException error) {
            // Valid keys have a sum, unless it is infinity.
            return INFINITY;
        }
    }

    /** The checked key, or null if it is not valid. */
    io.vorpal.bls.PublicKey key() {
        return key;
    }

    boolean isInfinity() {
        return key == null && (Native.blsKeyState(compressed.toArray()) & INFINITE) != 0;
    }

    @Override
    public Bytes48 toBytesCompressed() {
        return compressed;
    }

    @Override
    public void forceValidation() {
        if (!isValid()) {
            throw new IllegalArgumentException("not a valid public key: " + compressed);
        }
    }

    @Override
    public boolean isInGroup() {
        return key != null || isInfinity();
    }

    @Override
    public boolean isValid() {
        return key != null;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PublicKey that && compressed.equals(that.toBytesCompressed());
    }

    @Override
    public int hashCode() {
        return compressed.hashCode();
    }

    @Override
    public String toString() {
        return compressed.toHexString();
    }
}
