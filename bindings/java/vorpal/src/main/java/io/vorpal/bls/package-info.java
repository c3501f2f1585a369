/**
 * BLS signatures on BLS12-381, with keys in G1 and signatures in G2, as Ethereum has them: single ones, aggregates,
 * batches that name what is wrong, tables of keys.
 *
 * <p>Keys have 48 bytes, signatures 96, compressed and big-endian. Operations of a {@link io.vorpal.bls.SecretKey} take
 * constant time; all else takes variable time on public data.
 */
package io.vorpal.bls;
