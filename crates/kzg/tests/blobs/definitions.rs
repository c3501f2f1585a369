//! All functions against their definitions, with a setup whose number is known: the points are then multiples of the
//! generator by numbers that scalar arithmetic gives. Polynomials are evaluated by big integers.

use std::sync::OnceLock;

use num_bigint::BigUint;
use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, Jacobian, encoding::ZCASH};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_kzg::challenge::compute_challenge;
use vorpal_kzg::{Blob, Cell};
use vorpal_ntt::{Domain, Order};
use vorpal_oracle::effort::{cases, sample};

use crate::samples::{Random, ethereum, known, secret};

/// Polynomials by their coefficients: random, constant, sparse, of low and of the highest degree.
fn polynomials() -> Vec<Vec<Scalar>> {
    let mut random = Random::new(2);
    let mut of = |number: usize, nonzero: &dyn Fn(usize) -> bool| -> Vec<Scalar> {
        (0..number).map(|i| if nonzero(i) { random.scalar() } else { Scalar::ZERO }).collect()
    };
    let mut all = vec![
        of(4096, &|_| true),
        of(4096, &|_| false),
        of(4096, &|i| i == 0),
        of(4096, &|i| i == 64),
        of(4096, &|i| i == 4095),
        of(4096, &|i| i < 64),
        of(4096, &|i| i % 128 == 3),
        of(4096, &|i| i < 1000),
        vec![Scalar::ONE; 4096],
    ];
    for _ in 1..cases(8) {
        all.push(of(4096, &|_| true));
    }
    all
}

fn blob_of(coefficients: &[Scalar]) -> Vec<u8> {
    let mut values = coefficients.to_vec();
    Domain::<Scalar>::new(4096).unwrap().evaluate(&mut values, Order::BitReversed).unwrap();
    Blob::try_from(&values[..]).unwrap().to_bytes().to_vec()
}

fn evaluate(coefficients: &[Scalar], x: Scalar) -> Scalar {
    coefficients.iter().rev().fold(Scalar::ZERO, |sum, coefficient| sum * x + *coefficient)
}

fn bytes_of_multiple(scalar: Scalar) -> [u8; 48] {
    ZCASH.encode_compressed(&Jacobian::from_affine(&Affine::GENERATOR).mul_vartime(&scalar).to_affine())
}

fn invert(scalar: Scalar) -> Scalar {
    scalar.invert_vartime().unwrap()
}

/// The order of the field.
fn order() -> BigUint {
    BigUint::from_bytes_be(&(-Scalar::ONE).to_be_bytes()) + 1u32
}

/// The point of value `j` of cell `c`, by definition: the root of unity of order 8,192 to the power of the index with
/// its thirteen bits reversed.
fn point_of(cell: usize, j: usize) -> BigUint {
    static POWERS: OnceLock<Vec<BigUint>> = OnceLock::new();
    let powers = POWERS.get_or_init(|| {
        let order = order();
        let root = BigUint::from(7u32).modpow(&((&order - 1u32) / 8192u32), &order);
        let next = |power: &BigUint| Some(power * &root % &order);
        std::iter::successors(Some(1u32.into()), next).take(8192).collect()
    });
    let index: String = format!("{:013b}", 64 * cell + j).chars().rev().collect();
    powers[usize::from_str_radix(&index, 2).unwrap()].clone()
}

fn to_big(scalar: &Scalar) -> BigUint {
    BigUint::from_bytes_be(&scalar.to_be_bytes())
}

fn of_big(integer: &BigUint) -> Scalar {
    let bytes = integer.to_bytes_be();
    Scalar::from_be_bytes_reduced(&bytes)
}

#[test]
fn cells_are_values_of_the_polynomial() {
    let order = order();
    for (number, coefficients) in polynomials().into_iter().enumerate() {
        let blob = blob_of(&coefficients);
        let cells = ethereum().compute_cells(&blob).unwrap();
        assert_eq!(cells[..64].concat(), blob);
        let big: Vec<BigUint> = coefficients.iter().map(to_big).collect();
        for k in 0..8 {
            let (cell, j) = ((37 * k + 11 * number + 3) % 128, (29 * k + number) % 64);
            let x = point_of(cell, j);
            let expected =
                big.iter().rev().fold(BigUint::ZERO, |sum, coefficient| (sum * &x + coefficient) % &order);
            let found = BigUint::from_bytes_be(&cells[cell][32 * j..32 * j + 32]);
            assert_eq!(found, expected, "polynomial {number}, cell {cell}, value {j}");
        }
    }
}

/// The value at the secret of the polynomial of degree below 64 with the values of a cell: by Lagrange's formula.
fn interpolated(cell: &Cell, index: usize) -> Scalar {
    let points: Vec<Scalar> = (0..64).map(|j| of_big(&point_of(index, j))).collect();
    let mut sum = Scalar::ZERO;
    for (j, value) in cell.scalars().iter().enumerate() {
        let (mut numerator, mut denominator) = (*value, Scalar::ONE);
        for (k, point) in points.iter().enumerate().filter(|(k, _)| *k != j) {
            let _ = k;
            numerator *= secret() - *point;
            denominator *= points[j] - *point;
        }
        sum += numerator * invert(denominator);
    }
    sum
}

#[test]
fn commitments_and_proofs_are_those_of_the_definition() {
    let setup = known();
    let t = secret();
    for (number, coefficients) in polynomials().into_iter().enumerate() {
        let blob = blob_of(&coefficients);
        let at_secret = evaluate(&coefficients, t);
        let commitment = setup.blob_to_kzg_commitment(&blob).unwrap();
        assert_eq!(commitment, bytes_of_multiple(at_secret), "polynomial {number}");

        let z = compute_challenge(&blob, &commitment);
        let root = of_big(&point_of(5, number));
        for z in [z, root, Scalar::ZERO, t] {
            let (proof, y) = setup.compute_kzg_proof(&blob, &z.to_be_bytes()).unwrap();
            let value = evaluate(&coefficients, z);
            assert_eq!(y, value.to_be_bytes());
            if z != t {
                assert_eq!(proof, bytes_of_multiple((at_secret - value) * invert(t - z)));
            }
            assert!(setup.verify_kzg_proof(&commitment, &z.to_be_bytes(), &y, &proof).unwrap());
        }
        let proof = setup.compute_blob_kzg_proof(&blob, &commitment).unwrap();
        assert_eq!(proof, setup.compute_kzg_proof(&blob, &z.to_be_bytes()).unwrap().0);
        assert!(setup.verify_blob_kzg_proof(&blob, &commitment, &proof).unwrap());

        let (cells, proofs) = setup.compute_cells_and_kzg_proofs(&blob).unwrap();
        assert_eq!((cells.len(), proofs.len()), (128, 128));
        let indices = if number < 2 { sample(0..128, 8, number) } else { vec![0, 1, 63, 64, 90, 127] };
        for index in indices {
            let cell = Cell::try_from(&cells[index]).unwrap();
            let constant = of_big(&point_of(index, 0)).pow_vartime(&[64]);
            let quotient = (at_secret - interpolated(&cell, index)) * invert(t.pow_vartime(&[64]) - constant);
            assert_eq!(proofs[index], bytes_of_multiple(quotient), "polynomial {number}, cell {index}");
        }
        let all: Vec<u64> = (0..128).collect();
        assert!(setup.verify_cell_kzg_proof_batch(&[commitment; 128], &all, &cells, &proofs).unwrap());
    }
}

#[test]
fn tables_of_all_sizes_give_the_same_points() {
    let blob = Random::new(3).blob();
    let plain = vorpal_kzg::Setup::ethereum();
    let expected = (plain.blob_to_kzg_commitment(&blob), plain.compute_cells_and_kzg_proofs(&blob));
    let mut before = u64::MAX;
    for memory in [2 << 20, 5 << 20, 20 << 20, 40 << 20] {
        let setup = plain.with_memory(memory).unwrap();
        let found = (setup.blob_to_kzg_commitment(&blob), setup.compute_cells_and_kzg_proofs(&blob));
        assert!(found == expected, "{memory}");
        let plan = setup.table_plan();
        assert!(plan.bytes() <= memory && plan.multiplications() < before, "{}", setup.explain());
        before = plan.multiplications();
    }
    let error = plain.with_memory(1000).unwrap_err().to_string();
    assert!(error.starts_with("tables: "), "{error}");
}

#[test]
fn many_blobs_give_the_same_as_each() {
    let mut random = Random::new(4);
    let blobs: Vec<Vec<u8>> = vec![random.blob(), vec![0; 131_072], random.blob(), random.blob()];
    let setup = ethereum();
    let expected: Vec<_> =
        blobs.iter().map(|blob| setup.compute_cells_and_kzg_proofs(blob).unwrap()).collect();
    assert!(setup.compute_cells_and_kzg_proofs_batch(&blobs).unwrap() == expected);
    let commitments: Vec<_> = blobs.iter().map(|blob| setup.blob_to_kzg_commitment(blob).unwrap()).collect();
    assert_eq!(setup.blobs_to_kzg_commitments(&blobs).unwrap(), commitments);
    let none: [Vec<u8>; 0] = [];
    assert!(setup.compute_cells_and_kzg_proofs_batch(&none).unwrap().is_empty());
    assert!(setup.blobs_to_kzg_commitments(&none).unwrap().is_empty());
    let typed = Blob::try_from(&blobs[0][..]).unwrap();
    assert_eq!(setup.commitment(&typed).to_bytes(), commitments[0]);
    let (cells, proofs) = setup.cells_and_proofs(&typed);
    assert!(cells.iter().zip(&expected[0].0).all(|(cell, bytes)| cell.to_bytes()[..] == bytes[..]));
    assert!(proofs.iter().zip(&expected[0].1).all(|(proof, bytes)| proof.to_bytes() == *bytes));
    let z = Scalar::from(9);
    let (proof, y) = setup.proof(&typed, &z);
    assert_eq!(
        setup.compute_kzg_proof(&blobs[0], &z.to_be_bytes()).unwrap(),
        (proof.to_bytes(), y.to_be_bytes())
    );
    assert!(setup.verify_value(&setup.commitment(&typed), &z, &y, &proof));
    assert!(!setup.verify_value(&setup.commitment(&typed), &z, &(y + Scalar::ONE), &proof));
}
