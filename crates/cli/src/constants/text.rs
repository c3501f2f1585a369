//! The report of the derivation as text, step by step.

use std::fmt::Write;

use super::report::{EndomorphismReport, Report, RootsReport, RoundingReport};

/// The text of the report. Writing to a String cannot fail.
pub(super) fn report(report: &Report) -> String {
    let mut text = String::new();
    let Report { curve, p, n, b, generator, .. } = report;
    let _ = writeln!(
        text,
        "{curve}: y^2 = x^3 + b modulo p, with a generator G of prime order n. All other constants follow.\n  \
         p = {p}\n  n = {n}\n  b = {b}\n  G = ({},\n       {})\n",
        generator.x, generator.y
    );
    text += "1. Roots of X^2 + X + 1 = (X^3 - 1) / (X - 1). Modulo a prime m = 1 mod 3 these are\n   \
             a^((m - 1) / 3), for an a whose power is not 1, and its square.\n";
    roots(&mut text, "beta", "p", &report.base_roots);
    roots(&mut text, "lambda", "n", &report.scalar_roots);
    text += "\n2. The beta of each lambda: (x, y) -> (beta x, y) is the multiplication by lambda\n   \
             if lambda G = (beta x, y).\n";
    for (number, endomorphism) in (1..).zip(&report.endomorphisms) {
        let EndomorphismReport { multiple, beta_number, .. } = endomorphism;
        let _ = writeln!(
            text,
            "   lambda_{number} G = ({},\n                 {}) = (beta_{beta_number} x, y)",
            multiple.x, multiple.y
        );
    }
    for (step, endomorphism) in (3..).zip(&report.endomorphisms) {
        text.push('\n');
        vectors(&mut text, step, endomorphism);
        endomorphism.rounding.iter().for_each(|rounding| {
            let note =
                if rounding.shift == report.library_shift { ", the shift of this library" } else { "" };
            decomposition(&mut text, rounding, note);
        });
    }
    let _ = if report.differences.is_empty() {
        writeln!(text, "\nThe library uses these constants: beta, lambda, vectors, multipliers, bounds.")
    } else {
        writeln!(text, "\nThe library uses other constants:\n  {}", report.differences.join("\n  "))
    };
    text
}

fn roots(text: &mut String, name: &str, modulus: &str, roots: &RootsReport) {
    let _ = writeln!(text, "   Modulo {modulus}, a = {}:", roots.a);
    for (number, root) in (1..).zip(&roots.roots) {
        let _ = writeln!(text, "   {name}_{number} = {root}");
    }
}

fn vectors(text: &mut String, step: usize, endomorphism: &EndomorphismReport) {
    let used = if endomorphism.used { ", which this library uses" } else { "" };
    let number = step - 2;
    let _ = writeln!(
        text,
        "{step}. lambda_{number}{used}: short vectors (x, y) with x + y lambda = 0 mod n,\n   \
         by Euclid's algorithm on n and lambda.\n   \
         Rows r = s n + t lambda: the last with r^2 >= n and the two after it. v1 is (r, -t) of the middle row,\n   \
         v2 the shorter (r, -t) of the other two (Guide to Elliptic Curve Cryptography, algorithm 3.74)."
    );
    for row in &endomorphism.rows {
        let _ = writeln!(
            text,
            "   row {}, quotient {}:\n     r = {}\n     t = {}",
            row.index, row.quotient, row.r, row.t
        );
    }
    for (number, vector) in (1..).zip(&endomorphism.vectors) {
        let _ = writeln!(text, "   v{number} = ({},\n         {})", vector.x, vector.y);
    }
    let sign = if endomorphism.determinant.starts_with('-') { "-n" } else { "n" };
    let middle = endomorphism.rows.get(1).map_or(0, |row| row.index);
    let _ = writeln!(
        text,
        "   Both are in the lattice, and x1 y2 - x2 y1 = {sign}, so they are a basis. r_i t_(i+1) - r_(i+1) t_i is\n   \
         n for rows 0 and 1, and every step of the algorithm changes its sign. So it is n if the middle row has an\n   \
         odd number, else -n. Here it is row {middle}."
    );
}

fn decomposition(text: &mut String, rounding: &RoundingReport, note: &str) {
    let RoundingReport { shift, g1, g2, k1_bound, k1_bits, k2_bound, k2_bits, .. } = rounding;
    let _ = writeln!(
        text,
        "   With d = {shift}{note}: c_i = floor(s g_i / 2^d + 1/2), (k1, k2) = (s, 0) - c1 v1 - c2 v2.\n   \
         g1 = round(2^d |y2| / n) = {g1}\n   g2 = round(2^d |y1| / n) = {g2}\n   \
         |k1| <= {k1_bound} < 2^{k1_bits}\n   |k2| <= {k2_bound} < 2^{k2_bits}"
    );
    floors(text, rounding);
}

/// The multipliers rounded down, if one differs. A smaller multiplier changes a coefficient by less than `s / 2^d`.
fn floors(text: &mut String, rounding: &RoundingReport) {
    let RoundingReport { shift, g1, g2, g1_floor, g2_floor, k1_bound_floor, k2_bound_floor, .. } = rounding;
    let mut differ = false;
    for (name, nearest, floor) in [("g1", g1, g1_floor), ("g2", g2, g2_floor)] {
        if nearest != floor {
            differ = true;
            let _ = writeln!(
                text,
                "   {name} is the nearest integer; floor(2^{shift} |y| / n) = {floor} is one less."
            );
        }
    }
    if differ {
        let _ = writeln!(
            text,
            "   Either is correct: (k1, k2) - (s, 0) is in the lattice for all integers c1, c2. With the floors\n   \
             |k1| <= {k1_bound_floor}, |k2| <= {k2_bound_floor}."
        );
    }
}
