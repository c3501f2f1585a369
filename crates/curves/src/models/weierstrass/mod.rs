//! Short Weierstrass curves `y^2 = x^3 + a x + b` with `a = 0` or `a = -3`, affine and in projective coordinates:
//! homogeneous, Jacobian and XYZZ.

mod affine;
mod cofactor;
mod edwards_form;
mod encoding;
mod endomorphism;
mod family;
mod fixed_slice;
mod jacobian;
mod lookup;
mod multiply;
mod odd_multiples;
mod operators;
mod packed_jacobian;
mod projective;
mod psi;
mod quad_group;
mod quads;
mod quarter_basis;
mod quarters;
mod rounding;
mod sec1;
mod seed_multiples;
mod subgroup;
mod subgroup_batch;
mod xyzz;

use core::fmt::Debug;

use vorpal_fields::{Field, PrimeField};

pub use affine::Affine;
pub(crate) use cofactor::clear_cofactor_packed;
pub use edwards_form::{EdwardsForm, EdwardsPoint, NielsPoint, PreparedPoint};
pub use encoding::{EncodableCurve, Flags, Format};
pub(crate) use encoding::{Encoding, ReadEncoding, decode_batch_vartime};
pub use endomorphism::{Endomorphism, Half};
pub use family::{Family, Seed};
pub use fixed_slice::FixedSlice;
pub use jacobian::Jacobian;
pub use odd_multiples::{Isomorphism, Multiples, OddMultiples};
pub use packed_jacobian::PackedJacobian;
pub use projective::Projective;
pub use psi::Psi;
pub(crate) use quad_group::run as run_in_quads;
pub use quad_group::{QuadGroup, QuadGroupProgram};
pub use quads::{QuadCurve, QuadFormulas, QuadPoint};
pub use quarters::{Columns, Quarter};
pub use sec1::{Sec1, Sec1Bytes};
pub use subgroup::Subgroup;
pub(crate) use subgroup::assert_bls12;
pub use xyzz::Xyzz;

/// The coefficient `a` of a curve `y^2 = x^3 + a x + b`. It is a constant of the curve, so formulas have no branches.
///
/// ```
/// use vorpal_curves::models::weierstrass::{LinearTerm, WeierstrassCurve};
/// use vorpal_curves::{p256::P256, secp256k1::Secp256k1};
/// assert_eq!([Secp256k1::A, P256::A], [LinearTerm::Zero, LinearTerm::MinusThree]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearTerm {
    /// `a = 0`: no linear term.
    Zero,
    /// `a = -3`: the linear term is `-3 x`.
    MinusThree,
}

/// The parameters of a curve `y^2 = x^3 + a x + b` with `b != 0`.
///
/// ```
/// use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
/// use vorpal_fields::primes::{Bn254Base, Bn254Scalar};
///
/// /// The parameters of BN254: `y^2 = x^3 + 3`.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// struct Curve;
/// impl WeierstrassCurve for Curve {
///     type Base = Bn254Base;
///     type Scalar = Bn254Scalar;
///     const B: Bn254Base = Bn254Base::small(3);
///     const GENERATOR: (Bn254Base, Bn254Base) = (Bn254Base::small(1), Bn254Base::small(2));
///     const COFACTOR: &'static [u64] = &[1];
/// }
/// let g = Jacobian::<Curve>::GENERATOR;
/// assert_eq!(g.double().add_affine_vartime(&-Affine::GENERATOR), g);
/// ```
pub trait WeierstrassCurve: Copy + Debug + Eq + Send + Sync + 'static {
    /// The field of the coordinates.
    type Base: Field;
    /// The integers modulo the order of the prime subgroup.
    type Scalar: PrimeField;

    /// The coefficient of `x`.
    const A: LinearTerm = LinearTerm::Zero;
    /// The constant term.
    const B: Self::Base;
    /// A generator `(x, y)` of the prime subgroup.
    const GENERATOR: (Self::Base, Self::Base);
    /// The number of points of the curve, divided by the order of the prime subgroup: limbs, least significant first,
    /// of which the last one is not zero.
    const COFACTOR: &'static [u64];
    /// Whether all points are in the prime subgroup.
    const HAS_PRIME_ORDER: bool = matches!(Self::COFACTOR, [1]);

    /// `3 b x`. [`Projective`] computes it once per doubling (twice with `a = -3`) and twice per addition. 1M; for a
    /// small `b`, a few additions are faster.
    #[inline(always)]
    fn times_three_b(x: &Self::Base) -> Self::Base {
        (Self::B.double() + Self::B) * *x
    }

    /// The endomorphism `(x, y) -> (beta x, y)` with the constants for splitting scalars.
    const ENDOMORPHISM: Option<&'static Endomorphism<Self>> = None;

    /// The twisted Edwards form, in which points of the prime subgroup are added in 7M. It exists for some curves
    /// `y^2 = x^3 + 1`.
    const EDWARDS: Option<EdwardsForm<Self>> = None;

    /// The seed `x` of G1's curve of the BLS12 family, with `r = x^4 - x^2 + 1` and an endomorphism with
    /// `lambda = -x^2`. The subgroup check with it is faster than a multiplication by `r`.
    const BLS12_SEED: Option<Seed> = None;

    /// The formulas for one point in quads: for curves of odd order over the fields of
    /// [`QuadRing`](vorpal_limbs::quads::QuadRing), with `a = -3`, or with `a = 0` and a small `b`.
    const QUADS: Option<QuadCurve> = None;

    /// Runs a computation with one point in quads, if this process and the curve have them. Otherwise
    /// the computation is returned: it is done with single points. Curves with [`QUADS`](Self::QUADS) define this.
    ///
    /// # Errors
    /// The computation, not run.
    #[inline]
    fn run_in_quads<P: QuadGroupProgram<Self>>(program: P) -> Result<P::Output, P> {
        Err(program)
    }

    /// The endomorphism of a sextic twist that comes from the Frobenius map, for curves of G2.
    const PSI: Option<&'static Psi<Self>> = None;
}

/// A curve whose points are all multiples of the generator: its order is the prime order of `Scalar`.
///
/// Only the points of such a curve implement [`Group`](crate::Group). For a curve with a cofactor, a separate type must
/// prove that a point lies in the prime subgroup.
///
/// ```
/// use vorpal_curves::Group;
/// use vorpal_curves::bn254::Bn254G1;
/// use vorpal_curves::models::weierstrass::{Jacobian, PrimeOrderCurve};
/// fn multiply<C: PrimeOrderCurve>(scalar: &C::Scalar) -> Jacobian<C> {
///     Jacobian::GENERATOR.mul_vartime(scalar) // a method of the trait `Group`
/// }
/// assert_eq!(multiply::<Bn254G1>(&2.into()), Jacobian::GENERATOR.double());
/// ```
///
/// Operators with scalars, in constant time, need the bound that a scalar is an [`Fe`](vorpal_fields::Fe) of four
/// limbs, as on every curve here:
///
/// ```
/// use vorpal_curves::models::weierstrass::{Affine, PrimeOrderCurve};
/// use vorpal_curves::{p256, pallas};
/// use vorpal_fields::{Fe, Modulus};
/// /// Whether `response G = commitment + challenge key`, as in proofs of knowledge.
/// fn verify<C, M>(key: Affine<C>, commitment: Affine<C>, challenge: Fe<M, 4>, response: Fe<M, 4>) -> bool
/// where
///     C: PrimeOrderCurve<Scalar = Fe<M, 4>>,
///     M: Modulus<4>,
/// {
///     Affine::<C>::GENERATOR * response == commitment + key * challenge
/// }
/// let (secret, nonce, challenge) = (pallas::Scalar::from(3), pallas::Scalar::from(5), pallas::Scalar::from(7));
/// let [key, commitment] = [secret, nonce].map(|scalar| (pallas::Affine::GENERATOR * scalar).to_affine());
/// assert!(verify(key, commitment, challenge, nonce + challenge * secret));
/// let (g, one) = (p256::Affine::GENERATOR, p256::Scalar::ONE);
/// assert!(!verify(g, g, one, one));
/// ```
pub trait PrimeOrderCurve: WeierstrassCurve {}
