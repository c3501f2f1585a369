//! Sums of two points against the sums of `vorpal-curves`, which convert coordinates to Montgomery form: every pair of
//! points that are equal, opposite, at infinity, or not on the curve, and coordinates that are not below the prime.

use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_curves::{bls12_381, bn254};
use vorpal_evm::{Error, Group};
use vorpal_fields::Field;
use vorpal_fields::primes::{Bls12_381Base, Bn254Base};

/// A contract, and the bytes of a point.
struct Contract<C: WeierstrassCurve> {
    add: fn(&[u8]) -> Result<Vec<u8>, Error>,
    write: fn(&Affine<C>) -> Vec<u8>,
    read: fn(&[u8], usize) -> Result<Affine<C>, Error>,
}

impl<C: WeierstrassCurve> Contract<C> {
    /// By the sum of affine points.
    fn expected(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>, Error> {
        let (a, b) = ((self.read)(a, 0)?, (self.read)(b, 1)?);
        Ok((self.write)(&a.add_vartime(&b)))
    }

    /// The bytes of points on the curve and of pairs of coordinates that are not.
    fn points(&self) -> Vec<Vec<u8>> {
        let multiples =
            [0, 1, 2, 3, u64::MAX].map(|k| Jacobian::<C>::GENERATOR.mul_limbs_vartime(&[k]).to_affine());
        let mut points = Vec::new();
        for point in multiples {
            let bytes = (self.write)(&point);
            points.extend([(self.write)(&-point), bytes.clone()]);
            let half = bytes.len() / 2;
            // (x, y + 1): the same x off the curve. (x + 1, y), (y, x), (x, 0), (0, y).
            for changed in [bytes.len() - 1, half - 1] {
                let mut other = bytes.clone();
                other[changed] ^= 1;
                points.push(other);
            }
            points.push([&bytes[half..], &bytes[..half]].concat());
            points.push([&bytes[..half], &vec![0; half]].concat());
            points.push([&vec![0; half], &bytes[half..]].concat());
        }
        points
    }
}

/// `largest` is `p - 1`.
fn check<C: WeierstrassCurve>(contract: &Contract<C>, largest: &[u8]) {
    let points = contract.points();
    let (mut sums, mut failures) = (0, 0);
    for a in &points {
        for b in &points {
            let expected = contract.expected(a, b);
            assert_eq!((contract.add)(&[&a[..], b].concat()), expected);
            if expected.is_ok() { sums += 1 } else { failures += 1 }
        }
    }
    assert!(sums >= 100 && failures > 400, "{sums} sums, {failures} failures");

    // A coordinate equal to the prime, in each place: the first failure of the input counts.
    let half = points[0].len() / 2;
    let (valid, invalid) = ((contract.write)(&Affine::GENERATOR), points[2].clone());
    let mut prime = [&vec![0; half - largest.len()], largest].concat();
    prime[half - 1] += 1; // p - 1 is even
    for (i, index) in [(0, 0), (1, 0), (2, 1), (3, 1)] {
        let mut input = [&valid[..], &valid].concat();
        input[half * i..half * (i + 1)].copy_from_slice(&prime);
        assert_eq!((contract.add)(&input), Err(Error::Coordinate { index }));
        input[half * (i + 1) - 1] -= 1;
        assert_eq!((contract.add)(&input), Err(Error::NotOnCurve { index, group: Group::G1 }), "p - 1");
    }
    let coordinate_after = [&invalid[..], &prime, &prime].concat();
    assert_eq!(
        (contract.add)(&coordinate_after),
        contract.expected(&invalid, &[&prime[..], &prime].concat())
    );
}

/// Points of another curve `y^2 = x^3 + b'`: their sums would satisfy the same formulas.
fn two_points_of_another_curve<C: WeierstrassCurve>(contract: &Contract<C>, encode: fn(&C::Base) -> Vec<u8>) {
    let Some((x, y)) = Affine::<C>::GENERATOR.coordinates() else { panic!("the generator is not infinity") };
    // (x, y) and (x', y') with y^2 - x^3 = y'^2 - x'^3, other than b: x' = 4 x and y' = 8 y need b' = 64 b.
    let four = x.double().double();
    let eight = y.double().double().double();
    let point = |x: &C::Base, y: &C::Base| [encode(x), encode(y)].concat();
    let (valid, other) = (point(&x, &y), point(&four, &eight));
    let negated = point(&four, &-eight);
    for (a, b, index) in
        [(&valid, &other, 1), (&other, &valid, 0), (&other, &other, 0), (&other, &negated, 0)]
    {
        let expected = Err(Error::NotOnCurve { index, group: Group::G1 });
        assert_eq!((contract.add)(&[&a[..], b].concat()), expected);
        assert_eq!(contract.expected(a, b), expected);
    }
}

#[test]
fn of_points_of_bls12_381() {
    let contract = Contract::<bls12_381::Bls12_381G1> {
        add: |input| vorpal_evm::bls12_381::g1_add(input).map(Vec::from),
        write: |point| vorpal_evm::bls12_381::write_g1(point).to_vec(),
        read: |bytes, index| vorpal_evm::bls12_381::read_g1(bytes.try_into().unwrap(), index),
    };
    check(&contract, (-Bls12_381Base::ONE).to_be_bytes().as_ref());
    two_points_of_another_curve(&contract, |x| [&[0; 16], x.to_be_bytes().as_ref()].concat());
    // Paddings count in the order of the input.
    let mut input = [(contract.write)(&Affine::GENERATOR), (contract.write)(&Affine::GENERATOR)].concat();
    for (i, index) in [(3, 1), (2, 1), (1, 0), (0, 0)] {
        input[64 * i + 15] = 1;
        assert_eq!((contract.add)(&input), Err(Error::Padding { index }));
    }
}

#[test]
fn of_points_of_bn254() {
    let contract = Contract::<bn254::Bn254G1> {
        add: |input| vorpal_evm::bn254::add(input).map(Vec::from),
        write: |point| vorpal_evm::bn254::write_g1(point).to_vec(),
        read: |bytes, index| vorpal_evm::bn254::read_g1(bytes.try_into().unwrap(), index),
    };
    check(&contract, (-Bn254Base::ONE).to_be_bytes().as_ref());
    two_points_of_another_curve(&contract, |x| x.to_be_bytes().as_ref().to_vec());
}
