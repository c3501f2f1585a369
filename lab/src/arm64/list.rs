//! The workloads of `lab arm64` and the limits that Vorpal keeps.

use crate::failure::Failure;
use crate::workloads::{self, Workload};

/// The contenders with a build for AArch64 that is measured.
const CONTENDERS: [&str; 5] = ["vorpal", "gnark-crypto", "blst", "arkworks", "libsecp256k1"];
/// A contender whose library is that of a checkout, and the variable with its path.
const RAPIDSNARK: (&str, &str) = ("rapidsnark", "VORPAL_RAPIDSNARK");

/// Fields of four and six limbs.
const FIELDS: [&str; 6] = [
    "bn254_base",
    "bls12_381_scalar",
    "bls12_377_base",
    "bls12_381_base",
    "secp256k1_base",
    "secp256k1_scalar",
];

/// Workloads that are counted only.
const COUNTED: [&str; 26] = [
    "field.add.latency.bn254_base",
    "field.add.latency.bls12_377_base",
    "field.add.latency.secp256k1_base",
    "field.invert.latency.bn254_base",
    "field.invert.latency.bls12_377_base",
    "field.invert.latency.secp256k1_base",
    "sqrt.single.bls12_381_scalar",
    "sqrt.single.bls12_377_base",
    "sqrt.single.secp256k1_base",
    "bls12_377_g1.double.latency",
    "bls12_377_g1.add.latency",
    "bls12_377_g1.add_affine.latency",
    "bn254_g1.double.latency",
    "bn254_g1.add.latency",
    "bn254_g1.add_affine.latency",
    "secp256k1.double.latency",
    "secp256k1.add.latency",
    "secp256k1.add_affine.latency",
    "msm.bls12_377_g1.2^12.t1",
    "msm.bls12_377_g1.2^16.t1",
    "secp256k1.verify.single",
    "secp256k1.recover.single",
    "secp256k1.sign.single",
    "secp256k1.multiply.single",
    "secp256k1.schnorr_verify.single",
    "groth16.prove.uniform.2^16.t1",
];

/// A workload, and the workload of the same operation on independent operands if its cycles are modelled.
pub(super) struct Measured {
    pub(super) workload: Workload,
    pub(super) independent: Option<Workload>,
}

/// The names of the contenders: those given, or all. A skipped one is reported loudly.
pub(super) fn contenders(given: &[String]) -> Result<Vec<String>, Failure> {
    let (name, variable) = RAPIDSNARK;
    if given.is_empty() {
        let is_set = std::env::var_os(variable).is_some();
        if !is_set {
            eprintln!("SKIPPED {name}: {variable} is not set (lab/README.md)");
        }
        return Ok(CONTENDERS.into_iter().chain(is_set.then_some(name)).map(str::to_owned).collect());
    }
    match given.iter().find(|given| *given != name && !CONTENDERS.contains(&given.as_str())) {
        Some(unknown) => Err(Failure::Usage(format!("no contender `{unknown}` for AArch64"))),
        None => Ok(given.to_vec()),
    }
}

/// The measured workloads whose names begin with one of the prefixes; all if there are no prefixes.
pub(super) fn measured(prefixes: &[String]) -> Result<Vec<Measured>, Failure> {
    let products = ["mul", "square"].into_iter().flat_map(|operation| {
        FIELDS.map(|field| {
            let name = |kind: &str| format!("field.{operation}.{kind}.{field}");
            (name("latency"), Some(name("unbatched")))
        })
    });
    let all = products.chain(COUNTED.map(|name| (name.to_owned(), None)));
    let wanted: Vec<_> = all
        .filter(|(name, _)| {
            prefixes.is_empty() || prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()))
        })
        .collect();
    if wanted.is_empty() {
        return Err(Failure::Usage(format!("no measured workload begins with {}", prefixes.join(" or "))));
    }
    let find = |name: String| workloads::select(&[name]).map(|mut found| found.remove(0));
    wanted
        .into_iter()
        .map(|(name, independent)| {
            Ok(Measured { workload: find(name)?, independent: independent.map(find).transpose()? })
        })
        .collect()
}

/// The largest permitted number of Vorpal's instructions.
pub(super) struct Limit {
    pub(super) workload: &'static str,
    /// The contender whose instructions are the unit, if there is one.
    pub(super) peer: Option<&'static str>,
    pub(super) at_most: f64,
}

const fn limit(workload: &'static str, peer: Option<&'static str>, at_most: f64) -> Limit {
    Limit { workload, peer, at_most }
}

/// All limits.
pub(super) const LIMITS: [Limit; 14] = [
    limit("field.mul.latency.bn254_base", None, 172.0),
    limit("field.mul.latency.bls12_381_scalar", None, 172.0),
    limit("field.square.latency.bn254_base", None, 150.0),
    limit("field.square.latency.bls12_381_scalar", None, 150.0),
    limit("field.mul.latency.bls12_377_base", None, 345.0),
    limit("field.mul.latency.bls12_381_base", None, 345.0),
    limit("field.square.latency.bls12_377_base", None, 300.0),
    limit("field.square.latency.bls12_381_base", None, 300.0),
    limit("field.mul.latency.secp256k1_base", None, 150.0),
    limit("msm.bls12_377_g1.2^12.t1", Some("gnark-crypto"), 0.75),
    limit("msm.bls12_377_g1.2^12.t1", Some("arkworks"), 0.6),
    limit("secp256k1.verify.single", Some("libsecp256k1"), 1.0),
    limit("secp256k1.recover.single", Some("libsecp256k1"), 1.0),
    limit("groth16.prove.uniform.2^16.t1", Some(RAPIDSNARK.0), 0.66),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_concerns_a_measured_workload() {
        let all = measured(&[]).unwrap();
        for limit in LIMITS {
            let found = all.iter().filter(|measured| measured.workload.name == limit.workload).count();
            assert_eq!(found, 1, "{}", limit.workload);
            let is_known = |peer: &str| CONTENDERS.contains(&peer) || peer == RAPIDSNARK.0;
            assert!(limit.peer.is_none_or(is_known), "{}", limit.workload);
        }
        assert_eq!(all.iter().filter(|measured| measured.independent.is_some()).count(), 2 * FIELDS.len());
        assert_eq!(measured(&["field.add".to_owned()]).unwrap().len(), 3);
        assert!(measured(&["no.such".to_owned()]).is_err());
        assert_eq!(contenders(&["blst".to_owned()]).unwrap(), ["blst"]);
        assert!(contenders(&["vorpal".to_owned(), "no-such".to_owned()]).is_err());
    }
}
