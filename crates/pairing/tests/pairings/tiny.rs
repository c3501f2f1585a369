//! Curves of a few hundred points: every pair of points and every point of the twist of the smallest ones.

use vorpal_curves::models::weierstrass::{Affine, Family, Jacobian, Psi, Seed, WeierstrassCurve};
use vorpal_fields::tower::{Fp2, TowerModulus};
use vorpal_fields::{Fe, Field, Modulus, PrimeField};
use vorpal_oracle::effort::{every, is_full};
use vorpal_pairing::{Engine, Error, Gt, PreparedG2, Twist, multi_pairing_checked_vartime, pairing_vartime};

/// A curve of seed `x`: `p` and `r` with generators of their multiplicative groups, the tower, the coefficients of both
/// curves, their cofactors, and generators of G1 and G2.
macro_rules! tiny {
    ($(
        $module:ident: $family:ident, $x:expr, $p:literal ($pg:literal), $r:literal ($rg:literal), $q:literal, $xi:expr,
        $twist:ident, $powers:ident, $b:literal, $twist_b:expr, [$h1:literal, $h2:literal], $g1:expr, $g2:expr;
    )*) => {$(
        mod $module {
            use super::*;

            pub(super) struct Base;
            impl Modulus<4> for Base {
                const NAME: &'static str = "TinyBase";
                const P: [u64; 4] = [$p, 0, 0, 0];
                const GENERATOR: u64 = $pg;
                type Bytes = [u8; 32];
            }
            impl TowerModulus<4> for Base {
                const Q: u64 = $q;
                const XI: [u64; 2] = $xi;
                type Fp2Bytes = [u8; 64];
            }

            pub(super) struct Order;
            impl Modulus<4> for Order {
                const NAME: &'static str = "TinyScalar";
                const P: [u64; 4] = [$r, 0, 0, 0];
                const GENERATOR: u64 = $rg;
                type Bytes = [u8; 32];
            }

            const fn pair(c: [u64; 2]) -> Fp2<Base, 4> {
                Fp2::new(Fe::small(c[0]), Fe::small(c[1]))
            }

            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(super) struct G1;
            impl WeierstrassCurve for G1 {
                type Base = Fe<Base, 4>;
                type Scalar = Fe<Order, 4>;
                const B: Fe<Base, 4> = Fe::small($b);
                const GENERATOR: (Fe<Base, 4>, Fe<Base, 4>) = (Fe::small($g1[0]), Fe::small($g1[1]));
                const COFACTOR: &'static [u64] = &[$h1];
            }

            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(super) struct G2;
            impl WeierstrassCurve for G2 {
                type Base = Fp2<Base, 4>;
                type Scalar = Fe<Order, 4>;
                const B: Fp2<Base, 4> = pair($twist_b);
                const GENERATOR: (Fp2<Base, 4>, Fp2<Base, 4>) = (pair($g2[0]), pair($g2[1]));
                const COFACTOR: &'static [u64] = &[$h2];
                const PSI: Option<&'static Psi<Self>> = Some(&Psi::new(
                    Base::FROBENIUS.$powers[2],
                    Base::FROBENIUS.$powers[3],
                    Family::$family,
                    Seed { magnitude: i64::unsigned_abs($x), negative: $x < 0 },
                ));
            }

            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(super) struct Tiny;
            impl Engine<4> for Tiny {
                type Modulus = Base;
                type Scalar = Fe<Order, 4>;
                type G1 = G1;
                type G2 = G2;
                type GtBytes = [u8; 384];
                const TWIST: Twist = Twist::$twist;
            }

            #[test]
            fn every_pair() {
                super::every_pair::<Tiny>($r);
            }

            #[test]
            fn points_of_the_twist() {
                super::points_of_the_twist::<Tiny>($p, $r * $h2);
            }

            #[test]
            fn numbers() {
                crate::numbers::identities::<Tiny, 4>();
            }
        }
    )*};
}

fn every_pair<E: Engine<4>>(r: u64) {
    let (g1, g2) = (Affine::<E::G1>::GENERATOR, Affine::<E::G2>::GENERATOR);
    let e = pairing_vartime::<E, 4>(&g1, &g2);
    crate::textbook::assert_is_textbook(&e, &g1, &g2);
    let mut powers = vec![Gt::<E, 4>::ONE];
    (1..r).for_each(|_| powers.push(powers[powers.len() - 1] * e));
    assert_eq!(powers[powers.len() - 1] * e, Gt::ONE);
    assert!(powers[1..].iter().all(|power| *power != Gt::ONE));
    let multiples = |number: u64| {
        let (mut left, mut right) = (Jacobian::<E::G1>::IDENTITY, Jacobian::<E::G2>::IDENTITY);
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for _ in 0..number {
            lefts.push(left.to_affine());
            rights.push(right.to_affine());
            (left, right) = (left.add_affine_vartime(&g1), right.add_affine_vartime(&g2));
        }
        assert!(left.is_identity().into() && right.is_identity().into());
        (lefts, rights)
    };
    let (lefts, rights) = multiples(r);
    // Every pair, or for larger groups every multiple of G2's generator with some of G1's. With less effort, of all but
    // the smallest groups each multiple with some.
    let (step, share) = if r < 100 { (1, 7) } else { (41, 3) };
    let tries = |number: u64, share: usize| r < 20 || every(share, usize::try_from(number).unwrap());
    for (a, p) in (0..).zip(&lefts).step_by(step) {
        for (b, q) in (0..).zip(&rights).filter(|(b, _)| tries(a + b, share)) {
            let expected = powers[usize::try_from(a * b % r).unwrap()];
            assert_eq!(multi_pairing_checked_vartime::<E, 4>(&[(*p, *q)]), Ok(expected), "{a} {b}");
        }
    }
    for (k, power) in (0..).zip(&powers).filter(|(k, _)| *k < 3 || *k + 2 > r || tries(*k, 5)) {
        assert_eq!(e.pow_vartime(&E::Scalar::from(k)), *power);
        assert_eq!(e.pow(&E::Scalar::from(k)), *power);
        assert_eq!(E::PSI.mul(&g2, &E::Scalar::from(k)).to_affine(), rights[usize::try_from(k).unwrap()]);
        assert_eq!(
            E::PSI.mul_vartime(&g2, &E::Scalar::from(k)).to_affine(),
            rights[usize::try_from(k).unwrap()]
        );
        assert_eq!(Gt::new(power.value()), Some(*power));
    }
}

fn points_of_the_twist<E: Engine<4>>(p: u64, number: u64) {
    let last = -E::Scalar::ONE;
    let mut found = 1;
    let mut check = |point: &Affine<E::G2>| {
        found += 1;
        let inside = Jacobian::from_affine(point).mul_limbs_vartime(last.to_limbs().as_ref())
            == Jacobian::from_affine(&-*point);
        assert_eq!(point.is_in_subgroup_vartime(), inside, "{point:?}");
        assert_eq!(PreparedG2::<E, 4>::new(point).is_ok(), inside, "{point:?}");
        if inside || found % 64 == 0 {
            let pairs = [(Affine::GENERATOR, Affine::GENERATOR), (Affine::GENERATOR, *point)];
            let expected = if inside { None } else { Some(Error::OutsideG2 { index: 1 }) };
            assert_eq!(multi_pairing_checked_vartime::<E, 4>(&pairs).err(), expected, "{point:?}");
        }
        assert!(Jacobian::from_affine(point).clear_cofactor_vartime().to_affine().is_in_subgroup_vartime());
    };
    // Every point, or for larger curves and with less effort those of some x.
    let share = match p {
        _ if is_full() => 1,
        ..50 => 6,
        50..400 => 12,
        _ => 24,
    };
    let step: u16 = if p < 200 { share } else { 29 * share };
    for a in (0..p).step_by(usize::from(step)) {
        for b in 0..p {
            let x = Fp2::new(Fe::from(a), Fe::from(b));
            let Some((point, opposite)) = Affine::<E::G2>::lift_x_vartime(x) else { continue };
            check(&point);
            if point != opposite {
                check(&opposite);
            }
        }
    }
    assert!(
        if step == 1 { found == number } else { found > number / (2 * u64::from(step)) },
        "{found} points"
    );
}

tiny! {
    bn_1_d: Bn, 1, 103 (5), 97 (5), 1, [2, 1], D, first, 5, [2, 102], [1, 109], [2, 42], [[85, 44], [15, 59]];
    bn_1_m: Bn, 1, 103 (5), 97 (5), 1, [2, 4], M, inverse, 5, [10, 20], [1, 109], [2, 42],
        [[60, 72], [2, 50]];
    bn_minus_1: Bn, -1, 19 (2), 13 (2), 1, [1, 1], D, first, 2, [1, 18], [1, 25], [4, 3], [[11, 12], [11, 8]];
    bn_minus_2: Bn, -2, 373 (2), 349 (2), 2, [0, 1], M, inverse, 6, [0, 6], [1, 397], [1, 58],
        [[34, 369], [175, 127]];
    bls_minus_2: Bls12, -2, 37 (2), 13 (2), 2, [0, 1], M, inverse, 34, [0, 34], [3, 109], [14, 15],
        [[11, 29], [36, 35]];
    bls_4: Bls12, 4, 727 (5), 241 (7), 1, [1, 2], D, first, 7, [583, 288], [3, 2197], [45, 411],
        [[315, 388], [582, 210]];
}
