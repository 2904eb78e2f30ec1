//! `epdit config`: prints the effective settings, with the source of each.

use clap::Args;

use super::Run;
use crate::cli::flow::{Fault, Outcome, Status, with_output};
use crate::cli::output::{Color, say};
use crate::cli::settings::SettingsArgs;
use crate::editor::state::settings::{self, Source};
use crate::terminal::config::Config;

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

/// Returns the settings in the form of a file, each with its source after it.
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
