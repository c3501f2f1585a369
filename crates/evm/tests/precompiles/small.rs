//! Signatures, hashes, and names.

use vorpal_evm::{Precompile, Rules};

use crate::{hex, run};

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

#[test]
fn names_and_addresses() {
    for (i, precompile) in Precompile::ALL.iter().enumerate() {
        let expected = if *precompile == Precompile::P256Verify { 0x100 } else { i + 1 };
        assert_eq!(usize::from(precompile.address()), expected);
        assert!(precompile.name().chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
    }
    assert_eq!(Precompile::Identity.gas(&[0; 33], Rules::NEWEST), 21);
    assert_eq!(run(Precompile::Identity, &[1, 2]), Ok(vec![1, 2]));
    assert_eq!(run(Precompile::Sha256, &[]).unwrap()[..4], [0xe3, 0xb0, 0xc4, 0x42]);
    assert_eq!(run(Precompile::Ripemd160, &[]).unwrap()[..16], hex("0000000000000000000000009c1185a5"));
}
