//! The command line: definitions, and one file for each subcommand.

mod above;
mod arrange;
mod batch;
mod change;
mod check;
mod diff;
mod edit;
mod explain;
mod fmt;
mod in_place;
mod input;
mod output;
mod progress;
mod query;
mod records;
mod stats;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::{Color, is_closed_pipe, say};

/// Edit, check and format EPD files: suites of chess positions and their operations
#[derive(Parser, Debug)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Commands without a terminal",
    after_help = "\
Without a command the files open in the editor; without a file it opens a built-in suite to try.
A file that has the name of a command is written ./NAME."
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

#[derive(Subcommand, Debug)]
enum Command {
    Check(check::CheckArgs),
    Fmt(fmt::FmtArgs),
    Query(query::QueryArgs),
    Purge(change::purge::PurgeArgs),
    Set(change::set::SetArgs),
    Rename(change::rename::RenameArgs),
    Renumber(change::renumber::RenumberArgs),
    Sort(arrange::sort::SortArgs),
    Dedupe(arrange::dedupe::DedupeArgs),
    Split(arrange::split::SplitArgs),
    Merge(arrange::merge::MergeArgs),
    Sample(arrange::sample::SampleArgs),
    Shuffle(arrange::shuffle::ShuffleArgs),
    Stats(stats::StatsArgs),
    Explain(explain::ExplainArgs),
}

/// How a command ended, from good to bad: with several files the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Done, and nothing to report.
    Clean,
    /// Done, with findings.
    Findings,
    /// Wrong usage, or something could not be read or written.
    Trouble,
    /// Ended by the signal of this number.
    Signal(u8),
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Clean => 0,
            Status::Findings => 1,
            Status::Trouble => 2,
            Status::Signal(number) => number.saturating_add(128),
        })
    }
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
        Some(Command::Check(args)) => check::run(args, cli.color),
        Some(Command::Fmt(args)) => fmt::run(args, cli.color),
        Some(Command::Query(args)) => query::run(args),
        Some(Command::Purge(args)) => change::purge::run(args, cli.color),
        Some(Command::Set(args)) => change::set::run(args, cli.color),
        Some(Command::Rename(args)) => change::rename::run(args, cli.color),
        Some(Command::Renumber(args)) => change::renumber::run(args, cli.color),
        Some(Command::Sort(args)) => arrange::sort::run(args, cli.color),
        Some(Command::Dedupe(args)) => arrange::dedupe::run(args, cli.color),
        Some(Command::Split(args)) => arrange::split::run(args),
        Some(Command::Merge(args)) => arrange::merge::run(args),
        Some(Command::Sample(args)) => arrange::sample::run(args, cli.color),
        Some(Command::Shuffle(args)) => arrange::shuffle::run(args, cli.color),
        Some(Command::Stats(args)) => stats::run(args),
        Some(Command::Explain(args)) => explain::run(args, cli.color),
    };
    progress::clear();
    match outcome {
        Ok(status) => status.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("can't write: {error}"));
            Status::Trouble.into()
        }
    }
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
