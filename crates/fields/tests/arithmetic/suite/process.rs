//! Tests in child processes: a process chooses its backend once, and its counters are global.

use vorpal_limbs::backend::{Backend, VARIABLE};
use vorpal_oracle::data::report_skipped;
use vorpal_oracle::process::this_program;

/// Runs one ignored test, by its full name, on the named backend or on the best one, and returns its output.
pub(super) fn run_child(test: &str, backend: Option<&str>) -> String {
    let mut command = this_program();
    command.args(["--exact", test, "--ignored", "--nocapture"]);
    command.envs(backend.map(|name| (VARIABLE, name)));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{test} on {backend:?}: {text}\n{errors}");
    text
}

/// Prints the backend of this process and a result, for [`on_every_backend`].
pub(super) fn report(result: &str) {
    println!("<{}:{result}>", Backend::of_batches().name());
}

/// Runs a test that prints a [`report`] on every backend, and returns the reports by backend. Prints which backends
/// this processor does not support.
pub(super) fn on_every_backend(test: &str) -> Vec<(String, String)> {
    let reports = Backend::BUILT.iter().map(|backend| {
        let name = backend.name();
        let text = run_child(test, Some(name));
        let (_, report) = text.split_once('<').unwrap();
        let (backend, result) = report.split_once('>').unwrap().0.split_once(':').unwrap();
        if backend != name {
            report_skipped(&format!("{name}: this processor supports only {backend}"));
        }
        (backend.to_string(), result.to_string())
    });
    reports.collect()
}
