//! A contender for arkworks: ark-ff, ark-ec and its curve crates, with their assembly.

mod evm;
mod groth16;
mod hashing;
mod pairings;
mod transforms;

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInt, BigInteger, LegendreSymbol, PrimeField, Zero, batch_inversion};
use ark_groth16::r1cs_to_qap::LibsnarkReduction;
use contender::{Contender, Ecdsa, Field, Group, Input, Prepared, Refusal};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

/// Encoded elements have 8 bytes per limb.
fn encode<F: PrimeField>(element: &F) -> Vec<u8> {
    element.into_bigint().to_bytes_le()
}

fn decode<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    let element = F::from_le_bytes_mod_order(bytes);
    (encode(&element) == bytes).then_some(element)
}

fn field<F: PrimeField>(contender: &mut Contender, name: &'static str) {
    Field::new(contender, name, decode::<F>, encode::<F>)
        .mul_in_place("F *= F", |a, b| *a *= b)
        .inner_product16(
            "F * F, and +",
            |a, b| a.iter().zip(b).map(|(a, b)| *a * b).sum(),
            "Field::sum_of_products",
            ark_ff::Field::sum_of_products,
        )
        .add_in_place("F += F", |a, b| *a += b)
        .sub(|a, b| *a - b)
        .neg(|a| -*a)
        .square_in_place("Field::square_in_place", |a| {
            a.square_in_place();
        })
        .invert("Field::inverse (variable time)", ark_ff::Field::inverse, |a, b| *a + b)
        .batch_invert("batch_inversion", |values| batch_inversion(values))
        .legendre("Field::legendre (by power)", |a| match a.legendre() {
            LegendreSymbol::Zero => 0,
            LegendreSymbol::QuadraticResidue => 1,
            LegendreSymbol::QuadraticNonResidue => -1,
        })
        .sqrt("Field::sqrt (Tonelli-Shanks, or a power)", ark_ff::Field::sqrt);
}

/// The coefficients over the prime field, one after the other.
fn encode_coordinate<F: ark_ff::Field>(element: &F) -> Vec<u8> {
    element.to_base_prime_field_elements().flat_map(|coefficient| encode(&coefficient)).collect()
}

fn decode_coordinate<F: ark_ff::Field>(bytes: &[u8]) -> Option<F> {
    let width = bytes.len() / F::extension_degree() as usize;
    let coefficients = bytes.chunks(width.max(1)).map(decode::<F::BasePrimeField>);
    F::from_base_prime_field_elems(coefficients.collect::<Option<Vec<_>>>()?)
}

fn encode_affine<C: SWCurveConfig>(point: &Affine<C>) -> Vec<u8> {
    match point.xy() {
        Some((x, y)) => [encode_coordinate(&x), encode_coordinate(&y)].concat(),
        None => vec![0; 2 * encode_coordinate(&C::BaseField::zero()).len()],
    }
}

fn encode_point<C: SWCurveConfig>(point: &Projective<C>) -> Vec<u8> {
    encode_affine(&point.into_affine())
}

/// Decodes a point without checking that it is on the curve.
fn affine<C: SWCurveConfig>(bytes: &[u8]) -> Option<Affine<C>> {
    if bytes.len() != encode_affine(&Affine::<C>::identity()).len() {
        return None;
    }
    if bytes.iter().all(|byte| *byte == 0) {
        return Some(Affine::identity());
    }
    let (x, y) = bytes.split_at(bytes.len() / 2);
    Some(Affine::new_unchecked(decode_coordinate(x)?, decode_coordinate(y)?))
}

fn on_curve<C: SWCurveConfig>(bytes: &[u8]) -> Option<Affine<C>> {
    affine(bytes).filter(Affine::is_on_curve)
}

fn member<C: SWCurveConfig>(bytes: &[u8]) -> Option<Affine<C>> {
    on_curve(bytes).filter(Affine::is_in_correct_subgroup_assuming_on_curve)
}

fn point<C: SWCurveConfig>(bytes: &[u8]) -> Option<Projective<C>> {
    member(bytes).map(|point: Affine<C>| point.into())
}

/// How membership of many points is checked.
const ONE_BY_ONE: &str = "Affine::is_in_correct_subgroup_assuming_on_curve, one by one (exact)";

fn are_members<C: SWCurveConfig>(points: &[Affine<C>]) -> bool {
    points.iter().all(Affine::is_in_correct_subgroup_assuming_on_curve)
}

fn group<'c, C: SWCurveConfig>(
    contender: &'c mut Contender,
    name: &'static str,
) -> Group<'c, Projective<C>, C::ScalarField> {
    Group::new(contender, name, point::<C>, encode_point::<C>, decode::<C::ScalarField>)
        .operations(|a, b| *a + b, Projective::double, |a| -*a, |a, s| *a * s)
        .membership(on_curve::<C>, Affine::is_in_correct_subgroup_assuming_on_curve)
        .members("exact", ONE_BY_ONE, on_curve::<C>, are_members)
        .members("randomised", ONE_BY_ONE, on_curve::<C>, are_members)
}

/// Operations, and sums of `2^log_sizes` points.
fn sums<'c, C: SWCurveConfig>(
    contender: &'c mut Contender,
    name: &'static str,
    log_sizes: &[u32],
) -> Group<'c, Projective<C>, C::ScalarField> {
    let sum = |points: &[Affine<C>], scalars: &[C::ScalarField], _| {
        Projective::<C>::msm(points, scalars).expect("as many points as scalars")
    };
    group::<C>(contender, name).msm("VariableBaseMSM::msm", log_sizes, affine::<C>, sum)
}

fn curve<C: SWCurveConfig>(contender: &mut Contender, name: &'static str) {
    let sum_u64 = |points: &[Affine<C>], scalars: &[u64], _| Projective::<C>::msm_u64(points, scalars);
    sums::<C>(contender, name, &[10, 12, 14, 16, 18])
        .msm_u64("VariableBaseMSM::msm_u64", affine::<C>, contender::number, sum_u64)
        .latencies(
            ("Projective::double_in_place", |a: &mut Projective<C>| {
                a.double_in_place();
            }),
            ("Projective += Projective", |a: &mut Projective<C>, b: &Projective<C>| *a += b),
            affine::<C>,
            ("Projective += Affine", |a: &mut Projective<C>, b: &Affine<C>| *a += b),
        );
}

/// A chain of products of stored forms.
fn montgomery(input: &Input) -> Result<Prepared, Refusal> {
    type Fr = ark_bn254::Fr;
    let stored = |bytes: &[u8]| {
        let mut limbs = [0u64; 4];
        for (limb, bytes) in limbs.iter_mut().zip(bytes.chunks_exact(8)) {
            *limb = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        Some(Fr::new_unchecked(BigInt(limbs)))
    };
    let start =
        input.decode(0, "four limbs", stored)?.pop().ok_or(Refusal("column 0 has no row".to_owned()))?;
    let b = input.decode(1, "four limbs", stored)?;
    let items = b.len();
    let chain = move |mut x: Fr| {
        for b in &b {
            x *= b;
        }
        x
    };
    let mut x = chain(start);
    Ok(Prepared::new(items, [x.0.to_bytes_le()], move |iterations| {
        for _ in 0..iterations {
            x = std::hint::black_box(chain(x));
        }
    }))
}

fn main() {
    let mut contender = Contender::new("arkworks", "ark-ff 0.6.0, ark-ec 0.6.0, asm");
    field::<ark_bn254::Fq>(&mut contender, "bn254_base");
    field::<ark_bn254::Fr>(&mut contender, "bn254_scalar");
    field::<ark_bls12_381::Fr>(&mut contender, "bls12_381_scalar");
    field::<ark_bls12_381::Fq>(&mut contender, "bls12_381_base");
    field::<ark_bls12_377::Fq>(&mut contender, "bls12_377_base");
    field::<ark_secp256k1::Fq>(&mut contender, "secp256k1_base");
    field::<ark_secp256k1::Fr>(&mut contender, "secp256k1_scalar");
    field::<ark_pallas::Fq>(&mut contender, "pallas_base");
    curve::<ark_bls12_377::g1::Config>(&mut contender, "bls12_377_g1");
    curve::<ark_bls12_381::g1::Config>(&mut contender, "bls12_381_g1");
    curve::<ark_bn254::g1::Config>(&mut contender, "bn254_g1");
    sums::<ark_bls12_377::g2::Config>(&mut contender, "bls12_377_g2", &[]);
    sums::<ark_bls12_381::g2::Config>(&mut contender, "bls12_381_g2", &[12]);
    sums::<ark_bn254::g2::Config>(&mut contender, "bn254_g2", &[]);
    transforms::register(&mut contender);
    provers::register::<ark_bn254::Bn254, LibsnarkReduction>(
        &mut contender,
        "ark_bn254::Bn254",
        "LibsnarkReduction",
    );
    groth16::register(&mut contender);
    pairings::register(&mut contender);
    hashing::register(&mut contender);
    evm::register(&mut contender);
    for values in ["random", "small"] {
        contender.offer(format!("montgomery.kernel.{values}"), "Fp *= Fp on new_unchecked limbs", montgomery);
    }
    secp256k1(&mut contender);
    contender.serve();
}

/// Reverses the byte order of each number.
fn flip(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(32).flat_map(|number| number.iter().rev().copied()).collect()
}

/// The curve with big-endian numbers.
fn secp256k1(contender: &mut Contender) {
    type Config = ark_secp256k1::Config;
    let decode_point = |bytes: &[u8]| (bytes.len() == 64).then(|| point::<Config>(&flip(bytes))).flatten();
    let encode_point = |point: &Projective<Config>| flip(&encode_point(point));
    let scalar = |bytes: &[u8]| decode::<ark_secp256k1::Fr>(&flip(bytes));
    Group::new(contender, "secp256k1", decode_point, encode_point, scalar)
        .operations(|a, b| *a + b, Projective::double, |a| -*a, |a, s| *a * s)
        .latencies(
            ("Projective::double_in_place", |a: &mut Projective<Config>| {
                a.double_in_place();
            }),
            ("Projective += Projective", |a: &mut Projective<Config>, b: &Projective<Config>| *a += b),
            |bytes| affine::<Config>(&flip(bytes)),
            ("Projective += Affine", |a: &mut Projective<Config>, b: &Affine<Config>| *a += b),
        );
    Ecdsa::new(contender).multiply(
        "Projective * Fr, to affine",
        decode_point,
        scalar,
        |point, scalar| (*point * scalar).into_affine(),
        |product| flip(&self::encode_point(&Projective::from(product))),
    );
}
