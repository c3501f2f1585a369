//! Extension towers: every operation against polynomials over big integers, on the registered primes, and exhaustively
//! on tiny ones.

mod costs;
mod cyclotomic;
mod extension;
mod quadratic;
mod tiny;

use num_bigint::BigUint;
use vorpal_fields::Fe;
use vorpal_fields::primes as p;
use vorpal_fields::tower::{Fp2, Fp12, TowerModulus};
use vorpal_oracle::big::{from_limbs, residue_edges, to_limbs};
use vorpal_oracle::tower::{Element, Field};

/// The field of degree twelve over the prime of `M`.
fn oracle<M: TowerModulus<N>, const N: usize>() -> Field {
    Field::new(from_limbs(&M::P), M::Q, M::XI)
}

fn integer<M: TowerModulus<N>, const N: usize>(value: &Fe<M, N>) -> BigUint {
    from_limbs(&value.to_limbs())
}

fn element<M: TowerModulus<N>, const N: usize>(value: &BigUint) -> Fe<M, N> {
    Fe::from_limbs(&to_limbs(value)).unwrap()
}

/// The element as the oracle's polynomial.
fn polynomial<M: TowerModulus<N>, const N: usize>(value: &Fp12<M, N>) -> Element {
    oracle::<M, N>().element(&value.coefficients().map(|c| [integer(&c.c0), integer(&c.c1)]))
}

/// Numbers that look random, the same in each run: multiples of an irrational number, as integers below `p`.
struct Numbers<M: TowerModulus<N>, const N: usize>(Fe<M, N>);

impl<M: TowerModulus<N>, const N: usize> Numbers<M, N> {
    fn new(seed: u64) -> Self {
        Self(Fe::from(seed) + Fe::GENERATOR)
    }

    fn fe(&mut self) -> Fe<M, N> {
        self.0 = self.0.square() * self.0 + Fe::from(0x9e37_79b9_7f4a_7c15);
        self.0
    }

    fn fp2(&mut self) -> Fp2<M, N> {
        Fp2::new(self.fe(), self.fe())
    }

    fn fp12(&mut self) -> Fp12<M, N> {
        Fp12::from_coefficients(core::array::from_fn(|_| self.fp2()))
    }
}

/// Elements of `Fp2` whose coefficients are edge cases of residues, and some others.
fn quadratic_edges<M: TowerModulus<N>, const N: usize>() -> Vec<Fp2<M, N>> {
    let mut edges: Vec<Fe<M, N>> = Vec::new();
    for value in residue_edges(&from_limbs(&M::P), N) {
        edges.push(element(&value));
    }
    let number = edges.len();
    let mut elements = Vec::new();
    for i in (0..number * number).step_by(1 + number / 8) {
        elements.push(Fp2::new(edges[i / number], edges[i % number]));
    }
    for a in &edges {
        elements.push(Fp2::new(*a, Fe::ZERO));
        elements.push(Fp2::new(Fe::ZERO, *a));
    }
    let mut numbers = Numbers::new(1);
    for _ in 0..20 {
        elements.push(numbers.fp2());
    }
    elements
}

/// Elements of `Fp12`: 0, 1, -1, powers of `w`, subfields, coefficients `p - 1`, and others.
fn edges<M: TowerModulus<N>, const N: usize>() -> Vec<Fp12<M, N>> {
    let mut numbers = Numbers::new(2);
    let last = Fp2::new(-Fe::ONE, -Fe::ONE);
    let mut elements = vec![Fp12::ZERO, Fp12::ONE, -Fp12::ONE, Fp12::from_coefficients([last; 6])];
    for i in 0..6 {
        let mut power = [Fp2::ZERO; 6];
        power[i] = Fp2::ONE;
        elements.push(Fp12::from_coefficients(power));
        power[i] = numbers.fp2();
        power[(i + 2) % 6] = last;
        elements.push(Fp12::from_coefficients(power));
    }
    elements.extend((0..4).map(|_| numbers.fp12()));
    elements
}

/// Runs tests for each prime with a tower.
macro_rules! for_each_prime {
    ($($module:ident::$test:ident as $name:ident),+ $(,)?) => {$(
        #[test]
        fn $name() {
            $module::$test::<p::Bls12_381BaseModulus, 6>();
            $module::$test::<p::Bls12_377BaseModulus, 6>();
            $module::$test::<p::Bn254BaseModulus, 4>();
        }
    )+};
}

for_each_prime! {
    extension::non_residues as non_residues,
    extension::arithmetic as arithmetic,
    extension::sparse_products as sparse_products,
    extension::frobenius_maps as frobenius_maps,
    extension::derived_operations as derived_operations,
    quadratic::arithmetic as quadratic_arithmetic,
    quadratic::roots as quadratic_roots,
    quadratic::encodings as quadratic_encodings,
    quadratic::batches as quadratic_batches,
    quadratic::ratios as quadratic_ratios,
    quadratic::signs as quadratic_signs,
    quadratic::parts as quadratic_parts,
    quadratic::packed as quadratic_packed,
    cyclotomic::group as cyclotomic_group,
    cyclotomic::powers as cyclotomic_powers,
    cyclotomic::compression as cyclotomic_compression,
}
