package tech.pegasys.teku.bls.impl.blst;

import io.vorpal.bls.Scheme;
import io.vorpal.bls.Suite;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.tuweni.bytes.Bytes;
import org.apache.tuweni.bytes.Bytes32;
import org.apache.tuweni.bytes.Bytes48;
import tech.pegasys.teku.bls.BatchSemiAggregate;
import tech.pegasys.teku.bls.impl.BLS12381;
import tech.pegasys.teku.bls.impl.BlsException;
import tech.pegasys.teku.bls.impl.KeyPair;
import tech.pegasys.teku.bls.impl.PublicKey;
import tech.pegasys.teku.bls.impl.Signature;

/**
 * Teku's interface. The parts of a batch are its sets: all of them are verified together when the batch is complete, on
 * all cores, with weights of 128 bits that are drawn then. So preparation takes no time but the sums of keys.
 */
public class BlstBLS12381 implements BLS12381 {
    static final Suite SUITE = new Suite(Scheme.POSSESSION);
    /** Suites with tags of their own, of which Teku has a few. */
    private static final Map<String, Suite> SUITES = new ConcurrentHashMap<>();

    /** Creates the implementation. */
    public BlstBLS12381() {}

    /** A set of a batch; the key is null if it is not valid. */
    private record Set(io.vorpal.bls.PublicKey key, byte[] message, byte[] signature) {}

    /** Some sets of a batch. */
    private record Sets(List<Set> sets) implements BatchSemiAggregate {}

    static Suite suite(String dst) {
        return SUITES.computeIfAbsent(
                dst, tag -> new Suite(Scheme.POSSESSION, tag.getBytes(StandardCharsets.US_ASCII)));
    }

    static BlstSignature sign(BlstSecretKey secretKey, Bytes message) {
        return secretKey.sign(SUITE, message);
    }

    static boolean verify(Suite suite, PublicKey publicKey, Bytes message, BlstSignature signature) {
        BlstPublicKey key = BlstPublicKey.fromPublicKey(publicKey);
        return key.isValid() && suite.verify(key.key(), message.toArray(), signature.compressed());
    }

    @Override
    public KeyPair generateKeyPair(Random random) {
        return new KeyPair(BlstSecretKey.generateNew(random));
    }

    @Override
    public PublicKey publicKeyFromCompressed(Bytes48 compressedPublicKeyBytes) {
        return BlstPublicKey.fromBytes(compressedPublicKeyBytes);
    }

    @Override
    public BlstSignature signatureFromCompressed(Bytes compressedSignatureBytes) {
        return BlstSignature.fromBytes(compressedSignatureBytes);
    }

    @Override
    public tech.pegasys.teku.bls.impl.SecretKey secretKeyFromBytes(Bytes32 secretKeyBytes) {
        return BlstSecretKey.fromBytes(secretKeyBytes);
    }

    @Override
    public PublicKey aggregatePublicKeys(List<? extends PublicKey> publicKeys) {
        return BlstPublicKey.aggregate(publicKeys);
    }

    @Override
    public BlstSignature aggregateSignatures(List<? extends Signature> signatures) {
        return BlstSignature.aggregate(signatures);
    }

    private static Set set(List<? extends PublicKey> publicKeys, Bytes message, Signature signature) {
        BlstPublicKey key = BlstPublicKey.aggregate(publicKeys);
        BlstSignature own = BlstSignature.fromSignature(signature);
        if (!own.isInGroup()) {
            throw new BlsException("the signature is not in the subgroup");
        }
        return new Set(key.key(), message.toArray(), own.compressed());
    }

    @Override
    public BatchSemiAggregate prepareBatchVerify(
            int index, List<? extends PublicKey> publicKeys, Bytes message, Signature signature) {
        return new Sets(List.of(set(publicKeys, message, signature)));
    }

    @Override
    public BatchSemiAggregate prepareBatchVerify2(
            int index, List<? extends PublicKey> publicKeys1, Bytes message1, Signature signature1,
            List<? extends PublicKey> publicKeys2, Bytes message2, Signature signature2) {
        return new Sets(List.of(
                set(publicKeys1, message1, signature1), set(publicKeys2, message2, signature2)));
    }

    @Override
    public boolean completeBatchVerify(List<? extends BatchSemiAggregate> preparedList) {
        List<byte[]> signatures = new ArrayList<>();
        List<byte[]> messages = new ArrayList<>();
        List<List<io.vorpal.bls.PublicKey>> keys = new ArrayList<>();
        for (BatchSemiAggregate part : preparedList) {
            if (!(part instanceof Sets sets)) {
                return false;
            }
            for (Set set : sets.sets()) {
                if (set.key() == null) {
                    return false;
                }
                signatures.add(set.signature());
                messages.add(set.message());
                keys.add(List.of(set.key()));
            }
        }
        return SUITE.invalidSets(signatures, messages, keys).length == 0;
    }
}
