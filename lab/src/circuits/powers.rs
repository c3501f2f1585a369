//! Powers of tau, and Lagrange bases, for a known tau.

use ark_bn254::{Fq, Fr};
use ark_ff::{FftField, Field, batch_inversion};

use super::encode::{File, g1, g2, prime};
use super::secrets::{Secrets, in_g1, in_g2};

/// The values at tau of the Lagrange polynomials of the domain of `2^log_size` points: `(tau^n - 1) w^i / (n (tau -
/// w^i))`. The root of unity is that of snarkjs, which for this field is arkworks' too.
pub(super) fn lagrange(tau: &Fr, log_size: u32) -> Vec<Fr> {
    let n = 1u64 << log_size;
    let root = Fr::get_root_of_unity(n).expect("the field has a domain of the size");
    let points: Vec<Fr> = successive(Fr::ONE, root).take(1 << log_size).collect();
    let mut inverses: Vec<Fr> = points.iter().map(|point| Fr::from(n) * (*tau - point)).collect();
    batch_inversion(&mut inverses);
    let vanishing = tau.pow([n]) - Fr::ONE;
    points.iter().zip(inverses).map(|(point, inverse)| vanishing * point * inverse).collect()
}

/// Those of the domain of twice the size at its odd points.
pub(super) fn odd_lagrange(tau: &Fr, log_size: u32) -> Vec<Fr> {
    lagrange(tau, log_size + 1).into_iter().skip(1).step_by(2).collect()
}

fn successive(first: Fr, factor: Fr) -> impl Iterator<Item = Fr> {
    std::iter::successors(Some(first), move |value| Some(*value * factor))
}

/// The file `.ptau` with `2^log_size` powers, prepared for keys of that domain. All other points are infinity: of
/// smaller domains, and of the lists of which a key takes the first point.
pub(super) fn file(log_size: u32) -> Vec<u8> {
    let Secrets { tau, alpha, beta, .. } = Secrets::new();
    let n = 1usize << log_size;
    let list = |scalars: &[Fr]| in_g1(scalars).iter().flat_map(g1).collect::<Vec<u8>>();
    let list_g2 = |scalars: &[Fr]| in_g2(scalars).iter().flat_map(g2).collect::<Vec<u8>>();
    let padded = |first: Vec<u8>, length: usize| {
        let mut bytes = first;
        bytes.resize(length, 0);
        bytes
    };
    // The points of smaller domains come first.
    let after_smaller = |levels: Vec<u8>, size: usize| [vec![0; size * (n - 1)], levels].concat();
    let times = |factor: Fr, values: &[Fr]| values.iter().map(|value| *value * factor).collect::<Vec<_>>();
    let basis = lagrange(&tau, log_size);
    // The basis of twice the domain is that of one power fewer: each polynomial lacks its last coefficient, w^i / 2n.
    let root = Fr::get_root_of_unity(2 * n as u64).expect("the field has a domain of twice the size");
    let last = tau.pow([2 * n as u64 - 1]) * Fr::from(2 * n as u64).inverse().expect("it is below the prime");
    let double = lagrange(&tau, log_size + 1).into_iter().zip(successive(last, root));
    let double: Vec<Fr> = double.map(|(value, lacking)| value - lacking).collect();
    let powers: Vec<Fr> = successive(Fr::ONE, tau).take(2 * n - 1).collect();
    let header = [&prime::<Fq>()[..], &log_size.to_le_bytes(), &log_size.to_le_bytes()].concat();
    File::new(b"ptau", 1, 11)
        .section(1, &header)
        .section(2, &list(&powers))
        .section(3, &padded(list_g2(&[Fr::ONE]), 128 * n))
        .section(4, &padded(list(&[alpha]), 64 * n))
        .section(5, &padded(list(&[beta]), 64 * n))
        .section(6, &list_g2(&[beta]))
        .section(7, &0u32.to_le_bytes())
        .section(12, &after_smaller([list(&basis), list(&double)].concat(), 64))
        .section(13, &after_smaller(list_g2(&basis), 128))
        .section(14, &after_smaller(list(&times(alpha, &basis)), 64))
        .section(15, &after_smaller(list(&times(beta, &basis)), 64))
        .finish()
}
