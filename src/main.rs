//! The `epdit` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    epdit::cli::run(std::env::args_os())
}
