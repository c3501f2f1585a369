//! The map of Shallue and van de Woestijne on tiny curves, for every field element, and sums for every pair of them.

use vorpal_curves::hashing::{HashableCurve, MapToCurve, Svdw, map_to_curve, map_to_curve_vartime};
use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_curves::tiny::{F7, F13, F19, F199, F211, Order7, Order13, Order199};
use vorpal_fields::NonSquare;
use vorpal_oracle::hashing::{Element, Point};

use crate::chosen::{chosen, message};
use crate::{Textbook, map, point, target};

/// A curve of the library as a type of this test, with its map: `z`, `c3`, `c4`, and a non-square.
macro_rules! curves {
    ($(
        $name:ident, $of:ident, $base:ident, $scalar:ident, $z:literal, [$c3:literal, $c4:literal], $other:literal;
    )*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl WeierstrassCurve for $name {
            type Base = $base;
            type Scalar = $scalar;

            const B: $base = $of::B;
            const GENERATOR: ($base, $base) = $of::GENERATOR;
            const COFACTOR: &'static [u64] = $of::COFACTOR;
        }

        impl HashableCurve for $name {
            const MAP: &'static MapToCurve<$base> = &MapToCurve::Svdw(Svdw::new(
                $base::ZERO,
                $of::B,
                $base::small($z),
                [$base::small($c3), $base::small($c4)],
                NonSquare::<$base>::new($base::small($other)),
            ));
        }
    )*};
}

curves! {
    Hashed7, Order7, F13, F7, 11, [8, 9], 2;
    Hashed13, Order13, F19, F13, 18, [4, 5], 2;
    Hashed199, Order199, F211, F199, 210, [68, 203], 2;
}

/// Every element with the elements at the given distances.
fn enumerate<C: HashableCurve<Base: Textbook>>(distances: impl Iterator<Item = u64> + Clone) {
    let MapToCurve::Svdw(svdw) = C::MAP else { panic!("the curve has the other map") };
    let curve = target::<C>();
    let z = svdw.z().element();
    assert!(curve.is_svdw_parameter(&z));
    assert_eq!(svdw.constants().map(|c| c.element()), curve.svdw_constants(&z));
    let p = u64::try_from(&curve.field.p).unwrap();
    let all: Vec<Element> = (0..p).map(|u| curve.field.constant(u)).collect();
    let images: Vec<Point> = all.iter().map(map::<C>).collect();
    for (u, image) in all.iter().zip(&images) {
        let u = C::Base::from_element(u);
        assert_eq!(point(&map_to_curve::<C>(&u)), *image);
        assert_eq!(point(&map_to_curve_vartime::<C>(&u).to_affine()), *image);
    }
    let pairs: Vec<_> =
        (0..p).flat_map(|i| distances.clone().map(move |distance| [i, (i + distance) % p])).collect();
    let indices = pairs.iter().map(|pair| pair.map(|i| usize::try_from(i).unwrap()));
    let hasher = chosen::<C>();
    let messages: Vec<_> = indices.clone().map(|[i, j]| message::<C>(&[&all[i], &all[j]])).collect();
    let batch = hasher.hash_to_curve_batch_vartime(&messages);
    for (([i, j], message), batched) in indices.zip(&messages).zip(batch) {
        let sum = curve.add(&images[i], &images[j]);
        assert_eq!(point(&hasher.hash_to_curve(message)), sum);
        assert_eq!(point(&hasher.hash_to_curve_vartime(message).to_affine()), sum);
        assert_eq!(point(&batched), sum);
    }
}

#[test]
fn every_element_and_pair() {
    enumerate::<Hashed7>(0..13);
    enumerate::<Hashed13>(0..19);
    enumerate::<Hashed199>((0..211).step_by(7));
}
