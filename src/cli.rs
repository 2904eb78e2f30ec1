//! The command line: its definitions, and one file per subcommand or group of similar ones.

mod command;
mod diff;
mod edit;
#[cfg(test)]
mod fault_tests;
mod flow;
mod json;
mod lsp;
mod output;
mod progress;
mod searching;

use crate::engine::serve;
use crate::suite::save::end_of_process;
use crate::suite::tablebase;
use crate::terminal::{platform, threads};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use command::{Command, Run};
use flow::{Fault, Outcome, Status};
use output::Color;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Edit, check and format EPD files: suites of chess positions and their operations
#[derive(Parser, Debug)]
#[command(
    version,
    bin_name = "epdit",
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

/// Runs the command given by the arguments (the first is the program's name), and returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(code) = serve(&arguments) {
        return code;
    }
    // On systems without handlers, a signal ends the process as usual.
    let _ = platform::take_too_large_as_an_error();
    let code = match read(arguments) {
        Ok(Cli {
            command: Some(command),
            color,
            ..
        }) => {
            let _ = platform::leave_nothing_behind();
            let begun = threads::start(false).map_err(Fault::from);
            let status = status_of(begun.and_then(|()| command.run(color)));
            for fault in tablebase::faults() {
                output::say(&format!("tablebase skipped: {fault}"));
            }
            status.into()
        }
        Ok(Cli { edit, color, .. }) => status_of(edit::run(&edit, color)).into(),
        Err(code) => code,
    };
    // Waits for files that another thread is about to save.
    end_of_process(|| {});
    code
}

/// Parses the arguments; returns the exit status if the parser has answered.
fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, ExitCode> {
    let arguments = command_first(arguments.into_iter().collect());
    Cli::try_parse_from(&arguments).map_err(|mut error| {
        add_stdin_tip(&mut error);
        if error.kind() == ErrorKind::UnknownArgument {
            let tips = [tip_of_command(&arguments), tip_of_engine(&error)];
            if let Some(words) = tips.into_iter().flatten().next() {
                tip(&mut error, words);
            }
        }
        if error.use_stderr() {
            output::refuse(&error);
            return Status::Trouble.into();
        }
        // Help and version are results, and a closed pipe is not a failure.
        match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Fault::Output(error).report(None).into(),
        }
    })
}

/// Adds a hint about redirected files if a path is missing.
fn add_stdin_tip(error: &mut clap::Error) {
    let is_path = |name: &String| name.contains("PATH");
    let lacks_path = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) => names.iter().any(is_path),
        _ => false,
    };
    if error.kind() == ErrorKind::MissingRequiredArgument && lacks_path {
        tip(error, "`-` is standard input".to_owned());
    }
}

/// Returns the tip for a misspelled command, which the parser accepts as a file.
fn tip_of_command(arguments: &[OsString]) -> Option<String> {
    let first = arguments.get(1).map(Path::new)?;
    if definition().find_subcommand(first).is_some() {
        return None;
    }
    let command = edit::intended_command(first, true)?;
    Some(format!("did you mean the command `{command}`?"))
}

/// Options of engines, spelled as in UCI.
const OF_ENGINES: [&str; 4] = ["Threads", "Hash", "SyzygyPath", "Ponder"];

/// Returns the tip for an engine's option given as one of the command: `--option` sets it.
fn tip_of_engine(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let given = given.trim_start_matches('-');
    let mut known = OF_ENGINES.iter();
    let name = known.find(|name| name.eq_ignore_ascii_case(given))?;
    Some(format!(
        "`--option {name}=VALUE` sets an option of the engine, in commands that use one"
    ))
}

/// Replaces the parser's suggestion.
fn tip(error: &mut clap::Error, words: String) {
    for suggestion in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
        error.remove(suggestion);
    }
    let words = ContextValue::StyledStrs(vec![words.into()]);
    error.insert(ContextKind::Suggested, words);
}

/// Returns the status, and prints the error if there is one.
fn status_of(outcome: Outcome) -> Status {
    progress::clear();
    outcome.unwrap_or_else(|fault| fault.report(None))
}

/// Returns the definition of the command line, for completions and the manual.
fn definition() -> clap::Command {
    Cli::command()
}

/// Returns the arguments with the command moved before the options: the parser reads a command after an
/// option as a file to edit.
fn command_first(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let cli = definition();
    let takes_the_next = |option: &str| {
        let mut known = cli.get_arguments();
        let known = known.find(|known| known.get_long() == Some(option))?;
        Some(known.get_action().takes_values() && !known.is_require_equals_set())
    };
    let mut at = 1;
    while let Some(argument) = arguments.get(at).map(|argument| argument.to_string_lossy()) {
        let Some(option) = argument.strip_prefix("--") else {
            if at > 1 && cli.find_subcommand(&*argument).is_some() {
                let command = arguments.remove(at);
                arguments.insert(1, command);
            }
            break;
        };
        at += match takes_the_next(option.split('=').next().unwrap_or_default()) {
            // Only files follow `--`, and the parser reports an unknown option.
            None => break,
            Some(takes) => 1 + usize::from(takes && !option.contains('=')),
        };
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_pass_the_assertions_of_the_parser() {
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

    #[test]
    fn options_are_accepted_before_the_command() {
        let check = |arguments: &str, expected: &str| {
            let arguments = arguments.split(' ').map(OsString::from).collect();
            let first: Vec<_> = command_first(arguments)
                .into_iter()
                .map(|argument| argument.to_string_lossy().into_owned())
                .collect();
            assert_eq!(first.join(" "), expected);
        };
        check(
            "epdit --color never check --fix F",
            "epdit check --color never --fix F",
        );
        check("epdit --color=never check F", "epdit check --color=never F");
        check("epdit --mouse config", "epdit config --mouse");
        check(
            "epdit --config my.toml --theme light config",
            "epdit config --config my.toml --theme light",
        );
        check("epdit check --color never F", "epdit check --color never F");
        check("epdit --color never ./check", "epdit --color never ./check");
        check(
            "epdit --color never a.epd check",
            "epdit --color never a.epd check",
        );
        check(
            "epdit --color never -- check",
            "epdit --color never -- check",
        );
        check("epdit --config check", "epdit --config check");
        check("epdit", "epdit");
    }
}
