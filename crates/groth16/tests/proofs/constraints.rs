//! Files of constraints, and the constraints that a witness does not satisfy.

use vorpal_fields::Field;
use vorpal_groth16::file::{Container, Kind, Writer};
use vorpal_groth16::r1cs::{CircuitError, R1cs, Term, Wires};
use vorpal_groth16::{Bls12_381, Bn254, Curve, Witness, WitnessError};
use vorpal_oracle::data::folder;

use crate::circuits::{Public, Sample, Shape, Values};

/// The bytes of the sections 1 to 3; other sections concern other programs.
fn sections(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut file = Container::of_bytes(bytes, Kind::R1cs).unwrap();
    (1..=3)
        .map(|number| {
            let mut section = file.section(number).unwrap();
            let length = section.left();
            section.bytes(length).unwrap()
        })
        .collect()
}

/// Files of circom are read and written with the same bytes, and their witnesses satisfy them.
fn files_of_circom<C: Curve>(paths: &[(&str, &str)]) {
    let Some(folder) = folder("groth16", "files of circom") else { return };
    for (circuit, witness) in paths {
        let bytes = std::fs::read(folder.join(circuit)).unwrap();
        let circuit = R1cs::<C::Scalar>::read(bytes.as_slice()).unwrap();
        assert_eq!(sections(&circuit.write(Vec::new()).unwrap()), sections(&bytes));
        let witness = Witness::<C>::open(folder.join(witness)).unwrap();
        assert_eq!(circuit.first_unsatisfied_vartime(witness.values(), 1), Ok(vec![]));
        let mut wrong = witness.values().to_vec();
        wrong[1] += C::Scalar::ONE;
        assert_eq!(circuit.first_unsatisfied_vartime(&wrong, 1).unwrap().len(), 1);
    }
}

#[test]
fn circuits_of_circom() {
    files_of_circom::<Bn254>(&[
        ("bn254/multiplier2/circuit.r1cs", "bn254/multiplier2/witness.wtns"),
        ("bn254/poseidon/circuit.r1cs", "bn254/poseidon/witness.wtns"),
        ("bn254/snarkjs/circuit.r1cs", "bn254/snarkjs/witness.wtns"),
    ]);
    files_of_circom::<Bls12_381>(&[
        ("bls12_381/multiplier2/circuit.r1cs", "bls12_381/multiplier2/witness.wtns"),
        ("bls12_381/poseidon/circuit.r1cs", "bls12_381/poseidon/witness.wtns"),
        ("bls12_381/kyc/kyc.r1cs", "bls12_381/kyc/witness.wtns"),
    ]);
}

#[test]
fn unsatisfied_constraints_are_named() {
    let shape = Shape { constraints: 300, values: Values::Bits, public: Public::Three };
    let Sample { circuit, witness } = Sample::<Bn254>::new(shape);
    assert_eq!(circuit.first_unsatisfied_vartime(&witness, 9), Ok(vec![]));
    let mut wrong = witness.clone();
    // Wire 57 is a bit, defined by constraint 54.
    wrong[57] = <Bn254 as Curve>::Scalar::from(2);
    let found = circuit.first_unsatisfied_vartime(&wrong, 9).unwrap();
    assert_eq!(found[0].constraint, 54);
    let [a, b, c] = found[0].values;
    assert_eq!((a, b, c), (2.into(), 1.into(), 0.into()));
    assert_eq!(circuit.first_unsatisfied_vartime(&wrong, 0), Ok(vec![]));
    assert_eq!(circuit.first_unsatisfied_vartime(&wrong, 1).unwrap(), found[..1]);
    let short = circuit.first_unsatisfied_vartime(&witness[1..], 1);
    assert_eq!(short, Err(WitnessError::Length { expected: 303, found: 302 }));
    wrong[0] = 2.into();
    assert_eq!(circuit.first_unsatisfied_vartime(&wrong, 1), Err(WitnessError::One));
}

#[test]
fn impossible_circuits_are_errors() {
    type F = <Bn254 as Curve>::Scalar;
    let wires = Wires { total: 3, outputs: 2, public_inputs: 1, private_inputs: 0 };
    assert_eq!(R1cs::<F>::new(wires), Err(CircuitError::Wires { total: 3 }));
    let mut circuit = R1cs::<F>::new(Wires { total: 3, ..Wires::default() }).unwrap();
    let term = Term { wire: 3, coefficient: F::ONE };
    assert_eq!(circuit.push([&[], &[term], &[]]), Err(CircuitError::Wire { wire: 3, total: 3 }));
    assert!(circuit.is_empty());
}

/// A file without labels has no bytes for its wires, whose number takes no memory: 2^32 labels would take 32 GiB.
#[test]
fn wires_without_labels_take_no_memory() {
    type F = <Bn254 as Curve>::Scalar;
    let file = |total: u32, labels: u64| {
        let mut writer = Writer::new(Vec::new(), Kind::R1cs, 2).unwrap();
        writer.section(1, 64).unwrap().prime::<F>().unwrap();
        for number in [total, 0, 0, 0] {
            writer.u32(number).unwrap();
        }
        writer.u64(labels).unwrap().u32(0).unwrap();
        writer.section(2, 0).unwrap();
        writer.finish().unwrap()
    };
    // A header with fewer labels than wires: what is written, with labels, is read again.
    let circuit = R1cs::<F>::read(file(7, 6).as_slice()).unwrap();
    let written = circuit.write(Vec::new()).unwrap();
    assert_eq!(R1cs::read(written.as_slice()), Ok(circuit));
    let wires = Wires { total: u32::MAX, ..Wires::default() };
    let circuit = R1cs::<F>::read(file(wires.total, u32::MAX.into()).as_slice()).unwrap();
    assert_eq!(circuit.wires(), wires);
    assert_eq!((circuit.label(7), circuit.label(u32::MAX)), (Some(7), None));
    assert_eq!(R1cs::<F>::new(wires), Ok(circuit));
}
