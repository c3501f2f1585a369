//! Powers in the target group by splitting exponents in four.
//!
//! On GT the Frobenius map is the power by `p`, as `psi` is the multiple by `p` on G2, so exponents are split by
//! [`Psi::split`](vorpal_curves::models::weierstrass::Psi::split): `f^s = f^k0 (f^p)^k1 (f^(p^2))^k2 (f^(p^3))^k3`. A
//! power takes a quarter of the squares, and a Frobenius map of an element costs less than a product.
//!
//! There is no compression of elements to half their size (torus) in the products: decompression costs more than the
//! products of a power save.

use vorpal_curves::models::weierstrass::Quarter;
use vorpal_fields::PrimeField;
use vorpal_fields::subtle::ConditionallySelectable;
use vorpal_fields::tower::Cyclotomic;

use crate::{Engine, Gt};

/// The width of the digits of quarters: odd and below `2^(WIDTH - 1)` in magnitude.
const WIDTH: u32 = 5;
/// The number of odd powers of a table.
const ODD: usize = 1 << (WIDTH - 2);

/// The powers `f, f^3, .., f^(2 ODD - 1)`, and their images by the Frobenius map once, twice, three times; the digits
/// of the quarters of an exponent.
pub(crate) struct Factor<E: Engine<N>, const N: usize> {
    powers: [[Cyclotomic<E::Modulus, N>; ODD]; 4],
    digits: [[i8; 65]; 4],
}

impl<E: Engine<N>, const N: usize> Factor<E, N> {
    /// 18M for the square, 54M for each odd power but the first, 40M for the images of each.
    pub(crate) fn new(base: &Gt<E, N>, quarters: &[Quarter; 4]) -> Self {
        let square = base.0.square();
        let mut odd = [base.0; ODD];
        for i in 1..ODD {
            odd[i] = odd[i - 1].mul(&square);
        }
        let powers =
            core::array::from_fn(|j| odd.map(|power| if j == 0 { power } else { power.frobenius(j) }));
        Self { powers, digits: quarters.map(|quarter| quarter.digits_vartime(WIDTH)) }
    }
}

/// The product of the powers of all factors. The squares are shared.
pub(crate) fn product_vartime<E: Engine<N>, const N: usize>(factors: &[Factor<E, N>]) -> Gt<E, N> {
    // Nothing until the first digit.
    let mut product: Option<Cyclotomic<E::Modulus, N>> = None;
    for i in (0..=E::PSI.quarter_bits()).rev() {
        product = product.map(|product| product.square());
        for factor in factors {
            for (powers, digits) in factor.powers.iter().zip(&factor.digits) {
                let digit = digits[i];
                if digit != 0 {
                    let power = powers[usize::from(digit.unsigned_abs() / 2)];
                    let power = if digit < 0 { power.invert() } else { power };
                    product = Some(product.map_or(power, |product| product.mul(&power)));
                }
            }
        }
    }
    Gt(product.unwrap_or(Cyclotomic::ONE))
}

impl<E: Engine<N>, const N: usize> Gt<E, N> {
    /// `self^scalar`. Time depends on the scalar. A square for each fourth bit, a product for about each sixth: for
    /// BLS12-381 about 4,050M.
    #[must_use]
    pub fn pow_vartime(&self, scalar: &E::Scalar) -> Self {
        product_vartime(&[Factor::new(self, &E::PSI.split(&scalar.to_limbs()))])
    }

    /// `self^scalar`. Constant time. A square and a product of an entry of one table of eight for each fourth bit, by
    /// the [columns](vorpal_curves::models::weierstrass::Columns) of the quarters: for BLS12 5,010M.
    ///
    /// ```
    /// use vorpal_curves::bn254::{Affine, g2};
    /// use vorpal_fields::primes::Bn254Scalar;
    /// let e = vorpal_pairing::bn254::pairing(&Affine::GENERATOR, &g2::Affine::GENERATOR);
    /// let secret = -Bn254Scalar::from(3);
    /// assert_eq!(e.pow(&secret), (e.square() * e).inverse());
    /// ```
    #[must_use]
    pub fn pow(&self, scalar: &E::Scalar) -> Self {
        let quarters = E::PSI.split(&scalar.to_limbs());
        let select = Cyclotomic::conditional_select;
        let bases: [_; 4] = core::array::from_fn(|j| {
            let base = if j == 0 { self.0 } else { self.0.frobenius(j) };
            select(&base, &base.invert(), quarters[j].negative)
        });
        let mut table = [bases[0]; 8];
        for i in 1..8usize {
            let top = i.ilog2() as usize;
            table[i] = table[i - (1 << top)].mul(&bases[top + 1]);
        }
        let columns = E::PSI.columns(&quarters);
        let entry = |i: usize| {
            let (number, negative) = columns.column(i);
            let entry = Cyclotomic::lookup(&table, number);
            select(&entry, &entry.invert(), negative)
        };
        let top = columns.number() - 1;
        let power = (0..top).rev().fold(entry(top), |power, i| power.square().mul(&entry(i)));
        Self(power.mul(&select(&Cyclotomic::ONE, &bases[0].invert(), columns.is_even())))
    }
}
