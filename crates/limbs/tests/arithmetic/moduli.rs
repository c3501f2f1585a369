//! Moduli for tests of kernels.

use num_bigint::BigUint;
use vorpal_limbs::words;
use vorpal_oracle::big::to_limbs;

/// Primes in use, and odd numbers of every reduction kind: on both sides of each limit of
/// [`ReductionKind`](vorpal_limbs::ReductionKind).
pub(crate) fn moduli_4() -> Vec<[u64; 4]> {
    let mut moduli = vec![
        words::hex("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
        words::hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
        words::hex("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
        words::hex("0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001"),
        words::hex("0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1"),
        words::hex("0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001"),
        words::hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
        words::hex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
        words::hex("0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
        words::hex("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    ];
    // 2 p + 2^192 <= R: the largest that is Spare, the smallest that is not.
    let limit = (BigUint::from(1u8) << 255) - (BigUint::from(1u8) << 191);
    moduli.extend([to_limbs(&(&limit - 1u8)), to_limbs(&(&limit + 1u8))]);
    // R - c: the largest c, the smallest, and one too large.
    let ones = u64::MAX;
    moduli.extend([[1, ones, ones, ones], [ones, ones, ones, ones], [ones, ones - 1, ones, ones]]);
    moduli.extend([
        [3, 0, 0, 0],
        [1, 0, 0, 1],
        [ones, ones, 0, 0],
        [1, 0, 0, 1 << 62],
        [ones, ones, ones, ones >> 1],
    ]);
    // R - c with c around 2^48, where packed arithmetic changes its algorithm; a prime with a small c; c of one bit and
    // of few bits.
    let below_radix = |c: u64| [c.wrapping_neg(), ones, ones, ones];
    moduli.extend([(1 << 48) - 1, (1 << 48) + 1, 189, (1 << 47) + 1].map(below_radix));
    // h 2^192 + 2^96 - 1: the largest h, the smallest without spare bits, one with them; and other words around it.
    let low = u64::from(u32::MAX);
    moduli.extend([[ones, low, 0, ones], [ones, low, 0, 1 << 63], [ones, low, 0, (1 << 62) + 1]]);
    moduli.extend([[ones - 2, low, 0, ones], [ones, low + 1, 0, ones], [ones, low, 1, ones]]);
    moduli
}

pub(crate) fn moduli_6() -> Vec<[u64; 6]> {
    let fifth = u64::MAX / 5;
    vec![
        words::hex(
            "0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
        ),
        words::hex(
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        ),
        // Around R / 5.
        [u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX, fifth - 1],
        [1, 0, 0, 0, 0, fifth - 1],
        [u64::MAX, 0, 0, 0, 0, fifth],
        [3, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 1],
        [u64::MAX; 6],
        [1, u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX],
    ]
}
