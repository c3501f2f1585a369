//! The choice of backends, which a process makes once: so in processes of their own.

#![cfg(feature = "std")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::process::Command;
use vorpal_limbs::backend::{Backend, VARIABLE};

/// What the other test asks a process of its own.
#[test]
fn says_what_it_takes() {
    let accepted = Backend::check_environment().is_ok();
    println!("<{} {} {accepted}>", Backend::active().name(), Backend::of_batches().name());
}

/// The names that a process says with this value: of single numbers, of batches, and whether the value is
/// accepted.
fn ask(value: Option<&str>) -> [String; 3] {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "choice::says_what_it_takes", "--nocapture"]).env_remove(VARIABLE);
    if let Some(value) = value {
        command.env(VARIABLE, value);
    }
    let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let (_, answer) = output.split_once('<').unwrap();
    let words: Vec<String> = answer.split_once('>').unwrap().0.split(' ').map(String::from).collect();
    words.try_into().unwrap()
}

/// Which of these names comes first, and is at most `limit`.
fn best(here: &[(&str, bool)], limit: usize) -> String {
    let (name, _) = here[..=limit].iter().rev().find(|(_, is_here)| *is_here).unwrap();
    (*name).to_string()
}

#[test]
fn the_environment_limits_the_choice() {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)))]
    let here = {
        use vorpal_limbs::backend::{Avx2Fma, Avx512Ifma, Bmi2Adx};
        [
            ("portable", true),
            ("bmi2+adx", Bmi2Adx::detect().is_some()),
            ("avx2-fma", Avx2Fma::detect().is_some()),
            ("avx512-ifma", Avx512Ifma::detect().is_some()),
        ]
    };
    #[cfg(not(all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable))))]
    let here = [("portable", true), ("bmi2+adx", false), ("avx2-fma", false), ("avx512-ifma", false)];
    for (limit, (name, _)) in here.iter().enumerate() {
        let expected = [best(&here, limit.min(1)), best(&here, limit), "true".to_string()];
        assert_eq!(ask(Some(name)), expected, "{name}");
    }
    let everything = [best(&here, 1), best(&here, 3), "true".to_string()];
    assert_eq!(ask(None), everything);
    assert_eq!(ask(Some("auto")), everything);
    assert_eq!(ask(Some("gpu"))[..2], everything[..2]);
    assert_eq!(ask(Some("gpu"))[2], "false");
}
