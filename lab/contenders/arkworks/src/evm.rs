//! Ethereum's checks of products of pairings, from bytes to bytes: EIP-197 and EIP-2537.

use ark_ec::AffineRepr;
use ark_ec::pairing::Pairing;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::{BigInt, Fp, FpConfig, PrimeField, Zero};
use contender::{Contender, Evm};
use {ark_bls12_381 as bls, ark_bn254 as bn};

pub(crate) fn register(contender: &mut Contender) {
    Evm::new(contender)
        .contract("bls12_pairing", "decoded and checked, Pairing::multi_pairing", |input| {
            // EIP-2537 rejects the empty product.
            (!input.is_empty()).then(|| check::<bls::Bls12_381>(input, 384, bls_pair)).flatten()
        })
        .contract("bn254_pairing", "decoded and checked, Pairing::multi_pairing", |input| {
            check::<bn::Bn254>(input, 192, bn_pair)
        });
}

/// A pair of points of G1 and G2.
type Pair<E> = (<E as Pairing>::G1Affine, <E as Pairing>::G2Affine);

/// Whether the product of all pairs of `width` bytes is one, as a number of 32 bytes.
fn check<E: Pairing>(input: &[u8], width: usize, pair: fn(&[u8]) -> Option<Pair<E>>) -> Option<[u8; 32]> {
    let pairs = input.chunks_exact(width);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let (left, right): (Vec<_>, Vec<_>) = pairs.map(pair).collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let mut word = [0; 32];
    word[31] = u8::from(E::multi_pairing(left, right).is_zero());
    Some(word)
}

fn bls_pair(bytes: &[u8]) -> Option<Pair<bls::Bls12_381>> {
    let numbers: Option<Vec<bls::Fq>> = bytes.chunks(64).map(padded).collect();
    let [x, y, x0, x1, y0, y1] = numbers?.try_into().ok()?;
    Some((member(x, y)?, member(bls::Fq2::new(x0, x1), bls::Fq2::new(y0, y1))?))
}

/// The coefficients of coordinates of G2 are in the other order (EIP-197).
fn bn_pair(bytes: &[u8]) -> Option<Pair<bn::Bn254>> {
    let numbers: Option<Vec<bn::Fq>> = bytes.chunks(32).map(number).collect();
    let [x, y, x1, x0, y1, y0] = numbers?.try_into().ok()?;
    Some((member(x, y)?, member(bn::Fq2::new(x0, x1), bn::Fq2::new(y0, y1))?))
}

/// Sixteen zeros and a number of 48 bytes.
fn padded(bytes: &[u8]) -> Option<bls::Fq> {
    let (zeros, rest) = bytes.split_at(16);
    zeros.iter().all(|byte| *byte == 0).then(|| number(rest)).flatten()
}

/// A number below the modulus, most significant byte first.
fn number<P: FpConfig<N>, const N: usize>(bytes: &[u8]) -> Option<Fp<P, N>> {
    let mut limbs = [0; N];
    for (limb, bytes) in limbs.iter_mut().zip(bytes.rchunks_exact(8)) {
        *limb = u64::from_be_bytes(bytes.try_into().ok()?);
    }
    Fp::from_bigint(BigInt(limbs))
}

/// The point of the subgroup with these coordinates. Infinity is (0, 0).
fn member<C: SWCurveConfig>(x: C::BaseField, y: C::BaseField) -> Option<Affine<C>> {
    if x.is_zero() && y.is_zero() {
        return Some(Affine::zero());
    }
    let point = Affine::new_unchecked(x, y);
    (point.is_on_curve() && point.is_in_correct_subgroup_assuming_on_curve()).then_some(point)
}
