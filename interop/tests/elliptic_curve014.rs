//! Arithmetic under `elliptic-curve` 0.14 and `ecdsa` 0.17 beside `k256` and `p256` 0.14: scalars, points, encodings,
//! keys, signatures and shared secrets have the same bytes.

#![cfg(feature = "elliptic_curve014")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::convert::Infallible;
use std::fmt::Debug;

use signature::rand_core::{TryCryptoRng, TryRng};
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::array::sizes::U32;
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::bigint::U256;
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::ctutils::{self, CtEq, CtSelect};
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::group::cofactor::CofactorGroup;
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::group::{CurveAffine, Group, GroupEncoding};
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::ops::{
    Invert, LinearCombination, MulByGeneratorVartime, MulVartime, Reduce, ReduceNonZero, ShrAssign,
};
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::point::{
    AffineCoordinates, DecompressPoint, NonIdentity, PointCompression,
};
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::scalar::{FromUintUnchecked, IsHigh};
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::sec1::{FromSec1Point, Sec1Point, ToSec1Point};
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::subtle::{
    Choice, ConditionallySelectable, ConstantTimeEq,
};
use vorpal_interop::elliptic_curve014::ecdsa::elliptic_curve::{
    self, AffinePoint, BatchNormalize, Curve, CurveArithmetic, CurveGroup, Field, FieldBytes, Generate,
    NonZeroScalar, PrimeCurve, PrimeField, ProjectivePoint, PublicKey, Scalar, SecretKey, ecdh,
};
use vorpal_interop::elliptic_curve014::ecdsa::signature::digest::const_oid::AssociatedOid;
use vorpal_interop::elliptic_curve014::ecdsa::signature::{Signer, Verifier};
use vorpal_interop::elliptic_curve014::ecdsa::{
    DigestAlgorithm, EcdsaCurve, Signature, SigningKey, VerifyingKey, hazmat,
};
use vorpal_interop::elliptic_curve014::{P256, Secp256k1};

use common::Stream;

/// A curve with everything that both libraries offer.
trait Complete:
    EcdsaCurve
    + PrimeCurve
    + AssociatedOid
    + DigestAlgorithm
    + Curve<FieldBytesSize = U32, Uint = U256>
    + CurveArithmetic<
        AffinePoint: FromSec1Point<Self> + ToSec1Point<Self> + DecompressPoint<Self> + GroupEncoding,
        ProjectivePoint: GroupEncoding
                             + LinearCombination<[(ProjectivePoint<Self>, Scalar<Self>)]>
                             + BatchNormalize<[ProjectivePoint<Self>], Output = Vec<AffinePoint<Self>>>,
        Scalar: ReduceNonZero<U256> + ShrAssign<usize>,
    >
{
}

impl Complete for Secp256k1 {}
impl Complete for k256::Secp256k1 {}
impl Complete for P256 {}
impl Complete for p256::NistP256 {}

/// The integers `n + difference` for the order `n`, its half, zero and the largest integer, and random ones.
fn integers<C: Complete>(name: &'static str) -> Vec<[u8; 32]> {
    let order = *C::ORDER.as_ref();
    let mut integers = vec![];
    for base in [U256::ZERO, order, order.wrapping_shr_vartime(1)] {
        for difference in 0u64..=3 {
            integers.push(base.wrapping_add(&U256::from(difference)));
            integers.push(base.wrapping_sub(&U256::from(difference)));
        }
    }
    integers.push(U256::MAX);
    let mut integers: Vec<[u8; 32]> =
        integers.iter().map(|integer| integer.to_be_bytes().as_ref().try_into().unwrap()).collect();
    let mut stream = Stream::new(name);
    integers.extend((0..12).map(|_| stream.block()));
    integers
}

fn scalar<C: Complete>(bytes: &[u8; 32]) -> Option<Scalar<C>> {
    Scalar::<C>::from_repr((*bytes).into()).into()
}

/// Both scalars have the same encoding.
fn same<A: Complete, B: Complete>(ours: &Scalar<A>, theirs: &Scalar<B>, what: &str) {
    assert_eq!(ours.to_repr()[..], theirs.to_repr()[..], "{what}");
}

fn pairs<A: Complete, B: Complete>(name: &'static str) -> Vec<(Scalar<A>, Scalar<B>)> {
    let pairs: Vec<_> = integers::<A>(name)
        .iter()
        .filter_map(|bytes| {
            let (ours, theirs) = (scalar::<A>(bytes), scalar::<B>(bytes));
            assert_eq!(ours.is_some(), theirs.is_some());
            ours.zip(theirs)
        })
        .collect();
    assert!(pairs.len() > 20);
    pairs
}

fn scalars<A: Complete, B: Complete>(name: &'static str) {
    for bytes in integers::<A>(name) {
        let integer = U256::from_be_slice(&bytes);
        same::<A, B>(&Reduce::reduce(&integer), &Reduce::reduce(&integer), "reduction");
        let field_bytes = FieldBytes::<A>::from(bytes);
        same::<A, B>(&Reduce::reduce(&field_bytes), &Reduce::reduce(&field_bytes), "reduction of bytes");
        same::<A, B>(
            &ReduceNonZero::reduce_nonzero(&integer),
            &ReduceNonZero::reduce_nonzero(&integer),
            "nonzero",
        );
    }
    let pairs = pairs::<A, B>(name);
    for (a, b) in &pairs {
        assert_eq!(bool::from(a.is_high()), bool::from(b.is_high()));
        assert_eq!(bool::from(a.is_odd()), bool::from(b.is_odd()));
        assert_eq!(Field::invert(a).is_some().unwrap_u8(), Field::invert(b).is_some().unwrap_u8());
        same::<A, B>(&Field::invert(a).unwrap_or(*a), &Field::invert(b).unwrap_or(*b), "inverse");
        let inverse: Option<Scalar<A>> = Invert::invert_vartime(a).into();
        assert_eq!(inverse, Invert::invert(a).into());
        assert_eq!(inverse.is_none(), *a == Scalar::<A>::ZERO);
        assert_eq!(a.sqrt().is_some().unwrap_u8(), b.sqrt().is_some().unwrap_u8());
        assert_eq!(a.square().sqrt().unwrap().square(), a.square());
        let integer: U256 = (*a).into();
        assert_eq!(integer, Into::<U256>::into(*b));
        assert_eq!(Scalar::<A>::from_uint_unchecked(integer), *a);
        let value: elliptic_curve::ScalarValue<A> = (*a).into();
        assert_eq!((*value.as_uint(), Scalar::<A>::from(value)), (integer, *a));
        let nonzero: Result<NonZeroScalar<A>, _> = (*a).try_into();
        assert_eq!(nonzero.is_ok(), *a != Scalar::<A>::ZERO);
        for count in [0, 1, 63, 64, 65, 127, 200, 255] {
            let (mut ours, mut theirs) = (*a, *b);
            ours >>= count;
            theirs >>= count;
            same::<A, B>(&ours, &theirs, "shift");
        }
        same::<A, B>(&-*a, &-*b, "opposite");
        same::<A, B>(&a.pow([5, 1]), &b.pow([5, 1]), "power");
        same::<A, B>(&a.pow_vartime([5, 1]), &b.pow_vartime([5, 1]), "power in variable time");
        for (c, d) in &pairs {
            ratio::<A>(a, c);
            same::<A, B>(&(*a + c), &(*b + d), "sum");
            same::<A, B>(&(*a - c), &(*b - d), "difference");
            same::<A, B>(&(*a * c), &(*b * d), "product");
            assert_eq!(a.partial_cmp(c), integer.partial_cmp(&Into::<U256>::into(*c)));
        }
    }
    let nonzero = || pairs.iter().filter(|(a, _)| *a != Scalar::<A>::ZERO);
    same::<A, B>(
        &nonzero().map(|(a, _)| a).product(),
        &nonzero().map(|(_, b)| b).product(),
        "product of many",
    );
    same::<A, B>(&pairs.iter().map(|(a, _)| a).sum(), &pairs.iter().map(|(_, b)| b).sum(), "sum of many");
    assert_eq!(Scalar::<A>::NUM_BITS, Scalar::<B>::NUM_BITS);
    same::<A, B>(&Scalar::<A>::TWO_INV, &Scalar::<B>::TWO_INV, "TWO_INV");
    let (generator, root) = (Scalar::<A>::MULTIPLICATIVE_GENERATOR, Scalar::<A>::ROOT_OF_UNITY);
    let squared = |x: Scalar<A>, times| (0..times).fold(x, |power: Scalar<A>, _| power.square());
    assert_eq!(squared(root, Scalar::<A>::S - 1), -Scalar::<A>::ONE);
    assert_eq!(root * Scalar::<A>::ROOT_OF_UNITY_INV, Scalar::<A>::ONE);
    assert_eq!(Scalar::<A>::DELTA, squared(generator, Scalar::<A>::S));
    assert!(bool::from(generator.sqrt().is_none()));
    assert_eq!((Scalar::<A>::S, Scalar::<A>::CAPACITY), (Scalar::<B>::S, Scalar::<B>::CAPACITY));
    assert_eq!(Scalar::<A>::MODULUS.to_lowercase(), Scalar::<B>::MODULUS.to_lowercase());
}

/// The four cases of `sqrt_ratio`.
fn ratio<C: Complete>(a: &Scalar<C>, b: &Scalar<C>) {
    let zero = Scalar::<C>::ZERO;
    let (is_square, root) = Scalar::<C>::sqrt_ratio(a, b);
    match (bool::from(is_square), *a == zero, *b == zero) {
        (is_square, true, _) => assert!(is_square && root == zero),
        (is_square, false, true) => assert!(!is_square && root == zero),
        (true, ..) => assert_eq!(root.square() * b, *a),
        (false, ..) => assert_eq!(root.square() * b, Scalar::<C>::ROOT_OF_UNITY * a),
    }
}

fn same_point<A: Complete, B: Complete>(ours: &ProjectivePoint<A>, theirs: &ProjectivePoint<B>, what: &str) {
    assert_eq!(ours.to_bytes().as_ref(), theirs.to_bytes().as_ref(), "{what}");
    let (ours, theirs) = (ours.to_affine(), theirs.to_affine());
    for compress in [false, true] {
        assert_eq!(
            ours.to_sec1_point(compress).as_bytes(),
            theirs.to_sec1_point(compress).as_bytes(),
            "{what}"
        );
    }
    assert_eq!(bool::from(ours.is_identity()), bool::from(theirs.is_identity()));
    if !bool::from(ours.is_identity()) {
        assert_eq!((&ours.x()[..], &ours.y()[..]), (&theirs.x()[..], &theirs.y()[..]), "{what}");
        assert_eq!(AffinePoint::<A>::from_coordinates(&ours.x(), &ours.y()).unwrap(), ours);
        assert!(bool::from(AffinePoint::<A>::from_coordinates(&ours.y(), &ours.x()).is_none()));
    }
    let parities = |x: Choice, y: Choice| [x.unwrap_u8(), y.unwrap_u8()];
    assert_eq!(parities(ours.x_is_odd(), ours.y_is_odd()), parities(theirs.x_is_odd(), theirs.y_is_odd()));
}

fn points<A: Complete, B: Complete>(name: &'static str) {
    let scalars = pairs::<A, B>(name);
    let (g, h) = (ProjectivePoint::<A>::generator(), ProjectivePoint::<B>::generator());
    let points: Vec<_> = scalars.iter().map(|(a, b)| (g * a, h * b)).collect();
    for ((p, q), (a, b)) in points.iter().zip(&scalars) {
        same_point::<A, B>(p, q, "product");
        assert_eq!(g.mul_vartime(a), *p);
        assert_eq!(ProjectivePoint::<A>::mul_by_generator(a), *p);
        assert_eq!(*a * AffinePoint::<A>::generator(), *p);
        same_point::<A, B>(&(*p * a), &(*q * b), "product");
        same_point::<A, B>(&p.double(), &q.double(), "double");
        let sum = ProjectivePoint::<A>::mul_by_generator_and_mul_add_vartime(a, a, p);
        assert_eq!(sum, *p + *p * a);
        let sum_of_others = ProjectivePoint::<A>::mul_by_generator_and_mul_add_vartime(&a.double(), a, p);
        assert_eq!(sum_of_others, sum + *p);
        assert_eq!(ProjectivePoint::<A>::lincomb(&[(*p, *a), (g, *a)]), sum);
        assert_eq!(ProjectivePoint::<A>::lincomb_vartime(&[(*p, *a), (g, *a)]), sum);
        let nonzero: Result<NonIdentity<ProjectivePoint<A>>, _> = (*p).try_into();
        assert_eq!(nonzero.is_ok(), !bool::from(p.is_identity()));
        for (r, s) in &points {
            same_point::<A, B>(&(*p + r), &(*q + s), "sum");
            same_point::<A, B>(&(*p - r.to_affine()), &(*q - s.to_affine()), "mixed difference");
        }
    }
    let ours: Vec<_> = points.iter().map(|(p, _)| p.double()).collect();
    let affine = <ProjectivePoint<A> as BatchNormalize<[_]>>::batch_normalize(&ours);
    assert!(affine.iter().zip(&ours).all(|(affine, point)| *affine == point.to_affine()));
    let mut short = vec![AffinePoint::<A>::default(); ours.len() - 1];
    let normalise = || <ProjectivePoint<A> as CurveGroup>::batch_normalize(&ours, &mut short);
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(normalise));
    assert!(refused.is_err(), "a slice of another length");
    for (a, b) in [(g, g.double()), (g.double(), g)] {
        let [p, q] = [a, b].map(|point| point.to_affine());
        for (choice, point, affine) in [(0, a, p), (1, b, q)] {
            let choice = Choice::from(choice);
            assert_eq!(ProjectivePoint::<A>::conditional_select(&a, &b, choice), point);
            assert_eq!(AffinePoint::<A>::conditional_select(&p, &q, choice), affine);
        }
    }
    let terms: Vec<_> = points.iter().zip(&scalars).map(|((p, _), (a, _))| (*p, *a)).collect();
    assert_eq!(
        <ProjectivePoint<A> as LinearCombination<[_]>>::lincomb_vartime(&terms[..]),
        terms.iter().map(|(p, a)| *p * a).sum()
    );
}

/// Every alteration of every encoding is decoded alike.
fn encodings<A: Complete, B: Complete>() {
    let point = ProjectivePoint::<A>::generator().double().to_affine();
    let mut encodings = vec![vec![0], vec![1], vec![], vec![2; 33], vec![4; 65], vec![0; 33], vec![0xff; 33]];
    let [compressed, plain] = [true, false].map(|compress| point.to_sec1_point(compress).as_bytes().to_vec());
    for encoding in [&compressed, &plain] {
        encodings.push(encoding[1..].to_vec());
        for position in 0..encoding.len() {
            for change in [1, 2, 4, 0x80, 0xff] {
                let mut altered = encoding.clone();
                altered[position] ^= change;
                encodings.push(altered);
            }
        }
    }
    // Several points: whether `y` is even and whether it is the smaller root are independent.
    let mut multiple = ProjectivePoint::<A>::generator();
    for _ in 0..8 {
        multiple += ProjectivePoint::<A>::generator();
        for compress in [true, false] {
            for tag in 0..=8 {
                let mut altered = multiple.to_affine().to_sec1_point(compress).as_bytes().to_vec();
                altered[0] = tag;
                encodings.push(altered);
            }
        }
    }
    for bytes in &encodings {
        let ours = Sec1Point::<A>::from_bytes(bytes).ok();
        let theirs = Sec1Point::<B>::from_bytes(bytes).ok();
        let ours = ours.and_then(|point| AffinePoint::<A>::from_sec1_point(&point).into_option());
        let theirs = theirs.and_then(|point| AffinePoint::<B>::from_sec1_point(&point).into_option());
        let text = |bytes: &[u8]| bytes.to_vec();
        assert_eq!(
            ours.map(|point| text(point.to_sec1_point(false).as_bytes())),
            theirs.map(|point| text(point.to_sec1_point(false).as_bytes())),
            "{bytes:x?}"
        );
        let (ours, theirs) = (PublicKey::<A>::from_sec1_bytes(bytes), PublicKey::<B>::from_sec1_bytes(bytes));
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{bytes:x?}");
        if bytes.len() == 33 {
            let mut repr = <AffinePoint<A> as GroupEncoding>::Repr::default();
            let mut their_repr = <AffinePoint<B> as GroupEncoding>::Repr::default();
            repr.as_mut().copy_from_slice(bytes);
            their_repr.as_mut().copy_from_slice(bytes);
            let (ours, theirs) =
                (AffinePoint::<A>::from_bytes(&repr), AffinePoint::<B>::from_bytes(&their_repr));
            assert_eq!(bool::from(ours.is_some()), bool::from(theirs.is_some()), "{bytes:x?}");
        }
    }
    assert_eq!(AffinePoint::<A>::default(), AffinePoint::<A>::identity());
}

fn keys<A: Complete, B: Complete>(name: &'static str) {
    let mut stream = Stream::new(name);
    for bytes in integers::<A>(name) {
        let (ours, theirs) = (SigningKey::<A>::from_slice(&bytes), SigningKey::<B>::from_slice(&bytes));
        assert_eq!(ours.is_ok(), theirs.is_ok());
        let Ok((ours, theirs)) = ours.and_then(|ours| theirs.map(|theirs| (ours, theirs))) else { continue };
        let public = ours.verifying_key().to_sec1_point(true);
        assert_eq!(public.as_bytes(), theirs.verifying_key().to_sec1_point(true).as_bytes());
        let message = stream.block();
        let (signature, their_signature): (Signature<A>, Signature<B>) =
            (ours.sign(&message), theirs.sign(&message));
        assert_eq!(signature.to_bytes()[..], their_signature.to_bytes()[..]);
        let key = VerifyingKey::<A>::from_sec1_bytes(public.as_bytes()).unwrap();
        let their_key = VerifyingKey::<B>::from_sec1_bytes(public.as_bytes()).unwrap();
        key.verify(&message, &signature).unwrap();
        assert!(key.verify(&message[1..], &signature).is_err());
        for position in (0..64).step_by(5) {
            let mut altered = signature.to_bytes();
            altered[position] ^= 1;
            let ours = Signature::<A>::from_slice(&altered)
                .map(|signature| key.verify(&message, &signature).is_ok());
            let theirs = Signature::<B>::from_slice(&altered)
                .map(|signature| their_key.verify(&message, &signature).is_ok());
            assert_eq!(ours.ok(), theirs.ok());
        }
        // Prehashes at the edges of the scalars.
        let prehash = FieldBytes::<A>::from(bytes);
        let (d, e) = (ours.as_nonzero_scalar(), theirs.as_nonzero_scalar());
        let (signature, _) = hazmat::sign_prehashed_rfc6979::<A, A::Digest>(d, &prehash, b"data");
        let (their_signature, _) = hazmat::sign_prehashed_rfc6979::<B, B::Digest>(e, &prehash, b"data");
        assert_eq!(signature.to_bytes()[..], their_signature.to_bytes()[..]);
        let secret = ecdh::diffie_hellman::<A>(d, key.as_affine());
        let their_secret = ecdh::diffie_hellman::<B>(e, their_key.as_affine());
        assert_eq!(secret.raw_secret_bytes()[..], their_secret.raw_secret_bytes()[..]);
        let other = SecretKey::<A>::from_slice(&[3; 32]).unwrap();
        let back = ecdh::diffie_hellman(other.to_nonzero_scalar(), key.as_affine());
        let forth = ecdh::diffie_hellman::<A>(d, other.public_key().as_affine());
        assert_eq!(back.raw_secret_bytes(), forth.raw_secret_bytes());
    }
}

/// A generator that begins with these blocks.
struct Begins(Vec<[u8; 32]>, Stream);

impl TryRng for Begins {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.1.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.1.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        match self.0.pop() {
            Some(block) => bytes.copy_from_slice(&block),
            None => self.1.try_fill_bytes(bytes)?,
        }
        Ok(())
    }
}

impl TryCryptoRng for Begins {}

/// Random keys are the same, and random points are points. Integers from the order on are no random scalars.
fn random<A: Complete, B: Complete>(name: &'static str) {
    let (mut one, mut other) = (Stream::new(name), Stream::new(name));
    for _ in 0..8 {
        let ours = SecretKey::<A>::generate_from_rng(&mut one);
        assert_eq!(ours.to_bytes()[..], SecretKey::<B>::generate_from_rng(&mut other).to_bytes()[..]);
    }
    let order: [u8; 32] = A::ORDER.as_ref().to_be_bytes().as_ref().try_into().unwrap();
    let generator = || Begins(vec![[0xff; 32], order], Stream::new(name));
    let (ours, theirs) =
        (Scalar::<A>::generate_from_rng(&mut generator()), Scalar::<B>::generate_from_rng(&mut generator()));
    assert_eq!(ours.to_repr()[..], Stream::new(name).block());
    same::<A, B>(&ours, &theirs, "random scalar");
    for _ in 0..8 {
        let point = ProjectivePoint::<A>::generate_from_rng(&mut one);
        assert!(!bool::from(point.is_identity()));
        assert_eq!(ProjectivePoint::<A>::from_bytes(&point.to_bytes()).unwrap(), point);
        let affine = AffinePoint::<A>::generate_from_rng(&mut one);
        assert!(!bool::from(affine.is_identity()));
    }
}

/// Selection and comparison by the traits of `ctutils`.
fn selection<T: CtSelect + CtEq + Copy + PartialEq + Debug>(a: T, b: T) {
    assert_eq!((a.ct_select(&b, ctutils::Choice::FALSE), a.ct_select(&b, ctutils::Choice::TRUE)), (a, b));
    for (x, y, equal) in [(a, a, true), (b, b, true), (a, b, false), (b, a, false)] {
        assert_eq!(x.ct_eq(&y).to_bool(), equal);
    }
}

macro_rules! suites {
    ($($module:ident: $ours:ty, $theirs:ty);+) => {$(
        mod $module {
            use super::*;

            #[test]
            fn the_curve_is_the_same() {
                assert_eq!(<$ours>::ORDER, <$theirs>::ORDER);
                assert_eq!(<$ours>::OID, <$theirs>::OID);
                assert_eq!(<$ours as EcdsaCurve>::NORMALIZE_S, <$theirs as EcdsaCurve>::NORMALIZE_S);
                assert_eq!(
                    <$ours as PointCompression>::COMPRESS_POINTS,
                    <$theirs as PointCompression>::COMPRESS_POINTS
                );
            }

            #[test]
            fn scalars() {
                super::scalars::<$ours, $theirs>(stringify!($module));
            }

            #[test]
            fn points() {
                super::points::<$ours, $theirs>(stringify!($module));
            }

            /// What no trait of curves asks for.
            #[test]
            fn conversions() {
                let g = ProjectivePoint::<$ours>::GENERATOR;
                let (p, q) = (g.to_affine(), g.double().to_affine());
                let infinity = AffinePoint::<$ours>::IDENTITY;
                selection(Scalar::<$ours>::ONE, Scalar::<$ours>::from(7u64));
                selection(g, g.double());
                for (a, b) in [(p, q), (p, infinity), (p, -p)] {
                    selection(a, b);
                    selection(b, a);
                    for (a, b) in [(a, b), (b, a)] {
                        assert!(!bool::from(ConstantTimeEq::ct_eq(&a, &b)));
                        assert!(bool::from(ConstantTimeEq::ct_eq(&a, &a)));
                    }
                }
                assert_eq!((-&p, g + -&p), (-p, ProjectivePoint::<$ours>::IDENTITY));
                for point in [g, g.double(), -g] {
                    let key = PublicKey::<$ours>::from_affine(point.to_affine()).unwrap();
                    assert_eq!(PublicKey::<$ours>::try_from(point), Ok(key));
                    assert_eq!(PublicKey::<$ours>::try_from(point.to_affine()), Ok(key));
                    assert_eq!(ProjectivePoint::<$ours>::from(key), point);
                    assert_eq!(AffinePoint::<$ours>::from(key), point.to_affine());
                    assert_eq!((point.clear_cofactor(), point.into_subgroup().unwrap()), (point, point));
                    assert!(bool::from(point.is_torsion_free()));
                }
                assert!(PublicKey::<$ours>::try_from(ProjectivePoint::<$ours>::IDENTITY).is_err());
                assert!(PublicKey::<$ours>::try_from(infinity).is_err());
                let secret = SecretKey::<$ours>::from_slice(&[5; 32]).unwrap();
                assert_eq!(Scalar::<$ours>::from(&secret).to_repr()[..], [5; 32]);
            }

            #[test]
            fn encodings() {
                super::encodings::<$ours, $theirs>();
            }

            #[test]
            fn keys() {
                super::keys::<$ours, $theirs>(stringify!($module));
            }

            #[test]
            fn random() {
                super::random::<$ours, $theirs>(stringify!($module));
            }
        }
    )+};
}

suites! {
    secp256k1: Secp256k1, k256::Secp256k1;
    nist_p256: P256, p256::NistP256
}

/// The bytes of a hexadecimal number.
fn hex<const LENGTH: usize>(digits: &str) -> [u8; LENGTH] {
    std::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).unwrap())
}

fn vector<C: Complete>(key: &str, message: &[u8], r: &str, s: &str) {
    let key = SigningKey::<C>::from_slice(&hex::<32>(key)).unwrap();
    let signature: Signature<C> = key.sign(message);
    assert_eq!(signature.to_bytes()[..], [hex::<32>(r), hex::<32>(s)].concat());
    key.verifying_key().verify(message, &signature).unwrap();
}

/// RFC 6979, appendix A.2.5, with SHA-256.
#[test]
fn rfc6979_on_p256() {
    let key = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
    vector::<P256>(
        key,
        b"sample",
        "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
        "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    );
    vector::<P256>(
        key,
        b"test",
        "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
        "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
    );
}

/// Vectors that Bitcoin's libraries share (Trezor, `python-ecdsa`, `bitcoinjs`), with low `s`.
#[test]
fn rfc6979_on_secp256k1() {
    let key = "0000000000000000000000000000000000000000000000000000000000000001";
    vector::<Secp256k1>(
        key,
        b"Satoshi Nakamoto",
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8",
        "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
    );
    vector::<Secp256k1>(
        key,
        b"All those moments will be lost in time, like tears in rain. Time to die...",
        "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b",
        "547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
    );
}

/// Both curves give the same verdict on `(r, s)` and `(r, n - s)`: on secp256k1 only the low one is valid.
fn halves_of<C: Complete, Theirs: Complete>(accepts_high: bool) {
    let mut stream = Stream::new("halves");
    for _ in 0..8 {
        let (secret, message) = (stream.key().to_be_bytes(), stream.block());
        let key = SigningKey::<C>::from_slice(&secret[..]).unwrap();
        let theirs = SigningKey::<Theirs>::from_slice(&secret[..]).unwrap();
        let signature: Signature<C> = key.sign(&message);
        let (r, s) = signature.split_scalars();
        let other = Signature::<C>::from_scalars((*r).to_repr(), (-*s).to_repr()).unwrap();
        let mut verdicts = [false; 2];
        for (verdict, signature) in verdicts.iter_mut().zip([signature, other]) {
            *verdict = key.verifying_key().verify(&message, &signature).is_ok();
            let same = Signature::<Theirs>::from_slice(&signature.to_bytes()).unwrap();
            assert_eq!(theirs.verifying_key().verify(&message, &same).is_ok(), *verdict);
        }
        assert_eq!(verdicts, [true, accepts_high]);
    }
}

#[test]
fn high_signatures() {
    halves_of::<Secp256k1, k256::Secp256k1>(false);
    halves_of::<P256, p256::NistP256>(true);
}

/// `elliptic-curve` accepts the arithmetic for PKCS #8, and checks public keys with it.
#[test]
fn our_keys_are_those_of_vorpal_secp256k1() {
    let mut stream = Stream::new("vorpal");
    for _ in 0..8 {
        let (secret, hash) = (stream.key(), stream.block());
        let key = SigningKey::<Secp256k1>::from_slice(&secret.to_be_bytes()[..]).unwrap();
        assert_eq!(key.verifying_key().to_sec1_point(true).as_bytes(), secret.public_key().to_compressed());
        let d = key.as_nonzero_scalar();
        let (signature, _) = hazmat::sign_prehashed_rfc6979::<Secp256k1, sha2::Sha256>(d, &hash, &[]);
        assert_eq!(signature.to_bytes()[..], secret.sign(&hash).signature().to_compact());
    }
}
