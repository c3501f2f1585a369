//! Comparison of the derived constants with those of the library.

use vorpal::limbs::schedule::Natural;

use super::curves::Library;
use super::derive::Derivation;
use super::integers::hexadecimal;

/// Describes every constant of the library that differs from the derived one. Empty if all agree.
pub(super) fn differences(derivation: &Derivation, library: &Library) -> Vec<String> {
    let Some(pair) = derivation.pairs.iter().find(|pair| pair.lambda == library.lambda) else {
        return vec![format!("lambda = {} is not a root of X^2 + X + 1", hexadecimal(&library.lambda))];
    };
    let n = &derivation.curve.n;
    let [g1, g2] = pair.multipliers(n, library.shift);
    let [k1, k2] = pair.bounds(n, library.shift);
    let larger = if k1.less(&k2) { k2 } else { k1 };
    let modulus = Natural::power_of_two(192);
    let [v1, v2] =
        pair.basis.vectors.map(|v| [v.x, v.y].map(|coordinate| coordinate.negated().reduced(&modulus)));
    let [[u1, w1], [u2, w2]] = library.negated_basis;
    let constants = [
        ("beta", pair.beta, library.beta),
        ("g1", g1, library.multipliers[0]),
        ("g2", g2, library.multipliers[1]),
        ("-x1 mod 2^192", v1[0], u1),
        ("-y1 mod 2^192", v1[1], w1),
        ("-x2 mod 2^192", v2[0], u2),
        ("-y2 mod 2^192", v2[1], w2),
        ("the bound of |k1| and |k2|", larger, library.largest_half),
    ];
    let differing = constants.iter().filter(|(_, derived, used)| derived != used);
    differing
        .map(|(name, derived, used)| {
            format!("{name} is {}, derived {}", hexadecimal(used), hexadecimal(derived))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::super::curves::choose;
    use super::*;

    /// Each constant is increased by one; the difference is reported under the constant's name.
    #[test]
    fn reports_each_wrong_constant() {
        let (curve, library) = choose("secp256k1").unwrap();
        let derivation = Derivation::new(curve).unwrap();
        assert_eq!(differences(&derivation, &library), Vec::<String>::new());

        type Field = fn(&mut Library) -> &mut Natural;
        let fields: [(&str, Field); 9] = [
            ("beta is ", |library| &mut library.beta),
            ("lambda = ", |library| &mut library.lambda),
            ("g1 is ", |library| &mut library.multipliers[0]),
            ("g2 is ", |library| &mut library.multipliers[1]),
            ("-x1 mod", |library| &mut library.negated_basis[0][0]),
            ("-y1 mod", |library| &mut library.negated_basis[0][1]),
            ("-x2 mod", |library| &mut library.negated_basis[1][0]),
            ("-y2 mod", |library| &mut library.negated_basis[1][1]),
            ("the bound", |library| &mut library.largest_half),
        ];
        for (name, field) in fields {
            let mut wrong = library.clone();
            let constant = field(&mut wrong);
            *constant = constant.add(&Natural::ONE);
            let found = differences(&derivation, &wrong);
            assert!(found.len() == 1 && found[0].starts_with(name), "{name}: {found:?}");
        }
        // `beta` belongs to the other `lambda`.
        let mut wrong = library.clone();
        wrong.lambda = derivation.pairs.iter().find(|pair| pair.lambda != library.lambda).unwrap().lambda;
        assert!(differences(&derivation, &wrong).iter().any(|difference| difference.starts_with("beta is ")));
    }

    #[test]
    fn rejects_curves_without_the_endomorphism() {
        let reason = |spoil: fn(&mut super::super::curves::Curve)| {
            let (mut curve, _) = choose("secp256k1").unwrap();
            spoil(&mut curve);
            Derivation::new(curve).err().unwrap()
        };
        assert!(reason(|curve| curve.b = Natural::from_word(8)).contains("not on the curve"));
        assert!(reason(|curve| curve.n = curve.n.sub(&Natural::from_word(2))).contains("n G is not"));
        assert!(reason(|curve| curve.n = curve.n.add(&curve.n)).contains("X^2 + X + 1"));
    }
}
