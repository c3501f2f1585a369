//! Signatures, hashes, and names.

use num_bigint::BigUint;
use vorpal_evm::{Error, Precompile, Rules};
use vorpal_fields::primes::Secp256k1Scalar;
use vorpal_oracle::big::from_limbs;

use crate::{hex, run};

/// The names of revm's and alloy's lists, and the addresses of the standards.
#[test]
fn names_and_addresses() {
    let names = "ecrecover sha256 ripemd160 identity modexp bn254_g1_add bn254_g1_mul bn254_pairing_check blake2f \
                 point_evaluation bls12_381_g1_add bls12_381_g1_msm bls12_381_g2_add bls12_381_g2_msm \
                 bls12_381_pairing_check bls12_381_fp_to_g1 bls12_381_fp2_to_g2 p256verify";
    assert_eq!(Precompile::ALL.map(Precompile::name).join(" "), names);
    let addresses: Vec<u16> = (1..=17).chain([0x100]).collect();
    assert_eq!(Precompile::ALL.map(Precompile::address).to_vec(), addresses);
    for address in 0..=u16::MAX {
        let expected =
            addresses.iter().position(|other| *other == address).map(|index| Precompile::ALL[index]);
        assert_eq!(Precompile::from_address(address), expected, "{address}");
    }
}

#[test]
fn signatures() {
    // The first transaction of Ethereum's mainnet, block 46147.
    let hash = "19b1e28c14f33e74b96b88eba97d4a4fc8a97638d72e972310025b7e1189b049";
    let r = "88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0";
    let s = "45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a";
    let v = format!("{:064x}", 28);
    let input = hex(&[hash, &v, r, s].concat());
    let expected = hex("000000000000000000000000a1e4380a3b1f749673e270229993ee55f35663b4");
    assert_eq!(run(Precompile::EcRecover, &input), Ok(expected.clone()));
    // Further bytes are ignored; no failure without a key.
    assert_eq!(run(Precompile::EcRecover, &[&input[..], &[1]].concat()), Ok(expected));
    assert_eq!(run(Precompile::EcRecover, &[]), Ok(vec![]));
    assert_eq!(run(Precompile::EcRecover, &input[..127]).map(|output| output.len()), Ok(32));
    for (index, byte) in [(63, 26), (63, 29), (63, 0), (32, 1), (62, 1)] {
        let mut wrong = input.clone();
        wrong[index] = byte;
        assert_eq!(run(Precompile::EcRecover, &wrong), Ok(vec![]), "v is exactly 27 or 28");
    }
    for range in [64..96, 96..128] {
        for byte in [0, 0xff] {
            let mut wrong = input.clone();
            wrong[range.clone()].fill(byte);
            assert_eq!(run(Precompile::EcRecover, &wrong), Ok(vec![]), "r and s are scalars other than zero");
        }
    }
}

/// The other half of the range of `s` with the other `v` has the same signer; `r` and `s` are below the order.
#[test]
fn signatures_with_large_numbers() {
    let hash = "19b1e28c14f33e74b96b88eba97d4a4fc8a97638d72e972310025b7e1189b049";
    let r = "88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0";
    let s = "45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a";
    let n = from_limbs(&Secp256k1Scalar::MODULUS);
    let signer = hex("000000000000000000000000a1e4380a3b1f749673e270229993ee55f35663b4");
    let input = |v: u8, r: &BigUint, s: &BigUint| hex(&format!("{hash}{v:064x}{r:064x}{s:064x}"));
    let [r, s] = [r, s].map(|digits| BigUint::parse_bytes(digits.as_bytes(), 16).unwrap());
    let recover = |v, r: &BigUint, s: &BigUint| run(Precompile::EcRecover, &input(v, r, s));
    assert_eq!(recover(28, &r, &s), Ok(signer.clone()));
    assert_eq!(recover(27, &r, &(&n - &s)), Ok(signer));
    for v in [27, 28] {
        for (r, s) in [(&n, &s), (&r, &n), (&(&n + 1u8), &s), (&r, &(&n + 1u8))] {
            assert_eq!(recover(v, r, s), Ok(vec![]));
        }
        // No point has this x.
        assert_eq!(recover(v, &5u8.into(), &s), Ok(vec![]));
    }
}

/// A hash is reduced modulo the order, and numbers in range that give infinity give no address: `s R = z G`.
#[test]
fn signatures_without_a_key() {
    let n = from_limbs(&Secp256k1Scalar::MODULUS);
    let (k, s) = (BigUint::from(77u8), BigUint::from(99u8));
    let (x, y) = vorpal_oracle::secp256k1::multiple(&k).unwrap();
    let v = 27 + u8::from(y.bit(0));
    let z = &k * &s % &n;
    let recover = |v: u8, z: &BigUint| {
        run(Precompile::EcRecover, &hex(&format!("{z:064x}{v:064x}{x:064x}{s:064x}"))).unwrap()
    };
    assert!(recover(v, &z).is_empty());
    assert!(recover(v, &(&z + &n)).is_empty(), "the same hash modulo the order");
    assert_eq!(recover(55 - v, &z).len(), 32, "the opposite point has a key");
    assert_eq!(recover(v, &(&z + 1u8)), recover(v, &(&z + &n + 1u8)));
    assert_ne!(recover(v, &(&z + 1u8)), recover(v, &(&z + 2u8)));
}

/// Inputs in which every word is set, the high word of the offset too, which is zero in published vectors: byte `i`
/// after the rounds `r` is `7 i^2 + 13 i + r`. The outputs come from a transcription of RFC 7693 into Python, which
/// agrees with the vectors of EIP-152.
#[test]
fn compression_with_all_words() {
    let input = |rounds: u32, flag: u8| -> Vec<u8> {
        let words = (0..208).map(|i| (7 * i * i + 13 * i + rounds).to_le_bytes()[0]);
        rounds.to_be_bytes().into_iter().chain(words).chain([flag]).collect()
    };
    for (rounds, flag, output) in [
        (
            7,
            0,
            "5e86840118c11f78e403e256c961d54bdcc1d2ffb8147820667495ac2eec035d\
             14e9a6c33e5949c323e58806545b24e25e8853f82b4e6f9db991e94ee2d297a1",
        ),
        (
            23,
            1,
            "a68f2e93ca480c790b3fe28141987d15c374f17d1a6a4ca6496d5fed1f05597a\
             3d5ea7ba7bc64287f3138a4cf48e4eb1dd5bce2e213334b26f5d66bf86f78404",
        ),
    ] {
        assert_eq!(run(Precompile::Blake2F, &input(rounds, flag)), Ok(hex(output)));
        assert_eq!(Precompile::Blake2F.gas(&input(rounds, flag), Rules::NEWEST), u64::from(rounds));
    }
    // The rounds of an input of another length cost nothing, as the call fails.
    for length in [0, 3, 4, 212, 214] {
        let input = vec![0xff; length];
        assert_eq!(Precompile::Blake2F.gas(&input, Rules::NEWEST), 0, "{length}");
        assert_eq!(run(Precompile::Blake2F, &input), Err(Error::Length { found: length }));
    }
    for found in [2, 0x80, 0xff] {
        assert_eq!(run(Precompile::Blake2F, &input(0, found)), Err(Error::Flag { found }));
    }
}

/// The price of part of a word is that of a word.
#[test]
fn gas_by_words() {
    for (contract, base, word) in
        [(Precompile::Sha256, 60, 12), (Precompile::Ripemd160, 600, 120), (Precompile::Identity, 15, 3)]
    {
        for (length, words) in [(0, 0), (1, 1), (31, 1), (32, 1), (33, 2), (64, 2), (65, 3)] {
            assert_eq!(contract.gas(&vec![0; length], Rules::NEWEST), base + word * words, "{length}");
        }
    }
}

#[test]
fn hashes_and_the_identity() {
    assert_eq!(Precompile::Identity.gas(&[0; 33], Rules::NEWEST), 21);
    assert_eq!(run(Precompile::Identity, &[1, 2]), Ok(vec![1, 2]));
    assert_eq!(run(Precompile::Sha256, &[]).unwrap()[..4], [0xe3, 0xb0, 0xc4, 0x42]);
    assert_eq!(run(Precompile::Ripemd160, &[]).unwrap()[..16], hex("0000000000000000000000009c1185a5"));
}
