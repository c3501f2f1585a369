//! Targets for files of tables and of partial sums: accepted bytes are encoded to the same bytes, and memory is
//! proportional to the input.

use std::sync::OnceLock;

use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::bn254::{Affine, Bn254G1, Jacobian};
use vorpal_msm::{Error, FixedBases, JobId, Msm, PartialMsm, PreparedBases, Problem};

use crate::changes::{self, bounded, changed, seed};

const LABEL: [u8; 32] = [7; 32];

/// The memory budget of a sum, independent of the windows in the file.
const SUM_MEMORY: usize = 1 << 20;

fn points() -> [Affine; 3] {
    let g = Jacobian::GENERATOR;
    [g.to_affine(), g.double().to_affine(), g.double().add_vartime(&g).to_affine()]
}

fn prepared_file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let bases = PreparedBases::<Bn254G1>::new(&points()[..], 1 << 12).expect("three points");
        bases.as_bytes().to_vec()
    })
}

/// Prepared bases. Sums with verified tables are linear.
pub fn prepared(bytes: &[u8]) {
    let bytes = changed(prepared_file(), bytes);
    let read = bounded(bytes.len(), 16, || PreparedBases::<Bn254G1, _>::from_bytes(&bytes[..]));
    let Ok(bases) = read else { return };
    let bases = bases.sum_memory(SUM_MEMORY);
    assert_eq!(bases.as_bytes(), bytes);
    assert!(bases.len() <= bytes.len() / 64);
    if bases.verify_vartime().is_err() {
        return;
    }
    let sum = |first: u8, step: u8| {
        let scalars: Vec<u8> =
            (0..bases.len()).map(|i| first.wrapping_add(step.wrapping_mul(i as u8)) >> 1).collect();
        match bounded(SUM_MEMORY, 2, || bases.msm_vartime(&scalars)) {
            Ok(sum) => Some((sum, scalars)),
            Err(error) => {
                assert!(matches!(error, Error::SumMemory { .. }), "{error}");
                None
            }
        }
    };
    let (Some((a, a_scalars)), Some((b, b_scalars))) = (sum(3, 5), sum(200, 77)) else { return };
    let both: Vec<u16> =
        a_scalars.iter().zip(&b_scalars).map(|(a, b)| u16::from(*a) + u16::from(*b)).collect();
    assert_eq!(bases.msm_vartime(&both), Ok(a.add_vartime(&b)));
}

fn fixed_file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let g = Banderwagon::generator();
        let bases =
            FixedBases::<Banderwagon>::new(&[g.to_affine(), g.double().to_affine()], 2).expect("a width");
        let mut bytes = Vec::new();
        bases.write_to(&LABEL, &mut bytes).expect("memory");
        bytes
    })
}

/// Tables of fixed bases.
pub fn fixed_bases(bytes: &[u8]) {
    let bytes = changed(fixed_file(), bytes);
    let Ok(bases) = bounded(bytes.len(), 16, || FixedBases::<Banderwagon>::from_bytes(&LABEL, &bytes)) else {
        return;
    };
    let mut written = Vec::new();
    bases.write_to(&LABEL, &mut written).expect("memory");
    assert_eq!(written, bytes);
    assert!(FixedBases::<Banderwagon>::from_bytes(&[8; 32], &bytes).is_err());
    assert!(bases.bytes() <= 2 * bytes.len());
}

fn part(first: u64, end: usize) -> PartialMsm<Bn254G1> {
    let problem = Problem { job: JobId::from_bytes(LABEL), terms: 9, bits: 16 };
    let scalars = [300u16, 5, 65535];
    PartialMsm::of_terms_vartime(problem, first, &points()[..end], &scalars[..end], Msm::new())
        .expect("inside")
}

fn partial_file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| part(0, 2).merge(part(5, 1)).expect("apart").to_bytes())
}

/// Partial sums.
pub fn partial(bytes: &[u8]) {
    let bytes = changed(partial_file(), bytes);
    let Ok(part) = bounded(bytes.len(), 64, || PartialMsm::<Bn254G1>::from_bytes(&bytes)) else { return };
    assert_eq!(part.to_bytes(), bytes);
    let covers = !part.covered().is_empty();
    let twice = part.clone().merge(part.clone());
    assert_eq!(twice.is_err(), covers, "ranges cannot be merged twice");
    if let Ok(known) = PartialMsm::<Bn254G1>::from_bytes(partial_file())
        && let Ok(merged) = known.merge(part.clone())
    {
        assert_eq!(PartialMsm::from_bytes(&merged.to_bytes()), Ok(merged));
    }
}

pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    match target {
        "prepared" => {
            let mut seeds = changes::seeds(&[0, 8, 12, 20, 24, 32, 40, 48, 64, 100]);
            seeds.push(seed("file", prepared_file()));
            seeds
        }
        "fixed_bases" => changes::seeds(&[0, 8, 12, 16, 48, 52, 56, 64, 66, 1000]),
        _ => {
            let mut seeds = changes::seeds(&[0, 4, 5, 13, 14, 15, 16, 20, 30]);
            seeds.push(seed("file", partial_file()));
            seeds.push(seed("part", &part(3, 3).to_bytes()));
            seeds
        }
    }
}
