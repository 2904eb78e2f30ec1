//! `epdit [PATH ...]`: starts the editor. Each setting in the table of settings has an option.

use crate::cli::flow::{Fault, Outcome, Status};
use crate::cli::output::{Color, say};
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::pages::{folder, help};
use crate::editor::state;
use crate::editor::state::document::Document;
use crate::editor::state::settings::{self, Kind, Setting, Settings, Source};
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::epd::spelling;
use crate::suite::{Ending, LONGEST_STREAM, Suite, is_folder, whole_path};
use crate::terminal::config::Config;
use crate::terminal::{self, End, Looks, files};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

const PIPE: &str = "standard input";
/// The suite that opens if none is named.
const SAMPLE: &[u8] = include_bytes!("../../assets/sample.epd");

#[derive(Args, Debug)]
pub(crate) struct EditArgs {
    /// The files to open, and the lines to go to; a new name begins a new file, a folder shows
    /// its suites, `-` reads records from a pipe
    #[arg(value_name = "PATH[:LINE]")]
    paths: Vec<PathBuf>,
    /// Look only: nothing can be changed
    #[arg(long)]
    read_only: bool,
    /// Read packed files to their end, also one that unpacks to more than 128 MiB and 100 times its size
    #[arg(long)]
    unpack_all: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Runs the editor.
///
/// # Errors
///
/// The editor can't start, or has lost the terminal.
pub(crate) fn run(args: &EditArgs, color: Color) -> Outcome {
    let (mut model, looks) = set_up(args, color).map_err(|error| Fault::usage(&error))?;
    let End::Signal { number, kept } = terminal::run(&mut model, &looks)? else {
        return Ok(Status::Clean);
    };
    if model
        .documents()
        .any(|document| document.suite.is_modified())
    {
        say(if kept {
            "ended by a signal; the next start offers to recover unsaved changes"
        } else {
            "ended by a signal; unsaved changes are lost"
        });
    }
    Ok(Status::Signal(u8::try_from(number).unwrap_or_default()))
}

/// Returns the editor with the files open, as specified by arguments and settings.
fn set_up(args: &EditArgs, color: Color) -> Result<(Model, Looks), String> {
    let config = args.settings.load()?;
    terminal::files::hold(config.settings.memory);
    if args.unpack_all {
        terminal::files::unpack_all();
    }
    let (documents, folders) = open(&args.paths)?;
    let mut model = crate::editor::editor_of(documents, config.settings.save);
    if !folders.is_empty() {
        folder::prepare(&mut model, folders);
    }
    model.read_only = args.read_only;
    let looks = Looks::of(&config.settings, color == Color::Never, None);
    terminal::apply(&config.settings, &mut model, &looks);
    model.settings_file = config.file();
    model.status = problem(&config, &model).or(model.status);
    if args.paths.is_empty() && terminal::remembered::is_first_start() {
        help::open_welcome(&mut model);
    }
    Ok((model, looks))
}

/// Returns the message about an invalid settings file; the editor starts in any case.
fn problem(config: &Config, model: &Model) -> Option<state::Status> {
    let problems = config.problems(&config.name());
    let (first, others) = problems.split_first()?;
    let key = model.key(Id::Settings);
    let more = match others.len() {
        0 => format!(" · `{key}` shows it in the settings"),
        more => format!(
            " · `{key}` shows {} in the settings",
            thousands_of(more, "more problem", "more problems")
        ),
    };
    Some(state::Status {
        kind: state::StatusKind::Refused,
        text: glyph::safe(format!("{first}{more}").as_bytes()),
    })
}

/// Opens the files and folders named in the arguments, in order; without any, the built-in suite.
fn open(paths: &[PathBuf]) -> Result<(Vec<Document>, Vec<PathBuf>), String> {
    if paths.is_empty() {
        let mut sample = Document::new(Suite::from_bytes("sample.epd", SAMPLE.to_vec()));
        sample.to_first_record();
        sample.is_built_in = true;
        return Ok((vec![sample], Vec::new()));
    }
    let (mut documents, mut folders) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" {
            documents.push(standard_input(&documents)?);
            continue;
        }
        if is_folder(path) {
            folders.push(path.clone());
            continue;
        }
        if let Some(command) = intended_command(path, paths.len() > 1) {
            let name = path.display();
            if path.as_os_str() == command.as_str() {
                let others = paths.iter().filter(|other| *other != path);
                let others: String = others.map(|path| format!(" {}", path.display())).collect();
                return Err(format!(
                    "`{name}` is a command, and a command must come first: `epdit {name}{others}`; `./{name}` begins a new file"
                ));
            }
            return Err(format!(
                "`{name}` is neither a file nor a command; did you mean `{command}`? `./{name}` begins a new file"
            ));
        }
        let (path, line) = files::split_line(path);
        let whole = whole_path(&path).ok();
        let is_open = |document: &Document| {
            let other = document.suite.path().map(whole_path);
            whole.is_some() && other.and_then(Result::ok) == whole
        };
        if !documents.iter().any(is_open) {
            documents.push(files::open(&path, line).map_err(|error| error.to_string())?);
        }
    }
    Ok((documents, folders))
}

/// Names of similar commands in other programs.
const OTHER_NAMES: &[(&[&str], &str)] = &[
    (&["diff", "cmp", "comm", "compare"], "compare"),
    (&["grep", "search", "filter", "find", "select"], "query"),
    (&["cat", "concat", "join", "append"], "merge"),
    (&["uniq", "unique", "dedup", "deduplicate"], "dedupe"),
    (&["lint", "validate"], "check"),
    (&["format", "canonical", "canonicalize"], "fmt"),
    (&["info", "summary", "count"], "stats"),
    (&["remove", "delete", "drop"], "purge"),
    (&["export"], "convert"),
    (&["analyze"], "analyse"),
];

/// Returns the command that was probably meant by the path of a missing file; `others` is whether there are more
/// arguments.
pub(super) fn intended_command(path: &Path, others: bool) -> Option<String> {
    let name = path.to_str()?;
    let is_a_word = name.chars().all(|c| c.is_ascii_alphabetic());
    if !is_a_word || path.exists() {
        return None;
    }
    let cli = super::definition();
    let names: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    let lower = name.to_lowercase();
    let mut other_names = OTHER_NAMES.iter().filter(|_| others);
    if let Some((_, command)) = other_names.find(|(names, _)| names.contains(&&*lower)) {
        return Some((*command).to_owned());
    }
    let near = spelling::nearest(lower.as_bytes(), names, spelling::slips(lower.as_bytes()));
    near.first().map(|near| (*near).to_owned())
}

/// Returns the document of a pipe, which is read in the background and saved under a new name. Keys come from the
/// terminal itself.
fn standard_input(before: &[Document]) -> Result<Document, String> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return Err("`-` reads a pipe, and standard input is a terminal; try `epdit query 'dm' a.epd | epdit -`".into());
    }
    if before.iter().any(|document| document.suite.name() == PIPE) {
        return Err("`-` can be given only once".into());
    }
    let stdin = Ending::within(stdin, LONGEST_STREAM);
    let suite = Suite::from_reader(PIPE, stdin, &terminal::files::options())
        .map_err(|error| format!("standard input: {error}"))?;
    let mut document = Document::new(suite);
    document.to_first_record();
    Ok(document)
}

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

/// A parser for these words and user-defined ones, which are known only once the settings are read.
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
            // Only the words of the table: user-defined ones are not known yet.
            let words = words.map(|(word, help)| PossibleValue::new(word).help(help));
            let option = option.value_name("WORD");
            let option = if choice.more.is_some() {
                option.value_parser(Open(words.collect()))
            } else {
                option.value_parser(PossibleValuesParser::new(words))
            };
            if is_switch {
                // Without a value the option means true; a word after it is a path.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_opens_at_its_first_record() {
        let (documents, _) = open(&[]).expect("the built-in suite");
        let sample = documents.first().expect("it");
        assert!(sample.selected > 0, "comments come first");
        assert!(!sample.suite.line(sample.selected).starts_with(b"#"));
    }

    #[test]
    fn files_open_in_the_order_in_which_they_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("b.epd"), "").expect("a file");
        let paths = ["b.epd", "a.epd", "b.epd"].map(|name| folder.path().join(name));
        let (documents, _) = open(&paths).expect("new files");
        let names: Vec<_> = documents
            .iter()
            .map(|document| document.suite.name())
            .collect();
        assert_eq!(names, ["b.epd", "a.epd"]);
    }
}
