//! Tests of packed points of Weierstrass curves against single points, and of the exceptions of their formulas.

use vorpal_curves::bls12_377::{Bls12_377G1, g2::Bls12_377G2};
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::g2::Bn254G2;
use vorpal_curves::grumpkin::Grumpkin;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, PackedJacobian, WeierstrassCurve};
use vorpal_curves::p256::P256;
use vorpal_curves::pallas::Pallas;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::LANES;
use vorpal_fields::{Field, PackedField};
use vorpal_oracle::effort;

const MASKS: [u16; 9] = [0, 1, 0x8000, 0x7fff, 0xfffe, 0x00ff, 0xff00, 0xa5c3, 0xffff];

/// Multiples of the generator that look random, in steps of one of them.
fn points<C: WeierstrassCurve>(seed: u64) -> [Affine<C>; LANES] {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[FACTOR]);
    let mut point = Jacobian::GENERATOR.mul_limbs_vartime(&[seed.wrapping_mul(FACTOR), seed]);
    let multiples: [Jacobian<C>; LANES] = core::array::from_fn(|_| {
        point = point.add_vartime(&step);
        point
    });
    Jacobian::normalise_batch(&multiples).try_into().unwrap()
}

/// The affine points of all lanes. Checks that both functions that store points agree, for every number of lanes or
/// with less effort for some.
fn stored<C: WeierstrassCurve>(lanes: &PackedJacobian<C>) -> [Affine<C>; LANES] {
    stored_in(lanes, &effort::sample(0..LANES, 7, 6))
}

/// As [`stored`], for these numbers of lanes.
fn stored_in<C: WeierstrassCurve>(lanes: &PackedJacobian<C>, numbers: &[usize]) -> [Affine<C>; LANES] {
    let mut jacobian = [Jacobian::<C>::GENERATOR; LANES];
    lanes.store(&mut jacobian);
    let mut affine = [Affine::<C>::GENERATOR; LANES];
    lanes.store_affine_vartime(&mut affine);
    assert_eq!(jacobian.map(|point| point.to_affine()), affine);
    for &number in numbers {
        let (mut some, mut normalised) = (vec![Jacobian::GENERATOR; number], vec![Affine::IDENTITY; number]);
        lanes.store(&mut some);
        lanes.store_affine_vartime(&mut normalised);
        assert_eq!(some, jacobian[..number]);
        assert_eq!(normalised, affine[..number]);
    }
    let infinite = |point: &Affine<C>| bool::from(point.is_identity());
    let expected = (0..LANES).fold(0, |mask, lane| mask | u16::from(infinite(&affine[lane])) << lane);
    assert_eq!(lanes.zero_lanes(), expected);
    affine
}

fn add<C: WeierstrassCurve>(a: &Affine<C>, b: &Affine<C>) -> Affine<C> {
    Jacobian::from_affine(a).add_affine_vartime(b).to_affine()
}

fn double<C: WeierstrassCurve>(a: &Affine<C>) -> Affine<C> {
    Jacobian::from_affine(a).double().to_affine()
}

fn selected<C: WeierstrassCurve>(
    mask: u16,
    yes: &[Affine<C>; LANES],
    no: &[Affine<C>; LANES],
) -> [Affine<C>; LANES] {
    core::array::from_fn(|lane| if mask >> lane & 1 == 1 { yes[lane] } else { no[lane] })
}

fn check<C: WeierstrassCurve>() {
    let (a, b) = (points::<C>(3), points::<C>(77));
    let sums: [Affine<C>; LANES] = core::array::from_fn(|i| add(&a[i], &b[i]));
    let [x, y] = PackedJacobian::<C>::read_affine(&b, |point| point);

    // Conversions, and doublings, which change Z.
    let every_number: Vec<usize> = (0..LANES).collect();
    let mut lanes = PackedJacobian::read(&a);
    assert_eq!(stored_in(&lanes, &every_number), a);
    let mut expected = a;
    for _ in 0..5 {
        lanes.double();
        expected = expected.map(|point| double(&point));
        assert_eq!(stored(&lanes), expected);
    }
    assert_eq!(stored_in(&lanes, &every_number), expected);

    // Additions of affine points under each mask, to points with Z = 1 and with other Z.
    let other = points(500);
    let change_z = |lanes: &mut PackedJacobian<C>| {
        // a + c - c.
        let [x, y] = PackedJacobian::<C>::read_affine(&other, |point| point);
        lanes.add_affine(&x, &y);
        let mut negative = y;
        negative.negate_lanes(u16::MAX);
        lanes.add_affine(&x, &negative);
    };
    for mask in MASKS {
        let mut lanes = PackedJacobian::read(&a);
        lanes.add_affine_lanes(&x, &y, mask);
        assert_eq!(stored(&lanes), selected(mask, &sums, &a));
        let mut lanes = PackedJacobian::read(&a);
        change_z(&mut lanes);
        assert_eq!(stored(&lanes), a);
        lanes.add_affine_lanes(&x, &y, mask);
        assert_eq!(stored(&lanes), selected(mask, &sums, &a));
        lanes.assign_affine_lanes(&x, &y, !mask);
        assert_eq!(stored(&lanes), selected(mask, &sums, &b));
    }

    // Sums of points that both have Z different from 1.
    let (mut first, mut second) = (PackedJacobian::read(&a), PackedJacobian::read(&b));
    change_z(&mut first);
    second.double();
    first.add(&second);
    assert_eq!(stored(&first), core::array::from_fn(|i| add(&a[i], &double(&b[i]))));

    scaled::<C>(&a, &b, &sums);
    exceptions::<C>(&a, &b);
}

/// Checks sums with points of an isomorphic curve, which has `(scale^2 x, scale^3 y)` for each point `(x, y)`.
fn scaled<C: WeierstrassCurve>(a: &[Affine<C>; LANES], b: &[Affine<C>; LANES], sums: &[Affine<C>; LANES]) {
    let scale: [C::Base; LANES] = core::array::from_fn(|i| C::Base::from(i as u64 + 2));
    let isomorphic: [Affine<C>; LANES] = core::array::from_fn(|i| {
        let (x, y) = a[i].coordinates().unwrap();
        let square = scale[i].square();
        Affine::new_unchecked(x * square, y * square * scale[i])
    });
    let scale = <C::Base as Field>::Packed::load(&scale, |element| element);
    let [x, y] = PackedJacobian::<C>::read_affine(b, |point| point);
    for mask in MASKS {
        let mut lanes = PackedJacobian::read(&isomorphic);
        lanes.add_scaled_affine_lanes(&scale, &x, &y, mask);
        lanes.scale(&scale);
        assert_eq!(stored(&lanes), selected(mask, sums, a));
    }
}

/// Checks that sums of equal or opposite points have `Z = 0`, and that further operations keep `Z = 0`.
fn exceptions<C: WeierstrassCurve>(a: &[Affine<C>; LANES], b: &[Affine<C>; LANES]) {
    let others = [900, 901, 902].map(points);
    for mask in MASKS {
        for sign in [false, true] {
            let same = a.map(|point| if sign { -point } else { point });
            let other = selected(mask, &same, b);
            let [x, y] = PackedJacobian::<C>::read_affine(&other, |point| point);
            let mut affine = PackedJacobian::read(a);
            affine.add_affine(&x, &y);
            // With a Z other than 1.
            let (mut general, mut twice) = (PackedJacobian::read(a), PackedJacobian::read(&other));
            general.double();
            twice.double();
            general.add(&twice);
            for mut lanes in [affine, general] {
                assert_eq!(lanes.zero_lanes(), mask);
                let good = stored(&lanes);
                for _ in 0..3 {
                    let [x, y] = PackedJacobian::<C>::read_affine(&others[0], |point| point);
                    lanes.double();
                    assert_eq!(lanes.zero_lanes(), mask);
                    lanes.add_affine(&x, &y);
                    assert_eq!(lanes.zero_lanes(), mask);
                    lanes.add(&PackedJacobian::read(&others[1]));
                    assert_eq!(lanes.zero_lanes(), mask);
                    // The sum has Z = 0 in either order.
                    let mut finite = PackedJacobian::read(&others[2]);
                    finite.add(&lanes);
                    assert_eq!(finite.zero_lanes(), mask);
                    lanes = finite;
                }
                assert!((0..LANES).all(|i| bool::from(good[i].is_identity()) == (mask >> i & 1 == 1)));
                // The assignment of an affine point clears the exception.
                lanes.assign_affine_lanes(&x, &y, mask);
                assert_eq!(lanes.zero_lanes(), 0);
            }
        }
    }
}

#[test]
fn secp256k1() {
    check::<Secp256k1>();
}

#[test]
fn bls12_377() {
    check::<Bls12_377G1>();
    // A point of order two: its double is infinity.
    let one = <Bls12_377G1 as WeierstrassCurve>::Base::ONE;
    let two = Affine::<Bls12_377G1>::new(-one, one - one).unwrap();
    let mut lanes = PackedJacobian::read(&[two, Affine::GENERATOR]);
    lanes.double();
    assert_eq!(lanes.zero_lanes() & 3, 1);
}

#[test]
fn bls12_381() {
    check::<Bls12_381G1>();
}

#[test]
fn curves_of_cycles() {
    check::<Pallas>();
    check::<Grumpkin>();
}

/// The same formulas on coordinates in an extension field.
#[test]
fn g2() {
    check::<Bls12_381G2>();
    check::<Bls12_377G2>();
    check::<Bn254G2>();
}

/// Batches are normalised like single points: all lengths around the sixteen lanes, with infinity among the points.
fn normalise<C: WeierstrassCurve>() {
    let mut points: Vec<Jacobian<C>> = Vec::new();
    let mut multiple = Jacobian::<C>::GENERATOR;
    for i in 0..67 {
        points.push(match i % 7 {
            2 => Jacobian::IDENTITY,
            4 => Jacobian::from_affine(&Affine::IDENTITY),
            5 => multiple.neg(),
            _ => multiple,
        });
        multiple = multiple.double().add_affine_vartime(&Affine::GENERATOR);
    }
    let expected: Vec<_> = points.iter().map(Jacobian::to_affine).collect();
    for length in 0..=points.len() {
        assert_eq!(Jacobian::normalise_batch(&points[..length]), expected[..length], "{length} points");
    }
    let infinite = Jacobian::normalise_batch(&[Jacobian::<C>::IDENTITY; 17]);
    assert_eq!(infinite, [Affine::IDENTITY; 17]);
}

#[test]
fn batches_are_normalised() {
    normalise::<Secp256k1>();
    normalise::<P256>();
    normalise::<Bls12_381G1>();
    normalise::<Bls12_381G2>();
    normalise::<Bls12_377G2>();
    normalise::<Bn254G2>();
}
