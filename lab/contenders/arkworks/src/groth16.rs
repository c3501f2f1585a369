//! Groth16 with the files of circom and snarkjs: ark-groth16, with a reader of keys and the reduction for them.

use std::path::Path;

use ark_bn254::{Bn254, Fq, Fq2, Fr, G1Affine, G2Affine};
use ark_ff::{AdditiveGroup, BigInt, PrimeField, UniformRand};
use ark_groth16::r1cs_to_qap::{R1CSToQAP, evaluate_constraint};
use ark_groth16::{Groth16, PreparedVerifyingKey, ProvingKey, VerifyingKey, prepare_verifying_key};
use ark_poly::EvaluationDomain;
use ark_relations::gr1cs::{ConstraintSystemRef, Matrix, SynthesisError};
use contender::Contender;
use contender::groth16::{self, Proof};
use serde_json::Value;

/// The reduction of circom's keys, whose points for the quotient are those of a Lagrange basis: `a b - c` on the odd
/// points of the domain of twice the size, with `c = a b` on the domain.
struct Reduction;

impl R1CSToQAP for Reduction {
    fn instance_map_with_evaluation<F: PrimeField, D: EvaluationDomain<F>>(
        _: ConstraintSystemRef<F>,
        _: &F,
    ) -> Result<(Vec<F>, Vec<F>, Vec<F>, F, usize, usize), SynthesisError> {
        unimplemented!("keys are read")
    }

    fn witness_map_from_matrices<F: PrimeField, D: EvaluationDomain<F>>(
        matrices: &[Matrix<F>],
        _: usize,
        rows: usize,
        assignment: &[F],
    ) -> Result<Vec<F>, SynthesisError> {
        let domain = D::new(rows).ok_or(SynthesisError::PolynomialDegreeTooLarge)?;
        let shift = F::get_root_of_unity(2 * domain.size() as u64);
        let shift = shift.ok_or(SynthesisError::PolynomialDegreeTooLarge)?;
        let coset = domain.get_coset(shift).ok_or(SynthesisError::PolynomialDegreeTooLarge)?;
        let evaluate = |matrix: &Matrix<F>| -> Vec<F> {
            matrix.iter().map(|row| evaluate_constraint(row, assignment)).collect()
        };
        let [mut a, mut b] = [&matrices[0], &matrices[1]].map(evaluate);
        let mut c = domain.mul_polynomials_in_evaluation_domain(&a, &b);
        for values in [&mut a, &mut b, &mut c] {
            domain.ifft_in_place(values);
            coset.fft_in_place(values);
        }
        Ok(a.iter().zip(b).zip(c).map(|((a, b), c)| *a * b - c).collect())
    }

    fn h_query_scalars<F: PrimeField, D: EvaluationDomain<F>>(
        _: usize,
        _: F,
        _: F,
        _: F,
    ) -> Result<Vec<F>, SynthesisError> {
        unimplemented!("keys are read")
    }
}

/// A section of a file, read in order.
struct Section<'a>(&'a [u8]);

impl<'a> Section<'a> {
    /// The section of this type.
    fn find(file: &'a [u8], wanted: u32) -> Result<Self, String> {
        let mut rest = Self(file.get(12..).unwrap_or_default());
        while !rest.0.is_empty() {
            let (found, length) = (rest.u32(), rest.u64());
            let (section, after) = rest.0.split_at_checked(length as usize).ok_or("a section is cut")?;
            if found == wanted {
                return Ok(Self(section));
            }
            rest.0 = after;
        }
        Err(format!("no section {wanted}"))
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.0.split_first_chunk().expect("the section is long enough");
        self.0 = rest;
        *bytes
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    fn integer(&mut self) -> BigInt<4> {
        BigInt([(); 4].map(|()| self.u64()))
    }

    /// An element in Montgomery form.
    fn base(&mut self) -> Fq {
        Fq::new_unchecked(self.integer())
    }

    fn g1(&mut self) -> G1Affine {
        let (x, y) = (self.base(), self.base());
        if x == Fq::ZERO && y == Fq::ZERO { G1Affine::identity() } else { G1Affine::new_unchecked(x, y) }
    }

    fn g2(&mut self) -> G2Affine {
        let [x, y] = [(); 2].map(|()| Fq2::new(self.base(), self.base()));
        if x == Fq2::ZERO && y == Fq2::ZERO { G2Affine::identity() } else { G2Affine::new_unchecked(x, y) }
    }

    /// All points.
    fn g1_list(mut self) -> Vec<G1Affine> {
        (0..self.0.len() / 64).map(|_| self.g1()).collect()
    }
}

struct Prover {
    key: ProvingKey<Bn254>,
    matrices: [Matrix<Fr>; 2],
    /// With the constant.
    public: usize,
}

impl groth16::Prover for Prover {
    fn open(key: &Path) -> Result<Self, String> {
        let file = std::fs::read(key).map_err(|error| error.to_string())?;
        let mut header = Section::find(&file, 2)?;
        header.0 = &header.0[72..];
        let (_, public, rows) = (header.u32(), header.u32() as usize + 1, header.u32() as usize);
        let (alpha_g1, beta_g1, beta_g2) = (header.g1(), header.g1(), header.g2());
        let (gamma_g2, delta_g1, delta_g2) = (header.g2(), header.g1(), header.g2());
        let list = |section| Section::find(&file, section).map(Section::g1_list);
        let mut b_g2 = Section::find(&file, 7)?;
        let mut matrices = [(); 2].map(|()| vec![Vec::new(); rows]);
        let mut coefficients = Section::find(&file, 4)?;
        // A stored value is twice in Montgomery form.
        let radix = Fr::new_unchecked(BigInt::from(1u64));
        for _ in 0..coefficients.u32() {
            let [matrix, row, signal] = [(); 3].map(|()| coefficients.u32() as usize);
            let value = Fr::new_unchecked(coefficients.integer()) * radix;
            matrices[matrix][row].push((value, signal));
        }
        let key = ProvingKey {
            vk: VerifyingKey { alpha_g1, beta_g2, gamma_g2, delta_g2, gamma_abc_g1: list(3)? },
            beta_g1,
            delta_g1,
            a_query: list(5)?,
            b_g1_query: list(6)?,
            b_g2_query: (0..b_g2.0.len() / 128).map(|_| b_g2.g2()).collect(),
            h_query: list(9)?,
            l_query: list(8)?,
        };
        Ok(Self { key, matrices, public })
    }

    fn prove(&self, witness: &[u8]) -> Result<Proof, String> {
        let mut values = Section::find(witness, 2)?;
        let values: Option<Vec<Fr>> =
            (0..values.0.len() / 32).map(|_| Fr::from_bigint(values.integer())).collect();
        let values = values.ok_or("a value is not below the prime")?;
        let random = &mut ark_std::test_rng();
        let proof = Groth16::<Bn254, Reduction>::create_proof_with_reduction_and_matrices(
            &self.key,
            Fr::rand(random),
            Fr::rand(random),
            &self.matrices,
            self.public,
            self.matrices[0].len(),
            &values,
        )
        .map_err(|error| error.to_string())?;
        let g1 = |point: &G1Affine| [point.x.to_string(), point.y.to_string(), "1".to_owned()];
        let pair = |value: &Fq2| [value.c0.to_string(), value.c1.to_string()];
        let b = [pair(&proof.b.x), pair(&proof.b.y), ["1", "0"].map(str::to_owned)];
        let json = serde_json::json!({ "pi_a": g1(&proof.a), "pi_b": b, "pi_c": g1(&proof.c) });
        let public: Vec<String> = values[1..self.public].iter().map(ToString::to_string).collect();
        Ok(Proof { proof: json.to_string(), public: serde_json::json!(public).to_string() })
    }

    fn is_valid(key: &str, proof: &Proof) -> Result<bool, String> {
        let verifier = <Verifier as groth16::Verifier>::new(key)?;
        Ok(groth16::Verifier::verify(&verifier, &<Verifier as groth16::Verifier>::decode(proof)?))
    }
}

struct Verifier(PreparedVerifyingKey<Bn254>);

fn number<F: PrimeField>(value: &Value) -> Result<F, String> {
    let text = value.as_str().ok_or("not a text")?;
    text.parse().map_err(|_| format!("not a number: {text}"))
}

fn g1(value: &Value) -> Result<G1Affine, String> {
    Ok(G1Affine::new_unchecked(number(&value[0])?, number(&value[1])?))
}

fn g2(value: &Value) -> Result<G2Affine, String> {
    let pair = |value: &Value| Ok::<_, String>(Fq2::new(number(&value[0])?, number(&value[1])?));
    Ok(G2Affine::new_unchecked(pair(&value[0])?, pair(&value[1])?))
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn list<T>(value: &Value, decode: impl Fn(&Value) -> Result<T, String>) -> Result<Vec<T>, String> {
    value.as_array().ok_or("not a list")?.iter().map(decode).collect()
}

impl groth16::Verifier for Verifier {
    type Statement = (Vec<Fr>, ark_groth16::Proof<Bn254>);

    fn new(key: &str) -> Result<Self, String> {
        let key = json(key)?;
        Ok(Self(prepare_verifying_key(&VerifyingKey {
            alpha_g1: g1(&key["vk_alpha_1"])?,
            beta_g2: g2(&key["vk_beta_2"])?,
            gamma_g2: g2(&key["vk_gamma_2"])?,
            delta_g2: g2(&key["vk_delta_2"])?,
            gamma_abc_g1: list(&key["IC"], g1)?,
        })))
    }

    fn decode(proof: &Proof) -> Result<Self::Statement, String> {
        let (proof, public) = (json(&proof.proof)?, json(&proof.public)?);
        let (a, b, c) = (g1(&proof["pi_a"])?, g2(&proof["pi_b"])?, g1(&proof["pi_c"])?);
        Ok((list(&public, number)?, ark_groth16::Proof { a, b, c }))
    }

    /// With the checks of points that decoding has in arkworks, and verification elsewhere.
    fn verify(&self, (signals, proof): &Self::Statement) -> bool {
        proof.a.is_on_curve()
            && proof.c.is_on_curve()
            && proof.b.is_on_curve()
            && proof.b.is_in_correct_subgroup_assuming_on_curve()
            && Groth16::<Bn254>::verify_proof(&self.0, proof, signals).unwrap_or(false)
    }
}

pub(crate) fn register(contender: &mut Contender) {
    let path = "Groth16::create_proof_with_reduction_and_matrices; the lab reads the key";
    groth16::provers::<Prover>(contender, path);
    groth16::verifiers::<Verifier>(contender, "Groth16::verify_proof", None);
}
