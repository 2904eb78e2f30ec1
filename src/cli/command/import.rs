//! `epdit import`: turns games, tables and lists into records.

use crate::cli::command::{Run, choices, help};
use crate::cli::flow::{Fault, Outcome, Status, not_an_input, report_fault, with_output};
use crate::cli::output::{Color, Output, conclude, say};
use crate::cli::progress::{self, counted};
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::{CanonicalOptions, Code, LineKind, ReadOptions, Record, Severity, Skim, moves};
use crate::exchange::anywhere::positions;
use crate::exchange::import::{
    Encoding, IdTemplate, Import, LeftOut, Lines, Tags, Unique, converted, first_line, is_games,
};
use crate::exchange::json::{self, Objects};
use crate::exchange::lichess;
use crate::exchange::pgn::{self, Games, in_order};
use crate::exchange::table::{Rows, Separator};
use crate::exchange::{FormatError, NumberedRecord};
use crate::suite::{Compression, Most, files_below, is_folder, kind, open_text, unpack};
use clap::{Args, ValueEnum};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  epdit import games.pgn > positions.epd           every position of every game
  epdit import --plies 20-30 --every 4 big.pgn.zst
  epdit import --final --id '{White}-{Black}' a.pgn
  epdit import --with-nag=1,3 --unique a.pgn       before good moves
  epdit import --from san lines.txt                a list of moves per line
  epdit import lichess_db_puzzle.csv.zst           puzzles of lichess.org";

/// Turn games, tables and lists into records
///
/// Reads PGN of any size, JSON, CSV and TSV as `convert` writes them, lists of FENs, and the puzzles and
/// evaluations that lichess.org publishes, packed with gzip or zstd or not. Of games, each position gets the move played as `sm` and its
/// comment as `c0`; `[%eval]` becomes `ce`, `[%clk]` with a TimeControl tag becomes `cc`. A game with a
/// word or move that can't be read ends there, and is reported with the line.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "a game or line was skipped, or a game ends at a fault"))]
pub(crate) struct ImportArgs {
    /// Files, folders for every *.pgn below them, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the files [default: by their names and first bytes]
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Format>,
    /// Encoding of the letters of games; records are written as UTF-8
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    encoding: Encoding,
    /// Only these plies; 0 is the start, and A- and -B are open ranges
    #[arg(long, value_name = "A-B", value_parser = range, allow_hyphen_values = true)]
    plies: Option<Range>,
    /// Only one position in N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Only the final position of each game
    #[arg(long = "final")]
    last: bool,
    /// Only positions whose move has a comment
    #[arg(long)]
    with_comment: bool,
    /// Only positions whose move has a NAG: any, or one of these numbers
    #[arg(
        long,
        value_name = "N,...",
        value_delimiter = ',',
        num_args = 0..=1,
        require_equals = true
    )]
    with_nag: Option<Vec<u8>>,
    /// The id, with {White} and other tags, {ply}, {move}, {side}, {game}; {ply:03} has three digits
    #[arg(long, value_name = "TEMPLATE")]
    id: Option<IdTemplate>,
    /// Positions that have the game's tags as `ptp`
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    tags: Tags,
    /// Write the first variation of a move as `pv`
    #[arg(long)]
    variations: bool,
    /// Write the half-move clock and move number as `hmvc` and `fmvn`
    #[arg(long)]
    clocks: bool,
    /// Write the squares of the move played, too: `Uci e2e4`
    #[arg(long)]
    squares: bool,
    /// Write the opening that the game reached last: its ECO code as `eco`, its name as `v0`
    #[arg(long)]
    openings: bool,
    /// Start position of games without a FEN tag
    #[arg(long, value_name = "FEN", value_parser = start)]
    start: Option<String>,
    /// Read a packed file to its end, also one that unpacks to more than 128 MiB and 100 times its size
    #[arg(long)]
    unpack_all: bool,
    /// Leave out positions that occurred before
    #[arg(long)]
    unique: bool,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

choices! { Encoding {
    Auto "auto" "UTF-8; a game that is not is read as Latin-1, and that is said"
    Utf8 "utf-8" "UTF-8; other bytes stay as they are"
    Latin1 "latin-1" "Latin-1 and Windows-1252"
} }

choices! { Tags {
    All "all" "All"
    First "first" "The first of each game"
    None "none" "None"
} }

/// The first and the last ply.
type Range = (usize, Option<usize>);

/// Refuses a text that is not a legal starting position.
fn start(fen: &str) -> Result<String, String> {
    match pgn::is_start(fen) {
        true => Ok(fen.to_owned()),
        false => Err("expected a legal position: four fields or six of FEN".to_owned()),
    }
}

/// Parses `20-30`, `20-`, `-30` or `20`.
fn range(text: &str) -> Result<Range, String> {
    let wrong = || "expected A-B, A-, -B or A, as in 20-30".to_owned();
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let (from, to) = match text.split_once('-') {
        None => (number(text)?, Some(number(text)?)),
        Some((from, "")) => (number(from)?, None),
        Some(("", to)) => (0, Some(number(to)?)),
        Some((from, to)) => (number(from)?, Some(number(to)?)),
    };
    match to {
        Some(to) if to < from => Err(format!(
            "expected a range, found `{text}`, which ends before it begins"
        )),
        _ => Ok((from, to)),
    }
}

impl ImportArgs {
    fn import(&self) -> Import {
        let (from, to) = self.plies.unwrap_or_default();
        Import {
            from,
            to,
            every: self.every.map_or(0, |n| n as usize),
            last: self.last,
            commented: self.with_comment,
            nags: self.with_nag.clone(),
            tags: self.tags,
            id: self.id.clone(),
            variations: self.variations,
            clocks: self.clocks,
            squares: self.squares,
            openings: self.openings,
            start: self.start.clone(),
            encoding: self.encoding,
        }
    }
}

impl Run for ImportArgs {
    fn run(&self, _: Color) -> Outcome {
        if self.output.as_deref().is_some_and(Path::exists) {
            let all = self.files.iter().flat_map(|path| below(path));
            let all: Vec<PathBuf> = all.flatten().collect();
            not_an_input(self.output.as_deref(), all.iter().map(PathBuf::as_path))?;
        }
        let import = self.import();
        let mut done = Tally::of(self.unique.then(Unique::default));
        let status = with_output(self.output.as_deref(), |out| {
            let mut worst = Status::Clean;
            progress::begin(None);
            for path in &self.files {
                for file in below(path) {
                    let (name, outcome) = match file {
                        Ok(path) => {
                            let name = path.display().to_string();
                            let outcome = self.file(&path, &name, &import, &mut done, out);
                            (name, outcome)
                        }
                        Err((path, fault)) => (path.display().to_string(), Err(fault)),
                    };
                    worst = worst.max(report_fault(&name, outcome)?);
                }
            }
            if let Some(unique) = done.unique.take() {
                let mut more = 0;
                done.dropped = unique.finish(|line| {
                    more += 1;
                    out.lines(line)
                })?;
                done.records += more;
            }
            Ok(worst)
        })?;
        let status = status.max(done.status());
        // Counts are only printed if the results are written.
        if self.output.is_none() || status != Status::Trouble {
            conclude(&done.sentence());
        }
        Ok(status)
    }
}

/// Returns a file itself, or the files of games below a folder: `*.pgn`, packed or not.
fn below(path: &Path) -> Box<dyn Iterator<Item = Result<PathBuf, (PathBuf, Fault)>> + '_> {
    if path.as_os_str() == "-" || !is_folder(path) {
        return Box::new(std::iter::once(Ok(path.to_owned())));
    }
    let mut all = files_below(path, is_games).peekable();
    if all.peek().is_none() {
        let fault = Fault::usage("expected games, found a folder without *.pgn");
        return Box::new(std::iter::once(Err((path.to_owned(), fault))));
    }
    Box::new(all.map(|found| match found {
        Ok(file) => Ok(file.path),
        Err(error) => Err((error.path, Fault::Input(error.source))),
    }))
}

impl ImportArgs {
    fn file(
        &self,
        path: &Path,
        name: &str,
        import: &Import,
        done: &mut Tally,
        out: &mut Output<'_>,
    ) -> Outcome {
        let most = match self.unpack_all {
            true => Most::Any,
            false => Most::InEarnest,
        };
        let (text, _) = match path.as_os_str() == "-" {
            true => unpack(counted(io::stdin()), most)?,
            false => open_text(path, most, |bytes| Box::new(counted(bytes)))?,
        };
        let mut text = BufReader::with_capacity(1 << 16, text);
        let head = text.fill_buf()?;
        // Read as games it would contain none, and a file without records would be written.
        if let Some(what) = kind::not_epd(head) {
            return Err(Fault::Input(io::Error::other(format!(
                "no text to import: {what}"
            ))));
        }
        let format = match self.from {
            Some(format) => format,
            None => format_of(head, path),
        };
        let is_table = matches!(format, Format::Csv | Format::Json);
        let table = is_table.then(|| lichess::Table::of(first_line(head)));
        let table = table.flatten();
        let separator = separator_of(head);
        if format == Format::Json && !json::is_by_line(head) {
            let mut objects = Objects::of(text);
            return one_by_one(|| objects.next_record(), name, done, out);
        }
        let games = match format {
            _ if table.is_some() => Games::of_lines(text),
            Format::Pgn => Games::of(text),
            Format::San | Format::Fen | Format::Json => Games::of_lines(text),
            Format::Csv => return rows(Rows::of(text, separator), name, done, out),
            Format::Tsv => return rows(Rows::of(text, Separator::Tab), name, done, out),
        };
        for column in table.iter().flat_map(lichess::Table::left_out) {
            left_out(name, column);
        }
        in_order(
            games,
            |games| {
                let mut lines = Lines::default();
                for game in games {
                    let (at, line) = (game.line, game.bytes);
                    match (format, &table) {
                        _ if game.is_too_long => import.game(*game, &mut lines),
                        (_, Some(table)) => table.line(at, line, &mut lines),
                        (Format::Json, _) => lines.record(at, json::read(line.trim_ascii())),
                        (Format::Fen, _) if Skim::kind_of(line) == LineKind::Comment => {
                            lines.left_out.comments += 1;
                        }
                        (Format::Fen, _) => lines.record(at, canonical(line.trim_ascii_end())),
                        _ => import.game(*game, &mut lines),
                    }
                }
                lines
            },
            |lines| done.take(&lines, name, out),
        )?;
        Ok(Status::Clean)
    }
}

/// Adds records one by one, each with its line number.
fn one_by_one(
    mut next: impl FnMut() -> io::Result<Option<NumberedRecord>>,
    name: &str,
    done: &mut Tally,
    out: &mut Output<'_>,
) -> Outcome {
    while let Some((at, read)) = next()? {
        let mut lines = Lines::default();
        lines.record(at, read);
        done.take(&lines, name, out)?;
    }
    Ok(Status::Clean)
}

fn left_out(name: &str, column: &str) {
    say(&format!(
        "`{name}`: column `{column}` left out: expected an opcode"
    ));
}

fn rows(
    rows: Result<Rows<impl Read>, FormatError>,
    name: &str,
    done: &mut Tally,
    out: &mut Output<'_>,
) -> Outcome {
    let mut rows = rows.map_err(|error| Fault::Input(io::Error::other(error)))?;
    for column in rows.left_out() {
        left_out(name, column);
    }
    one_by_one(|| rows.next_record(), name, done, out)
}

/// Returns the record of a line: FEN, EPD, a link or a UCI `position` command. Empty for a comment.
fn canonical(line: &[u8]) -> Result<Vec<u8>, String> {
    if is_pointer(line) {
        let found = positions(&String::from_utf8_lossy(line));
        return match (found.understood.into_iter().next(), found.refused.first()) {
            (Some(one), None) => Ok([&one.line[..], b"\n"].concat()),
            (_, refused) => Err(refused.map_or_else(
                || "expected a position".to_owned(),
                |refused| refused.why.clone(),
            )),
        };
    }
    let record = Record::read(line, &ReadOptions::default());
    if record.kind() != LineKind::Record {
        return Ok(Vec::new());
    }
    let mut found = record.diagnostics().iter();
    if found.any(|found| found.code == Code::UciMoves) {
        return canonical(&[b"position fen ", line].concat());
    }
    let Some(mut text) = record.canonical(&CanonicalOptions::default()) else {
        let mut found = record.diagnostics().iter();
        let first = found.find(|found| found.severity == Severity::Error);
        return Err(first.map_or_else(String::new, |found| record.message(found)));
    };
    if !text.ends_with(b"\n") {
        text.push(b'\n');
    }
    Ok(text)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Games in PGN
    Pgn,
    /// A list of moves in each line
    San,
    /// A FEN, an EPD record, a link or UCI's position in each line
    Fen,
    /// Objects of JSON, as `convert --to json` writes them, or in an array
    Json,
    /// A table with commas or semicolons, with a column text, fen, or placement and side
    Csv,
    /// A table with tabs between its cells
    Tsv,
}

/// Returns true if a line refers to a position: a UCI `position` command, or a link.
fn is_pointer(line: &[u8]) -> bool {
    let begins = [&b"position "[..], b"https://", b"http://"];
    begins.iter().any(|begin| line.starts_with(begin))
}

/// Returns the separator of a table with this header.
fn separator_of(head: &[u8]) -> Separator {
    let is_semicolon = Rows::of(first_line(head), Separator::Semicolon).is_ok();
    match is_semicolon && Rows::of(first_line(head), Separator::Comma).is_err() {
        true => Separator::Semicolon,
        false => Separator::Comma,
    }
}

/// Returns the format recognised by the first bytes; moves without numbers and tags are lists of moves. Otherwise
/// the file name decides, so that a table with missing columns is reported as a table.
fn format_of(head: &[u8], path: &Path) -> Format {
    let line = first_line(head);
    if json::is_json(head) {
        return Format::Json;
    }
    if is_pointer(line) {
        return Format::Fen;
    }
    let placement = line
        .split(u8::is_ascii_whitespace)
        .next()
        .unwrap_or_default();
    if memchr::memchr_iter(b'/', placement).count() >= 7 {
        return Format::Fen;
    }
    for (separator, format) in [
        (Separator::Comma, Format::Csv),
        (Separator::Semicolon, Format::Csv),
        (Separator::Tab, Format::Tsv),
    ] {
        if Rows::of(line, separator).is_ok() {
            return format;
        }
    }
    let is_move = |word: &[u8]| moves::looks_like_move(word);
    let words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    if !line.is_empty() && words.clone().all(is_move) {
        return Format::San;
    }
    let inner = Compression::without_suffix(path);
    let is_called = |suffix: &str| {
        let found = inner.extension();
        found.is_some_and(|found| found.eq_ignore_ascii_case(suffix))
    };
    let is_suite = (is_called("epd") || is_called("fen")) && !line.starts_with(b"[");
    match (is_suite, line.is_empty()) {
        (true, _) => Format::Fen,
        (_, false) if is_called("csv") => Format::Csv,
        (_, false) if is_called("json") || is_called("jsonl") => Format::Json,
        (_, false) if is_called("tsv") => Format::Tsv,
        _ => Format::Pgn,
    }
}

#[derive(Default)]
struct Tally {
    records: u64,
    games: u64,
    broken: u64,
    /// The number of games that end at a fault.
    cut: u64,
    /// The number of games that were not UTF-8.
    converted: u64,
    dropped: u64,
    left_out: LeftOut,
    unique: Option<Unique>,
}

impl Tally {
    fn of(unique: Option<Unique>) -> Self {
        Self {
            unique,
            ..Self::default()
        }
    }

    fn take(&mut self, lines: &Lines, name: &str, out: &mut Output<'_>) -> Result<(), Fault> {
        self.games += lines.games;
        self.left_out.join(lines.left_out);
        self.converted += lines.converted;
        for (faults, count, end) in [
            (&lines.broken, &mut self.broken, "skipped"),
            (&lines.cut, &mut self.cut, "the game ends there"),
        ] {
            *count += faults.len() as u64;
            for fault in faults {
                say(&format!("`{name}`: {fault}; {end}"));
            }
        }
        let Some(unique) = &mut self.unique else {
            self.records += lines.count();
            return out.lines(&lines.text);
        };
        for (key, line) in lines.keyed() {
            if unique.admits(key, line)? {
                self.records += 1;
                out.lines(line)?;
            }
        }
        Ok(())
    }

    /// Returns the status: games and lines that were skipped or cut are findings.
    fn status(&self) -> Status {
        match self.broken + self.cut {
            0 => Status::Clean,
            _ => Status::Findings,
        }
    }

    fn sentence(&self) -> String {
        let mut sentence = thousands_of(self.records, "record", "records");
        if self.games > 0 {
            let read = match self.broken {
                0 => String::new(),
                broken => format!("{} of ", thousands(self.games.saturating_sub(broken))),
            };
            let games = thousands_of(self.games, "game", "games");
            sentence += &format!(" from {read}{games}");
        }
        let (one, many) = match self.games {
            0 => ("line", "lines"),
            _ => ("game", "games"),
        };
        let left = self.left_out;
        for (count, one, many, what) in [
            (self.broken, one, many, "skipped"),
            (self.cut, "game ends", "games end", "at a fault"),
            (
                self.dropped,
                "repeated position",
                "repeated positions",
                "left out",
            ),
            (left.tags, "tag", "tags", "left out"),
            (left.cut, "string", "strings", "cut at 255 bytes"),
            (left.variations, "variation", "variations", "left out"),
            (
                left.remarks,
                "remark in a variation",
                "remarks in variations",
                "left out",
            ),
            (left.nags, "NAG", "NAGs", "left out"),
            (left.comments, "comment line", "comment lines", "left out"),
            (
                left.evaluations,
                "shallower evaluation",
                "shallower evaluations",
                "left out",
            ),
        ] {
            if count > 0 {
                sentence += &format!(" · {} {what}", thousands_of(count, one, many));
            }
        }
        if self.converted > 0 {
            sentence += &format!(" · {}", converted(self.converted));
        }
        sentence
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod format_tests {
    use super::*;

    #[test]
    fn the_first_bytes_decide_the_format() {
        for (head, expected) in [
            ("e4 e5 Nf3\n", Format::San),
            ("e2e4 e7e5", Format::San),
            ("1. e4 e5", Format::Pgn),
            ("[White \"A\"]\n", Format::Pgn),
            ("\u{feff}[White \"A\"]\n", Format::Pgn),
            ("", Format::Pgn),
            ("{\"path\":1}", Format::Json),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", Format::Fen),
            ("id,text\n", Format::Csv),
            ("placement\tside\tbm\n", Format::Tsv),
            ("\u{feff}PuzzleId,FEN,Moves\r\n", Format::Csv),
            ("id;fen\r1;x\r", Format::Csv),
            ("id,c0\n", Format::Pgn),
        ] {
            let name = Path::new("a.pgn");
            assert_eq!(format_of(head.as_bytes(), name), expected, "{head}");
        }
        assert_eq!(format_of(b"id,c0\n", Path::new("a.CSV")), Format::Csv);
        assert_eq!(format_of(b"1. e4 e5\n", Path::new("-")), Format::Pgn);
    }

    #[test]
    fn a_suite_is_recognised_after_comments_or_by_its_file_name() {
        let check = |name: &str, head: &str, expected| {
            let found = format_of(head.as_bytes(), Path::new(name));
            assert_eq!(found, expected, "{name}: {head}");
        };
        let record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
        check("-", &format!("# c\n\n; d\n{record}"), Format::Fen);
        check("a.epd", "# nothing else\n", Format::Fen);
        check("a.EPD.gz", "4k3/8/8 w\n", Format::Fen);
        check("a.fen", "", Format::Fen);
        check("a.epd", "[White \"A\"]\n", Format::Pgn);
        check("a.pgn", "; c\n[White \"A\"]\n", Format::Pgn);
        check("-", "% c\n1. e4 e5\n", Format::Pgn);
    }

    #[test]
    fn semicolons_separate_a_table_with_a_column_of_positions() {
        assert_eq!(separator_of(b"fen;bm\n"), Separator::Semicolon);
        assert_eq!(
            separator_of(b"\xef\xbb\xbfid;FEN\r\n"),
            Separator::Semicolon
        );
        assert_eq!(separator_of(b"fen,bm\n"), Separator::Comma);
        assert_eq!(separator_of(b"id\n"), Separator::Comma);
    }
}
