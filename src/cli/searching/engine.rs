//! The choice of an engine, and the limits of its searches.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::flow::{Fault, Resumable};
use crate::cli::output::say;
use crate::engine::{EngineCommand, Limits, found_in_path, launcher};
use crate::suite::Query;
use crate::terminal::config::Config;

/// An engine and what limits its searches.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// The engine: its name in the settings, or a command [default: the first engine of the settings,
    /// else one in PATH]
    #[arg(long, value_name = "CMD", help_heading = "Engine")]
    engine: Option<String>,
    /// Search to this depth in plies
    #[arg(long, value_name = "N", help_heading = "Engine", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Search so many nodes
    #[arg(long, value_name = "N", help_heading = "Engine", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search for so many milliseconds [default: 1000, without another limit]
    #[arg(long, value_name = "MS", help_heading = "Engine", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Search for the best N lines
    #[arg(long, value_name = "N", help_heading = "Engine", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=500))]
    pub multipv: u32,
    /// Run N engines at once
    #[arg(long, value_name = "N", help_heading = "Engine", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Set an option of the engine; Threads is 1 unless it is set
    #[arg(long = "option", value_name = "NAME=VALUE", help_heading = "Engine", value_parser = option)]
    options: Vec<(String, String)>,
    /// Give a record up after so many seconds [default: ten times what the limit takes, at least 10]
    #[arg(long, value_name = "SECONDS", help_heading = "Engine", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Settings to use instead of those in $XDG_CONFIG_HOME/epdit/config.toml
    #[arg(long, value_name = "FILE", help_heading = "Engine")]
    config: Option<PathBuf>,
}

/// Returns the query that chooses the records of the results, as an option.
pub(crate) fn only_where(chosen: Option<&Query>) -> Option<(&'static str, String)> {
    chosen.map(|query| ("where", query.text().to_owned()))
}

/// The default time of a search in milliseconds.
const USUAL: u64 = 1000;

/// Parses `NAME=VALUE`; a name alone presses a button.
fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    match name.trim() {
        "" => Err("expected NAME=VALUE, as Hash=64".to_owned()),
        name => Ok((name.to_owned(), value.trim().to_owned())),
    }
}

impl EngineArgs {
    pub(crate) fn limits(&self) -> Limits {
        let is_any = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.or((!is_any).then_some(USUAL)),
            timeout: self.timeout.map(Duration::from_secs),
        }
    }

    /// Returns the run of the command `name` over these records, with its own options `more`.
    pub(crate) fn run(
        &self,
        name: &str,
        command: &EngineCommand,
        chosen: Option<&Query>,
        more: &[(&'static str, String)],
        resumes: bool,
    ) -> Resumable {
        let program = command.found().unwrap_or_else(|| command.program.clone());
        let mut engine = vec![program.display().to_string()];
        engine.extend(
            command
                .arguments
                .iter()
                .map(|word| word.display().to_string()),
        );
        let options = command
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let options: Vec<String> = options.collect();
        let mut words = vec![
            ("command", name.to_owned()),
            ("limit", self.limits().in_words()),
            ("engine", engine.join(" ")),
            ("multipv", self.multipv.to_string()),
        ];
        if !options.is_empty() {
            words.push(("options", options.join(", ")));
        }
        words.extend(only_where(chosen));
        words.extend(more.iter().cloned());
        Resumable::new(words, Some(command), resumes)
    }

    /// Returns the engine's command; fails if there is no such engine, or none at all.
    pub(crate) fn command(&self) -> Result<EngineCommand, Fault> {
        let config = Config::load(self.config.as_deref());
        let config = config.map_err(|error| Fault::usage(&error))?;
        let engines = &config.settings.engines;
        // If the named engine is unusable, another must not be used silently.
        if let (None, Some(problem)) = (&self.engine, config.broken_engine()) {
            return Err(Fault::usage(&format!(
                "{problem}; repair it, or give an engine with `--engine CMD`"
            )));
        }
        let mut command = match &self.engine {
            Some(text) => match engines.iter().find(|engine| engine.name == *text) {
                Some(engine) => engine.command.clone(),
                None => EngineCommand::parse(text)
                    .map_err(|error| Fault::usage(&format!("`--engine {text}`: {error}")))?,
            },
            None => match (engines.first(), found_in_path().into_iter().next()) {
                (Some(engine), _) => engine.command.clone(),
                (None, Some((_, path))) => EngineCommand::of(path, &[]),
                (None, None) => {
                    return Err(Fault::usage(
                        "no engine found: give one with `--engine CMD`, or install one in PATH",
                    ));
                }
            },
        };
        if command.found().is_none() {
            return Err(Fault::usage(&format!(
                "there is no engine `{}`: expected a name of the settings or a program (`epdit engines` lists them)",
                command.program.display()
            )));
        }
        for problem in config.problems(&config.name()) {
            say(&problem);
        }
        for (name, value) in &self.options {
            command.set(name, value);
        }
        command.launcher = launcher();
        Ok(command)
    }
}
