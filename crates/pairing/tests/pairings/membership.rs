//! Membership of points of every order: in G2 from the end of Miller loops, and in G1.

use num_bigint::BigUint;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_fields::Fe;
use vorpal_fields::tower::Fp2;
use vorpal_oracle::big::from_limbs;
use vorpal_oracle::effort::every;
use vorpal_pairing::{Engine, Error, PreparedG2, multi_pairing_checked_vartime};

use crate::textbook::order;

fn mul<C: WeierstrassCurve>(point: &Affine<C>, integer: &BigUint) -> Affine<C> {
    Jacobian::from_affine(point).mul_limbs_vartime(&integer.to_u64_digits()).to_affine()
}

/// Checks one point of the twist alone, between others, and prepared, against the definition.
fn check<E: Engine<N>, const N: usize>(point: &Affine<E::G2>) {
    let inside = mul(point, &order::<E, N>()).is_identity_vartime();
    assert_eq!(point.is_in_subgroup_vartime(), inside);
    assert_eq!(PreparedG2::<E, N>::new(point).is_ok(), inside, "{point:?}");
    let (g, h) = (Affine::GENERATOR, Affine::GENERATOR);
    for (pairs, index) in [
        (vec![(g, *point)], 0),
        (vec![(g, h), (Affine::IDENTITY, h), (g, *point), (g, h)], 2),
        (vec![(Affine::IDENTITY, *point)], 0),
        (vec![(g, h), (g, Affine::IDENTITY), (-g, *point), (Affine::IDENTITY, *point)], 2),
    ] {
        let result = multi_pairing_checked_vartime::<E, N>(&pairs);
        let expected = if inside { None } else { Some(Error::OutsideG2 { index }) };
        assert_eq!(result.err(), expected, "{point:?}");
    }
}

/// The small prime factors of the cofactors of G2.
const SMALL: [u64; 9] =
    [10_069, 5_864_401, 13, 23, 2_713, 11_953, 262_069, 85_752_112_189, 1_875_725_156_269];

pub(crate) fn of_points_of_all_orders<E: Engine<N>, const N: usize>() {
    let cofactor = from_limbs(E::G2::COFACTOR);
    let points: Vec<Affine<E::G2>> = (0..14u64)
        .filter_map(|x| Affine::lift_x_vartime(Fp2::new(x.into(), Fe::ONE)))
        .map(|(point, _)| point)
        .collect();
    let g = Affine::<E::G2>::GENERATOR;
    check::<E, N>(&Affine::IDENTITY);
    check::<E, N>(&g);
    check::<E, N>(&-g);
    check::<E, N>(&mul(&g, &(order::<E, N>() - 2u8)));
    let mut orders = 0;
    for point in &points {
        check::<E, N>(point);
        check::<E, N>(&mul(point, &cofactor));
        check::<E, N>(&mul(point, &order::<E, N>()));
    }
    for prime in SMALL {
        let mut rest = &order::<E, N>() * &cofactor;
        if &cofactor % prime != BigUint::ZERO {
            continue;
        }
        orders += 1;
        while &rest % prime == BigUint::ZERO {
            rest /= prime;
        }
        for point in &points[..4] {
            // Points whose order is a power of the prime, down to the prime itself; and these plus a point of G2.
            let mut small = mul(point, &rest);
            while !small.is_identity_vartime() {
                check::<E, N>(&small);
                check::<E, N>(&Jacobian::from_affine(&small).add_affine_vartime(&g).to_affine());
                check::<E, N>(
                    &Jacobian::from_affine(&small).add_affine_vartime(&E::PSI.apply(&small)).to_affine(),
                );
                small = mul(&small, &prime.into());
            }
        }
    }
    assert!(orders > 0);
    // G1.
    if !E::G1::HAS_PRIME_ORDER {
        let outside = (2..20u64).find_map(|x| Affine::<E::G1>::lift_x_vartime(x.into())).unwrap().0;
        let pairs = [(Affine::GENERATOR, g), (outside, g), (Affine::GENERATOR, points[0])];
        assert_eq!(multi_pairing_checked_vartime::<E, N>(&pairs), Err(Error::OutsideG1 { index: 1 }));
    }
}

/// A point outside G2 at every index of long lists, or with less effort at both ends of groups of sixteen and at every
/// fourth, with infinities among the points, and a second one at the end.
pub(crate) fn of_points_of_g2_at_every_index<E: Engine<N>, const N: usize>() {
    let (g, h) = (Affine::<E::G1>::GENERATOR, Affine::<E::G2>::GENERATOR);
    let lifted = |x: u64| Affine::<E::G2>::lift_x_vartime(Fp2::new(x.into(), Fe::ONE));
    let outside = (1..20).find_map(lifted).unwrap().0;
    assert!(!outside.is_in_subgroup_vartime());
    for length in [17, 33] {
        let inside = [h, -h, h.add_vartime(&h), Affine::IDENTITY].into_iter().cycle();
        let pairs: Vec<_> = inside.take(length).map(|q| (g, q)).collect();
        assert_eq!(multi_pairing_checked_vartime::<E, N>(&pairs).err(), None);
        let is_end = |index: usize| index % 16 < 2 || index % 16 == 15 || index + 2 > length;
        for index in (0..length).filter(|index| is_end(*index) || every(4, index + length)) {
            let mut pairs = pairs.clone();
            pairs[length - 1].1 = outside;
            pairs[index].1 = outside;
            let result = multi_pairing_checked_vartime::<E, N>(&pairs);
            assert_eq!(result, Err(Error::OutsideG2 { index }), "{length} pairs");
            pairs[index].0 = Affine::IDENTITY;
            let result = multi_pairing_checked_vartime::<E, N>(&pairs);
            assert_eq!(result, Err(Error::OutsideG2 { index }), "{length} pairs, with infinity");
        }
    }
}

/// A point outside G1 at every index, in lists of lengths for which methods differ. The first point of G2 is outside,
/// too: points of G1 are reported before it.
pub(crate) fn of_points_of_g1<E: Engine<N>, const N: usize>() {
    if E::G1::HAS_PRIME_ORDER {
        return;
    }
    let (r, cofactor) = (order::<E, N>(), from_limbs(E::G1::COFACTOR));
    let (g, h) = (Affine::<E::G1>::GENERATOR, Affine::<E::G2>::GENERATOR);
    let lifted = |x: u64| Some(Affine::<E::G1>::lift_x_vartime(x.into())?.0);
    let mut outside: Vec<_> = (1..20).filter_map(lifted).take(1).collect();
    for prime in [2, 3, 7, 11, 13, 499, 10_177u64] {
        let mut other = &r * &cofactor;
        while &other % prime == BigUint::ZERO {
            other /= prime;
        }
        let mut powers = (1..40).filter_map(lifted).map(|point| mul(&point, &other));
        // None for a prime that does not divide the cofactor.
        let Some(mut small) = powers.find(|point| !point.is_identity_vartime()) else { continue };
        while !mul(&small, &prime.into()).is_identity_vartime() {
            small = mul(&small, &prime.into());
        }
        outside.extend([small, small.add_vartime(&g)]);
    }
    assert!(outside.len() > 6 && outside.iter().all(|point| !mul(point, &r).is_identity_vartime()));
    let outside_g2 = (1..20u64).find_map(|x| Affine::<E::G2>::lift_x_vartime(Fp2::new(x.into(), Fe::ONE)));
    let first = outside_g2.unwrap().0;
    for length in [1, 2, 3, 6, 7, 8, 9, 17] {
        for index in 0..length {
            for point in &outside {
                let inside = [g, -g, Affine::IDENTITY, g.add_vartime(&g)].into_iter().cycle();
                let mut pairs: Vec<_> = inside.take(length).map(|p| (p, h)).collect();
                pairs[0].1 = first;
                pairs[length - 1].0 = outside[0];
                pairs[index].0 = *point;
                let result = multi_pairing_checked_vartime::<E, N>(&pairs);
                assert_eq!(result, Err(Error::OutsideG1 { index }), "{length} pairs, {point:?}");
            }
        }
    }
}
