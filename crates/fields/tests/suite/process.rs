//! Tests in processes of their own: a process chooses its backend once, and counters are the process's.

use std::process::Command;

use vorpal_limbs::backend::{Backend, VARIABLE};

/// Runs one test that is ignored otherwise, by its full name, on the backend named or on the best; gives its output.
pub(super) fn alone(test: &str, backend: Option<&str>) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]);
    command.envs(backend.map(|name| (VARIABLE, name)));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{test} on {backend:?}: {text}\n{errors}");
    text
}

/// Says which backend this process has and what it found, for [`on_every_backend`].
pub(super) fn answer(found: &str) {
    println!("<{}:{found}>", Backend::of_batches().name());
}

/// Runs a test that gives an [`answer`] on every backend; says which ones this processor lacks. Answers by backend.
pub(super) fn on_every_backend(test: &str) -> Vec<(String, String)> {
    let answers = ["portable", "bmi2+adx", "avx2-fma", "avx512-ifma"].into_iter().map(|name| {
        let text = alone(test, Some(name));
        let (_, answer) = text.split_once('<').unwrap();
        let (backend, found) = answer.split_once('>').unwrap().0.split_once(':').unwrap();
        if backend != name {
            println!("SKIPPED: {name}: this processor has {backend} instead");
        }
        (backend.to_string(), found.to_string())
    });
    answers.collect()
}
