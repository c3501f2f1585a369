//! Tests revm's precompile `ecrecover` with `VorpalCrypto` installed. The installation is permanent, so this is a
//! separate process.

#![cfg(feature = "revm43")]

mod common;

use revm_precompile::secp256k1::ec_recover_run;
use revm_precompile::{PrecompileHalt, crypto, install_crypto};
use vorpal_interop::VorpalCrypto;

use common::hex;

/// Inputs and outputs of go-ethereum's tests of the precompile (`core/vm/testdata/precompiles/ecRecover.json`).
const VECTORS: [(&str, &str, &str); 4] = [
    (
        "unrecoverable",
        "a8b53bdf3306a35a7103ab5504a0c9b492295564b6202b1942a84ef300107281\
         000000000000000000000000000000000000000000000000000000000000001b\
         3078356531653033663533636531386237373263636230303933666637316633\
         6635336635633735623734646362333161383561613862383839326234653862\
         1122334455667788991011121314151617181920212223242526272829303132",
        "",
    ),
    (
        "valid, with a high s",
        "18c547e4f7b0f325ad1e56f57e26c745b09a3e503d86e00e5255ff7f715d3d1c\
         000000000000000000000000000000000000000000000000000000000000001c\
         73b1693892219d736caba55bdb67216e485557ea6b6af75f37096c9aa6a5a75f\
         eeb940b1d03b21e36b0e47e79769f095fe2ab855bd91e3a38756b7d75a9c4549",
        "000000000000000000000000a94f5374fce5edbc8e2a8697c15331677e6ebf0b",
    ),
    (
        "a bit set above v",
        "18c547e4f7b0f325ad1e56f57e26c745b09a3e503d86e00e5255ff7f715d3d1c\
         100000000000000000000000000000000000000000000000000000000000001c\
         73b1693892219d736caba55bdb67216e485557ea6b6af75f37096c9aa6a5a75f\
         eeb940b1d03b21e36b0e47e79769f095fe2ab855bd91e3a38756b7d75a9c4549",
        "",
    ),
    ("nothing", "", ""),
];

#[test]
fn ecrecover_uses_the_installed_provider() {
    assert!(install_crypto(VorpalCrypto));
    assert!(!install_crypto(VorpalCrypto), "the first one stays");
    assert_eq!(format!("{:?}", crypto()), "VorpalCrypto");
    for (name, input, output) in VECTORS {
        let answer = ec_recover_run(&hex(input), 3000).expect(name);
        assert_eq!((answer.gas_used, &answer.bytes[..]), (3000, &hex(output)[..]), "{name}");
        assert_eq!(ec_recover_run(&hex(input), 2999), Err(PrecompileHalt::OutOfGas), "{name}");
    }
}
