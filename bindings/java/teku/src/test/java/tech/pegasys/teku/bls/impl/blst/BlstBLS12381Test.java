package tech.pegasys.teku.bls.impl.blst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.tuweni.bytes.Bytes;
import org.apache.tuweni.bytes.Bytes32;
import org.apache.tuweni.bytes.Bytes48;
import org.junit.jupiter.api.Test;
import tech.pegasys.teku.bls.BatchSemiAggregate;
import tech.pegasys.teku.bls.impl.BLS12381;
import tech.pegasys.teku.bls.impl.BlsException;
import tech.pegasys.teku.bls.impl.KeyPair;
import tech.pegasys.teku.bls.impl.PublicKey;
import tech.pegasys.teku.bls.impl.PublicKeyMessagePair;
import tech.pegasys.teku.bls.impl.SecretKey;
import tech.pegasys.teku.bls.impl.Signature;

class BlstBLS12381Test {
    private static final BLS12381 BLS = BlstLoader.INSTANCE.orElseThrow();
    private static final Bytes48 INFINITE_KEY = Bytes48.fromHexString("c0" + "00".repeat(47));
    private static final Bytes INFINITE_SIGNATURE = Bytes.fromHexString("c0" + "00".repeat(95));
    /** A point of the curve outside the subgroup. */
    private static final Bytes OUTSIDE = Bytes.fromHexString("80" + "00".repeat(94) + "04");

    private final List<KeyPair> pairs =
            IntStream.range(0, 6).mapToObj(seed -> BLS.generateKeyPair(new Random(seed))).toList();
    private final List<Bytes> messages = IntStream.range(0, 6).mapToObj(i -> text("message " + i / 2)).toList();
    private final List<Signature> signatures =
            IntStream.range(0, 6).mapToObj(i -> pairs.get(i).getSecretKey().sign(messages.get(i))).toList();

    private static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private PublicKey key(int index) {
        return pairs.get(index).getPublicKey();
    }

    private List<BatchSemiAggregate> prepared(List<Signature> given) {
        List<BatchSemiAggregate> prepared = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            prepared.add(BLS.prepareBatchVerify(i, List.of(key(i)), messages.get(i), given.get(i)));
        }
        prepared.add(BLS.prepareBatchVerify2(4, List.of(key(4)), messages.get(4), given.get(4), List.of(key(5)),
                messages.get(5), given.get(5)));
        return prepared;
    }

    @Test
    void batches() {
        assertTrue(BLS.completeBatchVerify(prepared(signatures)));
        assertTrue(BLS.completeBatchVerify(List.of()));
        for (int i = 0; i < 6; i++) {
            List<Signature> wrong = new ArrayList<>(signatures);
            wrong.set(i, signatures.get((i + 1) % 6));
            assertFalse(BLS.completeBatchVerify(prepared(wrong)));
        }
        // Faults of one message that would cancel without weights.
        List<Signature> swapped = new ArrayList<>(signatures);
        swapped.set(0, signatures.get(1));
        swapped.set(1, signatures.get(0));
        assertFalse(BLS.completeBatchVerify(prepared(swapped)));
        List<BatchSemiAggregate> parts = prepared(signatures);
        parts.add(new BatchSemiAggregate() {});
        assertFalse(BLS.completeBatchVerify(parts));
        // Keys that cancel, and infinity, are a wrong set; a signature outside the subgroup is an error.
        Signature infinite = BLS.signatureFromCompressed(INFINITE_SIGNATURE);
        PublicKey negated = BLS.publicKeyFromCompressed(Bytes48.wrap(
                key(0).toBytesCompressed().xor(Bytes.fromHexString("20" + "00".repeat(47)))));
        for (List<PublicKey> keys : List.of(
                List.of(key(0), negated), List.of(BLS.publicKeyFromCompressed(INFINITE_KEY)))) {
            assertFalse(BLS.completeBatchVerify(
                    List.of(BLS.prepareBatchVerify(0, keys, messages.get(0), infinite))));
        }
        assertThrows(BlsException.class, () -> BLS.prepareBatchVerify(
                0, List.of(key(0)), messages.get(0), BLS.signatureFromCompressed(OUTSIDE)));
        assertThrows(IllegalArgumentException.class,
                () -> BLS.prepareBatchVerify(0, List.of(), messages.get(0), signatures.get(0)));
    }

    @Test
    void singleSignaturesAndAggregates() {
        assertTrue(key(0).verifySignature(signatures.get(0), messages.get(0)));
        assertFalse(key(0).verifySignature(signatures.get(0), messages.get(2)));
        assertFalse(key(1).verifySignature(signatures.get(0), messages.get(0)));
        Signature tagged = pairs.get(0).getSecretKey().sign(messages.get(0), "another tag");
        assertTrue(key(0).verifySignature(tagged, messages.get(0), "another tag"));
        assertFalse(key(0).verifySignature(tagged, messages.get(0)));
        assertFalse(key(0).verifySignature(signatures.get(0), messages.get(0), "another tag"));
        Signature total = BLS.aggregateSignatures(signatures);
        List<PublicKeyMessagePair> members =
                IntStream.range(0, 6).mapToObj(i -> new PublicKeyMessagePair(key(i), messages.get(i))).toList();
        assertTrue(total.verify(members));
        assertFalse(total.verify(members.subList(1, 6)));
        assertFalse(total.verify(List.of()));
        Signature both = BLS.aggregateSignatures(signatures.subList(0, 2));
        assertTrue(both.verify(List.of(key(0), key(1)), messages.get(0)));
        assertTrue(both.verify(BLS.aggregatePublicKeys(List.of(key(0), key(1))), messages.get(0)));
        assertFalse(both.verify(List.of(key(0)), messages.get(0)));
    }

    @Test
    void keys() {
        PublicKey same = BLS.publicKeyFromCompressed(key(0).toBytesCompressed());
        assertEquals(key(0), same);
        assertEquals(key(0).hashCode(), same.hashCode());
        assertNotEquals(key(0), key(1));
        same.forceValidation();
        assertTrue(same.isValid() && same.isInGroup());
        PublicKey infinite = BLS.publicKeyFromCompressed(INFINITE_KEY);
        assertTrue(infinite.isInGroup());
        assertFalse(infinite.isValid());
        assertThrows(IllegalArgumentException.class, infinite::forceValidation);
        assertEquals(infinite, BLS.aggregatePublicKeys(List.of(key(0), infinite)));
        assertThrows(IllegalArgumentException.class, () -> BLS.aggregatePublicKeys(List.of()));
        // A point of the curve outside the subgroup.
        PublicKey outside = BLS.publicKeyFromCompressed(Bytes48.fromHexString("80" + "00".repeat(47)));
        assertFalse(outside.isInGroup() || outside.isValid());
        assertFalse(outside.verifySignature(signatures.get(0), messages.get(0)));
        assertThrows(BlsException.class,
                () -> BLS.publicKeyFromCompressed(Bytes48.fromHexString("80" + "00".repeat(46) + "01")));
        assertThrows(BlsException.class, () -> BLS.publicKeyFromCompressed(Bytes48.ZERO));
    }

    @Test
    void secretKeys() {
        Bytes32 bytes = Bytes32.fromHexString("0x" + "11".repeat(32));
        SecretKey secret = BLS.secretKeyFromBytes(bytes);
        assertEquals(bytes, secret.toBytes());
        assertEquals(secret, BLS.secretKeyFromBytes(bytes));
        assertEquals(secret.hashCode(), BLS.secretKeyFromBytes(bytes).hashCode());
        SecretKey zero = BLS.secretKeyFromBytes(Bytes32.ZERO);
        assertEquals(INFINITE_KEY, zero.derivePublicKey().toBytesCompressed());
        assertThrows(IllegalArgumentException.class, () -> zero.sign(messages.get(0)));
        secret.destroy();
        secret.destroy();
        assertEquals(zero, secret);
        assertThrows(IllegalArgumentException.class, () -> secret.sign(messages.get(0)));
        assertThrows(BlsException.class, () -> BLS.secretKeyFromBytes(Bytes32.repeat((byte) 0xff)));
    }

    @Test
    void signatures() {
        Signature signature = signatures.get(0);
        Signature same = BLS.signatureFromCompressed(signature.toBytesCompressed());
        assertEquals(signature, same);
        assertEquals(signature.hashCode(), same.hashCode());
        assertTrue(same.isInGroup() && !same.isInfinity());
        Signature outside = BLS.signatureFromCompressed(OUTSIDE);
        assertFalse(outside.isInGroup() || outside.isInfinity());
        assertFalse(key(0).verifySignature(outside, messages.get(0)));
        assertThrows(BlsException.class, () -> BLS.aggregateSignatures(List.of(signature, outside)));
        Signature infinite = BLS.aggregateSignatures(List.of());
        assertEquals(INFINITE_SIGNATURE, infinite.toBytesCompressed());
        assertTrue(infinite.isInfinity() && infinite.isInGroup());
        assertFalse(key(0).verifySignature(infinite, messages.get(0)));
        assertThrows(BlsException.class, () -> BLS.signatureFromCompressed(Bytes.wrap(new byte[95])));
        assertThrows(BlsException.class, () -> BLS.signatureFromCompressed(Bytes.wrap(new byte[96])));
    }
}
