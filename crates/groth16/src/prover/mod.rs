//! The prover.
//!
//! Let `a = A w`, `b = B w` for the matrices of the key and the witness `w`, and `c` the list of the products `a_i
//! b_i`. As polynomials of degree below `n` on the domain, `a b - c` is zero on the domain, hence a multiple `h Z` of
//! `Z = X^n - 1`. On the other points of the domain of size `2 n`, `Z` is `-2`, and the points of section 9 are those
//! of the Lagrange basis there, divided by `delta`: so `h Z / delta` at tau is the sum of these points times `a_i b_i -
//! c_i`, without a division. With random `r` and `s`:
//!
//! ```text
//! A = alpha + sum of w_i A_i + r delta
//! B = beta + sum of w_i B_i + s delta
//! C = (sum of w_i C_i, for signals that are not public, + h Z) / delta + s A + r B - r s delta
//! ```
//!
//! A wrong witness has a proof as well, which is not valid: `c` is not computed from the circuit's third matrix. The
//! key has none.
//!
//! # Costs
//!
//! The products of the rows are moved to bit-reversed order, and the points of section 9 are moved once for a key. So
//! the six transforms have no permutation. The sums of C and H are one sum. Points at infinity are removed once. A sum
//! takes time for the lengths of its scalars: zeros take none, and ones take an addition. A proof needs the key and
//! four lists of scalars, beside the lists of the sums, which [`Msm`](vorpal_msm::Msm) bounds.

mod blinding;
mod error;
mod open;
mod sums;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use vorpal_curves::models::weierstrass::{Affine, Projective};
use vorpal_ntt::CosetChange;
use zeroize::Zeroizing;

pub use blinding::Blinding;
pub use error::ProverError;
use sums::{Bases, Monitor, Part, sum};

use crate::roots::{coset_change, reverse_places};
use crate::zkey::Matrix;
use crate::{Curve, Proof, VerificationKey, Witness, Zkey};

/// A callback that receives the part of the proof that is done, from 0 to 1, on any thread. [`ControlFlow::Break`]
/// cancels the proof soon.
pub type OnProgress<'a> = &'a (dyn Fn(f64) -> ControlFlow<()> + Sync);

/// The most rows of which the sums of both groups are computed at the same time: the parts of a small sum that one
/// thread computes alone are beside the other sum. Large sums use all threads most of the time, and one at a time takes
/// less memory.
const SIDE_BY_SIDE: usize = 1 << 16;

/// A proving key that is ready for proofs: its tables and the order of its points are computed once.
///
/// The witness is a secret: all lists that proofs compute from it are wiped. Time and memory accesses of a proof depend
/// on the witness: on its zeros, its small values and the digits of the others. The blinding factors are used in
/// constant time.
///
/// ```no_run
/// use vorpal_groth16::{Bn254, Prover, Witness, json};
/// let prover = Prover::<Bn254>::open("circuit.zkey")?;
/// let witness = Witness::open("witness.wtns")?;
/// std::fs::write("proof.json", prover.prove(&witness)?.to_json())?;
/// std::fs::write("public.json", json::write_public::<Bn254>(prover.public_signals(&witness)?))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prover<C: Curve> {
    key: VerificationKey<C>,
    beta_g1: Affine<C::G1>,
    delta_g1: Affine<C::G1>,
    signals: usize,
    log_size: u32,
    matrix_a: Matrix<C::Scalar>,
    matrix_b: Matrix<C::Scalar>,
    a: Bases<C::G1>,
    b_g1: Bases<C::G1>,
    b_g2: Bases<C::G2>,
    /// The points of H in bit-reversed order, then those of C.
    h_and_c: Vec<Affine<C::G1>>,
    to_coset: CosetChange<C::Scalar>,
}

impl<C: Curve> core::fmt::Debug for Prover<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Prover").field("signals", &self.signals).finish_non_exhaustive()
    }
}

impl<C: Curve> Prover<C> {
    /// Prepares a key.
    ///
    /// # Errors
    /// If its lists do not fit each other, which reading a file excludes, or there is no memory for the tables.
    pub fn new(zkey: Zkey<C>) -> Result<Self, ProverError> {
        let (signals, rows) = (zkey.signals as usize, zkey.domain_size as usize);
        let private = signals.checked_sub(zkey.public as usize + 1).ok_or(ProverError::Key)?;
        let lists = [
            (zkey.a.len(), signals),
            (zkey.b_g1.len(), signals),
            (zkey.b_g2.len(), signals),
            (zkey.c.len(), private),
            (zkey.h.len(), rows),
            (zkey.ic.len(), zkey.public as usize + 1),
            (zkey.matrix_a.rows(), rows),
            (zkey.matrix_b.rows(), rows),
            (rows.next_power_of_two(), rows),
        ];
        let columns = zkey.matrix_a.columns().max(zkey.matrix_b.columns());
        if lists.iter().any(|(found, expected)| found != expected) || columns > signals {
            return Err(ProverError::Key);
        }
        let log_size = rows.trailing_zeros();
        let to_coset = coset_change::<C>(log_size).map_err(ProverError::Domain)?;
        let key = zkey.verification_key();
        // The list of H grows in place, if the system remaps memory.
        let mut h_and_c = zkey.h;
        reverse_places(&mut h_and_c, log_size);
        h_and_c.reserve_exact(private);
        h_and_c.extend_from_slice(&zkey.c);
        drop(zkey.c);
        Ok(Self {
            key,
            beta_g1: zkey.beta_g1,
            delta_g1: zkey.delta_g1,
            signals,
            log_size,
            a: Bases::new(zkey.a),
            b_g1: Bases::new(zkey.b_g1),
            b_g2: Bases::new(zkey.b_g2),
            matrix_a: zkey.matrix_a,
            matrix_b: zkey.matrix_b,
            h_and_c,
            to_coset,
        })
    }

    /// The key that verifies the proofs.
    pub fn verification_key(&self) -> &VerificationKey<C> {
        &self.key
    }

    /// The number of rows of the matrices, a power of two.
    pub fn rows(&self) -> usize {
        self.to_coset.size()
    }

    /// The public signals of a witness, without the constant one.
    ///
    /// # Errors
    /// If the witness has another number of signals than the key.
    pub fn public_signals<'a>(&self, witness: &'a Witness<C>) -> Result<&'a [C::Scalar], ProverError> {
        Ok(&self.values(witness)?[1..self.key.ic.len()])
    }

    fn values<'a>(&self, witness: &'a Witness<C>) -> Result<&'a [C::Scalar], ProverError> {
        let (expected, found) = (self.signals, witness.values().len());
        if expected == found { Ok(witness.values()) } else { Err(ProverError::Witness { expected, found }) }
    }

    /// A proof, with blinding factors of the operating system.
    ///
    /// If the witness does not satisfy the circuit, the proof is not valid.
    ///
    /// # Errors
    /// If the witness has another number of signals than the key, or there is no randomness.
    #[cfg(all(feature = "getrandom", not(all(target_family = "wasm", target_os = "unknown"))))]
    pub fn prove(&self, witness: &Witness<C>) -> Result<Proof<C>, ProverError> {
        self.prove_with(witness, Blinding::random()?, None)
    }

    /// A proof with the blinding factors of the caller, and with progress. The factors are for one proof alone: two
    /// proofs with the same ones reveal the difference of their witnesses.
    ///
    /// # Errors
    /// If the witness has another number of signals than the key, or the callback cancels the proof.
    pub fn prove_with(
        &self,
        witness: &Witness<C>,
        blinding: Blinding<C>,
        progress: Option<OnProgress<'_>>,
    ) -> Result<Proof<C>, ProverError> {
        let values = self.values(witness)?;
        let monitor = &Monitor::new(progress);
        let sum_of_b2 = || monitor.stop_after(self.b_g2.sum(values, monitor, Part::B2));
        let sums_in_g1 = || monitor.stop_after(self.sums_in_g1(values, monitor));
        let sums = if self.rows() <= SIDE_BY_SIDE {
            vorpal_threads::join(sum_of_b2, sums_in_g1)
        } else {
            (sum_of_b2(), sums_in_g1())
        };
        let (b_g2, [a, b_g1, c]) = match sums {
            (Ok(b_g2), Ok(others)) => (b_g2, others),
            // The part that failed, not the one that stopped because of it.
            (Err(ProverError::Cancelled) | Ok(_), Err(error)) | (Err(error), _) => return Err(error),
        };
        // Reports of two threads may arrive in another order than they were made.
        monitor.finish(Part::HAndC)?;

        let (r, s) = (blinding.r(), blinding.s());
        let delta = Projective::from_affine(&self.delta_g1);
        let a = a.add_affine(&self.key.alpha_g1).add(&delta.mul(r));
        let b_g1 = b_g1.add_affine(&self.beta_g1).add(&delta.mul(s));
        let delta_g2 = Projective::from_affine(&self.key.delta_g2);
        let b_g2 = b_g2.add_affine(&self.key.beta_g2).add(&delta_g2.mul(s));
        let product = Zeroizing::new(-(*r * *s));
        let c = c.add(&a.mul(s)).add(&b_g1.mul(r)).add(&delta.mul(&product));
        Ok(Proof { a: a.to_affine(), b: b_g2.to_affine(), c: c.to_affine() })
    }

    /// The sums of A, of B in G1, and of H and C.
    fn sums_in_g1(
        &self,
        witness: &[C::Scalar],
        monitor: &Monitor<'_>,
    ) -> Result<[Projective<C::G1>; 3], ProverError> {
        let scalars = self.scalars_of_h_and_c(witness, monitor)?;
        monitor.finish(Part::Transforms)?;
        let a = self.a.sum(witness, monitor, Part::A)?;
        let b = self.b_g1.sum(witness, monitor, Part::B1)?;
        Ok([a, b, sum(&self.h_and_c, &scalars, monitor, Part::HAndC)?])
    }

    /// The scalars of [`h_and_c`](Self::h_and_c).
    fn scalars_of_h_and_c(
        &self,
        witness: &[C::Scalar],
        monitor: &Monitor<'_>,
    ) -> Result<Zeroizing<Vec<C::Scalar>>, ProverError> {
        monitor.check()?;
        let size = self.rows();
        let zeros = |number| Zeroizing::new(vec![C::Scalar::from(0); number]);
        let mut scalars = zeros(self.h_and_c.len());
        let (a, rest) = scalars.split_at_mut(size);
        rest.copy_from_slice(&witness[self.key.ic.len()..]);
        let (mut b, mut c) = (zeros(size), zeros(size));
        // Rows in order read neighbouring entries, and mostly neighbouring signals.
        fill(a, |row| self.matrix_a.row_times(row, witness));
        fill(&mut b, |row| self.matrix_b.row_times(row, witness));
        reverse_places(a, self.log_size);
        reverse_places(&mut b, self.log_size);
        for (c, (a, b)) in c.iter_mut().zip(a.iter().zip(b.iter())) {
            *c = *a * *b;
        }
        for list in [&mut *a, &mut b, &mut c] {
            monitor.check()?;
            self.to_coset(list).map_err(ProverError::Domain)?;
        }
        for ((a, b), c) in a.iter_mut().zip(b.iter()).zip(c.iter()) {
            *a = *a * *b - *c;
        }
        Ok(scalars)
    }

    /// From values on the domain to those on the coset, both in bit-reversed order.
    fn to_coset(&self, values: &mut [C::Scalar]) -> Result<(), vorpal_ntt::Error> {
        #[cfg(feature = "parallel")]
        return self.to_coset.apply_parallel(values);
        #[cfg(not(feature = "parallel"))]
        self.to_coset.apply(values)
    }
}

/// Assigns `f(index)` to each item.
fn fill<T: Send>(items: &mut [T], f: impl Fn(usize) -> T + Sync) {
    /// The items of a task. A row has a few terms.
    const AT_ONCE: usize = 1 << 9;
    vorpal_threads::for_each(items.chunks_mut(AT_ONCE).enumerate(), |(chunk, items)| {
        for (index, item) in (chunk * AT_ONCE..).zip(items) {
            *item = f(index);
        }
    });
}
