//! The report of the derivation, in the form of its JSON. Numbers are hexadecimal.

use serde::Serialize;
use vorpal::limbs::schedule::Natural;

use super::curves::Library;
use super::derive::{Derivation, Pair, Roots};
use super::euclid::Row;
use super::integers::hexadecimal;
use super::lattice::Vector;

#[derive(Serialize)]
pub(super) struct Report {
    pub(super) version: &'static str,
    pub(super) curve: &'static str,
    pub(super) p: String,
    pub(super) n: String,
    pub(super) b: String,
    pub(super) generator: PointReport,
    pub(super) base_roots: RootsReport,
    pub(super) scalar_roots: RootsReport,
    pub(super) endomorphisms: Vec<EndomorphismReport>,
    /// The shift of the library's multipliers, the first one listed.
    pub(super) library_shift: usize,
    /// The constants of the library that differ from the derived ones.
    pub(super) differences: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct PointReport {
    pub(super) x: String,
    pub(super) y: String,
}

/// The roots of `X^2 + X + 1`.
#[derive(Serialize)]
pub(super) struct RootsReport {
    /// The least `a` whose power to a third of the multiplicative group's order is one.
    pub(super) a: u64,
    pub(super) roots: [String; 2],
}

#[derive(Serialize)]
pub(super) struct EndomorphismReport {
    /// Whether it is the one that the library uses.
    pub(super) used: bool,
    pub(super) lambda: String,
    pub(super) beta: String,
    /// The number of `beta` among the roots, from 1.
    pub(super) beta_number: usize,
    /// `lambda G`.
    pub(super) multiple: PointReport,
    pub(super) rows: Vec<RowReport>,
    /// `v1`, `v2`.
    pub(super) vectors: Vec<VectorReport>,
    /// `x1 y2 - x2 y1`.
    pub(super) determinant: String,
    /// For each shift.
    pub(super) rounding: Vec<RoundingReport>,
}

/// `r = s n + t lambda`.
#[derive(Serialize)]
pub(super) struct RowReport {
    pub(super) index: usize,
    pub(super) quotient: String,
    pub(super) r: String,
    pub(super) t: String,
}

#[derive(Serialize)]
pub(super) struct VectorReport {
    pub(super) x: String,
    pub(super) y: String,
}

/// The constants that depend on the shift by which products are rounded.
#[derive(Serialize)]
pub(super) struct RoundingReport {
    pub(super) shift: usize,
    pub(super) g1: String,
    pub(super) g2: String,
    /// The same multipliers rounded down, and the bounds of `|k1|` and `|k2|` with them.
    pub(super) g1_floor: String,
    pub(super) g2_floor: String,
    pub(super) k1_bound_floor: String,
    pub(super) k2_bound_floor: String,
    /// The bounds of `|k1|` and `|k2|`, and their lengths in bits.
    pub(super) k1_bound: String,
    pub(super) k1_bits: usize,
    pub(super) k2_bound: String,
    pub(super) k2_bits: usize,
}

impl Report {
    pub(super) fn new(
        derivation: &Derivation,
        library: &Library,
        shifts: &[usize],
        differences: &[String],
    ) -> Self {
        let Derivation { curve, base_roots, scalar_roots, pairs } = derivation;
        let endomorphism = |pair: &Pair| EndomorphismReport {
            used: pair.lambda == library.lambda,
            lambda: hexadecimal(&pair.lambda),
            beta: hexadecimal(&pair.beta),
            beta_number: pair.beta_index + 1,
            multiple: PointReport::new(&pair.multiple.x, &pair.multiple.y),
            rows: pair.basis.rows.iter().map(RowReport::new).collect(),
            vectors: pair.basis.vectors.iter().map(VectorReport::new).collect(),
            determinant: pair.basis.determinant().to_string(),
            rounding: shifts.iter().map(|shift| RoundingReport::new(pair, &curve.n, *shift)).collect(),
        };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            curve: curve.name,
            p: hexadecimal(&curve.p),
            n: hexadecimal(&curve.n),
            b: hexadecimal(&curve.b),
            generator: PointReport::new(&curve.generator.x, &curve.generator.y),
            base_roots: RootsReport::new(base_roots),
            scalar_roots: RootsReport::new(scalar_roots),
            endomorphisms: pairs.iter().map(endomorphism).collect(),
            library_shift: library.shift,
            differences: differences.to_vec(),
        }
    }
}

impl PointReport {
    fn new(x: &Natural, y: &Natural) -> Self {
        Self { x: hexadecimal(x), y: hexadecimal(y) }
    }
}

impl RootsReport {
    fn new(roots: &Roots) -> Self {
        Self { a: roots.base, roots: roots.roots.map(|root| hexadecimal(&root)) }
    }
}

impl RowReport {
    fn new(row: &Row) -> Self {
        Self {
            index: row.index,
            quotient: hexadecimal(&row.quotient),
            r: hexadecimal(&row.r),
            t: row.t.to_string(),
        }
    }
}

impl VectorReport {
    fn new(vector: &Vector) -> Self {
        Self { x: vector.x.to_string(), y: vector.y.to_string() }
    }
}

impl RoundingReport {
    fn new(pair: &Pair, n: &Natural, shift: usize) -> Self {
        let [g1, g2] = pair.multipliers(n, shift).map(|g| hexadecimal(&g));
        let [g1_floor, g2_floor] = pair.floors(n, shift).map(|g| hexadecimal(&g));
        let [k1_bound_floor, k2_bound_floor] =
            pair.bounds_of_floors(n, shift).map(|bound| hexadecimal(&bound));
        let [k1, k2] = pair.bounds(n, shift);
        Self {
            shift,
            g1,
            g2,
            g1_floor,
            g2_floor,
            k1_bound_floor,
            k2_bound_floor,
            k1_bound: hexadecimal(&k1),
            k1_bits: k1.bits(),
            k2_bound: hexadecimal(&k2),
            k2_bits: k2.bits(),
        }
    }
}
