//! `epdit completions`: prints completions of commands and options for a shell.

use clap::Args;
use clap_complete::{Shell, generate};

use super::Run;
use crate::cli::flow::{Outcome, Status, with_output};
use crate::cli::output::Color;

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit completions bash > ~/.local/share/bash-completion/completions/epdit
  epdit completions zsh > ~/.zfunc/_epdit
  epdit completions fish > ~/.config/fish/completions/epdit.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Run for CompletionsArgs {
    fn run(&self, _: Color) -> Outcome {
        let mut script = Vec::new();
        generate(
            self.shell,
            &mut crate::cli::definition(),
            "epdit",
            &mut script,
        );
        with_output(None, |out| {
            out.lines(&script)?;
            Ok(Status::Clean)
        })
    }
}
