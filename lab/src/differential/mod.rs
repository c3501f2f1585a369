use clap::Args;
#[derive(Args)]
pub(crate) struct Arguments {}
pub(crate) fn run(_: &Arguments) -> Result<std::process::ExitCode, crate::failure::Failure> {
    unimplemented!()
}
