/**
 * Sums of multiples of points on G1 of BLS12-377, BLS12-381 and BN254. All functions take variable time on public data.
 */
package io.vorpal.msm;
