//! The functions under the names of the curves against the generic ones.

use vorpal_pairing::Error;

macro_rules! named {
    ($module:ident, $engine:ident, $limbs:literal) => {
        #[test]
        fn $module() {
            use vorpal_curves::$module::{Affine, g2};
            use vorpal_pairing::$module::{self as named, Gt, LineCache, PreparedG2, $engine};
            let (p, q) = (Affine::GENERATOR, g2::Affine::GENERATOR);
            let (twice_p, twice_q) = ((p + p).to_affine(), (q + q).to_affine());
            let e = named::pairing(&p, &q);
            assert_eq!(e, vorpal_pairing::pairing_vartime::<$engine, $limbs>(&p, &q));
            assert_ne!(e, Gt::ONE);
            let (mut square, mut cube) = (e, e);
            square *= e;
            cube *= &square;
            assert_eq!((square, &e * &square, e * &square), (e.square(), cube, cube));
            assert_eq!([e, square].iter().product::<Gt>(), cube);

            let pairs = [(p, q), (twice_p, q)];
            assert_eq!(named::product(&pairs), cube);
            assert_eq!(named::product_checked(&pairs), Ok(cube));
            assert_eq!(named::product(&[]), Gt::ONE);
            let lines = PreparedG2::new(&q).unwrap();
            assert_eq!(named::product_prepared(&[(p, &lines), (twice_p, &lines)]), cube);
            assert_eq!(LineCache::new(1).lines(&q).unwrap().memory(), lines.memory());
            // More than sixty lines, each of two coefficients of Fp2 at least.
            assert!(lines.memory() > 60 * 4 * 8 * $limbs);

            assert_eq!(named::product_is_one(&[(twice_p, q), (-p, twice_q)]), Ok(true));
            assert_eq!(named::product_is_one(&[(twice_p, q), (p, twice_q)]), Ok(false));
            assert!(named::product_is_one_prepared(&[(p, &lines), (-p, &lines)]));
            assert!(!named::product_is_one_prepared(&[(p, &lines), (p, &lines)]));

            let outside = (1..99u64).find_map(|x| g2::Affine::lift_x_vartime(x.into())).unwrap().0;
            assert_eq!(named::product_checked(&[(p, q), (p, outside)]), Err(Error::OutsideG2 { index: 1 }));
            assert_eq!(named::product_is_one(&[(p, outside)]), Err(Error::OutsideG2 { index: 0 }));
        }
    };
}
named!(bls12_381, Bls12_381, 6);
named!(bls12_377, Bls12_377, 6);
named!(bn254, Bn254, 4);
