//! Constant time of point operations, under valgrind (`vorpal_oracle::valgrind`).

#![forbid(unsafe_code)]

use std::hint::black_box;

use vorpal_curves::Group;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::bls12_377::{self, Bls12_377G1};
use vorpal_curves::secp256k1::{self, Jacobian, Projective, Secp256k1};
use vorpal_curves::shapes::weierstrass::{EdwardsPoint, Subgroup, WeierstrassCurve};
use vorpal_fields::subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq};
use vorpal_limbs::taint;

#[test]
fn nothing_branches_on_points() {
    vorpal_oracle::valgrind::check("nothing_branches_on_points", operations, leak);
}

/// A bit of which valgrind takes the value for a secret.
fn secret_bit() -> Choice {
    let mut word = [black_box(1u64)];
    taint::secret(&mut word);
    Choice::from(word[0].to_le_bytes()[0])
}

fn leak() {
    let (g, bit) = (Banderwagon::generator(), secret_bit());
    let point = Banderwagon::conditional_select(&g, &g.double(), bit);
    if point == g {
        black_box(1);
    }
}

fn operations() {
    let (g, bit) = (Banderwagon::generator(), secret_bit());
    let p = Banderwagon::conditional_select(&g, &g.double(), bit);
    let q = p.double() - (p + g);
    let _ = black_box((q.ct_eq(&p), (-q).is_identity()));
    black_box(q.map_to_scalar_field());
    black_box(Banderwagon::map_to_scalar_field_batch(&[p, q, p + q]));
    black_box(q.encode());
    black_box(Banderwagon::encode_batch(&[p, q, p + q]));
    black_box(p.map_to_scalar_field().to_le_bytes());

    let g = Jacobian::GENERATOR;
    let affine = [g.to_affine(), g.double().to_affine()];
    let p = Jacobian::from_affine(&ConditionallySelectable::conditional_select(&affine[0], &affine[1], bit));
    let q = p.double().neg();
    let _ = black_box((q.ct_eq(&p), q.is_infinity()));
    black_box(q.to_affine());
    black_box(Jacobian::normalise_batch(&[p, q]));

    complete_sums(bit);

    let mut scalar = [black_box(u64::MAX); 4];
    taint::secret(&mut scalar);
    black_box(Secp256k1::ENDOMORPHISM.map(|endomorphism| endomorphism.split(&scalar)));

    let g = bls12_377::Jacobian::GENERATOR;
    let affine = [bls12_377::Affine::INFINITY, g.double().to_affine()];
    let p: bls12_377::Affine = ConditionallySelectable::conditional_select(&affine[0], &affine[1], bit);
    if let Some(form) = Bls12_377G1::EDWARDS {
        let image = form.to_edwards(Subgroup::unchecked([p].as_slice()))[0];
        let sum = EdwardsPoint::IDENTITY.add_niels(&image).double().sub_niels(&image.neg());
        black_box(form.to_weierstrass(&sum.add(&sum, &form)));
    }
}

/// Whether a point is infinity, equal to another one or its opposite, is a secret too.
fn complete_sums(bit: Choice) {
    let g = secp256k1::Affine::GENERATOR;
    for (one, other) in [(g, Jacobian::GENERATOR.double().to_affine()), (secp256k1::Affine::INFINITY, g)] {
        let mut affine = secp256k1::Affine::conditional_select(&one, &other, bit);
        affine.conditional_negate(bit);
        let p = Projective::from_affine(&affine);
        let q = Projective::conditional_select(&Projective::IDENTITY, &p.double(), bit);
        for sum in [p.add(&q), p.add(&p), p.add(&p.neg()), q.add_affine(&affine), p.add_affine(&-affine)] {
            let _ = black_box((sum.ct_eq(&p), sum.is_infinity()));
            black_box((sum.to_affine(), sum.double().to_jacobian(), sum.double_times(3)));
        }
        let mut number = [black_box(2u64)];
        taint::secret(&mut number);
        black_box(Projective::lookup(&[p, q, p.double()], number[0]));
        black_box(secp256k1::Affine::lookup(&[affine, g, -affine], number[0]));
    }
}
