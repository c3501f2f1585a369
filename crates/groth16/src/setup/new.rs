//! The key of a circuit before the first contribution: with `delta = 1`.
//!
//! With `n` the size of the domain, `L_i` the Lagrange basis at `tau`, and `a`, `b`, `c` the matrices of the circuit,
//! of which `a` has a row for each of the signals `s <= public` after the constraints:
//!
//! ```text
//! A_s  = sum over the rows i of a_(i, s) L_i G        B_s = sum of b_(i, s) L_i, in G1 and in G2
//! C_s  = sum of a_(i, s) beta L_i G + b_(i, s) alpha L_i G + c_(i, s) L_i G      for s > public; IC_s for the others
//! H_i  = the Lagrange basis of the domain of size 2 n at its odd points
//! ```

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::PrimeField;
use vorpal_msm::PointLists;

use super::CeremonyKey;
use super::columns::{Entry, sums};
use crate::ceremony::SetupError;
use crate::ceremony::blake2b::Blake2b;
use crate::ptau::PreparedPowers;
use crate::r1cs::{R1cs, Term};
use crate::zkey::{Builder, Matrix};
use crate::{Coordinate, Curve, Zkey};

/// The binary logarithm of the size of the domain: a row for each constraint, for each public signal, and one.
///
/// # Errors
/// [`SetupError::Domain`] if no file has so many rows.
pub fn log_domain_size<F: Coordinate<Coefficient = F> + PrimeField>(
    circuit: &R1cs<F>,
) -> Result<u32, SetupError> {
    let rows = circuit.len() as u64 + u64::from(circuit.wires().public()) + 1;
    let log_size = rows.next_power_of_two().trailing_zeros();
    if log_size < u32::BITS { Ok(log_size) } else { Err(SetupError::Domain(log_size)) }
}

impl<C: Curve> CeremonyKey<C> {
    /// The key of a circuit with `delta = 1`. The powers are those of its domain ([`log_domain_size`]). It must have a
    /// contribution before it is used: without one, everybody can prove wrong statements.
    ///
    /// # Errors
    /// [`SetupError::Power`] for powers of another domain.
    pub fn new(circuit: &R1cs<C::Scalar>, powers: &PreparedPowers<C>) -> Result<Self, SetupError> {
        let needed = log_domain_size(circuit)?;
        if needed != powers.log_size {
            return Err(SetupError::Power { needed, found: powers.log_size });
        }
        let (wires, n) = (circuit.wires(), 1usize << needed);
        let (signals, public) = (wires.total as usize, wires.public() as usize);
        let [matrix_a, matrix_b] = matrices(circuit, n);
        let mut ic = combined_columns::<C>(circuit, powers);
        let c = ic.split_off(public + 1);
        let (g1, g2) = (Affine::GENERATOR, Affine::GENERATOR);
        let key = Zkey {
            signals: wires.total,
            public: wires.public(),
            domain_size: 1 << needed,
            alpha_g1: powers.alpha,
            beta_g1: powers.beta.0,
            beta_g2: powers.beta.1,
            gamma_g2: g2,
            delta_g1: g1,
            delta_g2: g2,
            ic,
            matrix_a,
            matrix_b,
            a: sums(&powers.tau, entries_of_a(circuit), signals),
            b_g1: sums(&powers.tau, entries_of_b(circuit), signals),
            b_g2: sums(&powers.tau_g2, entries_of_b(circuit), signals),
            c,
            h: powers.odd.clone(),
        };
        let circuit = circuit_hash(&key, &key.c, powers);
        Ok(Self { key, circuit, contributions: Vec::new() })
    }
}

/// The matrices A and B with `rows` rows.
pub(super) fn matrices<F: Coordinate<Coefficient = F> + PrimeField>(
    circuit: &R1cs<F>,
    rows: usize,
) -> [Matrix<F>; 2] {
    let [mut matrix_a, mut matrix_b] = [Builder::default(), Builder::default()];
    for (row, [a, b, _]) in (0..).zip(circuit.constraints()) {
        a.iter().for_each(|term| matrix_a.push(row, term.wire, term.coefficient));
        b.iter().for_each(|term| matrix_b.push(row, term.wire, term.coefficient));
    }
    for (row, signal) in public_rows(circuit) {
        matrix_a.push(row, signal, F::ONE);
    }
    [matrix_a.finish(rows), matrix_b.finish(rows)]
}

/// The rows of A after the constraints: row `constraints + s` has the signal `s`, for each public one and the constant.
fn public_rows<F: Coordinate<Coefficient = F> + PrimeField>(
    circuit: &R1cs<F>,
) -> impl Iterator<Item = (u32, u32)> + use<F> {
    // The number of constraints fits 32 bits, and the size of the domain too.
    let first = u32::try_from(circuit.len()).unwrap_or(u32::MAX);
    (0..=circuit.wires().public()).map(move |signal| (first + signal, signal))
}

/// The entries of A, with those for public signals.
pub(super) fn entries_of_a<F: Coordinate<Coefficient = F> + PrimeField>(
    circuit: &R1cs<F>,
) -> impl Iterator<Item = Entry<F>> {
    let public = public_rows(circuit);
    let public = public.map(|(point, column)| Entry { column, point, coefficient: F::ONE });
    entries(circuit, 0).chain(public)
}

/// The entries of B.
pub(super) fn entries_of_b<F: Coordinate<Coefficient = F> + PrimeField>(
    circuit: &R1cs<F>,
) -> impl Iterator<Item = Entry<F>> {
    entries(circuit, 1)
}

/// The entries of a matrix: 0 for A, 1 for B, 2 for C.
fn entries<F: Coordinate<Coefficient = F> + PrimeField>(
    circuit: &R1cs<F>,
    matrix: usize,
) -> impl Iterator<Item = Entry<F>> {
    let entry = |point: u32| {
        move |Term { wire, coefficient }: &Term<F>| Entry { column: *wire, point, coefficient: *coefficient }
    };
    (0..).zip(circuit.constraints()).flat_map(move |(row, rows)| rows[matrix].iter().map(entry(row)))
}

/// `C_s` of all signals, those of IC included.
pub(super) fn combined_columns<C: Curve>(
    circuit: &R1cs<C::Scalar>,
    powers: &PreparedPowers<C>,
) -> Vec<Affine<C::G1>> {
    let lists = [&powers.beta_tau[..], &powers.alpha_tau, &powers.tau];
    let n = u32::try_from(powers.tau.len()).unwrap_or(u32::MAX);
    let shifted =
        |matrix: u32| move |entry: Entry<C::Scalar>| Entry { point: entry.point + matrix * n, ..entry };
    let all = entries_of_a(circuit)
        .map(shifted(0))
        .chain(entries_of_b(circuit).map(shifted(1)))
        .chain(entries(circuit, 2).map(shifted(2)));
    sums(&lists.concat(), all, circuit.wires().total as usize)
}

/// The hash of the key with `delta = 1` and these points of C: of its points, where `tau^i (tau^n - 1) G` for
/// `i < n - 1` stand for H. Above 2^14 rows there is one more of them, as in snarkjs.
pub(super) fn circuit_hash<C: Curve>(
    key: &Zkey<C>,
    c: &[Affine<C::G1>],
    powers: &PreparedPowers<C>,
) -> [u8; 64] {
    let mut hash = Blake2b::new();
    hash.point(&key.alpha_g1);
    hash.point(&key.beta_g1);
    hash.point(&key.beta_g2);
    hash.point(&key.gamma_g2);
    hash.point(&Affine::<C::G1>::GENERATOR);
    hash.point(&Affine::<C::G2>::GENERATOR);
    hash.list(&key.ic);
    let n = powers.tau.len();
    let mut differences = PointLists::new();
    (n..powers.powers.len()).for_each(|i| differences.push([(i, false), (i - n, true)]));
    // The number is that of the definition also where snarkjs hashes one more.
    hash.update(&u32::try_from(n - 1).unwrap_or(u32::MAX).to_be_bytes());
    hash.points(&differences.sum_vartime(&powers.powers));
    powers.past_end.iter().for_each(|difference| hash.point(difference));
    hash.list(c);
    hash.list(&key.a);
    hash.list(&key.b_g1);
    hash.list(&key.b_g2);
    hash.finalize()
}
