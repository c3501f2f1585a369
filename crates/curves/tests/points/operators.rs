//! The operators of every type of points, in every combination of types, values and references, against the functions
//! for public points. Two lists hold all public types and all curves of the crate. A test compares the lists with the
//! source.

#![allow(clippy::op_ref, reason = "operators of references are tested too")]

use std::fs;
use std::path::Path;

use vorpal_curves::bandersnatch::{AffineBanderwagon, Bandersnatch, Banderwagon};
use vorpal_curves::models::edwards::{AffineEdwards, ExtendedEdwards};
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Projective, WeierstrassCurve};
use vorpal_curves::{Group, bls12_377};
use vorpal_fields::{Fe, Modulus};
use vorpal_oracle::effort::every;

/// Both sides as values and as references.
macro_rules! forms {
    ($a:ident $operator:tt $b:ident: $expected:expr) => {{
        let expected = $expected;
        assert!(&$a $operator &$b == expected);
        assert!(&$a $operator $b == expected);
        assert!($a $operator &$b == expected);
        assert!($a $operator $b == expected);
    }};
}

/// As `forms`, and the assigning form of values and of references.
macro_rules! every_form {
    ($a:ident $operator:tt $b:ident, $assign:tt: $expected:expr) => {{
        let expected = $expected;
        forms!($a $operator $b: expected);
        let mut changed = $a;
        changed $assign $b;
        assert!(changed == expected);
        changed = $a;
        changed $assign &$b;
        assert!(changed == expected);
    }};
}

/// The laws of a group with affine points: every operator of one type `Point` and its type `Normalised`, where sums of
/// two normalised points have the type `Sum`. `sum` and `difference` are of two points, `product` is of the first.
macro_rules! laws {
    ($Point:ty, $Normalised:ty, $Sum:ty: $p:expr, $a:expr; $q:expr, $b:expr;
     $sum:expr, $difference:expr; $scalar:expr, $product:expr) => {{
        let (p, a): ($Point, $Normalised) = ($p, $a);
        let (q, b): ($Point, $Normalised) = ($q, $b);
        let (sum, difference): ($Point, $Point) = ($sum, $difference);
        every_form!(p + q, +=: sum);
        every_form!(p - q, -=: difference);
        every_form!(p + b, +=: sum);
        every_form!(p - b, -=: difference);
        forms!(a + q: sum);
        forms!(a - q: difference);
        forms!(a + b: <$Sum>::from(sum));
        forms!(a - b: <$Sum>::from(difference));
        assert!(-p == -&p && -p + p == <$Point>::IDENTITY && p + <$Normalised>::IDENTITY == p);
        assert!(-a == -&a && -a + p == <$Point>::IDENTITY && <$Point>::IDENTITY - p == -p);
        assert!([p, q].iter().sum::<$Point>() == sum && [p, q].into_iter().sum::<$Point>() == sum);
        assert!([a, b].iter().sum::<$Point>() == sum && [a, b].into_iter().sum::<$Point>() == sum);
        assert!([p; 0].iter().sum::<$Point>() == <$Point>::IDENTITY);
        let (scalar, product): (_, $Point) = ($scalar, $product);
        every_form!(p * scalar, *=: product);
        forms!(scalar * p: product);
        forms!(a * scalar: <$Sum>::from(product));
        forms!(scalar * a: <$Sum>::from(product));
        assert!(p.mul_vartime(&scalar) == product);
    }};
}

/// Scalars at the edges, and one with all kinds of digits.
fn scalars<M: Modulus<4>>() -> Vec<Fe<M, 4>> {
    let one = Fe::<M, 4>::ONE;
    let half = one.halve();
    let random = (1..200).fold(Fe::from(3), |power: Fe<M, 4>, i| power.square() + Fe::from(i));
    vec![Fe::ZERO, one, one.double(), Fe::from(15), Fe::from(16), Fe::from(17), half, -half, -one, random]
}

/// The multiples of a generator by small integers, with their opposites.
fn multiples<G: Group>(generator: G) -> Vec<G> {
    [0u64, 1, 2, 3, 5]
        .map(|k| generator.mul_limbs_vartime(&[k]))
        .into_iter()
        .flat_map(|point| [point, point.neg()])
        .collect()
}

/// Sums of points in Jacobian and in homogeneous coordinates, in both orders, and the affine points of sums.
fn mixed<C: WeierstrassCurve>(p: Jacobian<C>, q: Projective<C>, sum: Jacobian<C>, difference: Jacobian<C>) {
    every_form!(p + q, +=: sum);
    every_form!(p - q, -=: difference);
    forms!(q + p: sum);
    forms!(q - p: difference.neg());
    assert_eq!(Affine::from(sum), sum.to_affine());
    assert_eq!(Affine::from(Projective::from(sum)), sum.to_affine());
}

fn weierstrass<C: WeierstrassCurve<Scalar = Fe<M, 4>>, M: Modulus<4>>() {
    let g = Jacobian::<C>::GENERATOR;
    let points: Vec<Affine<C>> = [0u64, 1, 2, 3, 5]
        .map(|k| g.mul_limbs_vartime(&[k]).to_affine())
        .into_iter()
        .flat_map(|point| [point, -point])
        .collect();
    let scalars = scalars::<M>();
    for (i, a) in points.iter().enumerate().filter(|(i, _)| every(2, *i)) {
        let a = *a;
        let jacobian = Jacobian::from(a);
        assert_eq!(Jacobian::from(Projective::from(a)), jacobian);
        assert_eq!(Projective::from(jacobian), Projective::from(a));
        // With less effort too some pairs are equal, and some opposite.
        for (j, b) in points.iter().enumerate().filter(|(j, _)| every(3, i + j)) {
            let b = *b;
            let (sum, difference) = (jacobian.add_affine_vartime(&b), jacobian.sub_affine_vartime(&b));
            let scalar = scalars[(3 * i + j) % scalars.len()];
            let product = jacobian.mul_limbs_vartime(&scalar.to_limbs());
            assert_eq!(a.mul_vartime(&scalar), product);
            mixed(jacobian, b.into(), sum, difference);
            laws!(
                Jacobian<C>, Affine<C>, Projective<C>:
                a.into(), a; b.into(), b; sum, difference; scalar, product
            );
            laws!(
                Projective<C>, Affine<C>, Projective<C>:
                a.into(), a; b.into(), b; sum.into(), difference.into(); scalar, product.into()
            );
        }
    }
}

/// The modules of Weierstrass curves, as paths in the crate, with their types.
macro_rules! modules {
    ($($module:ident $(:: $group:ident)?),*) => {
        /// The modules of this list, as they are named in the source.
        const MODULES: &[&str] = &[$(concat!(stringify!($module) $(, "/", stringify!($group))?)),*];

        #[test]
        fn points_of_weierstrass_curves_are_groups() {
            $({
                use vorpal_curves::$module$(::$group)? as module;
                fn check<C: WeierstrassCurve<Scalar = Fe<M, 4>>, M: Modulus<4>>(_: Affine<C>) {
                    weierstrass::<C, M>();
                }
                check(module::Affine::GENERATOR);
            })*
        }
    };
}
modules!(
    bls12_377,
    bls12_377::g2,
    bls12_381,
    bls12_381::g2,
    bn254,
    bn254::g2,
    grumpkin,
    p256,
    pallas,
    secp256k1,
    vesta
);

/// The types whose operators this module tests.
const GROUPS: &[&str] = &[
    "Affine",
    "AffineBanderwagon",
    "AffineEdwards",
    "Banderwagon",
    "ExtendedEdwards",
    "Jacobian",
    "Projective",
];
/// The other types of the models and of Bandersnatch. Those that hold points are formats of one step of a sum, whose
/// functions state which points they take.
const OTHERS: &[&str] = &[
    "Bandersnatch",
    "BanderwagonFormat",
    "Columns",
    "EdwardsForm",
    "EdwardsPoint",
    "Endomorphism",
    "Flags",
    "Format",
    "Half",
    "Isomorphism",
    "Multiples",
    "NielsPoint",
    "OddMultiples",
    "PackedBanderwagon",
    "PackedEdwards",
    "PackedJacobian",
    "PreparedPoint",
    "Psi",
    "QuadCurve",
    "QuadFormulas",
    "QuadPoint",
    "Quarter",
    "Sec1",
    "Sec1Bytes",
    "Seed",
    "Subgroup",
    "TableBanderwagon",
    "TableEdwards",
    "Xyzz",
];

/// The Rust files of a folder and of the folders in it, with their paths in the source.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path.to_string_lossy().into_owned(), text));
        }
    }
}

#[test]
fn the_lists_of_types_and_modules_are_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../curves/src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let prefix = root.to_string_lossy().into_owned() + "/";
    let mut modules: Vec<_> = files
        .iter()
        .filter(|(_, text)| text.contains("pub type Affine ="))
        .map(|(path, _)| path.trim_start_matches(&prefix).trim_end_matches("/mod.rs"))
        .collect();
    modules.sort_unstable();
    assert_eq!(modules, MODULES, "modules with a type Affine");

    let mut types: Vec<&str> = Vec::new();
    for (path, text) in &files {
        if path.contains("/models/") || path.contains("/bandersnatch/") {
            let definitions = text.split("\npub struct ").skip(1);
            types.extend(definitions.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()));
        }
    }
    types.sort_unstable();
    let mut listed: Vec<_> = GROUPS.iter().chain(OTHERS).copied().collect();
    listed.sort_unstable();
    assert_eq!(types, listed, "public types of models");
}

#[test]
fn sums_in_jacobian_coordinates_have_no_exceptions_on_a_curve_of_even_order() {
    // (-1, 0) is a point of order two of y^2 = x^3 + 1.
    let two = bls12_377::Affine::new(-Fe::ONE, Fe::ZERO).unwrap();
    let g = bls12_377::Jacobian::GENERATOR;
    let other = g.add_affine_vartime(&two);
    for (a, b) in [(g, other), (other, g), (two.into(), two.into()), (other, other), (two.into(), g)] {
        assert_eq!(a + b, a.add_vartime(&b));
        assert_eq!(a - b, a.add_vartime(&b.neg()));
        assert_eq!(a + b.to_affine(), a.add_vartime(&b));
    }
    assert_eq!(g - other, two.into());
}

#[test]
fn banderwagon_and_bandersnatch_are_groups() {
    let scalars = scalars();
    let points = multiples(Banderwagon::generator());
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points.iter().enumerate() {
            let scalar = scalars[(3 * i + j) % scalars.len()];
            laws!(
                Banderwagon, AffineBanderwagon, Banderwagon:
                *p, p.to_affine(); *q, q.to_affine();
                p.add_vartime(q), p.add_vartime(&-q); scalar, p.mul_limbs_vartime(&scalar.to_limbs())
            );
            let (p, q) = (p.to_point(), q.to_point());
            laws!(
                ExtendedEdwards<Bandersnatch>, AffineEdwards<Bandersnatch>, ExtendedEdwards<Bandersnatch>:
                p, p.to_affine().unwrap(); q, q.to_affine().unwrap();
                p.add_unchecked(&q), p.add_unchecked(&-q); scalar, p.mul_limbs_vartime(&scalar.to_limbs())
            );
        }
    }
}
