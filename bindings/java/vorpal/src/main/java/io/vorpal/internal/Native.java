package io.vorpal.internal;

import java.nio.ByteBuffer;

/**
 * The native methods. An argument of the type {@code Object} is an array of bytes or a direct buffer, all of it. A
 * {@code long} is the number of a value that the native library keeps. Documentation is in the source of the native
 * library.
 */
public final class Native {
    static {
        Loader.load();
        // Refuses an unknown backend before anything is computed.
        backend();
    }

    private Native() {}

    /** Loads the library: the static initialiser does so. */
    public static void load() {}

    public static native String backend();

    public static native String version();

    static native void close(long number);

    public static native long openHandles();

    // secp256k1

    public static native byte[] recoverBatchSecp256k1(
            Object hashes, Object signatures, boolean addresses, Object out);

    public static native byte[] verifyBatchSecp256k1(Object hashes, Object signatures, Object keys, boolean lowS);

    public static native byte[] schnorrVerifyBatch(Object messages, Object signatures, Object keys);

    public static native byte[] recoverSecp256k1(byte[] hash, byte[] signature);

    public static native boolean verifySecp256k1(byte[] key, byte[] hash, byte[] signature, boolean lowS);

    public static native boolean schnorrVerify(byte[] key, byte[] message, byte[] signature);

    public static native byte[] signatureFromDer(byte[] der);

    public static native byte[] signatureToDer(byte[] signature);

    public static native byte[] signatureToLow(byte[] signature);

    public static native byte[] publicKeySecp256k1(byte[] encoded);

    public static native byte[] address(byte[] key);

    public static native long secretKeySecp256k1(byte[] encoded);

    public static native byte[] publicKeyOfSecp256k1(long key);

    public static native byte[] signSecp256k1(long key, byte[] hash, byte[] entropy);

    public static native byte[] schnorrSign(long key, byte[] message, byte[] auxiliary);

    public static native byte[] ecdh(long key, byte[] other, boolean sha256);

    public static native byte[] verifyMixedBatch(
            Object claims, Object hashes, Object signatures, Object keys, Object addresses, Object prefix);

    // Senders one by one

    public static native long newSenders(long delayNanos, int group, int threads, int queue, int cache);

    public static native long takerOfSenders(long pool);

    public static native boolean submitSender(
            long pool, long token, byte[] hash, byte[] signature, long waitNanos);

    public static native byte[] takeSenders(long taker);

    public static native boolean cancelSender(long pool, long token);

    public static native byte[] recoverBlockOfSenders(long pool, Object hashes, Object signatures, Object out);

    public static native long[] metricsOfSenders(long pool, double[] percents);

    // P-256

    public static native byte[] publicKeyP256(byte[] encoded);

    public static native long secretKeyP256(byte[] encoded);

    public static native byte[] publicKeyOfP256(long key);

    public static native byte[] signP256(long key, byte[] hash, byte[] entropy);

    public static native boolean verifyP256(byte[] key, byte[] hash, byte[] signature);

    public static native byte[] verifyBatchP256(Object hashes, Object signatures, Object keys);

    // Precompiled contracts

    public static native byte[] runContract(int contract, byte[] input, int fork);

    public static native byte[] runContractDirect(int contract, ByteBuffer input, int fork);

    public static native long gasOfContract(int contract, byte[] input, int fork);

    public static native long gasOfContractDirect(int contract, ByteBuffer input, int fork);

    // KZG

    public static native long ethereumSetup(long memory);

    public static native long parseSetup(String text, long memory);

    public static native long setupOfPoints(byte[] lagrange, byte[] powers, byte[] powersG2, long memory);

    public static native long memoryOfSetup(long setup);

    public static native String explainSetup(long setup);

    public static native byte[] commitBlobs(long setup, Object blobs);

    public static native byte[] commitBlob(long setup, Object blob);

    public static native byte[] proveValue(long setup, Object blob, byte[] z);

    public static native byte[] proveBlob(long setup, Object blob, byte[] commitment);

    public static native boolean verifyValue(long setup, byte[] joined, int commitment, int z, int y);

    public static native boolean verifyBlob(long setup, Object blob, byte[] commitment, byte[] proof);

    public static native boolean verifyBlobs(long setup, Object blobs, Object commitments, Object proofs);

    public static native long[] wrongBlobs(long setup, Object blobs, Object commitments, Object proofs);

    public static native void computeCells(long setup, Object blob, Object cells, Object proofs);

    public static native void recoverCells(
            long setup, long[] cellIndices, Object cells, Object recovered, Object proofs);

    public static native boolean verifyCells(
            long setup, Object commitments, long[] cellIndices, Object cells, Object proofs);

    public static native long[] wrongCells(
            long setup, Object commitments, long[] cellIndices, Object cells, Object proofs);

    // BLS signatures

    public static native long blsSuite(int scheme, byte[] tag);

    public static native byte[] blsKey(byte[] encoded);

    public static native int blsKeyState(byte[] key);

    public static native int blsSignatureState(byte[] signature);

    public static native byte[] blsAddKeys(Object keys, boolean known);

    public static native byte[] blsAddSignatures(Object signatures);

    public static native long blsSecretKey(byte[] encoded);

    public static native long blsKeyGen(byte[] material, byte[] info);

    public static native long blsDeriveMaster(byte[] seed);

    public static native long blsDeriveChild(long key, long index);

    public static native byte[] blsSecretBytes(long key);

    public static native byte[] blsPublicKeyOf(long key);

    public static native byte[] blsSign(long key, long suite, byte[] message);

    public static native byte[] blsProvePossession(long key);

    public static native boolean blsVerifyPossession(byte[] key, byte[] proof);

    public static native boolean blsVerify(long suite, byte[] joined, int key, int signature);

    public static native boolean blsFastAggregateVerify(
            long suite, Object keys, boolean known, byte[] message, byte[] signature);

    public static native boolean blsAggregateVerify(
            long suite, Object keys, boolean known, Object messages, long[] messageLengths, byte[] signature);

    public static native long[] blsInvalidSets(
            long suite, Object signatures, Object messages, long[] messageLengths, Object keys, boolean known,
            long[] keyCounts);

    public static native long blsBatch(long suite);

    public static native void blsBatchAdd(
            long batch, long id, byte[] signature, byte[] message, Object keys, boolean known);

    public static native void blsBatchMerge(long batch, long other);

    public static native long blsBatchLength(long batch);

    public static native long[] blsBatchFinish(long batch);

    public static native long blsTable();

    public static native long blsLoadTable(String file);

    public static native void blsSaveTable(long table, String file);

    public static native long blsAppendKeys(long table, Object keys);

    public static native long blsLengthOfTable(long table);

    public static native byte[] blsKeyOfTable(long table, long index);

    public static native byte[] blsSumOfTable(long table, long[] indices);

    public static native long[] blsInvalidSetsOfTable(
            long table, long suite, Object signatures, Object messages, long[] messageLengths, long[] indices,
            long[] keyCounts);

    // Sums

    public static native long decodeBases(int curve, int format, int trust, boolean compressed, Object points);

    public static native long prepareBases(long bases, long memory);

    public static native long lengthOfBases(long bases);

    public static native String explainBases(long bases);

    public static native byte[] sum(long bases, Object scalars, boolean bigEndian, int format, boolean compressed);

    // Trees

    public static native long newCommitter(int profile);

    public static native long memoryOfCommitter(long committer);

    public static native byte[] basisOfCommitter(long committer);

    public static native long memoryTree(long window);

    public static native long openTree(
            String directory, int mode, long window, long cache, long waitMillis, boolean check);

    public static native void updateTree(long tree, Object keys, Object values);

    public static native void removeFromTree(long tree, Object keys);

    public static native byte[] nextRootOfTree(long tree, long committer);

    public static native byte[] commitTree(long tree, long committer, String label);

    public static native void discardTree(long tree);

    public static native void rollbackTree(long tree, long blocks);

    public static native byte[] rootOfTree(long tree, long blocks);

    public static native long blocksOfTree(long tree);

    public static native String labelOfTree(long tree);

    public static native byte[] valuesOfTree(long tree, Object keys);

    public static native byte[] valuesOfTreeAt(long tree, long blocks, Object keys);

    public static native long checkTree(long tree, long committer);

    public static native long proveKeys(long tree, long committer, Object keys, int version);

    public static native long decodeWitness(byte[] encoded);

    public static native byte[] encodeWitness(long witness);

    public static native byte[] keysOfWitness(long witness);

    public static native long writeWitness(long witness, Object keys, Object values);

    public static native long verifyWitness(long witness, long committer, byte[] root, int version);

    public static native byte[] valuesOfPartialTree(long tree, Object keys);

    public static native long unboundOfPartialTree(long tree);

    public static native byte[] rootAfterWitness(long tree, long committer, long witness);

    // The classes of besu-native

    public static native int gnarkBn254(int operation, byte[] input, int length, byte[] output);

    public static native String gnarkBls12(int operation, byte[] input, int length, byte[] output);

    public static native String gnarkPoint(int group, boolean inSubgroup, byte[] input, int length);

    public static native byte[] recoverP256(byte[] hash, byte[] signature, boolean isOdd);
}
