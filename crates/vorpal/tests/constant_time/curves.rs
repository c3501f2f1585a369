//! Tests that point operations run in constant time, on compiled code (`vorpal_trace`).

use std::hint::black_box;

use sha2::Sha256;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_curves::bls12_377::{self, Bls12_377G1};
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::hashing::{HashableCurve, Hasher, Xmd, map_to_curve};
use vorpal_curves::models::edwards::PackedEdwards;
use vorpal_curves::models::weierstrass::{
    Affine, EdwardsPoint, EncodableCurve, Format, PackedJacobian, Sec1, Subgroup, WeierstrassCurve, Xyzz,
};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::{self, Jacobian, Projective, Secp256k1};
use vorpal_curves::{Group, PointFormat, bls12_381, bn254, models, pallas};
use vorpal_fields::primes::BandersnatchScalar;
use vorpal_fields::subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq};
use vorpal_fields::{Field, PrimeField};
use vorpal_limbs::fault::{Fault, PLANTED, wake};
use vorpal_limbs::taint;
use vorpal_trace::{Check, Leak};

#[test]
fn point_operations_are_constant_time() {
    vorpal_trace::check(&Check {
        test: "curves::point_operations_are_constant_time",
        built: taint::built,
        in_use: taint::in_use,
        prepare: || {
            black_box(Banderwagon::generator());
        },
        operations,
        on_processor: points,
        // A build without faults contains only the leaks of this test.
        leaks: if PLANTED { &LEAKS } else { &LEAKS[..2] },
    });
}

/// Leaks in this test, and faults in the crates that can be activated. The tests of `limbs` cover further faults.
const LEAKS: [Leak; 7] = [
    Leak { name: "equality as a bool", backend: "auto", run: leak },
    Leak { name: "a hash in variable time", backend: "auto", run: leak_message },
    Leak { name: "lookup", backend: "auto", run: || run_with(Fault::Lookup) },
    Leak { name: "kernel of packed values", backend: "avx2-fma", run: || run_with(Fault::Avx2FmaKernel) },
    Leak { name: "kernel of packed values", backend: "avx512-fma", run: || run_with(Fault::Avx512FmaKernel) },
    Leak { name: "kernel of packed values", backend: "avx-ifma", run: || run_with(Fault::AvxIfmaKernel) },
    Leak {
        name: "kernel of packed values",
        backend: "avx512-ifma",
        run: || run_with(Fault::Avx512IfmaKernel),
    },
];

/// Activates a fault and runs the operations on points.
fn run_with(fault: Fault) {
    wake(fault);
    points();
}

/// A secret bit.
fn secret_bit() -> Choice {
    let mut word = [black_box(1u64)];
    taint::secret(&mut word);
    Choice::from(word[0].to_le_bytes()[0])
}

/// Branches on the equality of secret points.
fn leak() {
    let (g, bit) = (Banderwagon::generator(), secret_bit());
    let point = Banderwagon::conditional_select(&g, &g.double(), bit);
    if point == g {
        black_box(1);
    }
}

/// A secret message.
fn secret_message() -> [u8; 32] {
    let mut words = [black_box(7u64); 4];
    taint::secret(&mut words);
    let mut message = [0; 32];
    for (bytes, word) in message.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    message
}

fn hasher<C: HashableCurve>() -> Option<Hasher<C, Xmd<Sha256>>> {
    Hasher::new(b"constant time").ok()
}

/// Branches on the points to which a secret message is hashed.
fn leak_message() {
    black_box(hasher::<Secp256k1>().map(|hasher| hasher.hash_to_curve_vartime(&secret_message())));
}

/// Hashes a secret message, and maps a secret element, which may be an exceptional one.
fn hashes<C: HashableCurve>(bit: Choice) {
    if let Some(hasher) = hasher::<C>() {
        black_box(hasher.hash_to_curve(&secret_message()));
    }
    let u = C::Base::conditional_select(&C::Base::ZERO, &C::Base::ONE, bit);
    black_box(map_to_curve::<C>(&u));
}

/// The operations under test, on secret points.
fn operations() {
    let bit = secret_bit();
    black_box(hasher::<Secp256k1>().map(|hasher| hasher.encode_to_curve(&secret_message())));
    hashes::<Secp256k1>(bit);
    hashes::<P256>(bit);
    hashes::<Bls12_381G1>(bit);
    hashes::<Bls12_381G2>(bit);
    hashes::<Bn254G1>(bit);
    hashes::<Bn254G2>(bit);
    points();
}

/// Operations on points.
fn points() {
    let (g, bit) = (Banderwagon::generator(), secret_bit());
    let p = Banderwagon::conditional_select(&g, &g.double(), bit);
    let q = p.double() - (p + g);
    let _ = black_box((q.ct_eq(&p), (-q).is_identity()));
    black_box(q.map_to_scalar_field());
    black_box(Banderwagon::map_to_scalar_field_batch(&[p, q, p + q]));
    black_box(q.encode());
    black_box(BANDERWAGON.encode_batch(&[p, q, p + q]));
    black_box(p.map_to_scalar_field().to_le_bytes());
    let scalar = BandersnatchScalar::from(black_box(7));
    let scalar = BandersnatchScalar::conditional_select(&scalar, &-scalar, bit);
    black_box((p * scalar, p + q.to_affine()));

    let g = Jacobian::GENERATOR;
    let affine = [g.to_affine(), g.double().to_affine()];
    let p = Jacobian::from_affine(&ConditionallySelectable::conditional_select(&affine[0], &affine[1], bit));
    let q = p.double().neg();
    let _ = black_box((q.ct_eq(&p), q.is_identity()));
    black_box(q.to_affine());
    black_box(Jacobian::normalise_batch(&[p, q]));

    complete_sums(bit);
    sums_in_jacobian_coordinates::<Secp256k1>(bit);
    sums_in_jacobian_coordinates::<Bls12_377G1>(bit);
    encodings(bit);
    packed(bit);
    multiplication_in_g2::<Bls12_381G2>(bit);
    multiplication_in_g2::<Bn254G2>(bit);
    homogeneous::<Secp256k1>(bit);
    homogeneous::<P256>(bit);
    homogeneous::<Bls12_381G1>(bit);
    homogeneous::<Bls12_381G2>(bit);
    let mut scalar = [black_box(u64::MAX); 4];
    taint::secret(&mut scalar);
    black_box(Secp256k1::ENDOMORPHISM.map(|endomorphism| endomorphism.split(&scalar)));

    let g = bls12_377::Jacobian::GENERATOR;
    let affine = [bls12_377::Affine::IDENTITY, g.double().to_affine()];
    let p: bls12_377::Affine = ConditionallySelectable::conditional_select(&affine[0], &affine[1], bit);
    if let Some(form) = Bls12_377G1::EDWARDS {
        let image = form.to_edwards(Subgroup::unchecked([p].as_slice()))[0];
        let sum = EdwardsPoint::IDENTITY.add_niels(&image).double().sub_niels(&image.neg());
        let _ = black_box((image.ct_eq(&image.neg()), sum.ct_eq(&EdwardsPoint::IDENTITY)));
        black_box(form.to_weierstrass(&sum.add(&sum, &form)));
    }
}

/// Operators on secret points of every kind: equal, opposite and other points, infinity.
fn sums_in_jacobian_coordinates<C: WeierstrassCurve>(bit: Choice) {
    let g = models::weierstrass::Jacobian::<C>::GENERATOR;
    let (infinity, affine) = (models::weierstrass::Jacobian::IDENTITY, Affine::<C>::GENERATOR);
    for other in [g.double(), g, g.neg(), infinity] {
        let point = models::weierstrass::Jacobian::conditional_select(&g, &other, bit);
        let secret = Affine::conditional_select(&affine, &Affine::IDENTITY, bit);
        black_box((point + g, g - point, point + affine, point - secret, affine + secret));
        black_box(point.add_affine_complete(&Affine::conditional_select(&affine, &-affine, bit)));
    }
}

/// Multiplication of a secret point of G2 by a secret scalar.
fn multiplication_in_g2<C: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(bit: Choice) {
    let Some(psi) = C::PSI else { return };
    let g = Affine::<C>::GENERATOR;
    let point = Affine::conditional_select(&g, &-g, bit);
    let scalar = C::Scalar::conditional_select(&C::Scalar::from(black_box(12345)), &-C::Scalar::ONE, bit);
    let product = psi.mul(&point, &scalar);
    black_box((product.to_affine(), psi.split(&scalar.to_limbs())));
}

/// Encodings and equality of secret points. Whether a point is at infinity, and the sign of `y`, are secret as well.
fn encodings(bit: Choice) {
    fn all<C: EncodableCurve>(format: &Format<C>, bit: Choice) {
        let g = Affine::<C>::GENERATOR;
        let other = Affine::conditional_select(&(-g), &Affine::IDENTITY, bit);
        for point in [Affine::conditional_select(&g, &-g, bit), other] {
            let _ = black_box((format.encode_compressed(&point), format.encode_uncompressed(&point)));
            let _ = black_box((point.ct_eq(&g), point.ct_eq(&-g)));
        }
        let points = [g, other].map(|point| models::weierstrass::Jacobian::from_affine(&point));
        black_box(format.encode_batch(&points));
    }
    all(&bls12_381::encoding::ZCASH, bit);
    all(&bls12_381::g2::encoding::ZCASH, bit);
    all(&bls12_377::encoding::ARKWORKS, bit);
    all(&bn254::encoding::GNARK, bit);
    all(&bn254::g2::encoding::ARKWORKS, bit);
    all(&pallas::encoding::PASTA, bit);
    // The length of an encoding by SEC 1 shows infinity.
    let (x, y) = secp256k1::Affine::GENERATOR.raw_coordinates();
    let y = ConditionallySelectable::conditional_select(y, &-*y, bit);
    black_box((Sec1::<Secp256k1>::compressed(x, &y), Sec1::<Secp256k1>::uncompressed(x, &y)));
}

/// Operations on sixteen packed points, and batches large enough for packed inversions.
fn packed(bit: Choice) {
    let g = Jacobian::GENERATOR;
    let points: Vec<secp256k1::Affine> = (0..16)
        .scan(g, |point, _| {
            *point = point.double();
            Some(ConditionallySelectable::conditional_select(&g.to_affine(), &point.to_affine(), bit))
        })
        .collect();
    let mut sum = PackedJacobian::read(&points);
    let [x, y] = PackedJacobian::<Secp256k1>::read_affine(&points, |point| point);
    let other = PackedJacobian::from_affine(&x, &y);
    sum.double();
    sum.add_affine(&x, &y);
    // The mask of lanes is public.
    sum.add_affine_lanes(&x, &y, black_box(0x0ff3));
    sum.add(&other);
    let mut stored = [Jacobian::IDENTITY; 16];
    sum.store(&mut stored);
    black_box(Jacobian::normalise_batch(&[stored, stored, stored].concat()));
    let xyzz: Vec<Xyzz<Secp256k1>> = stored.iter().map(Xyzz::from_jacobian).collect();
    black_box(Xyzz::normalise_batch(&xyzz));

    let g = Banderwagon::generator();
    let points = [Banderwagon::conditional_select(&g, &g.double(), bit).to_point(); 16];
    let mut sum = PackedEdwards::load(&points);
    let other = PackedEdwards::load(&points[..11]);
    sum.double();
    sum.add_unchecked(&other);
    sum.copy_lane(3, &other, 4);
    let mut stored = points;
    sum.store(&mut stored);
    black_box(stored);
    let many: Vec<Banderwagon> =
        (0..48).map(|_| Banderwagon::conditional_select(&g, &g.double(), bit)).collect();
    black_box(BANDERWAGON.encode_batch(&many));
}

/// Products of a secret scalar and a secret point, which may be at infinity, and normalisation in a batch.
fn homogeneous<C: WeierstrassCurve<Scalar: PrimeField<Limbs = [u64; 4]>>>(bit: Choice) {
    let g = models::weierstrass::Projective::<C>::GENERATOR;
    let point =
        ConditionallySelectable::conditional_select(&models::weierstrass::Projective::IDENTITY, &g, bit);
    let product = black_box(point.mul(&C::Scalar::from_le_bytes_reduced(&secret_message())));
    black_box(models::weierstrass::Projective::normalise_batch(&[product, point, product]));
}

/// The complete formulas. Whether points are at infinity, equal or opposite is secret as well.
fn complete_sums(bit: Choice) {
    let g = secp256k1::Affine::GENERATOR;
    for (one, other) in [(g, Jacobian::GENERATOR.double().to_affine()), (secp256k1::Affine::IDENTITY, g)] {
        let mut affine = secp256k1::Affine::conditional_select(&one, &other, bit);
        affine.conditional_negate(bit);
        let p = Projective::from_affine(&affine);
        let q = Projective::conditional_select(&Projective::IDENTITY, &p.double(), bit);
        for sum in [p.add(&q), p.add(&p), p.add(&p.neg()), q.add_affine(&affine), p.add_affine(&-affine)] {
            let _ = black_box((sum.ct_eq(&p), sum.is_identity()));
            black_box((sum.to_affine(), sum.double().to_jacobian(), sum.double_times(3)));
        }
        let mut number = [black_box(2u64)];
        taint::secret(&mut number);
        black_box(Projective::lookup(&[p, q, p.double()], number[0]));
        black_box(secp256k1::Affine::lookup(&[affine, g, -affine], number[0]));
    }
}
