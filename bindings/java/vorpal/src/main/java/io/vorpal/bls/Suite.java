package io.vorpal.bls;

import io.vorpal.VorpalException;
import io.vorpal.internal.Memory;
import io.vorpal.internal.Native;
import io.vorpal.internal.Resource;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * The tag and the scheme of the signatures of one protocol. Several threads may use it at the same time.
 *
 * <p>A wrong signature is {@code false}. A malformed one is a {@link VorpalException} in methods of one signature, and
 * an invalid set in those of many.
 *
 * <p>Sets are given by lists of one item after the other. {@code signatures}: 96 bytes for each set. {@code messages}:
 * those of all sets, and {@code messageLengths} the length of each; null if each has 32 bytes. {@code keys}: those of
 * all sets, 48 bytes each, and {@code keyCounts} how many each set has; null if each has one. A set with several keys
 * has one message and the sum of their signatures, which is safe only for keys whose owners have proved that they have
 * the secret keys.
 */
public final class Suite extends Resource {
    /** The bytes of a signature. */
    public static final int SIGNATURE_BYTES = 96;

    private final Scheme scheme;
    private final ByteBuffer tag;

    /**
     * Creates the suite of draft-irtf-cfrg-bls-signature for a scheme. Ethereum's is that of {@link
     * Scheme#POSSESSION}.
     *
     * @param scheme the scheme
     */
    public Suite(Scheme scheme) {
        super(Native.blsSuite(scheme.ordinal(), null));
        this.scheme = scheme;
        this.tag = null;
    }

    /**
     * Creates a suite with a tag of its own.
     *
     * @param scheme the scheme
     * @param tag the tag under which messages are hashed
     * @throws VorpalException if the tag is empty
     */
    public Suite(Scheme scheme, byte[] tag) {
        super(Native.blsSuite(scheme.ordinal(), Objects.requireNonNull(tag, "tag")));
        this.scheme = scheme;
        this.tag = ByteBuffer.wrap(tag.clone());
    }

    /** The number of a new batch. */
    long newBatch() {
        return use(Native::blsBatch);
    }

    /** Whether another suite has the same scheme and tag. */
    boolean isLike(Suite other) {
        return scheme == other.scheme && Objects.equals(tag, other.tag);
    }

    /**
     * Returns the scheme.
     *
     * @return the scheme
     */
    public Scheme scheme() {
        return scheme;
    }

    /**
     * Tells whether a signature is that of a key and a message.
     *
     * @param key the key
     * @param message the message
     * @param signature 96 bytes
     * @return whether it is valid
     * @throws VorpalException if the signature is malformed
     */
    public boolean verify(PublicKey key, byte[] message, byte[] signature) {
        byte[] point = Objects.requireNonNull(key, "key").point();
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(signature, "signature");
        byte[] joined = Memory.join(point, signature, message);
        return use(suite -> Native.blsVerify(suite, joined, point.length, signature.length));
    }

    /**
     * Tells whether a signature is the sum of those of all keys of one message: {@code FastAggregateVerify}.
     *
     * @param keys the keys; without any, the signature is not valid
     * @param message the message
     * @param signature 96 bytes
     * @return whether it is valid
     * @throws VorpalException if the signature is malformed
     */
    public boolean fastAggregateVerify(List<PublicKey> keys, byte[] message, byte[] signature) {
        byte[] points = PublicKey.points(keys);
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(signature, "signature");
        return use(suite -> Native.blsFastAggregateVerify(suite, points, true, message, signature));
    }

    /**
     * Tells whether a signature is the sum of those of keys, each of its own message: {@code AggregateVerify}.
     *
     * @param keys the keys; without any, the signature is not valid
     * @param messages a message for each key
     * @param signature 96 bytes
     * @return whether it is valid
     * @throws VorpalException if the signature is malformed, or there are other numbers of keys and messages
     */
    public boolean aggregateVerify(List<PublicKey> keys, List<byte[]> messages, byte[] signature) {
        byte[] points = PublicKey.points(keys);
        long[] lengths = messages.stream().mapToLong(message -> message.length).toArray();
        byte[] flat = concat(messages);
        Objects.requireNonNull(signature, "signature");
        return use(suite -> Native.blsAggregateVerify(suite, points, true, flat, lengths, signature));
    }

    /** Arrays one after the other. */
    static byte[] concat(List<byte[]> arrays) {
        byte[] flat = new byte[arrays.stream().mapToInt(array -> array.length).sum()];
        int end = 0;
        for (byte[] array : arrays) {
            System.arraycopy(array, 0, flat, end, array.length);
            end += array.length;
        }
        return flat;
    }

    /**
     * Tells whether a proof shows that the owner of a key has its secret key: {@code PopVerify}. It has a tag of its
     * own.
     *
     * @param key the key
     * @param proof 96 bytes
     * @return whether it is valid
     * @throws VorpalException if the proof is malformed
     */
    public static boolean verifyPossession(PublicKey key, byte[] proof) {
        byte[] point = Objects.requireNonNull(key, "key").point();
        return Native.blsVerifyPossession(point, Objects.requireNonNull(proof, "proof"));
    }

    /**
     * Adds signatures.
     *
     * @param signatures 96 bytes for each
     * @return the sum: 96 bytes, which may be infinity
     * @throws VorpalException if there are none, or if one is malformed or not in the subgroup
     */
    public static byte[] aggregate(byte[] signatures) {
        return Native.blsAddSignatures(Objects.requireNonNull(signatures, "signatures"));
    }

    /**
     * Finds the sets that are not valid, on all cores. All are verified together; if that fails, the wrong ones are
     * searched. A wrong verdict on {@code n} sets has a probability of at most {@code (2 n + k) 2^-128}, with
     * {@code k} keys in all.
     *
     * @param signatures 96 bytes for each set
     * @param messages the messages
     * @param messageLengths the length of each message, or null
     * @param keys 48 bytes for each key
     * @param keyCounts the number of keys of each set, or null
     * @return the indices of the sets that are not valid, in ascending order
     * @throws VorpalException if the numbers of items do not agree
     */
    public long[] invalidSets(
            byte[] signatures, byte[] messages, long[] messageLengths, byte[] keys, long[] keyCounts) {
        Objects.requireNonNull(signatures, "signatures");
        Objects.requireNonNull(messages, "messages");
        Objects.requireNonNull(keys, "keys");
        return use(suite ->
                Native.blsInvalidSets(suite, signatures, messages, messageLengths, keys, false, keyCounts));
    }

    /**
     * As {@link #invalidSets(byte[], byte[], long[], byte[], long[])}, with buffers.
     *
     * @param signatures 96 bytes for each set
     * @param messages the messages
     * @param messageLengths the length of each message, or null
     * @param keys 48 bytes for each key
     * @param keyCounts the number of keys of each set, or null
     * @return the indices of the sets that are not valid, in ascending order
     * @throws VorpalException if the numbers of items do not agree
     */
    public long[] invalidSets(
            ByteBuffer signatures, ByteBuffer messages, long[] messageLengths, ByteBuffer keys, long[] keyCounts) {
        Object givenSignatures = Memory.input(signatures, "signatures");
        Object givenMessages = Memory.input(messages, "messages");
        Object givenKeys = Memory.input(keys, "keys");
        return use(suite -> Native.blsInvalidSets(
                suite, givenSignatures, givenMessages, messageLengths, givenKeys, false, keyCounts));
    }

    /**
     * As {@link #invalidSets(byte[], byte[], long[], byte[], long[])}, for keys that have been checked.
     *
     * @param signatures 96 bytes for each set
     * @param messages a message for each set
     * @param keys the keys of each set
     * @return the indices of the sets that are not valid, in ascending order
     * @throws VorpalException if the numbers of items do not agree
     */
    public long[] invalidSets(List<byte[]> signatures, List<byte[]> messages, List<List<PublicKey>> keys) {
        byte[] flatSignatures = concat(signatures);
        byte[] flatMessages = concat(messages);
        long[] lengths = messages.stream().mapToLong(message -> message.length).toArray();
        long[] counts = keys.stream().mapToLong(List::size).toArray();
        byte[] points = PublicKey.points(keys.stream().flatMap(List::stream).toList());
        return use(suite ->
                Native.blsInvalidSets(suite, flatSignatures, flatMessages, lengths, points, true, counts));
    }
}
