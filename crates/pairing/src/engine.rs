//! A pairing-friendly curve as data.

use core::fmt::Debug;

use vorpal_curves::models::weierstrass::{Affine, Psi, WeierstrassCurve};
use vorpal_fields::tower::{Fp2, TowerModulus};
use vorpal_fields::{ByteArray, Fe, PrimeField};

/// The curves, fields and twist of a pairing. All loops and exponents follow from the seed of [`Psi`].
///
/// `N` is the number of limbs of the base field.
pub trait Engine<const N: usize>: Copy + Debug + Eq + Send + Sync + 'static {
    /// The prime of the base field, with its tower.
    type Modulus: TowerModulus<N>;
    /// The integers modulo the order of the three groups.
    type Scalar: PrimeField<Limbs = [u64; 4]>;
    /// The curve of G1.
    type G1: WeierstrassCurve<Base = Fe<Self::Modulus, N>, Scalar = Self::Scalar>;
    /// The curve of G2, a sextic twist.
    type G2: WeierstrassCurve<Base = Fp2<Self::Modulus, N>, Scalar = Self::Scalar>;

    /// `[u8; 96 * N]`: the encoding of an element of the target group. Another length does not build.
    type GtBytes: ByteArray;

    /// The kind of the twist.
    const TWIST: Twist;

    /// The endomorphism of the twist, with the family and the seed of the curve. A twist without one does not build.
    #[allow(clippy::panic, reason = "a twist without the endomorphism must not build")]
    const PSI: &'static Psi<Self::G2> = match Self::G2::PSI {
        Some(psi) => psi,
        None => panic!("the curve of G2 has no endomorphism"),
    };
}

/// A point of G1's curve and one of G2's curve.
pub type Pair<E, const N: usize> = (Affine<<E as Engine<N>>::G1>, Affine<<E as Engine<N>>::G2>);

/// The kind of a sextic twist `y^2 = x^3 + b'` of `y^2 = x^3 + b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// `b' = b / xi`: the point `(x, y)` corresponds to `(x w^2, y w^3)`.
    D,
    /// `b' = b xi`: the point `(x, y)` corresponds to `(x / w^2, y / w^3)`.
    M,
}
