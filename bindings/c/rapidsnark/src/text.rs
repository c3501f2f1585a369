//! JSON as rapidsnark writes it: on one line, and without the name of the curve.

use serde_json::Value;
use vorpal_groth16::{Bn254, Curve, Proof, json};

use crate::call::Failure;

/// The text of a proof.
pub(crate) fn of_proof(proof: &Proof<Bn254>) -> Result<String, Failure> {
    let mut value: Value = serde_json::from_str(&proof.to_json()).map_err(Failure::new)?;
    if let Value::Object(fields) = &mut value {
        fields.remove("curve");
    }
    Ok(value.to_string())
}

/// The text of public signals.
pub(crate) fn of_signals(signals: &[<Bn254 as Curve>::Scalar]) -> Result<String, Failure> {
    let value: Value = serde_json::from_str(&json::write_public::<Bn254>(signals)).map_err(Failure::new)?;
    Ok(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sizes::{PROOF_SIZE, public_size};

    #[test]
    fn the_largest_numbers_fit_the_sizes() {
        let largest = [-<Bn254 as Curve>::Scalar::from(1); 3];
        for number in 0..=3 {
            let text = of_signals(&largest[..number]).ok().unwrap();
            // 77 digits and quotes each, and commas between them.
            assert_eq!(text.len(), 2 + 79 * number + number.saturating_sub(1));
            assert!(text.len() < usize::try_from(public_size(number as u64)).unwrap(), "{text}");
        }
        let infinity = r#"[["0","0"],["1","0"],["0","0"]]"#;
        let given =
            format!(r#"{{"pi_c":["1","2","1"],"pi_a":["1","2","1"],"pi_b":{infinity},"curve":"bn128"}}"#);
        let text = of_proof(&Proof::from_json(&given).ok().unwrap()).ok().unwrap();
        let expected =
            r#"{"pi_a":["1","2","1"],"pi_b":[["0","0"],["1","0"],["0","0"]],"pi_c":["1","2","1"],"#;
        assert_eq!(text, format!(r#"{expected}"protocol":"groth16"}}"#));
        // The eight coordinates have a digit each here, and at most 77.
        assert!(text.len() + 8 * 76 < usize::try_from(PROOF_SIZE).unwrap());
    }
}
