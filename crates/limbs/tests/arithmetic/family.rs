//! Moduli for the tests of schedules, and schedules by their definition, on big integers.

use num_bigint::BigUint;
use vorpal_limbs::schedule::{Schedule, Step};
use vorpal_limbs::words::hex;

pub(crate) const BN254_SCALAR: [u64; 4] =
    hex("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
pub(crate) const BN254_BASE: [u64; 4] =
    hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
pub(crate) const BLS12_381_SCALAR: [u64; 4] =
    hex("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
pub(crate) const BLS12_377_SCALAR: [u64; 4] =
    hex("0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001");
pub(crate) const BANDERSNATCH_SCALAR: [u64; 4] =
    hex("0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1");
pub(crate) const PALLAS_BASE: [u64; 4] =
    hex("0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001");
pub(crate) const SECP256K1_BASE: [u64; 4] =
    hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
pub(crate) const SECP256K1_SCALAR: [u64; 4] =
    hex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
pub(crate) const BLS12_381_BASE: [u64; 6] =
    hex("0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
pub(crate) const BLS12_377_BASE: [u64; 6] =
    hex("0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001");

/// Odd numbers with difficult carries: all ones, one above a power of the word, and close to that.
pub(crate) const ODD_4: [[u64; 4]; 4] =
    [[u64::MAX; 4], [1, 0, 0, 1], [u64::MAX, 0, u64::MAX, 1 << 63], [1, 0, 0, 1 << 63]];

/// As [`ODD_4`], of six limbs.
pub(crate) const ODD_6: [[u64; 6]; 4] = [
    [u64::MAX; 6],
    [1, 0, 0, 0, 0, 1],
    [u64::MAX, 0, u64::MAX, 0, u64::MAX, 1 << 63],
    [1, 0, 0, 0, 0, 1 << 63],
];

/// `2^(64 k)`.
pub(crate) fn power(k: usize) -> BigUint {
    BigUint::from(1u8) << (64 * k)
}

/// `r^-k mod p`.
pub(crate) fn rho(k: usize, p: &BigUint) -> BigUint {
    power(k).modinv(p).expect("p is odd")
}

/// A modulus with the constants of the definitions of steps.
pub(crate) struct Reduction {
    p: BigUint,
    /// `rho_0`, `rho_1` and on.
    rho: Vec<BigUint>,
    /// `p^-1 mod r`.
    inverse: BigUint,
}

impl Reduction {
    pub(crate) fn new(p: &BigUint) -> Self {
        let inverse = p.modinv(&power(1)).expect("p is odd");
        let limbs = usize::try_from(p.bits().div_ceil(64)).expect("few limbs");
        Self { p: p.clone(), rho: (0..=limbs.max(8)).map(|k| rho(k, p)).collect(), inverse }
    }

    /// The result of a schedule on `c`, exactly as its steps are defined.
    pub(crate) fn of(&self, schedule: &Schedule, c: &BigUint) -> BigUint {
        let mut s = c.clone();
        for step in schedule.steps() {
            let k = step.limbs();
            let low = &s % power(k);
            s = match step {
                Step::Round => {
                    let m = (power(1) - &low) * &self.inverse % power(1);
                    (s + m * &self.p) >> 64
                }
                Step::Jump(_) => (s >> (64 * k)) + low * &self.rho[k],
                Step::Parallel(_) => {
                    let fold = |i: usize| ((&low >> (64 * i)) % power(1)) * &self.rho[k - i];
                    (s >> (64 * k)) + (0..k).map(fold).sum::<BigUint>()
                }
            };
        }
        s
    }
}
