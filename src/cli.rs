//! The command line: definitions, and one file for each subcommand.

mod command;
mod diff;
mod edit;
mod flow;
mod output;
mod progress;
mod settings;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use command::{Command, Run};
use flow::Status;
use output::Color;

/// Edit, check and format EPD files: suites of chess positions and their operations
#[derive(Parser, Debug)]
#[command(
    version,
    max_term_width = 80,
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Commands",
    after_help = "\
Without a command, epdit opens the files in the editor; without a file, a
built-in suite to try. Write ./NAME for a file named like a command."
)]
struct Cli {
    #[command(flatten)]
    edit: edit::EditArgs,
    #[command(subcommand)]
    command: Option<Command>,
    /// When to colour output
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
}

/// Runs the command that the arguments ask for (the first is the program's name), and gives the
/// exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are results, and a closed pipe is no failure.
            let _ = error.print();
            return if error.use_stderr() {
                Status::Trouble.into()
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    let outcome = match &cli.command {
        None => edit::run(&cli.edit, cli.color),
        Some(command) => command.run(cli.color),
    };
    progress::clear();
    outcome.unwrap_or_else(|fault| fault.said(None)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_hold_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_path_opens_the_editor_and_a_command_does_not() {
        let cli = Cli::try_parse_from(["epdit", "wac.epd:12"]).expect("a path");
        assert!(cli.command.is_none());
        let cli = Cli::try_parse_from(["epdit", "check", "wac.epd"]).expect("a command");
        assert!(matches!(cli.command, Some(Command::Check(_))));
        assert!(Cli::try_parse_from(["epdit", "check"]).is_err());
    }
}
