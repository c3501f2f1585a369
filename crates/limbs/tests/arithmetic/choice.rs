//! The choice of backends. A process makes it once, so each case runs in a child process.

#![cfg(feature = "std")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vorpal_limbs::backend::{Backend, VARIABLE};
use vorpal_oracle::process::this_program;

/// The child process: prints the backends in use, and whether the environment variable is valid.
#[test]
fn child_reports_its_backends() {
    let accepted = Backend::check_environment().is_ok();
    println!("<{} {} {accepted}>", Backend::active().name(), Backend::of_batches().name());
}

/// Runs the child process with this value of the variable. Returns the backend of single numbers, the backend of
/// batches, and whether the value is valid.
fn backends_with(value: Option<&str>) -> [String; 3] {
    let mut command = this_program();
    command.args(["--exact", "choice::child_reports_its_backends", "--nocapture"]).env_remove(VARIABLE);
    if let Some(value) = value {
        command.env(VARIABLE, value);
    }
    let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let (_, report) = output.split_once('<').unwrap();
    let words: Vec<String> = report.split_once('>').unwrap().0.split(' ').map(String::from).collect();
    words.try_into().unwrap()
}

/// The best supported backend with an index of at most `limit`.
fn best(backends: &[(&str, bool)], limit: usize) -> String {
    let (name, _) = backends[..=limit].iter().rev().find(|(_, is_supported)| *is_supported).unwrap();
    (*name).to_string()
}

/// The backend of batches that the processor has, and that is in use where the environment names it: the kernels of
/// AVX-IFMA in the encoding of AVX-512, or those of NEON. The processor decides whether the latter are in use without.
fn by_name() -> Option<&'static str> {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
    return vorpal_limbs::backend::Avx512VlIfma::detect().map(|_| "avx-ifma");
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", not(vorpal_portable)))]
    return vorpal_limbs::backend::NeonFma::detect().map(|_| NEON);
    #[allow(unreachable_code, reason = "other processors")]
    None
}

/// The backend of AArch64 for batches.
const NEON: &str = "neon-fma";

#[test]
fn the_environment_limits_the_choice() {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
    let backends = {
        use vorpal_limbs::backend::{Avx2Fma, Avx512Fma, Avx512Ifma, AvxIfma, Bmi2Adx};
        [
            ("portable", true),
            ("wasm32", false),
            ("simd128", false),
            ("relaxed-simd", false),
            ("aarch64", false),
            ("neon-fma", false),
            ("bmi2+adx", Bmi2Adx::detect().is_some()),
            ("avx2-fma", Avx2Fma::detect().is_some()),
            ("avx512-fma", Avx512Fma::detect().is_some()),
            ("avx-ifma", AvxIfma::detect().is_some()),
            ("avx512-ifma", Avx512Ifma::detect().is_some()),
        ]
    };
    #[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable))))]
    let backends = [
        ("portable", true),
        ("wasm32", false),
        ("simd128", false),
        ("relaxed-simd", false),
        ("aarch64", cfg!(all(target_arch = "aarch64", target_pointer_width = "64", not(vorpal_portable)))),
        ("neon-fma", false),
        ("bmi2+adx", false),
        ("avx2-fma", false),
        ("avx512-fma", false),
        ("avx-ifma", false),
        ("avx512-ifma", false),
    ];
    assert!(backends.iter().map(|(name, _)| *name).eq(Backend::ALL.map(Backend::name)));
    let single = backends.iter().position(|(name, _)| *name == "bmi2+adx").unwrap();
    let is_free = |limit: usize| by_name() == Some(NEON) && backends[limit].0 != NEON && limit >= single;
    let check = |value: Option<&str>, limit: usize| {
        let [numbers, batches, is_valid] = backends_with(value);
        assert_eq!((numbers, &*is_valid), (best(&backends, limit.min(single)), "true"), "{value:?}");
        let named = by_name().filter(|name| value == Some(*name));
        let expected = named.map_or_else(|| best(&backends, limit), str::to_string);
        assert!(batches == expected || batches == NEON && is_free(limit), "{value:?}: {batches}, {expected}");
    };
    for (limit, (name, _)) in backends.iter().enumerate() {
        check(Some(name), limit);
    }
    check(None, backends.len() - 1);
    check(Some("auto"), backends.len() - 1);
    let unlimited = backends_with(None);
    assert_eq!(backends_with(Some("gpu"))[..2], unlimited[..2]);
    assert_eq!(backends_with(Some("gpu"))[2], "false");
}
