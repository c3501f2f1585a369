//! The computations in lanes, in portable ones on every processor, against double-and-add.

use std::fmt::Debug;
use std::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, Projective, QuadFormulas, QuadGroupProgram};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::primes::Secp256k1Scalar;
use vorpal_fields::{Field, PrimeField};
use vorpal_limbs::quads::PortableQuads;
use vorpal_oracle::effort::{every, includes};

use super::super::public::{DIGITS, ODD, WHOLE_DIGITS, form, whole_form};
use super::super::secret::{CarriedDigits, windows};
use super::super::{Comb, KeyTable, SignatureCurve};
use super::{GeneratorProduct, Prepared, Product, Sum};
use crate::curve::FourLimbCurve;

/// The result in portable lanes, and in those of this process, if it has any.
fn check<C: FourLimbCurve, P: QuadGroupProgram<C, Output = Projective<C>>>(
    program: impl Fn() -> P,
    expected: &Jacobian<C>,
    case: &dyn Debug,
) {
    let portable = program().run(&QuadFormulas::<C, _>::new(PortableQuads).expect("a curve with quads"));
    assert_eq!(portable.to_jacobian(), *expected, "{case:?}");
    if let Ok(sum) = C::run_in_quads(program()) {
        assert_eq!(sum.to_jacobian(), *expected, "{case:?}");
    }
}

/// Zero, small scalars, their opposites, the same digit of five bits throughout, all ones, and powers of two.
fn scalars<C: FourLimbCurve>() -> Vec<C::Scalar> {
    let mut scalars = Vec::new();
    for small in [0u64, 1, 2, 3, 15, 16, 17, 31, 32, 127, 129] {
        scalars.extend([C::Scalar::from(small), -C::Scalar::from(small)]);
    }
    for digit in [15u64, 16, 17, 31] {
        let repeated = |number| {
            (0..number).fold(C::Scalar::ZERO, |sum, _| sum * C::Scalar::from(32) + C::Scalar::from(digit))
        };
        scalars.extend([25, 51].map(repeated));
    }
    for limbs in [[u64::MAX; 4], [u64::MAX, u64::MAX, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1 << 63], [1 << 63; 4]] {
        scalars.push(C::reduced(&limbs));
    }
    scalars.push(C::Scalar::ONE.halve());
    scalars
}

/// Infinity, and multiples of the generator that sums contain themselves, with their opposites.
fn points<C: FourLimbCurve>() -> Vec<Affine<C>> {
    let mut points = Vec::from([Affine::IDENTITY]);
    for multiple in [[1, 0], [2, 0], [3, 0], [1 << 32, 0], [0x1234_5678_9abc_def0, 7]] {
        let point = Jacobian::<C>::GENERATOR.mul_limbs_vartime(&multiple).to_affine();
        points.extend([point, -point]);
    }
    points
}

fn product<C: FourLimbCurve>(point: &Affine<C>, scalar: &C::Scalar) -> Jacobian<C> {
    Jacobian::from_affine(point).mul_limbs_vartime(&scalar.to_limbs())
}

fn generator_products<C: SignatureCurve>() {
    for scalar in scalars::<C>() {
        let limbs = scalar.to_limbs();
        let mut digits = CarriedDigits::new(&limbs, Comb::<C>::WIDTH);
        let digits: Vec<_> = (0..Comb::<C>::WINDOWS).map(|_| digits.next_digit()).collect();
        let program = || GeneratorProduct { digits: digits.iter().copied(), comb: C::comb() };
        check(program, &product(&Affine::GENERATOR, &scalar), &scalar);
    }
}

#[test]
fn products_of_the_generator() {
    generator_products::<Secp256k1>();
    generator_products::<P256>();
}

/// Scalars of the halves `+-k1` and `+-k2`, each zero, small, or with extreme digits.
fn scalars_of_halves() -> Vec<Secp256k1Scalar> {
    let scalars = scalars::<Secp256k1>();
    let short = |scalar: &&Secp256k1Scalar| matches!(scalar.to_limbs(), [.., 0, 0]);
    let halves: Vec<_> = scalars.iter().filter(short).collect();
    let lambda = Secp256k1::PHI.lambda();
    let both = halves.iter().flat_map(|first| {
        halves.iter().flat_map(move |second| [**first + **second * lambda, **first - **second * lambda])
    });
    scalars.iter().copied().chain(both.flat_map(|scalar| [scalar, -scalar])).collect()
}

#[test]
fn products_with_secret_scalars() {
    let images = points::<Secp256k1>().into_iter().flat_map(|point| [point, Secp256k1::PHI.apply(&point)]);
    let points: Vec<_> = images.collect();
    // Whole scalars, and with less effort every fifth of those of two halves.
    let whole = scalars::<Secp256k1>().len();
    for (i, scalar) in scalars_of_halves().iter().enumerate().filter(|(i, _)| *i < whole || every(5, *i)) {
        let windows = windows::<Secp256k1>(scalar);
        let point = points[i % points.len()];
        check(|| Product { windows: &windows, point }, &product(&point, scalar), &(scalar, point));
    }
}

/// Both scalars with every point, so that sums meet their own multiples and opposites. With less effort some pairs, of
/// which each scalar and each point has several.
fn every_sum<C: SignatureCurve>(test: impl Fn(&C::Scalar, &C::Scalar, &Affine<C>, &Jacobian<C>)) {
    let (scalars, points) = (scalars::<C>(), points::<C>());
    for (i, u1) in scalars.iter().enumerate() {
        let of_generator = product(&Affine::GENERATOR, u1);
        for (j, u2) in scalars.iter().enumerate().filter(|(j, _)| includes(i, *j)) {
            let point = &points[(i + j) % points.len()];
            test(u1, u2, point, &of_generator.add_vartime(&product(point, u2)));
        }
    }
}

#[test]
fn sums_of_two_halves() {
    every_sum::<Secp256k1>(|u1, u2, &point, expected| {
        let forms = Secp256k1::PHI.split(&u2.to_limbs()).map(|half| form(&half));
        let beta = Secp256k1::PHI.beta();
        let of_generator = || Secp256k1::wnaf_table().recode(u1);
        let program = || Sum::<_, ODD, DIGITS, 2> { forms, of_generator: of_generator(), point, beta };
        check(program, expected, &(u1, u2, point));
    });
}

#[test]
fn sums_without_an_endomorphism() {
    every_sum::<P256>(|u1, u2, &point, expected| {
        let forms = [whole_form::<P256>(u2)];
        let of_generator = || P256::wnaf_table().recode(u1);
        let program = || Sum::<_, ODD, WHOLE_DIGITS, 1> {
            forms,
            of_generator: of_generator(),
            point,
            beta: Field::ZERO,
        };
        check(program, expected, &(u1, u2, point));
    });
}

#[test]
fn sums_with_tables_of_keys() {
    let tables: Vec<_> = points::<Secp256k1>()
        .into_iter()
        .map(|point| (!point.is_identity_vartime()).then(|| KeyTable::new(&point)))
        .collect();
    let all = points::<Secp256k1>();
    every_sum::<Secp256k1>(|u1, u2, point, expected| {
        let index = all.iter().position(|other| other == point).expect("one of the points");
        let Some(table) = &tables[index] else { return };
        let program = || -> Prepared<'_, Secp256k1> { table.recode(u1, u2) };
        check(program, expected, &(u1, u2, point));
    });
}
