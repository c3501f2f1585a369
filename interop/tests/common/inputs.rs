//! Inputs of the precompiled contracts, made of the bytes of a fuzzer: valid points, points of every small order,
//! signatures and proofs, of which some are then changed.

use std::sync::OnceLock;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_curves::{PointFormat, bls12_381, bn254};
use vorpal_evm::bls12_381::{write_g1, write_g2};
use vorpal_fields::{Field, PrimeField};
use vorpal_secp256k1::{SecretKey, p256};

use super::hex;

/// The bytes that are not read yet. After the last one there are zeros.
struct Source<'a>(&'a [u8]);

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        self.array::<1>()[0]
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.0.split_at(self.0.len().min(N));
        self.0 = rest;
        std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0))
    }

    /// A number below the given one.
    fn below(&mut self, number: usize) -> usize {
        usize::from(self.byte()) % number
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.byte()).collect()
    }
}

/// The input of the contract with this address. The first byte of the bytes is zero for an input of raw bytes.
pub(crate) fn input(address: u16, bytes: &[u8]) -> Vec<u8> {
    let mut source = Source(bytes);
    if source.byte() == 0 {
        return source.0.to_vec();
    }
    let mut input = match address {
        1 => signature(&mut source),
        5 => power(&mut source),
        6..=8 => on_bn254(address, &mut source),
        9 => compression(&mut source),
        10 => proof(&mut source),
        11..=15 => on_bls12_381(address, &mut source),
        16 | 17 => elements(usize::from(address) - 15, &mut source),
        0x100 => p256_signature(&mut source),
        _ => source.0.to_vec(),
    };
    match source.byte() {
        1 => input.truncate(source.below(256)),
        2 => input.extend(source.bytes(3)),
        3 if !input.is_empty() => {
            let position = usize::from(u16::from_le_bytes(source.array())) % input.len();
            input[position] ^= source.byte();
        }
        _ => {}
    }
    input
}

/// Signatures by small keys, or any hash, `r` and `s`.
fn signature(source: &mut Source<'_>) -> Vec<u8> {
    let (kind, hash, mut v) = (source.byte(), source.array::<32>(), [0; 32]);
    v[31] = 27 + (kind & 1);
    let mut secret = [0; 32];
    secret[30..].copy_from_slice(&source.array::<2>());
    let halves = match SecretKey::from_be_bytes(&secret) {
        Ok(secret) if kind & 2 == 0 => secret.sign(&hash).signature().to_compact(),
        _ => source.array(),
    };
    [&hash[..], &v, &halves].concat()
}

/// Signatures on P-256 by small keys, also with a high `s`, and any hash, `r`, `s` and key.
fn p256_signature(source: &mut Source<'_>) -> Vec<u8> {
    let (kind, hash, mut secret) = (source.byte(), source.array::<32>(), [0; 32]);
    secret[30..].copy_from_slice(&source.array::<2>());
    let Ok(secret) = p256::SecretKey::from_be_bytes(&secret) else {
        return [&hash[..], &source.array::<128>()].concat();
    };
    let signature = secret.sign(&hash);
    let mut halves = match kind % 8 {
        0 => signature.to_low().to_compact(),
        _ => signature.to_compact(),
    };
    let mut key = secret.public_key().to_uncompressed();
    match kind % 8 {
        1 => halves[32..].copy_from_slice(&source.array::<32>()),
        2 => halves[..32].copy_from_slice(&source.array::<32>()),
        3 => key[33..].copy_from_slice(&source.array::<32>()),
        4 => key[1..].copy_from_slice(&source.array::<64>()),
        _ => {}
    }
    [&hash[..], &halves, &key[1..]].concat()
}

/// Lengths and operands of up to 300 bytes.
fn power(source: &mut Source<'_>) -> Vec<u8> {
    let lengths: [usize; 3] = std::array::from_fn(|_| {
        let long = if source.byte() % 8 == 1 { 300 } else { 40 };
        source.below(256) * long / 256
    });
    let mut input = Vec::new();
    for length in lengths {
        input.extend([0; 24]);
        input.extend((length as u64).to_be_bytes());
    }
    for length in lengths {
        let fill = [0, 0xff, source.byte()][source.below(3)];
        let mut operand = vec![fill; length];
        let known = source.below(length + 1);
        operand[..known].copy_from_slice(&source.bytes(known));
        if let Some(last) = operand.last_mut() {
            *last ^= source.byte();
        }
        input.extend(operand);
    }
    input
}

/// Up to 65,535 rounds. The flag may be invalid.
fn compression(source: &mut Source<'_>) -> Vec<u8> {
    let rounds = source.array::<2>();
    [&[0; 2][..], &rounds, &source.bytes(208), &[source.byte() % 3]].concat()
}

/// The versioned hash, `z`, `y`, the commitment and the proof of a constant polynomial, or a published proof, or points
/// that have nothing to do with each other.
fn proof(source: &mut Source<'_>) -> Vec<u8> {
    use vorpal_curves::bls12_381::encoding::ZCASH;
    let kind = source.byte();
    let (z, mut y) = (source.array::<32>(), [0; 32]);
    y[24..].copy_from_slice(&source.array::<8>());
    let constant = u64::from_be_bytes(y[24..].try_into().expect("eight bytes"));
    let value = bls12_381::Jacobian::GENERATOR.mul_limbs_vartime(&[constant]).to_affine();
    let (z, y, commitment, proof) = match kind % 4 {
        0 => (z, y, ZCASH.encode_compressed(&value), ZCASH.encode_compressed(&Affine::IDENTITY)),
        1 => {
            let published = PUBLISHED.map(hex);
            let part = |i: usize| -> [u8; 32] { published[i].clone().try_into().expect("32 bytes") };
            let point = |i: usize| published[i].clone().try_into().expect("48 bytes");
            (part(0), part(1), point(2), point(3))
        }
        2 => {
            let other = &pools().g1_381[source.below(pools().g1_381.len())];
            (z, y, ZCASH.encode_compressed(&value), ZCASH.encode_compressed(other))
        }
        _ => (z, source.array(), source.array(), source.array()),
    };
    let mut hash: [u8; 32] =
        sha2::Digest::finalize(sha2::Digest::chain_update(sha2::Sha256::default(), commitment)).into();
    hash[0] = 1;
    [&hash[..], &z, &y, &commitment, &proof].concat()
}

/// A case of c-kzg's tests: `verify_kzg_proof_case_correct_proof_4_4`.
const PUBLISHED: [&str; 4] = [
    "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000",
    "1522a4a7f34e1ea350ae07c29c96c7e79655aa926122e95fe69fcbd932ca49e9",
    "8f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca25f26936857bc3a7c2539ea8ec3a952b7",
    "a62ad71d14c5719385c0686f1871430475bf3a00f0aa3f7b8dd99a9abc2160744faf0070725e00b60ad9a026a15b1a8c",
];

const BN254_PRIME: &str = "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
const BLS12_381_PRIME: &str = "000000000000000000000000000000001a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
    6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";

/// Points, integers and pairs of points.
fn on_bn254(address: u16, source: &mut Source<'_>) -> Vec<u8> {
    let prime = hex(BN254_PRIME);
    let g1 = |source: &mut Source<'_>, negative: bool| {
        point(source, &pools().g1_254, &prime, negative, |point| vorpal_evm::bn254::write_g1(point).to_vec())
    };
    match address {
        6 => [g1(source, false), g1(source, false)].concat(),
        7 => [g1(source, false), source.array::<32>().to_vec()].concat(),
        _ => pairs(source, g1, |source| {
            point(source, &pools().g2_254, &prime, false, |point| {
                let (x, y) = point.raw_coordinates();
                [x.c1, x.c0, y.c1, y.c0].map(|element| element.to_be_bytes()).concat()
            })
        }),
    }
}

/// Points, terms of sums and pairs of points.
fn on_bls12_381(address: u16, source: &mut Source<'_>) -> Vec<u8> {
    let prime = hex(BLS12_381_PRIME);
    let g1 = |source: &mut Source<'_>, negative: bool| {
        point(source, &pools().g1_381, &prime, negative, |point| write_g1(point).to_vec())
    };
    let g2 = |source: &mut Source<'_>| {
        point(source, &pools().g2_381, &prime, false, |point| write_g2(point).to_vec())
    };
    match address {
        11 => [g1(source, false), g1(source, false)].concat(),
        13 => [g2(source), g2(source)].concat(),
        15 => pairs(source, g1, g2),
        _ => {
            let number = source.below(7);
            let terms = (0..number).flat_map(|_| {
                let mut term = if address == 12 { g1(source, false) } else { g2(source) };
                term.extend(source.array::<32>());
                term
            });
            terms.collect()
        }
    }
}

/// Pairs of points, possibly followed by the same with the points of G1 negated, so that the product is one.
fn pairs(
    source: &mut Source<'_>,
    mut g1: impl FnMut(&mut Source<'_>, bool) -> Vec<u8>,
    mut g2: impl FnMut(&mut Source<'_>) -> Vec<u8>,
) -> Vec<u8> {
    let (number, twice) = (source.below(4), source.byte() % 2 == 1);
    let mut input = Vec::new();
    for _ in 0..number {
        let start = source.0;
        let (p, q) = (g1(source, false), g2(source));
        input.extend([p, q.clone()].concat());
        if twice {
            input.extend([g1(&mut Source(start), true), q].concat());
        }
    }
    input
}

/// Elements of 64 bytes, some of them not below the prime.
fn elements(number: usize, source: &mut Source<'_>) -> Vec<u8> {
    let element = |_| {
        let kind = source.byte();
        let mut element = [0; 64];
        match kind % 4 {
            0 => element[63] = source.byte(),
            1 => element[17..].copy_from_slice(&source.array::<47>()),
            2 => element[16..].copy_from_slice(&source.array::<48>()),
            _ => {
                element.copy_from_slice(&hex(BLS12_381_PRIME));
                element[63] = element[63].wrapping_add(source.byte() % 3).wrapping_sub(1);
            }
        }
        element
    };
    (0..number).flat_map(element).collect()
}

/// The encoding of a multiple of a point of the pool, or of a sum of two. It may have a coordinate plus the prime or a
/// changed bit.
fn point<C: WeierstrassCurve>(
    source: &mut Source<'_>,
    pool: &[Affine<C>],
    prime: &[u8],
    negative: bool,
    encode: impl Fn(&Affine<C>) -> Vec<u8>,
) -> Vec<u8> {
    let kind = source.byte() % 4;
    // The first four points are inside the subgroup.
    let first = Jacobian::from_affine(&pool[source.below(if kind == 0 { 4 } else { pool.len() })]);
    let mut point = match kind {
        0 | 1 => first,
        2 => first.mul_limbs_vartime(&[u64::from_le_bytes(source.array())]),
        _ => first.add_affine_vartime(&pool[source.below(pool.len())]),
    }
    .to_affine();
    if negative {
        point = -point;
    }
    let mut bytes = encode(&point);
    match source.byte() {
        change @ 1..=4 => {
            let coordinates = bytes.len() / prime.len();
            let start = usize::from(change - 1) % coordinates * prime.len();
            let mut carry = 0;
            for (byte, digit) in bytes[start..start + prime.len()].iter_mut().zip(prime).rev() {
                let sum = u16::from(*byte) + u16::from(*digit) + carry;
                (*byte, carry) = (sum as u8, sum >> 8);
            }
        }
        5 => {
            let position = source.below(bytes.len().min(256));
            bytes[position] ^= 1 << source.below(8);
        }
        _ => {}
    }
    bytes
}

/// Points of each curve, inside and outside the subgroup.
struct Pools {
    g1_254: Vec<bn254::Affine>,
    g2_254: Vec<bn254::g2::Affine>,
    g1_381: Vec<bls12_381::Affine>,
    g2_381: Vec<bls12_381::g2::Affine>,
}

fn pools() -> &'static Pools {
    static POOLS: OnceLock<Pools> = OnceLock::new();
    POOLS.get_or_init(|| Pools {
        g1_254: pool(&[]),
        g2_254: pool(&[10_069, 5_864_401]),
        g1_381: pool(&[3, 11, 10_177, 859_267, 52_437_899]),
        g2_381: pool(&[13, 23, 2_713, 11_953, 262_069]),
    })
}

/// Infinity, the generator, its negative and its double. Points with small `x`, and their multiples by the order, by
/// the cofactor, and by the order of the curve without all factors of a prime.
fn pool<C: WeierstrassCurve>(primes: &[u64]) -> Vec<Affine<C>> {
    let g = Jacobian::<C>::GENERATOR;
    let last = (-C::Scalar::ONE).to_limbs();
    let times_order = |point: &Jacobian<C>| point.mul_limbs_vartime(last.as_ref()).add_vartime(point);
    let mut pool = vec![Jacobian::IDENTITY, g, g.neg(), g.double()];
    let lifted = (0..12u64).filter_map(|x| Affine::<C>::lift_x_vartime(x.into()));
    for (point, _) in lifted.take(3) {
        let point = Jacobian::from_affine(&point);
        let outside = times_order(&point);
        pool.extend([point, outside, point.mul_limbs_vartime(C::COFACTOR)]);
        for prime in primes {
            let mut rest = C::COFACTOR.to_vec();
            while let Some(quotient) = quotient(&rest, *prime) {
                rest = quotient;
            }
            assert!(rest != C::COFACTOR, "{prime} divides the cofactor");
            pool.push(outside.mul_limbs_vartime(&rest));
        }
    }
    pool.iter().map(Jacobian::to_affine).collect()
}

/// `number / divisor` if the remainder is zero, in little-endian limbs.
fn quotient(number: &[u64], divisor: u64) -> Option<Vec<u64>> {
    let (mut quotient, mut rest) = (number.to_vec(), 0);
    for limb in quotient.iter_mut().rev() {
        let dividend = u128::from(rest) << 64 | u128::from(*limb);
        *limb = (dividend / u128::from(divisor)) as u64;
        rest = (dividend % u128::from(divisor)) as u64;
    }
    (rest == 0).then_some(quotient)
}
