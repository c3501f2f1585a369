//! The final exponentiation: `f^((p^12 - 1) / r)`, up to a fixed power.
//!
//! `(p^12 - 1) / r = (p^6 - 1) (p^2 + 1) (p^4 - p^2 + 1) / r`. The first two factors are
//! [`Cyclotomic::project_vartime`]. The third is a multiple of a polynomial in `p` whose coefficients are polynomials
//! in the seed `x`:
//!
//! ```text
//! BLS12:  3 (p^4 - p^2 + 1) / r                    = (x - 1)^2 (x + p) (x^2 + p^2 - 1) + 3
//! BN:     2 x (6 x^2 + 3 x + 1) (p^4 - p^2 + 1) / r = l0 + l1 p + l2 p^2 + l3 p^3   with
//!     l0 = 1 + 6 x + 12 x^2 + 12 x^3,   l1 = 4 x + 6 x^2 + 12 x^3,
//!     l2 =     6 x + 6 x^2 + 12 x^3,    l3 = 4 x + 6 x^2 + 12 x^3 - 1
//! ```
//!
//! The additional factors 3 and `2 x (6 x^2 + 3 x + 1)` are prime to `r`, so the result is one exactly if it is one
//! without them. A test evaluates both identities for every curve. Sources: D. Hayashida, K. Hayasaka, T. Teruya,
//! "Efficient final exponentiation via cyclotomic structure for pairings over families of elliptic curves", 2020;
//! L. Fuentes-Castaneda, E. Knapp, F. Rodriguez-Henriquez, "Faster hashing to G2", 2011.

use vorpal_curves::models::weierstrass::{Family, Seed};
use vorpal_fields::tower::{Cyclotomic, Fp6, Fp12, TowerModulus};

use crate::Engine;

/// The power of a value of a Miller loop. Zero, which is not the value for any points of G1 and G2, becomes an
/// unspecified element other than one.
pub(crate) fn final_exponentiation_vartime<E: Engine<N>, const N: usize>(
    f: &Fp12<E::Modulus, N>,
) -> Cyclotomic<E::Modulus, N> {
    let fallback = || Cyclotomic::project_vartime(&Fp12::new(Fp6::ONE, Fp6::ONE)).unwrap_or(Cyclotomic::ONE);
    let f = Cyclotomic::project_vartime(f).unwrap_or_else(fallback);
    let seed = E::PSI.seed();
    match E::PSI.family() {
        Family::Bls12 => hard_part_bls12_vartime(&f, seed),
        Family::Bn => hard_part_bn_vartime(&f, seed),
    }
}

/// `f^x`.
pub(crate) fn power_of_seed_vartime<M: TowerModulus<N>, const N: usize>(
    f: &Cyclotomic<M, N>,
    seed: Seed,
) -> Cyclotomic<M, N> {
    let power = f.pow_word_vartime(seed.magnitude);
    if seed.negative { power.invert() } else { power }
}

/// Five powers by the seed.
fn hard_part_bls12_vartime<M: TowerModulus<N>, const N: usize>(
    f: &Cyclotomic<M, N>,
    seed: Seed,
) -> Cyclotomic<M, N> {
    let pow = |a: &Cyclotomic<M, N>| power_of_seed_vartime(a, seed);
    let mut a = pow(f).mul(&f.invert()); // x - 1
    a = pow(&a).mul(&a.invert()); // (x - 1)^2
    a = pow(&a).mul(&a.frobenius(1)); // times x + p
    a = pow(&pow(&a)).mul(&a.frobenius(2)).mul(&a.invert()); // times x^2 + p^2 - 1
    a.mul(&f.square().mul(f))
}

/// Three powers by the seed.
fn hard_part_bn_vartime<M: TowerModulus<N>, const N: usize>(
    f: &Cyclotomic<M, N>,
    seed: Seed,
) -> Cyclotomic<M, N> {
    let pow = |a: &Cyclotomic<M, N>| power_of_seed_vartime(a, seed);
    let two = pow(f).square(); // 2 x
    let four = two.square(); // 4 x
    let six = four.mul(&two); // 6 x
    let b = pow(&six); // 6 x^2
    let bc = pow(&b.square()).mul(&b); // 6 x^2 + 12 x^3
    let l1 = four.mul(&bc);
    let l2 = six.mul(&bc);
    let l3 = l1.mul(&f.invert());
    let l0 = l2.mul(&b).mul(f);
    l0.mul(&l1.frobenius(1)).mul(&l2.frobenius(2)).mul(&l3.frobenius(3))
}
