//! A contender for halo2curves, with its assembly.

use contender::{Contender, Field, Group, transforms};
use halo2curves::CurveAffine;
use halo2curves::ff::{BatchInvert, PrimeField};
use halo2curves::ff_ext::Legendre;
use halo2curves::fft::best_fft;
use halo2curves::group::Curve;
use halo2curves::group::cofactor::CofactorGroup;
use halo2curves::msm::msm_best;
use halo2curves::{bls12381, bn256, pasta, secp256k1};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

/// Encodings are little-endian in every field.
fn decode<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    let mut repr = F::Repr::default();
    if repr.as_ref().len() != bytes.len() {
        return None;
    }
    repr.as_mut().copy_from_slice(bytes);
    F::from_repr(repr).into()
}

fn encode<F: PrimeField>(element: &F) -> Vec<u8> {
    element.to_repr().as_ref().to_vec()
}

/// Registers a field; `kernels` describes its multiplication.
fn field<F: PrimeField + Legendre>(contender: &mut Contender, name: &'static str, kernels: &str) {
    let path = |what: &str| format!("{what}, {kernels}");
    Field::new(contender, name, decode::<F>, encode::<F>)
        .mul(&path("F * F"), |a, b| *a * b)
        .inner_product16(
            &path("F * F, and +"),
            |a, b| a.iter().zip(b).map(|(a, b)| *a * b).sum(),
            &path("F * F, and +"),
            |a, b| a.iter().zip(b).map(|(a, b)| *a * b).sum(),
        )
        .add(&path("F + F"), |a, b| *a + b)
        .sub(|a, b| *a - b)
        .neg(|a| -*a)
        .square(&path("Field::square"), F::square)
        .invert("Field::invert (Bernstein-Yang, variable time)", |a| a.invert().into(), |a, b| *a + b)
        .batch_invert(&path("ff::BatchInvert"), |values| {
            values.iter_mut().batch_invert();
        })
        .legendre("Legendre::legendre (Jacobi symbol, variable time)", |a| a.legendre() as i8)
        .sqrt(&path("Field::sqrt (Tonelli-Shanks, or a power)"), |a| a.sqrt().into());
}

/// Decodes a point without checking the subgroup. Infinity is (0, 0) in both encodings.
fn affine<C: CurveAffine>(bytes: &[u8]) -> Option<C> {
    let (x, y) = bytes.split_at(bytes.len() / 2);
    C::from_xy(decode(x)?, decode(y)?).into()
}

fn point<C: CurveAffine>(bytes: &[u8]) -> Option<C::CurveExt>
where
    C::CurveExt: CofactorGroup,
{
    let point = affine::<C>(bytes)?.to_curve();
    bool::from(point.is_torsion_free()).then_some(point)
}

fn encode_point<C: CurveAffine>(point: &C::CurveExt) -> Vec<u8>
where
    C::CurveExt: Curve<AffineRepr = C>,
{
    let coordinates = point.to_affine().coordinates().expect("sums are on the curve");
    [encode(coordinates.x()), encode(coordinates.y())].concat()
}

fn curve<C: CurveAffine>(contender: &mut Contender, name: &'static str, kernels: &str)
where
    C::CurveExt: CofactorGroup + Curve<AffineRepr = C>,
{
    let sum = |points: &[C], scalars: &[C::ScalarExt], _| msm_best(scalars, points);
    // `msm_best` panics on some points, such as infinity, so the compared operation uses the definition of the sum.
    let one_by_one = |points: &[C], scalars: &[C::ScalarExt]| {
        let products = points.iter().zip(scalars).map(|(point, scalar)| *point * *scalar);
        products.fold(halo2curves::group::Group::identity(), |sum: C::CurveExt, product| sum + product)
    };
    Group::new(contender, name, point::<C>, encode_point::<C>, decode::<C::ScalarExt>)
        .operations(|a, b| *a + b, halo2curves::group::Group::double, |a| -*a, |a, s| *a * s)
        .msm(&format!("msm::msm_best, {kernels}"), &[10, 12, 14, 16, 18], affine::<C>, sum)
        .msm_u64(&format!("msm::msm_best, {kernels}"), affine::<C>, decode::<C::ScalarExt>, sum)
        .compared_msm(affine::<C>, one_by_one)
        .compared_msm_u64(affine::<C>, decode::<C::ScalarExt>, one_by_one);
}

/// Registers transforms by powers of the root of unity `generator^((p - 1) / 2^k)`, as in the other libraries.
fn ntt<F: PrimeField>(contender: &mut Contender, name: &'static str, generator: u64) {
    transforms(contender, name, "fft::best_fft", decode::<F>, encode::<F>, move |log_size| {
        let mut root = F::from(generator).pow_vartime(odd_part::<F>());
        for _ in log_size..F::S {
            root = root.square();
        }
        move |values| best_fft(values, root, log_size)
    });
}

/// `(p - 1) / 2^s`, odd, in four limbs.
fn odd_part<F: PrimeField>() -> [u64; 4] {
    let bytes = encode(&-F::ONE);
    let limb = |i: usize| {
        bytes.get(8 * i..8 * i + 8).map_or(0, |limb| u64::from_le_bytes(limb.try_into().expect("8 bytes")))
    };
    // 0 < s < 64 for the fields of transforms.
    std::array::from_fn(|i| limb(i) >> F::S | limb(i + 1) << (64 - F::S))
}

fn main() {
    // The library's field macro has assembly for four limbs with a spare bit.
    let (assembly, portable) = ("assembly", "no assembly for this modulus");
    let mut contender = Contender::new("halo2curves", "0.10.0, asm");
    field::<bn256::Fq>(&mut contender, "bn254_base", assembly);
    field::<bn256::Fr>(&mut contender, "bn254_scalar", assembly);
    field::<bls12381::Fr>(&mut contender, "bls12_381_scalar", assembly);
    field::<bls12381::Fq>(&mut contender, "bls12_381_base", portable);
    field::<secp256k1::Fp>(&mut contender, "secp256k1_base", portable);
    field::<secp256k1::Fq>(&mut contender, "secp256k1_scalar", portable);
    field::<pasta::Fp>(&mut contender, "pallas_base", assembly);
    ntt::<bn256::Fr>(&mut contender, "bn254_scalar", 5);
    ntt::<bls12381::Fr>(&mut contender, "bls12_381_scalar", 7);
    curve::<bn256::G1Affine>(&mut contender, "bn254_g1", assembly);
    curve::<bls12381::G1Affine>(&mut contender, "bls12_381_g1", portable);
    contender.serve();
}
