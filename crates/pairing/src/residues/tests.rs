//! Residues against the towers of `fields`, with the kernels of the processor and with portable ones.

use std::hint::black_box;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, Seed};
use vorpal_fields::tower::{Cyclotomic, Fp2, Fp12};
use vorpal_limbs::residues::{PortableResidues, ResidueBackend, ResidueKernels};
use vorpal_oracle::data::report_skipped;
use vorpal_oracle::effort::every;

use super::lines::Points;
use super::{Element, Residues};
use crate::bls12_377::Bls12_377;
use crate::bls12_381::Bls12_381;
use crate::bn254::Bn254;
use crate::exponentiation::{CyclotomicArithmetic, hard_part_vartime};
use crate::line_product::LineProduct;
use crate::miller::{self, Multiple, PointArithmetic};
use crate::towers::Towers;
use crate::{Engine, PreparedG2, Twist};

/// An element without structure.
fn element<E: Engine<N>, const N: usize>(seed: u64) -> Fp12<E::Modulus, N> {
    let c =
        |i: u64| Fp2::new((seed + i).into(), (seed * i + 7).into()).pow_vartime(&[0x1234_5678_9abc_def1 + i]);
    Fp12::from_coefficients([1, 2, 3, 4, 5, 6].map(c))
}

fn elements<E: Engine<N>, const N: usize, K: ResidueBackend>(residues: &Residues<E, N, K>) {
    let minus_one = -Fp12::<E::Modulus, N>::ONE;
    let all_ones = Fp12::from_coefficients([-Fp2::new(1.into(), 1.into()); 6]);
    let values = [element::<E, N>(3), element::<E, N>(5), Fp12::ZERO, Fp12::ONE, minus_one, all_ones];
    for (i, a) in values.iter().enumerate() {
        let x = residues.load_element(a);
        assert_eq!(residues.store_element(&x), *a);
        assert_eq!(residues.store_element(&residues.conjugate(&x)), a.conjugate());
        for power in 0..4 {
            assert_eq!(residues.store_element(&residues.frobenius(&x, power)), a.frobenius(power));
        }
        let mut product = Element::ZERO;
        residues.square(&x, &mut product);
        assert_eq!(residues.store_element(&product), a.square());
        for b in &values {
            let y = residues.load_element(b);
            residues.mul(&x, &y, &mut product);
            assert_eq!(residues.store_element(&product), a.mul(b));
            let line = [y.0[0], y.0[2], y.0[3]];
            let [i, j] = match E::TWIST {
                Twist::D => [1, 3],
                Twist::M => [2, 3],
            };
            let mut sparse = [Fp2::ZERO; 6];
            for (exponent, from) in [(0, 0), (i, 2), (j, 3)] {
                sparse[exponent] = b.coefficients()[from];
            }
            residues.mul_by_line(&x, &line, [i, j], &mut product);
            assert_eq!(residues.store_element(&product), a.mul(&Fp12::from_coefficients(sparse)));
        }
        let projection = residues.project_vartime(&x);
        let Some(f) = Cyclotomic::project_vartime(a) else {
            assert!(projection.is_none(), "zero has a projection");
            continue;
        };
        let x = projection.expect("not zero");
        assert_eq!(residues.store_element(&x), *f.value());
        residues.cyclotomic_square(&x, &mut product);
        assert_eq!(residues.store_element(&product), *f.square().value());
        let (seed, family) = (E::PSI.seed(), E::PSI.family());
        let expected = hard_part_vartime(&Towers::NEW, &f, seed, family);
        assert_eq!(residues.final_exponentiation_vartime(a), Some(expected));
        let power = residues.power_vartime(&x, seed);
        assert_eq!(residues.store_element(&power), *Towers::NEW.power_vartime(&f, seed).value());
        // With less effort, some exponents for each element.
        let exponents = [1, 2, 3, 6, 0x8000_0000_0000_0001, 0xd201_0000_0001_0000, u64::MAX];
        for (_, exponent) in exponents.into_iter().enumerate().filter(|(j, _)| every(3, i + j)) {
            let expected = Towers::NEW.power_vartime(&f, Seed { magnitude: exponent, negative: false });
            let power = residues.compressed_power_vartime(&x, exponent);
            // One has no compressed form.
            let has_even_blocks = ![1, 3, u64::MAX].contains(&exponent);
            assert_eq!(power.is_none(), *f.value() == Fp12::ONE && has_even_blocks, "{exponent}");
            let powers = [power, Some(residues.power_by_windows_vartime(&x, exponent))];
            for power in powers.iter().flatten() {
                assert_eq!(residues.store_element(power), *expected.value());
            }
        }
    }
}

/// A value is the expected one up to a factor in `Fp2`.
pub(super) fn check_value<E: Engine<N>, const N: usize>(
    found: &Fp12<E::Modulus, N>,
    expected: &Fp12<E::Modulus, N>,
) {
    let Some(inverse) = expected.invert_vartime() else {
        return assert_eq!(found, expected);
    };
    let quotient = found.mul(&inverse);
    let [first, rest @ ..] = &quotient.coefficients();
    assert!(
        *first != Fp2::ZERO && rest.iter().all(|c| *c == Fp2::ZERO),
        "{found:?} differs from {expected:?}"
    );
}

/// A multiple is the expected one, in other homogeneous coordinates.
pub(super) fn check_multiple<E: Engine<N>, const N: usize>(
    found: &Multiple<E, N>,
    expected: &Multiple<E, N>,
) {
    let ([a, b, c], [x, y, z]) = (found.coordinates(), expected.coordinates());
    assert_eq!([a * z, b * z, a * y], [x * c, y * c, b * x]);
    assert_eq!([a, b, c].map(|c| c == Fp2::ZERO), [x, y, z].map(|c| c == Fp2::ZERO));
}

/// The same multiples, and the same values up to factors in `Fp2`, for points of G2 and for points outside.
fn loops<E: Engine<N>, const N: usize, K: ResidueBackend>(residues: &Residues<E, N, K>) {
    let multiple = |k: u64| Jacobian::<E::G1>::GENERATOR.mul_limbs_vartime(&[k]).to_affine();
    let multiple_2 = |k: u64| Jacobian::<E::G2>::GENERATOR.mul_limbs_vartime(&[k]).to_affine();
    let outside = (1..99u64).filter_map(|x| Affine::<E::G2>::lift_x_vartime(Fp2::new(x.into(), 1.into())));
    let outside: Vec<_> = outside.map(|pair| pair.0).take(2).collect();
    let left: Vec<_> = (1..6).map(multiple).collect();
    let right = [multiple_2(7), outside[0], multiple_2(1), outside[1], multiple_2(1 << 40)];
    // With less effort, each number of points with one number of prepared ones.
    for n in [1, 2, 5] {
        for (_, prepared) in [0, 1, 2].into_iter().enumerate().filter(|(i, _)| every(3, n / 2 + i)) {
            let lines: Vec<_> = (0..prepared).map(|k| PreparedG2::<E, N>::new(&multiple_2(k + 3))).collect();
            let prepared: Vec<_> = lines
                .iter()
                .zip(&left)
                .map(|(lines, p)| (-*p, lines.as_ref().expect("a point of G2")))
                .collect();
            let mut value = LineProduct::<E, N>::new(&left[..n], &prepared);
            let expected = miller::run(&Towers::NEW, &right[..n], &mut value);
            let (found, multiples) = residues.miller_loop(&left[..n], &right[..n], &prepared);
            check_value::<E, N>(&found, &value.into_inner());
            for ((found, expected), point) in multiples.iter().zip(&expected).zip(&right) {
                check_multiple(found, expected);
                assert_eq!(miller::is_in_g2(point, found), point.is_in_subgroup_vartime());
            }
        }
    }
}

fn check<E: Engine<N>, const N: usize>() {
    let portable = Residues::<E, N, _>::new(PortableResidues).expect("residues support the tower");
    elements(&portable);
    loops(&portable);
    let Some(kernels) = ResidueKernels::detect() else {
        report_skipped("the processor has no kernels for residues");
        return;
    };
    let residues = Residues::<E, N, _>::new(kernels).expect("residues support the tower");
    elements(&residues);
    loops(&residues);
}

#[test]
fn bls12_381_in_residues() {
    check::<Bls12_381, 6>();
}

#[test]
fn bls12_377_in_residues() {
    check::<Bls12_377, 6>();
}

#[test]
fn bn254_in_residues() {
    check::<Bn254, 4>();
}

/// The times of products in `Fp12`:
/// `cargo test --release -p vorpal-tests --test pairing-units times -- --ignored --nocapture`.
#[test]
#[ignore = "measures"]
fn times_in_fp12() {
    println!("BLS12-381");
    times::<Bls12_381, 6>();
    println!("BN254");
    times::<Bn254, 4>();
}

fn times<E: Engine<N>, const N: usize>() {
    let Some(residues) = Residues::<E, N>::active() else {
        report_skipped("the processor has no kernels for residues");
        return;
    };
    let a = element::<E, N>(3);
    let f = Cyclotomic::project_vartime(&a).expect("not zero");
    let (x, y) = (residues.load_element(&a), residues.load_element(f.value()));
    let mut result = Element::ZERO;
    lower_decile("residues, product", || residues.mul(black_box(&x), &y, &mut result));
    lower_decile("residues, square", || residues.square(black_box(&x), &mut result));
    lower_decile("residues, cyclotomic square", || residues.cyclotomic_square(black_box(&y), &mut result));
    lower_decile("residues, times 3 xi", || _ = black_box(residues.triple_xi(black_box(&x.0[0]))));
    let points = Points::new(&residues, &[Affine::<E::G1>::GENERATOR]);
    let point = points.point(&Affine::<E::G2>::GENERATOR);
    let (mut multiple, mut line) = (points.multiple(&point), points.blank());
    lower_decile("residues, line", || residues.mul_by_line(black_box(&x), &line, [2, 3], &mut result));
    lower_decile("residues, doubling", || {
        points.begin_double(black_box(&mut multiple));
        points.end_double(0, black_box(&mut multiple), &mut line);
    });
    lower_decile("residues, addition", || points.add(0, black_box(&mut multiple), &point, &mut line));
    lower_decile("residues, power", || {
        _ = black_box(residues.power_vartime(black_box(&y), E::PSI.seed()));
    });
    let [_, b0, c0, _, b1, c1] = y.0;
    let (mut compressed, two) = ([b0, c0, b1, c1], [[b0, c0, b1, c1]; 2]);
    lower_decile("residues, compressed square", || {
        residues.compressed_square(black_box(&two[0]), &mut compressed);
    });
    lower_decile("residues, decompression of one", || {
        _ = black_box(residues.decompress_vartime(black_box(&two[..1])));
    });
    lower_decile("residues, decompression of two", || {
        _ = black_box(residues.decompress_vartime(black_box(&two)));
    });
    lower_decile("tower, product", || _ = black_box(black_box(&a).mul(f.value())));
    lower_decile("tower, square", || _ = black_box(black_box(&a).square()));
    lower_decile("tower, cyclotomic square", || _ = black_box(black_box(&f).square()));
}

fn lower_decile(name: &str, mut operation: impl FnMut()) {
    const SAMPLES: usize = 400;
    let mut times: Vec<_> = (0..SAMPLES)
        .map(|_| {
            let start = std::time::Instant::now();
            (0..20).for_each(|_| operation());
            start.elapsed() / 20
        })
        .collect();
    times.sort();
    println!("{name}: {:?}", times[SAMPLES / 10]);
}
