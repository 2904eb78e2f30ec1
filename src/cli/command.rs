//! The subcommands. Each has a line in the table subsections, and a file alone or with similar ones; the shortest are
//! here: `epdit shuffle`, `completions`, `config` and `man`.

mod arrange;
mod check;
mod compare;
mod convert;
mod diagram;
mod import;
mod make;
mod mates;
mod query;
mod report;
mod results;
mod rewrite;
mod runs;

use crate::cli::edit::SettingsArgs;
use crate::cli::flow::{Changes, Fault, Outcome, Status, WholeChange, arrange, with_output};
use crate::cli::lsp;
use crate::cli::output::{Color, say};
use crate::editor::state::settings::{self, Source};
use crate::editor::widgets::words::wrapped;
use crate::epd::opcode::is_opcode;
use crate::suite::arrange::Arrangement;
use crate::terminal::config::Config;
use clap::{Args, Subcommand, ValueEnum};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use std::io;

pub(crate) trait Run {
    /// Runs the command. Results go to standard output, everything else to standard error.
    fn run(&self, color: Color) -> Outcome;
}

/// Implements `ValueEnum` for an enum of the library: the name of each value, and its help if any.
macro_rules! choices {
    ($type:ty { $($value:ident $name:literal $($help:literal)?)* }) => {
        impl clap::ValueEnum for $type {
            fn value_variants<'a>() -> &'a [Self] {
                &[$(Self::$value),*]
            }

            fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
                $(if *self == Self::$value {
                    return Some(clap::builder::PossibleValue::new($name)$(.help($help))?);
                })*
                None
            }
        }
    };
}
use choices;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for people
    #[default]
    Human,
    /// One JSON object per line
    Json,
}

macro_rules! commands {
    ($($name:ident($arguments:ty)),* $(,)?) => {
        #[derive(Subcommand, Debug)]
        pub(crate) enum Command {
            $($name($arguments)),*
        }

        impl Run for Command {
            fn run(&self, color: Color) -> Outcome {
                match self {
                    $(Self::$name(command) => command.run(color)),*
                }
            }
        }
    };
}

// In the order of the help.
commands! {
    Check(check::CheckArgs),
    Fmt(rewrite::FmtArgs),
    Query(query::QueryArgs),
    Purge(rewrite::PurgeArgs),
    Set(rewrite::SetArgs),
    Rename(rewrite::RenameArgs),
    Renumber(rewrite::RenumberArgs),
    Mirror(rewrite::MirrorArgs),
    Sort(arrange::SortArgs),
    Dedupe(arrange::DedupeArgs),
    Split(arrange::SplitArgs),
    Merge(arrange::MergeArgs),
    Sample(arrange::SampleArgs),
    Shuffle(ShuffleArgs),
    Compare(compare::CompareArgs),
    Contradictions(compare::ContradictionsArgs),
    Stats(report::StatsArgs),
    Convert(convert::ConvertArgs),
    Diagram(diagram::DiagramArgs),
    Openings(rewrite::OpeningsArgs),
    Import(import::ImportArgs),
    Reply(rewrite::ReplyArgs),
    Analyse(runs::AnalyseArgs),
    Test(runs::TestArgs),
    Verify(runs::VerifyArgs),
    Mates(mates::MatesArgs),
    Make(make::MakeArgs),
    Report(report::ReportArgs),
    Engines(runs::EnginesArgs),
    Explain(report::ExplainArgs),
    Lsp(lsp::LspArgs),
    Config(ConfigArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Returns the end of a command's help: examples and exit statuses. `findings` is the meaning of 1, besides a
/// file that is not an EPD file.
fn help(examples: &str, findings: &str) -> String {
    let findings = match findings {
        "" => String::new(),
        findings => format!("{findings}, or "),
    };
    // Lines have 80 columns; the number occupies five.
    let findings = wrapped(&format!("{findings}a file is not an EPD file"), 75, 0);
    let findings = findings.join("\n     ");
    format!(
        "{examples}\n\nExit status:\n  0  done\n  1  {findings}\n  2  wrong usage, or a file can't be read or written"
    )
}

/// Parses a whole number of the command line, from 0.
fn whole_number(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err(format!("expected a number up to {}", u64::MAX))
        }
        Err(_) => Err("expected a whole number, such as 100".to_owned()),
    }
}

fn opcode(text: &str) -> Result<String, String> {
    if is_opcode(text.as_bytes()) {
        Ok(text.to_owned())
    } else {
        Err("expected an opcode: a letter, then up to 14 letters, digits or `_`".to_owned())
    }
}

const EXAMPLES: &str = "\
Examples:
  epdit shuffle a.epd > b.epd         the same order every time
  epdit shuffle --seed 7 -i a.epd     another order, in place";

/// Shuffle records
///
/// Comment lines directly above a record go with it; other lines do not move.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, ""))]
pub(crate) struct ShuffleArgs {
    #[command(flatten)]
    changes: Changes,
    /// Each seed gives its own order
    #[arg(long, default_value_t = 0, value_name = "S", value_parser = whole_number)]
    seed: u64,
}

impl Run for ShuffleArgs {
    fn run(&self, color: Color) -> Outcome {
        let shuffle = Arrangement::Shuffle { seed: self.seed };
        arrange(&self.changes, color, &WholeChange::Arrange(&shuffle, None))
    }
}

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

/// Show all settings and where each value came from
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit config                  all settings and their origins
  epdit config --theme light    the same with an option set
  epdit config --template       a commented file to start from")]
pub(crate) struct ConfigArgs {
    /// Print a commented settings file with all defaults instead
    #[arg(long)]
    template: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Run for ConfigArgs {
    fn run(&self, _: Color) -> Outcome {
        if self.template {
            return with_output(None, |out| {
                out.text(&settings::template())?;
                Ok(Status::Clean)
            });
        }
        let config = self.settings.load().map_err(|error| Fault::usage(&error))?;
        let name = config.path.as_ref().map(|path| path.display().to_string());
        let problems = config.problems(&name.unwrap_or_default());
        with_output(None, |out| {
            out.lines(shown(&config).as_bytes())?;
            Ok(Status::Clean)
        })?;
        problems.iter().for_each(|problem| say(problem));
        Ok(if problems.is_empty() {
            Status::Clean
        } else {
            Status::Findings
        })
    }
}

/// Returns the settings as text of a settings file, each with its source in a comment.
fn shown(config: &Config) -> String {
    let mut text = match &config.path {
        Some(path) if config.is_there => format!("# {}\n", path.display()),
        Some(path) => format!("# {} does not exist\n", path.display()),
        None => "# no settings file: no home folder\n".to_owned(),
    };
    let rows: Vec<_> = settings::all()
        .iter()
        .map(|setting| (setting, setting.lines(&config.settings)))
        .collect();
    let firsts = rows.iter().filter_map(|(_, lines)| lines.first());
    let wide = firsts.map(|line| line.chars().count()).max();
    for (setting, lines) in rows {
        let from = match config.settings.source(setting) {
            Source::Default => "default".to_owned(),
            Source::File { line } => format!("{}:{line}", config.name()),
            Source::CommandLine => "command line".to_owned(),
            Source::Editor => "editor".to_owned(),
        };
        for (at, line) in lines.iter().enumerate() {
            if at == 0 {
                let wide = wide.unwrap_or_default();
                text += &format!("{line:<wide$}  # {from}\n");
            } else {
                text += &format!("{line}\n");
            }
        }
    }
    text
}

/// Print the manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit man | man -l -                           read it
  epdit man > ~/.local/share/man/man1/epdit.1    install it")]
pub(crate) struct ManArgs {}

impl Run for ManArgs {
    fn run(&self, _: Color) -> Outcome {
        let page = page()?;
        with_output(None, |out| {
            out.lines(&page)?;
            Ok(Status::Clean)
        })
    }
}

/// Returns the manual page in the format of `man`.
fn page() -> io::Result<Vec<u8>> {
    let mut cli = crate::cli::definition();
    // Sets the global options and the full name of each command.
    cli.build();
    let mut page = Vec::new();
    let main = Man::new(cli.clone());
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    page.extend(synopsis(&cli).into_bytes());
    main.render_description_section(&mut page)?;
    main.render_options_section(&mut page)?;
    for command in cli
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
    {
        let name = command.get_name().to_uppercase();
        page.extend(format!(".SH \"EPDIT {name}\"\n").into_bytes());
        let man = Man::new(command.clone());
        let mut part = Vec::new();
        part.extend(synopsis(command).into_bytes());
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        man.render_extra_section(&mut part)?;
        page.extend(subsections(&part));
    }
    main.render_extra_section(&mut page)?;
    main.render_version_section(&mut page)?;
    Ok(page)
}

/// Returns the usage of a command as in its help: the section that `clap_mangen` generates lacks the values
/// of options.
fn synopsis(command: &clap::Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let mut section = ".SH SYNOPSIS\n".to_owned();
    for (at, line) in usage.lines().enumerate() {
        let line = line.trim_start_matches("Usage:").trim();
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let between = if at > 0 { ".br\n" } else { "" };
        section += &format!("{between}{line}\n");
    }
    section
}

/// Returns the text with its sections turned into subsections.
fn subsections(part: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(part);
    let mut subsections = String::new();
    for line in text.lines() {
        match line.strip_prefix(".SH ") {
            Some(title) => subsections += &format!(".SS {title}\n"),
            None => subsections += &format!("{line}\n"),
        }
    }
    subsections.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synopses_are_the_usage_lines_of_the_help() {
        let page = String::from_utf8(page().expect("a page")).expect("text");
        for usage in [
            ".SH SYNOPSIS\nepdit [OPTIONS] [PATH[:LINE]]...\n.br\nepdit <COMMAND>\n",
            ".SS SYNOPSIS\nepdit dedupe [OPTIONS] <PATH>...\n",
        ] {
            assert!(page.contains(usage), "{usage}");
        }
        assert!(
            !page.contains("[\\fB\\-\\-by\\fR]"),
            "an option without its value"
        );
    }
}
