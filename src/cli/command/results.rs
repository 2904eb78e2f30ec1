//! `epdit merge --results`: joins the results of a run in parts, in the order of their suite.
//!
//! Results are assigned by the text of a record that a run does not write. So the parts may come from `--shard`,
//! `split` or elsewhere, in any order.

use crate::cli::flow::{
    Fault, Outcome, Paths, Piece, Records, Source, Status, each_file, with_output,
};
use crate::cli::output::{conclude, say};
use crate::engine::report::RunMetadata;
use crate::engine::{Operations, without_result};
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, ReadOptions, Record, Skim};
use crate::suite::Query;
use crate::suite::edit::set_operations;
use crate::suite::external::TextSpool;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::path::Path;

/// The number of records named for each reason to refuse parts.
const NAMED: usize = 5;

/// Writes the results of the parts in the order of the suite; refuses parts that are not exactly those of one run.
pub(super) fn merge(
    suite: &Path,
    Records { paths, chosen }: &Records,
    output: Option<&Path>,
    is_dry: bool,
) -> Outcome {
    let is_stream = suite.exists() && !suite.is_file() && !suite.is_dir();
    if is_stream || suite.as_os_str() == "-" {
        return Err(Fault::usage(&format!(
            "can't read `{}` twice: `--results` takes the file or folder of the suite",
            suite.display()
        )));
    }
    let suite = Suite {
        paths: paths.other(suite.to_path_buf()),
        chosen: chosen.as_ref(),
    };
    let mut merge = Merge::of(&suite)?;
    if merge.status != Status::Clean
        || merge.take_parts(paths)? != Status::Clean
        || merge.refuses(&suite)?
    {
        return Ok(Status::Trouble);
    }
    let records = thousands_of(merge.taken, "record", "records");
    let parts = thousands_of(merge.parts, "part", "parts");
    if is_dry {
        conclude(&format!("{records} of {parts} would be written"));
        return Ok(Status::Clean);
    }
    let mut texts = merge.texts.read()?;
    let mut number = 0;
    let status = with_output(output, |out| {
        suite.each(|line| {
            if line.begins {
                out.next_file()?;
            }
            if !line.is_record {
                return out.lines(line.bytes);
            }
            number += 1;
            let end = line.bytes.get(body(line.bytes).len()..);
            texts.up_to(number - 1, |_, text| {
                out.lines(text)?;
                out.lines(end.unwrap_or_default())
            })
        })
    })?;
    conclude(&format!("{records} of {parts} written"));
    Ok(status)
}

/// Returns a line without its end.
fn body(line: &[u8]) -> &[u8] {
    let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let length = line.iter().rposition(|byte| !ends(byte));
    line.get(..length.map_or(0, |last| last + 1))
        .unwrap_or_default()
}

/// Returns the chosen records of a piece that a run processes; none if they are too long for memory.
fn records<'p>(source: &Source<'_>, piece: Piece<'p>) -> Vec<(u64, &'p [u8])> {
    match piece.continues || piece.is_open {
        true => Vec::new(),
        false => source.records(piece).collect(),
    }
}

/// Returns a hash of a record's text without the operations that a run writes.
fn key(line: &[u8], options: &ReadOptions) -> u64 {
    let changed = |line: &[u8], operations: &Operations| {
        let record = Record::read(line, options);
        set_operations(&record, operations).ok().flatten()
    };
    // Writing a result can also end the last operation, so each record gets one here before all are removed.
    let run = vec![("Run".to_owned(), Some("\"\"".to_owned()))];
    let mut written = without_result();
    written.extend(["dm", "sm"].map(|opcode| (opcode.to_owned(), None)));
    let with = changed(line, &run);
    let with = with.as_deref().unwrap_or(line);
    hash(body(changed(with, &written).as_deref().unwrap_or(with)))
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    hasher.finish()
}

/// Returns a record's place and id: `a.epd:17 (WAC.017)`.
fn name(source: &Source<'_>, number: u64, line: &[u8]) -> String {
    let record = Record::read(line, &ReadOptions::default());
    let id = record.operation("id").map(|id| record.operands_text(id));
    let id = id.map_or(String::new(), |id| format!(" ({})", id.trim_matches('"')));
    let line = usize::try_from(number)
        .unwrap_or(usize::MAX)
        .saturating_sub(1);
    format!("`{}`{id}", source.place(line))
}

struct Suite<'a> {
    paths: Paths,
    chosen: Option<&'a Query>,
}

/// A line of the suite, or a part of one that is too long.
struct Line<'l> {
    source: &'l Source<'l>,
    number: u64,
    bytes: &'l [u8],
    /// Whether a file begins with it.
    begins: bool,
    /// Whether it is a record that has a result.
    is_record: bool,
}

impl Suite<'_> {
    fn each(&self, mut take: impl FnMut(&Line<'_>) -> Result<(), Fault>) -> Outcome {
        each_file(&self.paths, self.chosen, |source, text| {
            let mut begins = true;
            let mut take = |number, bytes: &[u8], is_record| {
                take(&Line {
                    source,
                    number,
                    bytes,
                    begins: std::mem::take(&mut begins),
                    is_record,
                })
            };
            text.pieces(
                |_| (),
                |piece: Piece<'_>, ()| {
                    if piece.continues {
                        return take(0, piece.bytes, false);
                    }
                    for (number, line) in piece.lines() {
                        let is_record = !piece.is_open
                            && Skim::kind_of(line) == LineKind::Record
                            && source.has(number, line);
                        take(number, line, is_record)?;
                    }
                    Ok(())
                },
            )?;
            Ok(Status::Clean)
        })
    }
}

/// A record of the suite.
struct ExpectedRecord {
    key: u64,
    /// A hash of its line, by which a result that a run left unchanged is recognised.
    text: u64,
    /// Its number among the records, from 0.
    number: u64,
    /// The number of results for this key so far; counted in the first record with the key.
    taken: usize,
}

/// A reason to refuse the parts: the number of records that it concerns, and the names of the first.
#[derive(Default)]
struct Reason {
    count: usize,
    names: Vec<String>,
}

impl Reason {
    fn note(&mut self, name: impl FnOnce() -> String) {
        self.count += 1;
        if self.names.len() < NAMED {
            self.names.push(name());
        }
    }

    /// Prints the reason with its records; returns true if there are any.
    fn say(&self, one: &str, several: &str, advice: &str) -> bool {
        if self.count == 0 {
            return false;
        }
        let more = match self.count.saturating_sub(self.names.len()) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        say(&format!(
            "can't merge the results: {}: {}{more}; {advice}",
            thousands_of(self.count, one, several),
            self.names.join(", "),
        ));
        true
    }
}

struct Merge {
    /// The records of the suite, by key.
    places: Vec<ExpectedRecord>,
    options: ReadOptions,
    status: Status,
    /// The results, by the number of their record.
    texts: TextSpool,
    taken: u64,
    parts: u64,
    /// The engine and the limit of the first result.
    made: Option<RunMetadata>,
    twice: Reason,
    of_others: Reason,
    made_otherwise: Reason,
}

impl Merge {
    fn of(suite: &Suite<'_>) -> Result<Self, Fault> {
        let (mut places, mut options) = (Vec::new(), None);
        let status = each_file(&suite.paths, suite.chosen, |source, text| {
            options.get_or_insert(*source.options());
            let keys = |line: &[u8]| (key(line, source.options()), hash(body(line)));
            text.pieces(
                |piece| {
                    let records = records(source, piece).into_iter();
                    let keys = records.map(|(_, line)| keys(line));
                    keys.collect::<Vec<_>>()
                },
                |_, keys| {
                    let numbers = places.len() as u64..;
                    let place = |(number, (key, text))| ExpectedRecord {
                        key,
                        text,
                        number,
                        taken: 0,
                    };
                    places.extend(numbers.zip(keys).map(place));
                    Ok(())
                },
            )?;
            Ok(Status::Clean)
        })?;
        places.sort_unstable_by_key(|place| (place.key, place.number));
        Ok(Self {
            places,
            options: options.unwrap_or_default(),
            status,
            texts: TextSpool::default(),
            taken: 0,
            parts: 0,
            made: None,
            twice: Reason::default(),
            of_others: Reason::default(),
            made_otherwise: Reason::default(),
        })
    }

    fn take_parts(&mut self, parts: &Paths) -> Outcome {
        each_file(parts, None, |source, text| {
            self.parts += 1;
            let options = self.options;
            text.pieces(
                |piece| {
                    let records = records(source, piece).into_iter();
                    let keyed = records.map(|(number, line)| {
                        let made = RunMetadata::read(&Record::read(line, &options));
                        (number, line.to_vec(), key(line, &options), made)
                    });
                    keyed.collect::<Vec<_>>()
                },
                |_, keyed| {
                    for (number, line, key, made) in keyed {
                        let name = || name(source, number, &line);
                        self.take(&line, key, made, name)?;
                    }
                    Ok(())
                },
            )?;
            Ok(Status::Clean)
        })
    }

    /// Assigns a result to its record in the suite, or notes the reason to refuse it.
    fn take(
        &mut self,
        line: &[u8],
        key: u64,
        made: RunMetadata,
        name: impl Fn() -> String,
    ) -> Result<(), Fault> {
        let first = self.places.partition_point(|place| place.key < key);
        let Some(place) = self.places.get_mut(first).filter(|place| place.key == key) else {
            self.of_others.note(name);
            return Ok(());
        };
        let free = first + place.taken;
        place.taken += 1;
        let Some(place) = self.places.get(free).filter(|place| place.key == key) else {
            self.twice.note(name);
            return Ok(());
        };
        self.texts.push(place.number, body(line))?;
        self.taken += 1;
        // An unchanged record names the engine of an earlier run.
        if place.text != hash(body(line))
            && let Some(words) = made.in_words()
        {
            let first = self.made.get_or_insert_with(|| made.clone());
            if *first != made {
                self.made_otherwise
                    .note(|| format!("{} by {words}", name()));
            }
        }
        Ok(())
    }

    /// Prints the reasons to refuse the parts; returns true if there are any.
    fn refuses(&self, suite: &Suite<'_>) -> Result<bool, Fault> {
        let mut missing: Vec<u64> = Vec::new();
        for of_key in self.places.chunk_by(|one, other| one.key == other.key) {
            let taken = of_key.first().map_or(0, |first| first.taken);
            missing.extend(of_key.iter().skip(taken).map(|place| place.number));
        }
        missing.sort_unstable();
        let mut without = Reason {
            count: missing.len(),
            names: Vec::new(),
        };
        missing.truncate(NAMED);
        if !missing.is_empty() {
            let mut number = 0;
            suite.each(|line| {
                if line.is_record && missing.binary_search(&number).is_ok() {
                    without
                        .names
                        .push(name(line.source, line.number, line.bytes));
                }
                number += u64::from(line.is_record);
                Ok(())
            })?;
        }
        let by = self.made.as_ref().and_then(RunMetadata::in_words);
        let by = by.unwrap_or_default();
        let said = [
            without.say(
                "record has no result",
                "records have no result",
                "run or resume their parts",
            ),
            self.twice.say(
                "result is a second one of its record",
                "results are more of records that have one",
                "leave a part out",
            ),
            self.of_others.say(
                "result is of no record of the suite",
                "results are of no record of the suite",
                "leave their part out, or name their suite",
            ),
            self.made_otherwise.say(
                &format!("result was not made by {by}"),
                &format!("results were not made by {by}"),
                "run their part again as the others",
            ),
        ];
        Ok(said.contains(&true))
    }
}
