//! All constant-time functions of `limbs` on numbers.

use std::hint::black_box;

use vorpal_limbs::gcd::{Inversion, jacobi};
use vorpal_limbs::quads::{QuadArithmetic, QuadBackend, QuadProgram, QuadRing, QuadVectors, order};
use vorpal_limbs::residues::{Factors, ResidueArithmetic, ResidueKernels, ResidueRing};
use vorpal_limbs::{Conversion, LANES, Montgomery, PackedMontgomery, Reciprocal, Unreduced, Wide, words};

use crate::limbs::{BLS12_381_BASE, BLS12_381_SCALAR, SECP256K1_BASE, secrets, show};

const SECP256K1_SCALAR: [u64; 4] =
    words::hex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
const BN254_BASE: [u64; 4] = words::hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
const P256_BASE: [u64; 4] = words::hex("0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff");

pub(crate) fn every_kernel() {
    kernels::<4>(&Montgomery::new(BLS12_381_SCALAR));
    kernels::<4>(&Montgomery::new(BN254_BASE));
    kernels::<4>(&Montgomery::new(SECP256K1_BASE));
    kernels::<4>(&Montgomery::new(SECP256K1_SCALAR));
    kernels::<4>(&Montgomery::new(P256_BASE));
    kernels::<6>(&Montgomery::new(BLS12_381_BASE));
    residues(
        &Montgomery::new(BN254_BASE),
        &const { ResidueRing::new(&Montgomery::new(BN254_BASE), 5, 22_000) },
    );
    residues(
        &Montgomery::new(BLS12_381_BASE),
        &const { ResidueRing::new(&Montgomery::new(BLS12_381_BASE), 1, 17_000) },
    );
    quads(&const { QuadRing::new(&SECP256K1_BASE) });
    quads(&const { QuadRing::new(&P256_BASE) });
    // Other sizes, which have portable kernels only.
    kernels::<1>(&Montgomery::new([0xffff_ffff_0000_0001]));
    kernels::<2>(&Montgomery::new([0x61, 0x8000_0000_0000_0000]));
    kernels::<3>(&Montgomery::new([u64::MAX, u64::MAX - 1, u64::MAX]));
    kernels::<5>(&Montgomery::new([0x1001, 0, 7, 0, 1 << 40]));
    kernels::<8>(&Montgomery::new([0x1001, 0, 7, 0, 1 << 40, 3, 2, 1 << 61]));
}

/// Two numbers below the modulus, of which every bit is secret.
fn below<const N: usize>(ring: &Montgomery<N>) -> [[u64; N]; 2] {
    secrets::<N>().map(|limbs| ring.to_montgomery(&limbs))
}

// Comparisons in debug builds only would be branches: the modulus is public, the numbers are not.
fn kernels<const N: usize>(ring: &Montgomery<N>) {
    let ring = black_box(ring);
    let [a, b] = below(ring);
    let zero = ring.sub(&a, &a);
    for result in [
        ring.add(&a, &b),
        ring.sub(&a, &b),
        ring.double(&a),
        ring.neg(&a),
        ring.neg(&zero),
        ring.halve(&a),
        ring.mul(&a, &b),
        ring.mul(&zero, &b),
        ring.square(&a),
        ring.from_montgomery(&a),
    ] {
        show(result);
    }
    if ring.unreduced_multiple(1, 1).is_some() {
        show(ring.mul_unreduced(&a, &b));
    }
    if ring.unreduced_square_multiple(1).is_some() {
        show(ring.square_unreduced(&a));
    }
    sums(ring, &a, &b);
    batches(ring, &a, &b);
    arithmetic(ring, &a, &b);
    let inverter = Inversion::new(*ring);
    for x in [a, zero] {
        let (inverse, is_unit) = inverter.invert(&x);
        show(inverse);
        show([is_unit]);
        show([u64::from(jacobi(&x, ring.modulus()).cast_unsigned())]);
    }
}

struct Combination;

impl Factors for Combination {
    const FACTORS: [[i8; 2]; 2] = [[3, -1], [-2, 1]];
}

/// Sums of products in residues, where the processor has them.
fn residues<const N: usize>(ring: &Montgomery<N>, constants: &Option<ResidueRing<N>>) {
    let Some(kernels) = ResidueKernels::active() else { return };
    let Some(constants) = constants else { unreachable!("both primes have residues") };
    let arithmetic = ResidueArithmetic::new(kernels, constants);
    let [a, b] = below(ring);
    let [mut x, mut y] = arithmetic.load([[&a, &b], [&b, &a]]);
    let combination = arithmetic.conjugate(&arithmetic.combination::<Combination>([&x, &y]));
    let [a, b] = [x, y];
    let sums: [&[_]; 2] = [&[[&a, &combination], [&b, &a]], &[[&b, &b], [&a, &a]]];
    arithmetic.write_sums_of_products(sums, [&mut x, &mut y]);
    let mut pairs = combination;
    arithmetic.write_sums_of_pairs([&[[&x, &y], [&a, &b]]], [&mut pairs]);
    let elements = [x, y, pairs, arithmetic.sum_of_products(&[[&x, &y]])];
    arithmetic.store(elements.each_ref()).into_iter().flatten().for_each(show);
}

/// The arithmetic of quads, where the processor has them.
fn quads(modulus: &'static Option<QuadRing>) {
    let (Some(vectors), Some(ring)) = (QuadVectors::active(), modulus) else { return };
    let limbs = vectors.run(Quads { ring, numbers: secrets::<4>() });
    limbs.into_iter().for_each(show);
}

/// Every operation of quads.
struct Quads {
    ring: &'static QuadRing,
    numbers: [[u64; 4]; 2],
}

impl QuadProgram for Quads {
    type Output = [[u64; 4]; 6];

    #[inline(always)]
    fn run<K: QuadBackend>(self, lanes: K) -> [[u64; 4]; 6] {
        let f = QuadArithmetic::new(lanes, self.ring);
        let [first, second] = self.numbers;
        let upper = [[1, 0, 5, 3]; 5];
        let a = f.load_pair(&first, &second, &upper);
        let b = f.lookup_pair([[second, first]; 3].into_iter(), first[0] & 3, &upper);
        let c = f.lookup(&[f.store(a), f.store(b)], second[0] & 1);
        let sum = f.sub(f.times(f.sum_of_products([a, b], [b, c]), 3), f.negative(f.product(a, c)));
        let sum = f.negate(f.blend::<0b0011>(f.permute::<{ order([1, 0, 3, 2]) }>(sum), sum), &first);
        let limbs = f.store(f.select(f.normalise(sum), f.normalise(f.add(sum, a.into())), first[0] & 1));
        let residue = f.residue(&limbs, 1);
        let [v, w, x, y, z] =
            f.store(f.blended::<0b0110>(f.permuted::<{ order([3, 2, 1, 0]) }>(a), f.load(&limbs)));
        [residue, v, w, x, y, z]
    }
}

fn sums<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) {
    let mut sum = Wide::square(a);
    sum.accumulate(a, b);
    sum.add(&Wide::square(b));
    let (low, top) = ring.redc(&sum);
    if ring.fits_unreduced(2, 2) {
        unreduced(ring, a, b);
    }
    let reciprocal = Reciprocal::new(*ring.modulus());
    show(reciprocal.remainder(&low, top));
    show(reciprocal.mul_word(a, b[0]));
    show(words::select(a, b, a[0] & 1));
    show([words::less(a, b), words::is_zero(a), words::equality_mask(a[0], b[0])]);
    let mut taken = *a;
    words::or_masked(&mut taken, b, words::equality_mask(a[0], 3));
    show(taken);
}

/// Products before their reduction. `a b + a^2` is at least `a b`.
fn unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) {
    let [mut sum, mut product] = [Unreduced::<N>::ZERO; 2];
    product.set_product(a, b);
    sum.set_product(a, &words::add(a, b).0);
    sum.sub_smaller(&product);
    ring.add_unreduced(&mut sum, &product);
    ring.double_unreduced(&mut sum);
    ring.sub_unreduced(&mut sum, &product);
    product.scale(1);
    ring.sub_unreduced(&mut sum, &product);
    show(ring.reduce_unreduced(&sum));
}

/// Products that fill vectors twice, once, and not at all.
fn batches<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) {
    let left: [[u64; N]; 27] = std::array::from_fn(|i| if i % 2 == 0 { *a } else { *b });
    let right: [[u64; N]; 27] = std::array::from_fn(|i| if i % 3 == 0 { *a } else { ring.sub(a, a) });
    let mut products = [[0; N]; 27];
    ring.mul_batch(&mut products, &left, &right, |limbs| limbs, |limbs| limbs);
    products.into_iter().for_each(show);
    let packed = PackedMontgomery::new(ring);
    packed.mul_batch(&mut products, &left, &right, |limbs| limbs, |limbs| limbs);
    products.into_iter().for_each(show);
}

fn arithmetic<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) {
    let arithmetic = PackedMontgomery::new(ring);
    let zero = ring.sub(a, a);
    // All lanes, and fewer.
    for count in [LANES, 11] {
        let mut numbers: Vec<[u64; N]> = (0..count).map(|i| [*a, *b, zero][i % 3]).collect();
        let mut x = arithmetic.load(&numbers, |limbs| limbs, Conversion::Montgomery);
        let mut y = arithmetic.load(&numbers, |limbs| limbs, Conversion::Raw);
        let units = arithmetic.load(&numbers, |limbs| limbs, Conversion::Units);
        arithmetic.mul_assign(&mut x, &y);
        arithmetic.square_times(&mut x, 3);
        let mut product = units;
        arithmetic.mul_assign(&mut product, &x);
        arithmetic.add_assign(&mut y, &product);
        arithmetic.sub_assign(&mut y, &x);
        let mut z = arithmetic.one();
        arithmetic.mul_into(&mut z, &x, &y);
        arithmetic.square_into(&mut x, &z);
        arithmetic.add_into(&mut y, &x, &z);
        arithmetic.sub_into(&mut z, &y, &x);
        // The mask of lanes is public.
        arithmetic.negate_lanes(&mut z, black_box(0b1010_0000_0000_0011));
        x.assign_lanes(&z, black_box(0x0ff0));
        x.copy_lane(3, &y, 4);
        arithmetic.scale_raw(&mut x);
        arithmetic.unscale_raw(&mut x);
        arithmetic.read(&mut y, &numbers, |limbs| limbs, Conversion::Raw);
        arithmetic.add_assign(&mut x, &y);
        let mut low = arithmetic.load(&numbers, |limbs| limbs, Conversion::Signed);
        let mut high = low;
        arithmetic.mul_signed(&mut high, &y);
        arithmetic.sum_and_difference(&mut low, &mut high);
        for signed in [low, high] {
            arithmetic.store(&signed, &mut numbers, same, Conversion::Signed);
            numbers.iter().for_each(|limbs| show(*limbs));
        }
        for conversion in [Conversion::Montgomery, Conversion::Raw, Conversion::Units] {
            arithmetic.store(&x, &mut numbers, same, conversion);
            numbers.iter().for_each(|limbs| show(*limbs));
        }
    }
}

fn same<const N: usize>(limbs: &mut [u64; N]) -> &mut [u64; N] {
    limbs
}
