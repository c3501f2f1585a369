//! Trusted setups and tables.

use rust_eth_kzg::constants::RECOMMENDED_PRECOMP_WIDTH;
use rust_eth_kzg::{DASContext, TrustedSetup, UsePrecomp};
use vorpal_oracle::data::folder;

#[test]
fn tables_have_the_memory_of_the_replaced_crate() {
    let setup = TrustedSetup::default();
    for (width, limit) in [(0, 3 << 19), (1, 3 << 19), (2, 3 << 19), (4, 6 << 20)] {
        let context = DASContext::new(&setup, UsePrecomp::Yes { width });
        let used = context.as_ref().table_plan().bytes();
        assert!(used <= limit && used > limit / 2, "{width}: {used} of {limit}");
    }
    assert_eq!(RECOMMENDED_PRECOMP_WIDTH, 8);
    let plain = DASContext::new(&setup, UsePrecomp::No).as_ref().table_plan();
    assert_eq!(plain, DASContext::default().as_ref().table_plan());
}

/// The JSON of the specification has the same points as c-kzg's text.
#[test]
fn json_is_the_ceremony() {
    let Some(folder) = folder("evm/kzg", "the points of the ceremony") else { return };
    let text = std::fs::read_to_string(folder.join("trusted_setup.txt")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let list = |range: std::ops::Range<usize>| {
        let points: Vec<String> = lines[range].iter().map(|line| format!("\"0x{line}\"")).collect();
        points.join(",")
    };
    let json = |lagrange: &str| {
        let (powers_g2, powers) = (list(4098..4163), list(4163..8259));
        format!("{{\"g1_monomial\":[{powers}],\"g1_lagrange\":[{lagrange}],\"g2_monomial\":[{powers_g2}]}}")
    };
    let mut blob = [0; 131_072];
    blob.iter_mut().skip(31).step_by(32).zip(0..).for_each(|(byte, i)| *byte = (i % 251) as u8);
    let expected = DASContext::default().blob_to_kzg_commitment(&blob).unwrap();
    let complete = json(&list(2..4098));
    for setup in [TrustedSetup::from_json(&complete), TrustedSetup::from_json_unchecked(&complete)] {
        let context = DASContext::new(&setup, UsePrecomp::No);
        assert_eq!(context.blob_to_kzg_commitment(&blob).unwrap(), expected);
    }
    // A point is missing; the list of another basis; nothing.
    for wrong in [json(&list(3..4098)), json(&list(4163..8259)), "{}".into(), String::new()] {
        let panic = std::panic::catch_unwind(|| TrustedSetup::from_json(&wrong)).unwrap_err();
        let text = panic.downcast_ref::<String>().unwrap();
        assert!(text.starts_with("trusted setup: "), "{text}");
    }
}
