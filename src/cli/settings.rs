//! The settings on a command line: an option for each, from their table.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use crate::editor::state::settings::{self, Kind, Setting, Settings, Source};
use crate::terminal::config::Config;

/// The settings given on a command line.
#[derive(Clone, Debug, Default)]
pub struct SettingsArgs {
    /// The file to use instead of the default one.
    file: Option<PathBuf>,
    options: Vec<(&'static str, String)>,
}

impl SettingsArgs {
    /// Loads the settings of the file, overridden by those of the command line.
    ///
    /// # Errors
    ///
    /// The given file can't be read.
    pub fn load(&self) -> Result<Config, String> {
        let mut config = Config::load(self.file.as_deref())?;
        for (name, text) in &self.options {
            let set = config.settings.set(name, text, Source::CommandLine);
            set.map_err(|error| error.to_string())?;
        }
        Ok(config)
    }
}

impl FromArgMatches for SettingsArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.file = matches.get_one("config").cloned();
        let options = settings::all().iter().filter(|setting| setting.is_option());
        self.options = options
            .filter_map(|setting| {
                let text: &String = matches.get_one(setting.name)?;
                Some((setting.name, text.clone()))
            })
            .collect();
        Ok(())
    }
}

impl Args for SettingsArgs {
    fn augment_args(command: Command) -> Command {
        let file = Arg::new("config")
            .long("config")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Settings to use instead of those in $XDG_CONFIG_HOME/epdit/config.toml");
        let options = settings::all().iter().filter_map(option);
        command.args(options).arg(file)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// A parser for these words and user-defined ones, which are known when the settings are read.
#[derive(Clone, Debug)]
struct Open(Vec<PossibleValue>);

impl TypedValueParser for Open {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

fn option(setting: &'static Setting) -> Option<Arg> {
    let option = Arg::new(setting.name).long(setting.name).help(setting.help);
    Some(match setting.kind {
        Kind::Choice(choice) => {
            let words = choice.words.iter();
            let is_switch = words.clone().any(|(word, _)| *word == "true");
            // The words of the table; those a person makes are not known yet.
            let words = words.map(|(word, help)| PossibleValue::new(word).help(help));
            let option = option.value_name("WORD");
            let option = if choice.more.is_some() {
                option.value_parser(Open(words.collect()))
            } else {
                option.value_parser(PossibleValuesParser::new(words))
            };
            if is_switch {
                // The option without a value means yes; the word after it is a path.
                option
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value("true")
            } else {
                option
            }
        }
        Kind::Columns => option.value_name("LIST").value_parser(move |text: &str| {
            let mut settings = Settings::default();
            settings
                .set(setting.name, text, Source::CommandLine)
                .map(|()| text.to_owned())
        }),
        Kind::Table(_) => return None,
    })
}
