//! Trusted setups: their forms, their tables, and what is refused.

use std::ffi::CString;
use std::sync::Arc;

use c_kzg::{Blob, Error, KzgSettings, ethereum_kzg_settings, ethereum_kzg_settings_arc};
use vorpal_kzg::Setup;
use vorpal_oracle::data::{bytes, folder};

/// A blob of many different scalars.
fn blob() -> Blob {
    let mut blob = Blob::default();
    for (i, scalar) in blob.chunks_mut(32).enumerate() {
        scalar[20..28].copy_from_slice(&(i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    }
    blob
}

/// Whether settings compute the same as those of the ceremony.
fn agree(settings: &KzgSettings) -> bool {
    let (blob, ethereum) = (blob(), ethereum_kzg_settings(0));
    let commitments =
        [settings, ethereum].map(|settings| settings.blob_to_kzg_commitment(&blob).unwrap().to_bytes());
    let proofs = [settings, ethereum].map(|settings| {
        let (_, proofs) = settings.compute_cells_and_kzg_proofs(&blob).unwrap();
        proofs.map(|proof| proof.to_bytes())
    });
    let proof = settings.compute_blob_kzg_proof(&blob, &commitments[0]).unwrap().to_bytes();
    commitments[0] == commitments[1]
        && proofs[0] == proofs[1]
        && ethereum.verify_blob_kzg_proof(&blob, &commitments[1], &proof).unwrap()
        && settings.verify_blob_kzg_proof(&blob, &commitments[1], &proof).unwrap()
}

#[test]
fn settings_of_the_ceremony_are_shared() {
    assert!(std::ptr::eq(ethereum_kzg_settings(1), &*ethereum_kzg_settings_arc(1)));
    assert!(Arc::ptr_eq(&ethereum_kzg_settings_arc(0), &ethereum_kzg_settings_arc(0)));
    assert_ne!(ethereum_kzg_settings(0), ethereum_kzg_settings(1));
    let error = std::panic::catch_unwind(|| ethereum_kzg_settings(16)).unwrap_err();
    assert_eq!(error.downcast_ref::<String>().unwrap(), "precompute is 16; 0 to 15 are supported");
}

/// The memory of tables is that of c-kzg, and results do not depend on it.
#[test]
fn tables_have_the_memory_of_c_kzg() {
    for (precompute, limit) in [(1, 3 << 19), (2, 3 << 19), (3, 3 << 20), (5, 12 << 20)] {
        let settings = ethereum_kzg_settings(precompute);
        let used = settings.as_ref().table_plan().bytes();
        assert!(used <= limit && used > limit / 2, "{precompute}: {used} of {limit}");
        let explained = settings.as_ref().explain().to_string();
        assert_eq!(explained.contains("commitments: no tables"), precompute < 3, "{precompute}: {explained}");
        if [1, 5].contains(&precompute) {
            assert!(agree(settings), "{precompute}");
        }
    }
    let settings = KzgSettings::from(Setup::ethereum());
    assert!(agree(&settings));
    assert_eq!(settings, settings);
    assert_ne!(&settings, ethereum_kzg_settings(0));
}

#[test]
fn files_texts_and_points_are_the_ceremony() {
    let Some(folder) = folder("evm/kzg", "the points of the ceremony") else { return };
    let path = folder.join("trusted_setup.txt");
    let of_file = KzgSettings::load_trusted_setup_file(&path, 0).unwrap();
    let of_c_path = CString::new(path.to_str().unwrap()).unwrap();
    let of_c_path = KzgSettings::load_trusted_setup_file_inner(&of_c_path, 1).unwrap();
    assert_eq!(of_c_path.as_ref().table_plan(), ethereum_kzg_settings(1).as_ref().table_plan());
    let text = std::fs::read_to_string(&path).unwrap();
    let of_text = KzgSettings::parse_kzg_trusted_setup(&text, 0).unwrap();
    for settings in [&of_file, &of_c_path, &of_text] {
        assert!(agree(settings));
    }

    let lines: Vec<&str> = text.lines().collect();
    let list = |lines: &[&str]| bytes(&lines.concat());
    let lagrange = list(&lines[2..2 + 4096]);
    let powers_g2 = list(&lines[2 + 4096..2 + 4096 + 65]);
    let powers = list(&lines[2 + 4096 + 65..]);
    assert!(agree(&KzgSettings::load_trusted_setup(&powers, &lagrange, &powers_g2, 0).unwrap()));
    for (powers, lagrange, powers_g2, precompute) in [
        (&powers[..], &lagrange[..], &powers_g2[..], 16),
        (&lagrange[..], &powers[..], &powers_g2[..], 0),
        (&powers[1..], &lagrange[..], &powers_g2[..], 0),
        (&powers[..], &lagrange[48..], &powers_g2[..], 0),
        (&powers[..], &lagrange[..], &[][..], 0),
    ] {
        let error = KzgSettings::load_trusted_setup(powers, lagrange, powers_g2, precompute).unwrap_err();
        assert!(matches!(error, Error::InvalidTrustedSetup(_)), "{error:?}");
    }

    let parsed = |text: &str| KzgSettings::parse_kzg_trusted_setup(text, 0).unwrap_err().to_string();
    assert_eq!(parsed(""), "KzgErrors: FileFormatError");
    assert_eq!(parsed("x"), "KzgErrors: ParseError");
    assert_eq!(parsed("4096\n64"), "KzgErrors: MismatchedNumberOfPoints");
    assert_eq!(parsed(&lines[..4000].join("\n")), "KzgErrors: FileFormatError");
    assert_eq!(parsed(&(text.clone() + "\n00")), "KzgErrors: FileFormatError");
    assert_eq!(parsed(&text.replacen(lines[9], "00", 1)), "KzgErrors: ParseError");
    let exchanged = text.replacen(lines[9], lines[10], 1);
    let error = KzgSettings::parse_kzg_trusted_setup(&exchanged, 0).unwrap_err();
    assert!(matches!(error, Error::InvalidTrustedSetup(_)), "{error:?}");
    let absent = KzgSettings::load_trusted_setup_file(&folder.join("absent"), 0).unwrap_err();
    assert!(matches!(&absent, Error::InvalidTrustedSetup(text) if text.contains("absent")), "{absent:?}");
}
