//! The supported curves, and the constants that the library uses for them.

use vorpal::curves::bls12_377::Bls12_377G1;
use vorpal::curves::bls12_381::Bls12_381G1;
use vorpal::curves::bn254::Bn254G1;
use vorpal::curves::grumpkin::Grumpkin;
use vorpal::curves::models::weierstrass::WeierstrassCurve;
use vorpal::curves::pallas::Pallas;
use vorpal::curves::secp256k1::Secp256k1;
use vorpal::curves::vesta::Vesta;
use vorpal::fields::PrimeField;
use vorpal::limbs::schedule::Natural;
use vorpal::limbs::words::from_le_bytes;

use super::point::Point;
use crate::failure::Failure;
use crate::input::excerpt::excerpt;

/// The curve `y^2 = x^3 + b` modulo `p`, with a generator of order `n`. The constants are derived from these alone.
pub(super) struct Curve {
    pub(super) name: &'static str,
    pub(super) p: Natural,
    pub(super) n: Natural,
    pub(super) b: Natural,
    pub(super) generator: Point,
}

/// The constants of the library for scalar decomposition.
#[derive(Clone)]
pub(super) struct Library {
    pub(super) beta: Natural,
    pub(super) lambda: Natural,
    pub(super) shift: usize,
    /// `g1`, `g2`.
    pub(super) multipliers: [Natural; 2],
    /// `-v1`, `-v2`, modulo `2^192`.
    pub(super) negated_basis: [[Natural; 2]; 2],
    pub(super) largest_half: Natural,
}

type Entry = (&'static str, fn(&'static str) -> Option<(Curve, Library)>);

const CURVES: [Entry; 7] = [
    ("secp256k1", of::<Secp256k1>),
    ("bn254", of::<Bn254G1>),
    ("bls12_377", of::<Bls12_377G1>),
    ("bls12_381", of::<Bls12_381G1>),
    ("grumpkin", of::<Grumpkin>),
    ("pallas", of::<Pallas>),
    ("vesta", of::<Vesta>),
];

/// The curve of this name, with the library's constants for it.
pub(super) fn choose(name: &str) -> Result<(Curve, Library), Failure> {
    let found = CURVES.iter().find(|(known, _)| *known == name).and_then(|(known, of)| of(known));
    found.ok_or_else(|| {
        let names = CURVES.map(|(name, _)| name).join(", ");
        Failure::Usage {
            reason: format!("no curve `{}` with an endomorphism; supported are {names}", excerpt(name)),
        }
    })
}

fn of<C>(name: &'static str) -> Option<(Curve, Library)>
where
    C: WeierstrassCurve<Base: PrimeField>,
{
    let endomorphism = C::ENDOMORPHISM?;
    let (x, y) = C::GENERATOR;
    let curve = Curve {
        name,
        p: order::<C::Base>(),
        n: order::<C::Scalar>(),
        b: integer(&C::B),
        generator: Point { x: integer(&x), y: integer(&y) },
    };
    let largest_half: [u64; 2] = from_le_bytes(&endomorphism.largest_half().to_le_bytes())?;
    let library = Library {
        beta: integer(&endomorphism.beta()),
        lambda: integer(&endomorphism.lambda()),
        shift: endomorphism.shift() as usize,
        multipliers: endomorphism.multipliers().map(|limbs| Natural::from_limbs(&limbs)),
        negated_basis: endomorphism.negated_basis().map(|v| v.map(|limbs| Natural::from_limbs(&limbs))),
        largest_half: Natural::from_limbs(&largest_half),
    };
    Some((curve, library))
}

/// The number of elements: the largest canonical integer, that of `-1`, plus 1.
fn order<F: PrimeField>() -> Natural {
    integer(&-F::ONE).add(&Natural::ONE)
}

fn integer<F: PrimeField>(element: &F) -> Natural {
    Natural::from_limbs(element.to_limbs().as_ref())
}
