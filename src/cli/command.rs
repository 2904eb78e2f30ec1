//! The commands: one file for each, and one line in the table below.

mod analyse;
mod check;
mod compare;
mod completions;
mod config;
mod contradictions;
mod convert;
mod dedupe;
mod diagram;
mod engines;
mod explain;
mod fmt;
mod import;
mod make;
mod man;
mod mates;
mod merge;
mod mirror;
mod openings;
mod purge;
mod query;
mod rename;
mod renumber;
mod reply;
mod report;
mod sample;
mod set;
mod shuffle;
mod sort;
mod split;
mod stats;
mod test;
mod verify;

use clap::{Subcommand, ValueEnum};

use super::flow::Outcome;
use super::output::Color;
use crate::editor::widgets::words::wrapped;
use crate::epd::opcode::is_opcode;

/// A command with its arguments.
pub(crate) trait Run {
    /// Runs the command. Results go to standard output, everything else to standard error.
    fn run(&self, color: Color) -> Outcome;
}

/// Makes an enum of the library the choices of an option: the name of each value, and its help if it has one.
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

/// The format of a command's findings.
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
    Fmt(fmt::FmtArgs),
    Query(query::QueryArgs),
    Purge(purge::PurgeArgs),
    Set(set::SetArgs),
    Rename(rename::RenameArgs),
    Renumber(renumber::RenumberArgs),
    Mirror(mirror::MirrorArgs),
    Sort(sort::SortArgs),
    Dedupe(dedupe::DedupeArgs),
    Split(split::SplitArgs),
    Merge(merge::MergeArgs),
    Sample(sample::SampleArgs),
    Shuffle(shuffle::ShuffleArgs),
    Compare(compare::CompareArgs),
    Contradictions(contradictions::ContradictionsArgs),
    Stats(stats::StatsArgs),
    Convert(convert::ConvertArgs),
    Diagram(diagram::DiagramArgs),
    Openings(openings::OpeningsArgs),
    Import(import::ImportArgs),
    Reply(reply::ReplyArgs),
    Analyse(analyse::AnalyseArgs),
    Test(test::TestArgs),
    Verify(verify::VerifyArgs),
    Mates(mates::MatesArgs),
    Make(make::MakeArgs),
    Report(report::ReportArgs),
    Engines(engines::EnginesArgs),
    Explain(explain::ExplainArgs),
    Config(config::ConfigArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Returns the end of a command's help: examples, and the meaning of its exit status. `findings` is the meaning of 1
/// other than a file that is not an EPD file.
fn help(examples: &str, findings: &str) -> String {
    let findings = match findings {
        "" => String::new(),
        findings => format!("{findings}, or "),
    };
    // In lines of 80 columns, of which the number takes five.
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
