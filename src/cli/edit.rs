//! `epdit [PATH]`: the editor.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::Status;
use super::output::{Color, say};
use crate::app::document::Document;
use crate::app::inspect::Template;
use crate::app::model::Model;
use crate::epd::{LineKind, Record};
use crate::suite::save::SavePolicy;
use crate::suite::{OpenOptions, Suite};
use crate::sys::config::{self, Config};
use crate::sys::{self, End};
use crate::ui::board::Graphics;
use crate::ui::theme::{Shade, Theme};

/// The suite that is opened where none is named.
const SAMPLE: &[u8] = include_bytes!("../../assets/sample.epd");
/// Lines at the head of a file among which the first record is looked for.
const HEAD: usize = 100;

#[derive(Args, Debug)]
pub struct EditArgs {
    /// The file to open, and the line to go to; a new name begins a new file
    #[arg(value_name = "PATH[:LINE]")]
    path: Option<PathBuf>,
    /// Look only: nothing can be changed
    #[arg(long)]
    read_only: bool,
    /// Which records a save makes canonical; without this the first save asks where it matters
    #[arg(long, value_enum, value_name = "WHICH")]
    save: Option<Save>,
    /// The background of the terminal
    #[arg(long, value_enum, value_name = "THEME")]
    theme: Option<Background>,
    /// Settings to use instead of those in $XDG_CONFIG_HOME/epdit/config.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Save {
    /// All that can be
    All,
    /// Those that were edited
    Edited,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Background {
    /// As `COLORFGBG` says, else dark
    Auto,
    Dark,
    Light,
}

/// Runs the editor.
///
/// # Errors
///
/// None of its own: what goes wrong is said here.
pub fn run(args: &EditArgs, color: Color) -> io::Result<Status> {
    let (mut model, theme, graphics) = match set_up(args, color) {
        Ok(set_up) => set_up,
        Err(error) => {
            say(&error);
            return Ok(Status::Trouble);
        }
    };
    match sys::run(&mut model, &theme, graphics) {
        Ok(End::Quit) => Ok(Status::Clean),
        Ok(End::Signal(number)) => {
            if model.document.suite.is_modified() {
                say("ended by a signal; the changes since the last save are lost");
            }
            Ok(Status::Signal(u8::try_from(number).unwrap_or_default()))
        }
        Err(error) => {
            say(&error.to_string());
            Ok(Status::Trouble)
        }
    }
}

/// The editor with the file open, as arguments and settings say.
fn set_up(args: &EditArgs, color: Color) -> Result<(Model, Theme, Option<Graphics>), String> {
    let config = Config::load(args.config.as_deref()).map_err(|error| error.to_string())?;
    let (suite, line) = open(args.path.as_deref())?;
    let mut document = Document::new(suite);
    document.selected = line.unwrap_or_else(|| first_record(&document.suite));
    let save = args.save.map(|save| match save {
        Save::All => config::Save::All,
        Save::Edited => config::Save::Edited,
    });
    document.policy = save.or(config.save).map(|save| match save {
        config::Save::All => SavePolicy::All,
        config::Save::Edited => SavePolicy::Edited,
    });
    let background = args.theme.map(|theme| match theme {
        Background::Auto => config::Background::Auto,
        Background::Dark => config::Background::Dark,
        Background::Light => config::Background::Light,
    });
    let shade = match background.unwrap_or(config.theme) {
        config::Background::Auto => None,
        config::Background::Dark => Some(Shade::Dark),
        config::Background::Light => Some(Shade::Light),
    };
    let mut model = Model::new(document);
    model.read_only = args.read_only;
    model.mouse_released = !config.mouse.0;
    let graphics = config.images.graphics().filter(|_| color != Color::Never);
    model.shows_images = graphics.is_some();
    model.pieces = sys::pieces(config.pieces, model.shows_images);
    model.templates = config
        .templates
        .iter()
        .map(|(name, text)| Template::read(name, text))
        .collect::<Result<_, _>>()?;
    let theme = sys::theme(shade, color == Color::Never);
    Ok((model, theme, graphics))
}

/// The suite and the line (0-based) that an argument names.
fn open(path: Option<&Path>) -> Result<(Suite, Option<usize>), String> {
    let Some(path) = path else {
        return Ok((Suite::from_bytes("sample.epd", SAMPLE.to_vec()), None));
    };
    if path.as_os_str() == "-" {
        return Err(
            "the editor reads no standard input; `epdit check -` and `epdit fmt -` do".into(),
        );
    }
    let (path, line) = split_line(path);
    let mut suite =
        Suite::open(&path, &OpenOptions::default()).map_err(|error| error.to_string())?;
    let Some(line) = line else {
        return Ok((suite, None));
    };
    // The reading goes on in the background: as far as the line it must have come.
    while suite.line_count() <= line
        && let Some(handle) = suite.load_handle()
    {
        handle.wait(
            suite.loading().map_or(0, |progress| progress.done),
            Duration::from_millis(100),
        );
        suite.refresh();
    }
    let last = suite.line_count().saturating_sub(1);
    Ok((suite, Some(line.min(last))))
}

/// `PATH:LINE` apart, unless a file has that very name. Lines are counted from 1 by people.
fn split_line(path: &Path) -> (PathBuf, Option<usize>) {
    let whole = || (path.to_path_buf(), None);
    if path.exists() {
        return whole();
    }
    let Some((name, line)) = path.to_str().and_then(|text| text.rsplit_once(':')) else {
        return whole();
    };
    match line.parse::<usize>() {
        Ok(line) if !name.is_empty() => (name.into(), Some(line.saturating_sub(1))),
        _ => whole(),
    }
}

/// The first record of a file: comments at its head stay on the screen above it.
fn first_record(suite: &Suite) -> usize {
    let lines = suite.line_count().min(HEAD);
    let is_record = |line: &usize| {
        Record::read(&suite.line(*line), suite.read_options()).kind() == LineKind::Record
    };
    (0..lines).find(is_record).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_taken_off_the_path_only_where_no_file_has_that_name() {
        assert_eq!(
            split_line(Path::new("none.epd:12")),
            ("none.epd".into(), Some(11))
        );
        assert_eq!(split_line(Path::new("none.epd")), ("none.epd".into(), None));
        assert_eq!(
            split_line(Path::new("none.epd:")),
            ("none.epd:".into(), None)
        );
        assert_eq!(split_line(Path::new(":12")), (":12".into(), None));
        let folder = tempfile::tempdir().expect("a folder");
        let odd = folder.path().join("a.epd:3");
        std::fs::write(&odd, "").expect("a file");
        assert_eq!(split_line(&odd), (odd.clone(), None));
    }

    #[test]
    fn the_sample_opens_at_its_first_record() {
        let (suite, line) = open(None).expect("the built-in suite");
        assert_eq!(line, None);
        let first = first_record(&suite);
        assert!(first > 0, "comments come first");
        assert!(!suite.line(first).starts_with(b"#"));
    }
}
