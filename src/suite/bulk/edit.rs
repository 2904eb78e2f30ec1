//! How a bulk change was made, in a few words: so that a journal of it is as short, and the change can be
//! made again from the same lines.

use super::sample::SampleOf;
use super::{
    Assignment, BulkChange, Chosen, Existing, Filling, Keep, Made, Mirror, RecordChange, Template,
    Told,
};
use super::{change_records, dedupe, fix_code, renumber, sample, shuffle, sort, thin_out};
use crate::epd::{CanonicalOptions, Code, Rules};
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
pub(in crate::suite) struct Recipe {
    how: How,
    chosen: Chosen,
    /// By which castling letters were read.
    rules: Rules,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum How {
    Shuffle(u64),
    Sort {
        keys: Keys,
        reverse: bool,
    },
    Records(RecordChange),
    Canonical,
    Dedupe(Sameness, Keep),
    Renumber {
        template: Template,
        start: u64,
    },
    Sample {
        count: usize,
        seed: u64,
        of: SampleOf,
    },
    Fix(Code),
}

impl BulkChange {
    /// The change with the way it was made, where that is shorter than what came out.
    fn made_by(mut self, snapshot: &Snapshot, how: How, chosen: &Chosen) -> Self {
        if self.changed >= MANY {
            let rules = snapshot.read_options().rules;
            let chosen = chosen.clone();
            self.made = Made::By(Recipe { how, chosen, rules }.told().into());
        }
        self
    }

    pub(super) fn by_shuffle(self, snapshot: &Snapshot, seed: u64, chosen: &Chosen) -> Self {
        self.made_by(snapshot, How::Shuffle(seed), chosen)
    }

    pub(super) fn by_sort(
        self,
        snapshot: &Snapshot,
        keys: &Keys,
        reverse: bool,
        chosen: &Chosen,
    ) -> Self {
        let keys = keys.clone();
        self.made_by(snapshot, How::Sort { keys, reverse }, chosen)
    }

    pub(super) fn by_records(
        self,
        snapshot: &Snapshot,
        change: &RecordChange,
        chosen: &Chosen,
    ) -> Self {
        self.made_by(snapshot, How::Records(change.clone()), chosen)
    }

    pub(super) fn by_dedupe(
        self,
        snapshot: &Snapshot,
        by: Sameness,
        keep: Keep,
        chosen: &Chosen,
    ) -> Self {
        self.made_by(snapshot, How::Dedupe(by, keep), chosen)
    }

    pub(super) fn by_renumber(
        self,
        snapshot: &Snapshot,
        template: &Template,
        start: u64,
        chosen: &Chosen,
    ) -> Self {
        let template = template.clone();
        self.made_by(snapshot, How::Renumber { template, start }, chosen)
    }

    pub(super) fn by_sample(
        self,
        snapshot: &Snapshot,
        of: SampleOf,
        (count, seed): (usize, u64),
        chosen: &Chosen,
    ) -> Self {
        self.made_by(snapshot, How::Sample { count, seed, of }, chosen)
    }

    pub(super) fn by_fix_of(self, snapshot: &Snapshot, code: Code, chosen: &Chosen) -> Self {
        self.made_by(snapshot, How::Fix(code), chosen)
    }

    pub(in crate::suite) fn by_canonical(self, snapshot: &Snapshot) -> Self {
        self.made_by(snapshot, How::Canonical, &Chosen::All)
    }
}

impl Recipe {
    /// Makes the change again.
    pub(in crate::suite) fn make(&self, snapshot: &Snapshot) -> Result<BulkChange, JobError> {
        let mut snapshot = snapshot.clone();
        snapshot.options.rules = self.rules;
        let (job, chosen) = (Job::new(), &self.chosen);
        match &self.how {
            How::Shuffle(seed) => shuffle(&snapshot, *seed, chosen, &job),
            How::Sort { keys, reverse } => sort(&snapshot, keys, *reverse, chosen, &job),
            How::Records(change) => change_records(&snapshot, change, chosen, &job),
            How::Canonical => {
                let options = CanonicalOptions::default();
                let made = make_canonical(&snapshot, SavePolicy::All, &options, &job);
                made.map(|made| made.change)
            }
            How::Dedupe(by, keep) => dedupe(&snapshot, *by, *keep, chosen, &job),
            How::Renumber { template, start } => {
                renumber(&snapshot, template, *start, chosen, &job)
            }
            &How::Sample { count, seed, of } => match of {
                SampleOf::File => sample(&snapshot, count, seed, chosen, &job),
                SampleOf::Chosen => thin_out(&snapshot, count, seed, chosen, &job),
            },
            How::Fix(code) => {
                let fixed = fix_code(&snapshot, *code, chosen, &job);
                fixed.map(|fixed| fixed.change)
            }
        }
    }

    /// In words of its own, to be read again; and the lines it is about.
    pub(in crate::suite) fn told(&self) -> Told {
        let rules = match self.rules {
            Rules::Classical => "classical",
            Rules::Chess960 => "chess960",
        };
        let mut words = vec![rules.to_owned()];
        let mut add = |more: &[&str]| words.extend(more.iter().map(|&word| word.to_owned()));
        match &self.how {
            How::Shuffle(seed) => add(&["shuffle", &seed.to_string()]),
            How::Sort { keys, reverse } => {
                add(&[if *reverse { "reverse" } else { "sort" }]);
                keys.0.iter().for_each(|key| add(&[&key.told()]));
            }
            How::Canonical => add(&["canonical"]),
            How::Dedupe(by, keep) => add(&["dedupe", name_of(SAMENESS, by), name_of(KEEP, keep)]),
            How::Renumber { template, start } => {
                add(&["renumber", &template.text(), &start.to_string()]);
            }
            How::Sample { count, seed, of } => {
                let word = match of {
                    SampleOf::File => "sample",
                    SampleOf::Chosen => "thin",
                };
                add(&[word, &count.to_string(), &seed.to_string()]);
            }
            How::Fix(code) => add(&["fix", code.name()]),
            How::Records(change) => match change {
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
        let how = match words {
            ["shuffle", seed] => How::Shuffle(seed.parse().ok()?),
            [sort @ ("sort" | "reverse"), names @ ..] => How::Sort {
                keys: Keys(
                    names
                        .iter()
                        .map(|name| Key::of_told(name))
                        .collect::<Option<_>>()?,
                ),
                reverse: *sort == "reverse",
            },
            ["canonical"] => How::Canonical,
            ["dedupe", by, keep] => How::Dedupe(of_name(SAMENESS, by)?, of_name(KEEP, keep)?),
            ["renumber", template, start] => How::Renumber {
                template: Template::parse(template).ok()?,
                start: start.parse().ok()?,
            },
            [word @ ("sample" | "thin"), count, seed] => How::Sample {
                count: count.parse().ok()?,
                seed: seed.parse().ok()?,
                of: match *word {
                    "sample" => SampleOf::File,
                    _ => SampleOf::Chosen,
                },
            },
            ["fix", code] => How::Fix(Code::from_name(code)?),
            ["set", opcode, operands, existing @ ..] => {
                let set = Assignment::new(opcode, operands).ok()?;
                How::Records(RecordChange::Set(set, existing_of(existing)?))
            }
            ["fill", opcode, operands, existing @ ..] => {
                let fill = Filling::parse(&format!("{opcode} {operands}")).ok()?;
                How::Records(RecordChange::Fill(fill, existing_of(existing)?))
            }
            ["remove", opcodes @ ..] => {
                let opcodes = opcodes.iter().map(|&opcode| opcode.to_owned());
                How::Records(RecordChange::Remove(opcodes.collect()))
            }
            ["rename", old, new] => {
                let (old, new) = ((*old).to_owned(), (*new).to_owned());
                How::Records(RecordChange::Rename(old, new))
            }
            ["fix"] => How::Records(RecordChange::Fix),
            ["colours"] => How::Records(RecordChange::Mirror(Mirror::Colours)),
            ["sides"] => How::Records(RecordChange::Mirror(Mirror::Sides)),
            _ => return None,
        };
        Some(Self { how, chosen, rules })
    }

    /// In words for people.
    pub(in crate::suite) fn label(&self) -> String {
        match &self.how {
            How::Shuffle(seed) => format!("shuffle with seed {seed}"),
            How::Sort { keys, .. } => format!("sort by {keys}"),
            How::Records(change) => change.label(),
            How::Canonical => "make canonical".to_owned(),
            How::Dedupe(by, _) => by.label().to_owned(),
            How::Renumber { .. } => "renumber".to_owned(),
            How::Sample { count, seed, .. } => format!("sample of {count} with seed {seed}"),
            How::Fix(code) => format!("fix {}", code.name()),
        }
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

/// What becomes of an operation that is there; journals of before there was a choice say nothing.
fn told_existing(existing: Existing) -> &'static [&'static str] {
    match existing {
        Existing::Replace => &[],
        Existing::Append => &["append"],
        Existing::Keep => &["keep"],
    }
}

/// What was told of that.
fn existing_of(words: &[&str]) -> Option<Existing> {
    let all = [Existing::Replace, Existing::Append, Existing::Keep];
    all.into_iter().find(|one| told_existing(*one) == words)
}

/// What is kept of a state to know it again: some lines from end to end, and how many there are.
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
        let mut all: Vec<How> = records.map(How::Records).into();
        for existing in [Existing::Replace, Existing::Append, Existing::Keep] {
            let set = Assignment::new("c0", "\"a; b\"").unwrap();
            let fill = Filling::parse("c0 \"{id}: {ce/100}\"").unwrap();
            all.push(How::Records(RecordChange::Set(set, existing)));
            all.push(How::Records(RecordChange::Fill(fill, existing)));
        }
        all.push(How::Shuffle(u64::MAX));
        all.push(How::Canonical);
        all.push(How::Fix(Code::MoveNotSan));
        for (_, by) in SAMENESS {
            all.extend(KEEP.iter().map(|(_, keep)| How::Dedupe(*by, *keep)));
        }
        for text in ["WAC.{n:03}", "{n}", "a b{n:20};"] {
            let (template, start) = (Template::parse(text).unwrap(), 9);
            all.push(How::Renumber { template, start });
        }
        for of in [SampleOf::File, SampleOf::Chosen] {
            let (count, seed) = (12, u64::MAX);
            all.push(How::Sample { count, seed, of });
        }
        all.push(How::Sort {
            keys: Keys(keys.collect()),
            reverse: true,
        });
        let chosen = Chosen::Lines([1, 2, 3, 9].into_iter().collect());
        for how in all {
            let recipe = Recipe {
                how,
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
