//! Homogeneous coordinates on every curve: products with scalars in constant time, construction, normalisation.

use vorpal_curves::models::weierstrass::{Affine, Jacobian, Projective, WeierstrassCurve};
use vorpal_curves::{Error, bls12_377, bls12_381, bn254, grumpkin, p256, pallas, secp256k1, vesta};
use vorpal_fields::{Fe, Field, Modulus};
use vorpal_oracle::effort;

/// Scalars at which digits, halves and quarters change: both ends of their range, carries through all digits, single
/// bits, and others without a pattern.
fn scalars<M: Modulus<4>>() -> Vec<Fe<M, 4>> {
    let mut scalars: Vec<Fe<M, 4>> = (0..40).map(Fe::from).collect();
    scalars.extend((0..40).map(|small| -Fe::from(small)));
    scalars.push(Fe::<M, 4>::ONE.halve());
    scalars.push(-Fe::<M, 4>::ONE.halve());
    for digits in [0x8421_0842_1084_2108, 0xffff_ffff_ffff_ffff, 0xfbde_f7bd_ef7b_def7, 0x4210_8421_0842_1084]
    {
        scalars.push(Fe::from_limbs_reduced(&[digits; 4]));
        scalars.push(Fe::from_limbs_reduced(&[digits, digits, 0, 0]));
        scalars.push(Fe::from_limbs_reduced(&[0, 0, digits, digits]));
    }
    let bits = effort::sample((0..256).step_by(3), 4, 1);
    scalars.extend(bits.into_iter().map(|bit| Fe::from(2).pow_vartime(&[bit])));
    let seed = Fe::<M, 4>::from_le_bytes_reduced(b"scalars without a pattern");
    scalars.extend((1..20).scan(seed, |power, _| {
        *power = power.square() + seed;
        Some(*power)
    }));
    scalars
}

/// Every scalar with every point and its opposite, or with less effort with one of the points.
fn products<M: Modulus<4>, C: WeierstrassCurve<Scalar = Fe<M, 4>>>() {
    let scalars = scalars::<M>();
    let g = Jacobian::<C>::GENERATOR;
    let multiples = [0, 1, 2, 5, 0x1234_5678_9abc_def1].map(|factor| g.mul_limbs_vartime(&[factor]));
    for (i, point) in multiples.iter().enumerate() {
        let (projective, opposite) = (Projective::from(point), Projective::from(&point.neg()));
        for (_, scalar) in scalars.iter().enumerate().filter(|(j, _)| effort::every(multiples.len(), i + j)) {
            let expected = point.mul_limbs_vartime(&scalar.to_limbs());
            assert_eq!(projective.mul(scalar).to_jacobian(), expected, "{scalar}");
            assert_eq!(opposite.mul(scalar).to_jacobian(), expected.neg(), "{scalar}");
        }
    }
}

fn construction<C: WeierstrassCurve>() {
    let (g, zero, one) = (Jacobian::<C>::GENERATOR, C::Base::ZERO, C::Base::ONE);
    let points: Vec<_> = (0..40u64)
        .map(|i| Projective::from(&g.mul_limbs_vartime(&[i % 7 * i]).double()))
        .chain([Projective::IDENTITY, Projective::GENERATOR])
        .collect();
    for point in &points {
        let (x, y, z) = point.projective_coordinates();
        assert_eq!(Projective::new(*x, *y, *z).as_ref(), Ok(point));
        assert_eq!(Projective::new_unchecked(*x, *y, *z), *point);
        let factor = one.double() + one;
        assert_eq!(Projective::new(*x * factor, *y * factor, *z * factor).as_ref(), Ok(point));
        if !bool::from(point.is_identity()) {
            assert_eq!(Projective::<C>::new(*x, *y + one, *z), Err(Error::NotOnCurve));
            assert_eq!(Projective::<C>::new(*x, *y, zero), Err(Error::NotOnCurve));
        }
    }
    assert_eq!(Projective::<C>::new(zero, one.double(), zero), Ok(Projective::IDENTITY));
    assert_eq!(Projective::<C>::new(zero, zero, zero), Err(Error::NotOnCurve));
    assert_eq!(Projective::<C>::new(one, zero, zero), Err(Error::NotOnCurve));
    for length in [0, 1, 2, 33, points.len()] {
        let expected: Vec<Affine<C>> = points[..length].iter().map(Projective::to_affine).collect();
        assert_eq!(Projective::normalise_batch(&points[..length]), expected);
    }
}

fn check<M: Modulus<4>, C: WeierstrassCurve<Scalar = Fe<M, 4>>>() {
    products::<M, C>();
    construction::<C>();
}

#[test]
fn curves_of_prime_order() {
    check::<_, secp256k1::Secp256k1>();
    check::<_, p256::P256>();
    check::<_, bn254::Bn254G1>();
    check::<_, pallas::Pallas>();
    check::<_, vesta::Vesta>();
    check::<_, grumpkin::Grumpkin>();
}

#[test]
fn curves_with_a_cofactor() {
    check::<_, bls12_381::Bls12_381G1>();
    check::<_, bls12_377::Bls12_377G1>();
}

#[test]
fn twists() {
    check::<_, bn254::g2::Bn254G2>();
    check::<_, bls12_381::g2::Bls12_381G2>();
    check::<_, bls12_377::g2::Bls12_377G2>();
}
