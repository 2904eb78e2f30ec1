//! `epdit engines`: lists the engines, and their options.

use std::path::PathBuf;

use clap::Args;

use super::Run;
use crate::cli::flow::{Fault, Outcome, Status, with_output};
use crate::cli::output::{Color, Output, Written, say};
use crate::cli::searching::ANSWER;
use crate::engine::{Engine, EngineCommand, found_in_path, launcher};
use crate::terminal::config::Config;

/// List the engines of the settings and those found in PATH
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit engines                  those of the settings, and known ones in PATH
  epdit engines stockfish        one by its name or command, with its options

Exit status:
  0  all start
  1  an engine of the settings, or one that was named, does not start
  2  wrong usage, or there is no engine")]
pub(crate) struct EnginesArgs {
    /// Names of the settings or commands [default: all there are]
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,
    /// Show their options, too
    #[arg(long)]
    options: bool,
    /// Settings to use instead of those in $XDG_CONFIG_HOME/epdit/config.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The name of an engine, its command, and its source.
type Listed = (String, EngineCommand, &'static str);

impl Run for EnginesArgs {
    fn run(&self, _: Color) -> Outcome {
        let config = Config::load(self.config.as_deref());
        let config = config.map_err(|error| Fault::usage(&error))?;
        for problem in config.problems(&config.name()) {
            say(&problem);
        }
        let named = config.settings.engines.iter();
        let named = named.map(|engine| (engine.name.clone(), engine.command.clone(), "settings"));
        let mut listed: Vec<Listed> = named.collect();
        if self.engines.is_empty() {
            for (name, path) in found_in_path() {
                let is_known = |(_, known, _): &Listed| known.found().as_deref() == Some(&path);
                if !listed.iter().any(is_known) {
                    listed.push((name.to_owned(), EngineCommand::of(path, &[]), "PATH"));
                }
            }
        } else {
            let all = self.engines.iter().map(|text| {
                let known = listed.iter().position(|(name, ..)| name == text);
                if let Some(at) = known {
                    return Ok(listed.swap_remove(at));
                }
                let command = EngineCommand::parse(text);
                let command =
                    command.map_err(|error| Fault::usage(&format!("`{text}`: {error}")))?;
                Ok((text.clone(), command, "command"))
            });
            let all: Result<Vec<Listed>, Fault> = all.collect();
            listed = all?;
        }
        if listed.is_empty() {
            return Err(Fault::usage(
                "no engine found: install one, or name one in the settings",
            ));
        }
        with_output(None, |out| {
            let mut worst = Status::Clean;
            for engine in listed {
                worst = worst.max(self.show(engine, out)?);
            }
            Ok(worst)
        })
    }
}

impl EnginesArgs {
    fn show(&self, (name, command, from): Listed, out: &mut Output<'_>) -> Outcome {
        let command = EngineCommand {
            launcher: launcher(),
            ..command
        };
        let path = command.found().unwrap_or_else(|| command.program.clone());
        out.line(format!("{name}  {}  ({from})", path.display()))?;
        let status = match Engine::start(&command, ANSWER, &|| false) {
            Ok(engine) => {
                self.tell(&engine, out)?;
                Status::Clean
            }
            Err(failure) => {
                out.line(format!("  does not start: {failure}"))?;
                Status::Findings
            }
        };
        out.flush()?;
        Ok(status)
    }

    fn tell(&self, engine: &Engine, out: &mut Output<'_>) -> Written {
        let identity = engine.identity();
        let name = match identity.name.as_str() {
            "" => "without a name",
            name => name,
        };
        out.line(format!("  {name}"))?;
        if !identity.author.is_empty() {
            out.line(format!("  by {}", identity.author))?;
        }
        if self.options || !self.engines.is_empty() {
            let widths = identity
                .options
                .iter()
                .map(|option| option.name.chars().count());
            let wide = widths.max().unwrap_or_default().min(40);
            for option in &identity.options {
                let (name, takes) = (&option.name, option.takes());
                out.line(format!("    {name:<wide$}  {takes}"))?;
            }
            return Ok(());
        }
        let count = crate::epd::counted::thousands_of(identity.options.len(), "option", "options");
        out.line(format!("  {count}"))
    }
}
