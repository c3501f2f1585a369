//! Square roots and Legendre symbols.

use alloc::vec;
use alloc::vec::Vec;

use ark_ff::{Field, LegendreSymbol};
use vorpal_fields::Field as _;

use crate::convert::Counterpart;

/// A square root, `None` if there is none. It may be the opposite of arkworks' root.
///
/// ```
/// use ark_ff::Field;
/// use vorpal_arkworks::fields::Bn254Scalar as Fr;
/// let root = vorpal_arkworks::functions::sqrt(&Fr::from(9)).unwrap();
/// assert!(root == Fr::from(3) || root == -Fr::from(3));
/// assert_eq!(vorpal_arkworks::functions::sqrt(&Fr::from(5)), None);
/// ```
pub fn sqrt<F: Field + Counterpart<Vorpal: vorpal_fields::Field>>(value: &F) -> Option<F> {
    value.to_vorpal().sqrt_vartime().as_ref().map(F::from_vorpal)
}

/// A square root of each value, `None` where there is none, as [`sqrt`]. Sixteen at a time in vectors.
pub fn batch_sqrt<F: Field + Counterpart<Vorpal: vorpal_fields::Field>>(values: &[F]) -> Vec<Option<F>> {
    let values = crate::convert::to_vorpal(values);
    let mut roots = vec![None; values.len()];
    F::Vorpal::sqrt_batch_vartime(&values, &mut roots);
    roots.iter().map(|root| root.as_ref().map(F::from_vorpal)).collect()
}

/// The Legendre symbol.
pub fn legendre<F: Field + Counterpart<Vorpal: vorpal_fields::Field>>(value: &F) -> LegendreSymbol {
    match value.to_vorpal().legendre_vartime() {
        0 => LegendreSymbol::Zero,
        1 => LegendreSymbol::QuadraticResidue,
        _ => LegendreSymbol::QuadraticNonResidue,
    }
}
