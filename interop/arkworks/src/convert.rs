//! Conversions between the types of arkworks and those of Vorpal, without arithmetic.
//!
//! Both store elements as canonical limbs in Montgomery form, least significant first, with `R = 2^(64 N)`. Both store
//! coefficients of extensions lowest first, affine points as `x, y` with `(0, 0)` for infinity, and Jacobian points as
//! `X, Y, Z`. So a conversion copies limbs, and the compiler reduces it to moves of memory. Constants check that sizes,
//! alignments, primes and `R` are the same; another type does not build.
//!
//! ```
//! # #[cfg(feature = "bn254")] {
//! use ark_ff::UniformRand;
//! use vorpal_arkworks::convert::Counterpart;
//! use vorpal_fields::primes::Bn254Scalar;
//!
//! let (a, b) = (ark_bn254::Fr::from(3), ark_bn254::Fr::from(5));
//! let product: Bn254Scalar = a.to_vorpal() * b.to_vorpal();
//! assert_eq!(ark_bn254::Fr::from_vorpal(&product), a * b);
//! # }
//! ```

use alloc::vec::Vec;

use ark_ec::CurveConfig;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ff::{Fp, Fp2, Fp2Config, Fp6, Fp6Config, Fp12, Fp12Config, MontBackend};
use vorpal_curves::models::weierstrass::{self, WeierstrassCurve};
use vorpal_fields::tower::{self, TowerModulus};

pub use crate::prime::Prime;

/// A type of arkworks that has the numbers of a type of Vorpal in the same order.
pub trait Counterpart: Sized {
    /// The type of Vorpal.
    type Vorpal: Sized;

    /// The same value as a value of Vorpal. No arithmetic.
    fn to_vorpal(&self) -> Self::Vorpal;

    /// The same value as a value of arkworks. No arithmetic.
    fn from_vorpal(value: &Self::Vorpal) -> Self;
}

/// The values as values of Vorpal: one allocation, no arithmetic.
pub fn to_vorpal<A: Counterpart>(values: &[A]) -> Vec<A::Vorpal> {
    values.iter().map(A::to_vorpal).collect()
}

/// The values as values of arkworks: one allocation, no arithmetic.
pub fn from_vorpal<A: Counterpart>(values: &[A::Vorpal]) -> Vec<A> {
    values.iter().map(A::from_vorpal).collect()
}

/// The values as values of Vorpal, in the same memory: no allocation, no arithmetic. With optimisation, nothing at all
/// is left to do for elements of prime fields.
pub fn into_vorpal<A: Counterpart>(values: Vec<A>) -> Vec<A::Vorpal> {
    // Collecting from the iterator of a vector uses the vector's memory where elements have the same layout.
    values.into_iter().map(|value| value.to_vorpal()).collect()
}

/// The values as values of arkworks, in the same memory: the inverse of [`into_vorpal`].
pub fn into_arkworks<A: Counterpart>(values: Vec<A::Vorpal>) -> Vec<A> {
    values.into_iter().map(|value| A::from_vorpal(&value)).collect()
}

/// The curve in Vorpal that has the parameters of a curve of arkworks.
pub trait SameCurve {
    /// The same curve in Vorpal.
    type Vorpal: WeierstrassCurve;
}

/// The parameters of a short Weierstrass curve of arkworks that Vorpal has. Implemented for each [`SameCurve`].
pub trait Curve:
    SWCurveConfig<ZeroFlag = ()>
    + SameCurve
    + CurveConfig<
        BaseField: Counterpart<Vorpal = <<Self as SameCurve>::Vorpal as WeierstrassCurve>::Base>,
        ScalarField: Counterpart<Vorpal = <<Self as SameCurve>::Vorpal as WeierstrassCurve>::Scalar>,
    >
{
}

impl<P> Curve for P where
    P: SWCurveConfig<ZeroFlag = ()>
        + SameCurve
        + CurveConfig<
            BaseField: Counterpart<Vorpal = <<P as SameCurve>::Vorpal as WeierstrassCurve>::Base>,
            ScalarField: Counterpart<Vorpal = <<P as SameCurve>::Vorpal as WeierstrassCurve>::Scalar>,
        >
{
}

/// Fails to build unless the types have the same size and alignment.
pub(crate) const fn assert_layout<A, B>() {
    assert!(size_of::<A>() == size_of::<B>(), "the sizes differ");
    assert!(align_of::<A>() == align_of::<B>(), "the alignments differ");
}

impl<P, T, const N: usize> Counterpart for Fp2<P>
where
    P: Fp2Config<Fp = Fp<MontBackend<T, N>, N>>,
    T: Prime<N, Modulus: TowerModulus<N>>,
{
    type Vorpal = tower::Fp2<T::Modulus, N>;

    #[inline(always)]
    fn to_vorpal(&self) -> Self::Vorpal {
        const { assert_layout::<Self, Self::Vorpal>() };
        tower::Fp2::new(self.c0.to_vorpal(), self.c1.to_vorpal())
    }

    #[inline(always)]
    fn from_vorpal(value: &Self::Vorpal) -> Self {
        const { assert_layout::<Self, Self::Vorpal>() };
        Self::new(Fp::from_vorpal(&value.c0), Fp::from_vorpal(&value.c1))
    }
}

impl<P, T, const N: usize> Counterpart for Fp6<P>
where
    P: Fp6Config<Fp2Config: Fp2Config<Fp = Fp<MontBackend<T, N>, N>>>,
    T: Prime<N, Modulus: TowerModulus<N>>,
{
    type Vorpal = tower::Fp6<T::Modulus, N>;

    #[inline(always)]
    fn to_vorpal(&self) -> Self::Vorpal {
        const { assert_layout::<Self, Self::Vorpal>() };
        tower::Fp6::new(self.c0.to_vorpal(), self.c1.to_vorpal(), self.c2.to_vorpal())
    }

    #[inline(always)]
    fn from_vorpal(value: &Self::Vorpal) -> Self {
        const { assert_layout::<Self, Self::Vorpal>() };
        Self::new(Fp2::from_vorpal(&value.c0), Fp2::from_vorpal(&value.c1), Fp2::from_vorpal(&value.c2))
    }
}

impl<P, T, const N: usize> Counterpart for Fp12<P>
where
    P: Fp12Config<Fp6Config: Fp6Config<Fp2Config: Fp2Config<Fp = Fp<MontBackend<T, N>, N>>>>,
    T: Prime<N, Modulus: TowerModulus<N>>,
{
    type Vorpal = tower::Fp12<T::Modulus, N>;

    #[inline(always)]
    fn to_vorpal(&self) -> Self::Vorpal {
        const { assert_layout::<Self, Self::Vorpal>() };
        tower::Fp12::new(self.c0.to_vorpal(), self.c1.to_vorpal())
    }

    #[inline(always)]
    fn from_vorpal(value: &Self::Vorpal) -> Self {
        const { assert_layout::<Self, Self::Vorpal>() };
        Self::new(Fp6::from_vorpal(&value.c0), Fp6::from_vorpal(&value.c1))
    }
}

impl<P: Curve> Counterpart for Affine<P> {
    type Vorpal = weierstrass::Affine<P::Vorpal>;

    #[inline(always)]
    fn to_vorpal(&self) -> Self::Vorpal {
        const { assert_layout::<Self, Self::Vorpal>() };
        weierstrass::Affine::new_unchecked(self.x.to_vorpal(), self.y.to_vorpal())
    }

    #[inline(always)]
    fn from_vorpal(value: &Self::Vorpal) -> Self {
        const { assert_layout::<Self, Self::Vorpal>() };
        let (x, y) = value.raw_coordinates();
        Self::new_unchecked(P::BaseField::from_vorpal(x), P::BaseField::from_vorpal(y))
    }
}

impl<P: Curve> Counterpart for Projective<P> {
    type Vorpal = weierstrass::Jacobian<P::Vorpal>;

    #[inline(always)]
    fn to_vorpal(&self) -> Self::Vorpal {
        const { assert_layout::<Self, Self::Vorpal>() };
        weierstrass::Jacobian::new_unchecked(self.x.to_vorpal(), self.y.to_vorpal(), self.z.to_vorpal())
    }

    #[inline(always)]
    fn from_vorpal(value: &Self::Vorpal) -> Self {
        const { assert_layout::<Self, Self::Vorpal>() };
        let (x, y, z) = value.projective_coordinates();
        let [x, y, z] = [x, y, z].map(P::BaseField::from_vorpal);
        Self::new_unchecked(x, y, z)
    }
}

/// Names the primes and curves of a curve crate of arkworks that Vorpal has.
#[allow(unused_macros, reason = "used by the features of curves")]
macro_rules! counterparts {
    ($feature:literal:
     $($config:path => $modulus:ident<$limbs:literal>),*;
     $($ark:path => $curve:path),*) => {
        $(#[cfg(feature = $feature)]
        impl Prime<$limbs> for $config {
            type Modulus = vorpal_fields::primes::$modulus;
        })*
        $(#[cfg(feature = $feature)]
        impl SameCurve for $ark {
            type Vorpal = $curve;
        })*
    };
}

counterparts! { "bn254":
    ark_bn254::FqConfig => Bn254BaseModulus<4>, ark_bn254::FrConfig => Bn254ScalarModulus<4>;
    ark_bn254::g1::Config => vorpal_curves::bn254::Bn254G1,
    ark_bn254::g2::Config => vorpal_curves::bn254::g2::Bn254G2
}
counterparts! { "bls12_381":
    ark_bls12_381::FqConfig => Bls12_381BaseModulus<6>, ark_bls12_381::FrConfig => Bls12_381ScalarModulus<4>;
    ark_bls12_381::g1::Config => vorpal_curves::bls12_381::Bls12_381G1,
    ark_bls12_381::g2::Config => vorpal_curves::bls12_381::g2::Bls12_381G2
}
counterparts! { "bls12_377":
    ark_bls12_377::FqConfig => Bls12_377BaseModulus<6>, ark_bls12_377::FrConfig => Bls12_377ScalarModulus<4>;
    ark_bls12_377::g1::Config => vorpal_curves::bls12_377::Bls12_377G1,
    ark_bls12_377::g2::Config => vorpal_curves::bls12_377::g2::Bls12_377G2
}
counterparts! { "secp256k1":
    ark_secp256k1::FqConfig => Secp256k1BaseModulus<4>, ark_secp256k1::FrConfig => Secp256k1ScalarModulus<4>;
    ark_secp256k1::Config => vorpal_curves::secp256k1::Secp256k1
}
counterparts! { "secp256r1":
    ark_secp256r1::FqConfig => P256BaseModulus<4>, ark_secp256r1::FrConfig => P256ScalarModulus<4>;
    ark_secp256r1::Config => vorpal_curves::p256::P256
}
counterparts! { "bandersnatch":
    ark_ed_on_bls12_381_bandersnatch::FrConfig => BandersnatchScalarModulus<4>;
}
