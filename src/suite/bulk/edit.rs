//! A change of many records or of their order, as a person asks for it: with words of its own, by which a journal
//! of it is short and the change can be made again from the same lines.
//!
//! ```
//! use epdit::suite::arrange::Arrangement;
//! use epdit::suite::bulk::{Chosen, Edit};
//! use epdit::suite::{Job, Suite};
//!
//! let text = b"4k3/8/8/8/8/8/8/4K3 w - - ce 2;\n4k3/8/8/8/8/8/8/4K3 w - - ce 1;\n";
//! let mut suite = Suite::from_bytes("a.epd", text.to_vec());
//! let edit = Edit::Arrange(Arrangement::Sort { keys: "ce".parse()?, reverse: false });
//! suite.apply(edit.plan(&suite.snapshot(), &Chosen::All, &Job::new())?)?;
//! assert!(suite.line(0).ends_with(b"ce 1;\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    Assignment, BulkChange, Chosen, Existing, Filling, Made, Mirror, RecordChange, Template, Told,
};
use super::{change_records, fix_code, renumber};
use crate::epd::visible::visible;
use crate::epd::{CanonicalOptions, Code, Rules};
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::content::{Content, ContentHasher};
use crate::suite::duplicates::Sameness;
use crate::suite::field::{Key, Keys};
use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::save::{SavePolicy, make_canonical};
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;

/// Lines from which on a change is told by its recipe; of fewer the lines themselves are told.
const MANY: usize = 2000;
/// Lines by which it is known that a change came out as before.
const LOOKED_AT: usize = 64;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A change of each record by itself.
    Records(RecordChange),
    /// Canonical writing of the whole file.
    Canonical,
    /// All safe fixes of one code.
    Fix(Code),
    /// New ids.
    Renumber { template: Template, start: u64 },
    /// Another order of records, or fewer of them.
    Arrange(Arrangement),
}

/// An edit with the records that it is about, so that it can be made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::suite) struct Recipe {
    edit: Edit,
    chosen: Chosen,
    /// By which castling letters were read.
    rules: Rules,
}

impl BulkChange {
    /// The change with the edit by which it was made, where that is shorter than what came out.
    pub(in crate::suite) fn made_by(
        mut self,
        snapshot: &Snapshot,
        edit: Edit,
        chosen: &Chosen,
    ) -> Self {
        if self.changed >= MANY {
            let rules = snapshot.read_options().rules;
            let chosen = chosen.clone();
            let recipe = Recipe {
                edit,
                chosen,
                rules,
            };
            self.made = Made::By(recipe.told().into());
        }
        self
    }
}

impl Edit {
    /// Works it out.
    ///
    /// # Errors
    /// Cancelled, the file is not read to its end yet, lines can't be read any more, or there are too many.
    pub fn plan(
        &self,
        snapshot: &Snapshot,
        chosen: &Chosen,
        job: &Job,
    ) -> Result<BulkChange, JobError> {
        match self {
            Self::Records(change) => change_records(snapshot, change, chosen, job),
            Self::Canonical => {
                let options = CanonicalOptions::default();
                let made = make_canonical(snapshot, SavePolicy::All, &options, job);
                made.map(|made| made.change)
            }
            Self::Fix(code) => fix_code(snapshot, *code, chosen, job).map(|fixed| fixed.change),
            Self::Renumber { template, start } => renumber(snapshot, template, *start, chosen, job),
            Self::Arrange(arrangement) => {
                let change = arrangement.plan(snapshot, chosen, job)?;
                Ok(change.made_by(snapshot, self.clone(), chosen))
            }
        }
    }

    /// Returns it in words, for a preview.
    pub fn title(&self) -> String {
        match self {
            Self::Records(change) => change.title(),
            Self::Renumber { template, start } => {
                format!("ids from {}", visible(&template.id(*start)))
            }
            Self::Arrange(arrangement) => arrangement.title(),
            edit => edit.label(),
        }
    }

    /// Returns it in few words, for the list of changes.
    pub(in crate::suite) fn label(&self) -> String {
        match self {
            Self::Records(change) => change.label(),
            Self::Canonical => "make canonical".to_owned(),
            Self::Fix(code) => format!("fix {}", code.name()),
            Self::Renumber { .. } => "renumber".to_owned(),
            Self::Arrange(arrangement) => arrangement.label(),
        }
    }
}

impl Recipe {
    /// Makes the change again.
    pub(in crate::suite) fn make(&self, snapshot: &Snapshot) -> Result<BulkChange, JobError> {
        let mut snapshot = snapshot.clone();
        snapshot.options.rules = self.rules;
        self.edit.plan(&snapshot, &self.chosen, &Job::new())
    }

    /// Returns it in few words, for the list of changes.
    pub(in crate::suite) fn label(&self) -> String {
        self.edit.label()
    }

    /// In words of its own, to be read again; and the lines it is about.
    pub(in crate::suite) fn told(&self) -> Told {
        let rules = match self.rules {
            Rules::Classical => "classical",
            Rules::Chess960 => "chess960",
        };
        let mut words = vec![rules.to_owned()];
        let mut add = |more: &[&str]| words.extend(more.iter().map(|&word| word.to_owned()));
        match &self.edit {
            Edit::Canonical => add(&["canonical"]),
            Edit::Renumber { template, start } => {
                add(&["renumber", &template.text(), &start.to_string()]);
            }
            Edit::Arrange(arrangement) => match arrangement {
                Arrangement::Shuffle { seed } => add(&["shuffle", &seed.to_string()]),
                Arrangement::Sort { keys, reverse } => {
                    add(&[if *reverse { "reverse" } else { "sort" }]);
                    keys.0.iter().for_each(|key| add(&[&key.told()]));
                }
                Arrangement::Dedupe { by, keep } => {
                    add(&["dedupe", name_of(SAMENESS, by), name_of(KEEP, keep)])
                }
                Arrangement::Sample { count, seed } => {
                    let word = match self.chosen {
                        Chosen::All => "sample",
                        Chosen::Lines(_) => "thin",
                    };
                    add(&[word, &count.to_string(), &seed.to_string()]);
                }
            },
            Edit::Fix(code) => add(&["fix", code.name()]),
            Edit::Records(change) => match change {
                RecordChange::Set(set, existing) => {
                    add(&["set", &set.opcode, &set.operands]);
                    add(told_existing(*existing));
                }
                RecordChange::Fill(fill, existing) => {
                    add(&["fill", &fill.opcode, &fill.text]);
                    add(told_existing(*existing));
                }
                RecordChange::Remove(opcodes) => {
                    add(&["remove"]);
                    opcodes.iter().for_each(|opcode| add(&[opcode]));
                }
                RecordChange::Rename(old, new) => add(&["rename", old, new]),
                RecordChange::Fix => add(&["fix"]),
                RecordChange::Mirror(Mirror::Colours) => add(&["colours"]),
                RecordChange::Mirror(Mirror::Sides) => add(&["sides"]),
            },
        }
        let chosen = self.chosen.clone();
        Told { words, chosen }
    }

    /// The recipe in these words.
    pub(in crate::suite) fn of_words(words: &[&str], chosen: Chosen) -> Option<Self> {
        let (rules, words) = words.split_first()?;
        let rules = match *rules {
            "classical" => Rules::Classical,
            "chess960" => Rules::Chess960,
            _ => return None,
        };
        let edit = match words {
            ["shuffle", seed] => Edit::Arrange(Arrangement::Shuffle {
                seed: seed.parse().ok()?,
            }),
            [sort @ ("sort" | "reverse"), names @ ..] => Edit::Arrange(Arrangement::Sort {
                keys: Keys(
                    names
                        .iter()
                        .map(|name| Key::of_told(name))
                        .collect::<Option<_>>()?,
                ),
                reverse: *sort == "reverse",
            }),
            ["canonical"] => Edit::Canonical,
            ["dedupe", by, keep] => Edit::Arrange(Arrangement::Dedupe {
                by: of_name(SAMENESS, by)?,
                keep: of_name(KEEP, keep)?,
            }),
            ["renumber", template, start] => Edit::Renumber {
                template: Template::parse(template).ok()?,
                start: start.parse().ok()?,
            },
            ["sample" | "thin", count, seed] => Edit::Arrange(Arrangement::Sample {
                count: count.parse().ok()?,
                seed: seed.parse().ok()?,
            }),
            ["fix", code] => Edit::Fix(Code::from_name(code)?),
            ["set", opcode, operands, existing @ ..] => {
                let set = Assignment::new(opcode, operands).ok()?;
                Edit::Records(RecordChange::Set(set, existing_of(existing)?))
            }
            ["fill", opcode, operands, existing @ ..] => {
                let fill = Filling::parse(&format!("{opcode} {operands}")).ok()?;
                Edit::Records(RecordChange::Fill(fill, existing_of(existing)?))
            }
            ["remove", opcodes @ ..] => {
                let opcodes = opcodes.iter().map(|&opcode| opcode.to_owned());
                Edit::Records(RecordChange::Remove(opcodes.collect()))
            }
            ["rename", old, new] => {
                let (old, new) = ((*old).to_owned(), (*new).to_owned());
                Edit::Records(RecordChange::Rename(old, new))
            }
            ["fix"] => Edit::Records(RecordChange::Fix),
            ["colours"] => Edit::Records(RecordChange::Mirror(Mirror::Colours)),
            ["sides"] => Edit::Records(RecordChange::Mirror(Mirror::Sides)),
            _ => return None,
        };
        Some(Self {
            edit,
            chosen,
            rules,
        })
    }
}

const SAMENESS: &[(&str, Sameness)] = &[
    ("id", Sameness::Id),
    ("position", Sameness::Position),
    ("record", Sameness::Record),
];
const KEEP: &[(&str, Keep)] = &[
    ("first", Keep::First),
    ("last", Keep::Last),
    ("richest", Keep::Richest),
    ("merged", Keep::Merged),
];

fn name_of<T: PartialEq>(names: &[(&'static str, T)], wanted: &T) -> &'static str {
    let mut found = names.iter().filter(|(_, one)| one == wanted);
    found.next().map_or("", |(name, _)| name)
}

fn of_name<T: Copy>(names: &[(&str, T)], wanted: &str) -> Option<T> {
    let mut found = names.iter().filter(|(name, _)| *name == wanted);
    found.next().map(|(_, one)| *one)
}

/// Returns what becomes of an operation that is there; journals of before there was a choice say nothing.
fn told_existing(existing: Existing) -> &'static [&'static str] {
    match existing {
        Existing::Replace => &[],
        Existing::Append => &["append"],
        Existing::Keep => &["keep"],
    }
}

/// Returns what was told of that.
fn existing_of(words: &[&str]) -> Option<Existing> {
    let all = [Existing::Replace, Existing::Append, Existing::Keep];
    all.into_iter().find(|one| told_existing(*one) == words)
}

/// Returns what is kept of a state to know it again: some lines from end to end, and how many there are.
pub(in crate::suite) fn sample_of(snapshot: &Snapshot) -> Content {
    let lines = snapshot.line_count();
    let mut hasher = ContentHasher::default();
    hasher.add(&(lines as u64).to_le_bytes());
    let step = (lines / LOOKED_AT).max(1);
    for line in (0..lines).step_by(step) {
        hasher.add(&snapshot.line(line));
    }
    hasher.content()
}

/// Lines chosen, as lengths of runs that are not and that are among them by turns.
pub(in crate::suite) fn runs_of(lines: &LineSet) -> Vec<u64> {
    let (mut runs, mut at) = (Vec::new(), 0);
    let mut rest = lines.iter().peekable();
    while let Some(first) = rest.next() {
        let mut end = first + 1;
        while rest.next_if_eq(&end).is_some() {
            end += 1;
        }
        runs.extend([(first - at) as u64, (end - first) as u64]);
        at = end;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::field::Field;

    #[test]
    fn every_recipe_is_read_as_it_was_written() {
        let records = [
            RecordChange::Remove(vec!["keep".into()]),
            RecordChange::Remove(vec!["ce".into(), "pv".into()]),
            RecordChange::Rename("ce".into(), "acd".into()),
            RecordChange::Fix,
            RecordChange::Mirror(Mirror::Colours),
            RecordChange::Mirror(Mirror::Sides),
        ];
        let keys = [
            "position", "material", "pieces", "text", "ce", "side", "problems",
        ];
        let keys = keys.into_iter().map(|name| Key::typed(name).unwrap());
        // An opcode may be named as another key is, and any key may be the other way round.
        let named = Key::from(Field::Operation("text".into()));
        let turned = [Field::Side, Field::Problems, Field::Position];
        let turned = turned.map(|field| Key::from(field).turned(true));
        let keys = keys.chain([named]).chain(turned);
        let mut all: Vec<Edit> = records.map(Edit::Records).into();
        for existing in [Existing::Replace, Existing::Append, Existing::Keep] {
            let set = Assignment::new("c0", "\"a; b\"").unwrap();
            let fill = Filling::parse("c0 \"{id}: {ce/100}\"").unwrap();
            all.push(Edit::Records(RecordChange::Set(set, existing)));
            all.push(Edit::Records(RecordChange::Fill(fill, existing)));
        }
        let mut arrangements = vec![Arrangement::Shuffle { seed: u64::MAX }];
        all.push(Edit::Canonical);
        all.push(Edit::Fix(Code::MoveNotSan));
        for (_, by) in SAMENESS {
            arrangements.extend(KEEP.iter().map(|(_, keep)| Arrangement::Dedupe {
                by: *by,
                keep: *keep,
            }));
        }
        for text in ["WAC.{n:03}", "{n}", "a b{n:20};"] {
            let (template, start) = (Template::parse(text).unwrap(), 9);
            all.push(Edit::Renumber { template, start });
        }
        arrangements.push(Arrangement::Sample {
            count: 12,
            seed: u64::MAX,
        });
        arrangements.push(Arrangement::Sort {
            keys: Keys(keys.collect()),
            reverse: true,
        });
        all.extend(arrangements.into_iter().map(Edit::Arrange));
        let chosen = Chosen::Lines([1, 2, 3, 9].into_iter().collect());
        for edit in all {
            let recipe = Recipe {
                edit,
                chosen: chosen.clone(),
                rules: Rules::Chess960,
            };
            let Told { words, chosen } = recipe.clone().told();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert_eq!(Recipe::of_words(&words, chosen), Some(recipe.clone()));
        }
        assert_eq!(runs_of(&[1, 2, 3, 9].into_iter().collect()), [1, 3, 5, 1]);
    }
}
