//! An edit prepared for many records, and its recipe: the edit and its lines, written in words that can be
//! parsed again.

use crate::epd::{CanonicalOptions, Code, EnPassantPolicy, Record, Rules};
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::content::{Content, ContentHasher};
use crate::suite::duplicates::DuplicateKey;
use crate::suite::edit::kind::EditTarget;
use crate::suite::edit::{
    Assignment, BulkChange, Edit, Existing, Filling, Mirror, Rebuild, RecordedEdit, Rewrite,
    Selection,
};
use crate::suite::field::{Key, Keys};
use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::query::{nobody_has, written};
use crate::suite::scan::JobError;
use crate::suite::search::Pattern;
use crate::suite::snapshot::Snapshot;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of changed lines from which a recipe is stored in place of the lines.
const MANY: usize = 2000;
/// The number of sampled lines that identify a state.
const LOOKED_AT: usize = 64;

/// An edit and its lines, so that it can be made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::suite) struct Recipe {
    edit: Edit,
    chosen: Selection,
    /// The rules by which castling letters are interpreted.
    rules: Rules,
}

impl BulkChange {
    /// Adds the recipe to a change that is large enough, unless the edit depends on the name of the file.
    pub(in crate::suite) fn made_by(
        mut self,
        snapshot: &Snapshot,
        edit: &Edit,
        chosen: &Selection,
    ) -> Self {
        if self.changed >= MANY && !edit.names_file() {
            let recipe = Recipe {
                edit: edit.clone(),
                chosen: chosen.clone(),
                rules: snapshot.read_options().rules,
            };
            self.made = Rebuild::By(recipe.recorded().into());
        }
        self
    }
}

impl Recipe {
    pub(in crate::suite) fn make(&self, snapshot: &Snapshot) -> Result<BulkChange, JobError> {
        let mut snapshot = snapshot.clone();
        snapshot.options.rules = self.rules;
        self.edit.plan(&snapshot, &self.chosen, &Job::new())
    }

    pub(in crate::suite) fn label(&self) -> String {
        self.edit.label()
    }

    /// Returns the recipe in words that [`Self::of_words`] parses, and its lines.
    pub(in crate::suite) fn recorded(&self) -> RecordedEdit {
        let rules = match self.rules {
            Rules::Classical => "classical",
            Rules::Chess960 => "chess960",
        };
        let mut words = vec![rules.to_owned()];
        let mut add = |more: &[&str]| words.extend(more.iter().map(|&word| word.to_owned()));
        match &self.edit {
            Edit::Set(filling, existing) => {
                let word = match filling.has_values() {
                    true => "fill",
                    false => "set",
                };
                let Assignment { opcode, operands } = &filling.operation;
                add(&[word, opcode, operands]);
                add(words_of_existing(*existing));
            }
            Edit::Renumber(ids) => {
                add(&["renumber", &ids.operation.operands, &ids.from.to_string()]);
            }
            Edit::Remove(opcodes) => {
                add(&["remove"]);
                opcodes.iter().for_each(|opcode| add(&[opcode]));
            }
            Edit::Rename(old, new) => add(&["rename", old, new]),
            Edit::Fix(None) => add(&["fix"]),
            Edit::Fix(Some(code)) => add(&["fix", code.name()]),
            Edit::Mirror(Mirror::Colours) => add(&["colours"]),
            Edit::Mirror(Mirror::Sides) => add(&["sides"]),
            Edit::Canonical(options) => match options.en_passant {
                EnPassantPolicy::Keep => add(&["canonical"]),
                EnPassantPolicy::Legal => add(&["canonical", "legal"]),
            },
            Edit::Openings { replace: false } => add(&["openings"]),
            Edit::Openings { replace: true } => add(&["openings", "replace"]),
            Edit::Arrange(arrangement) => match arrangement {
                Arrangement::Shuffle { seed } => add(&["shuffle", &seed.to_string()]),
                Arrangement::Sort { keys, reverse } => {
                    add(&[if *reverse { "reverse" } else { "sort" }]);
                    keys.0.iter().for_each(|key| add(&[&key.journal_text()]));
                }
                Arrangement::Dedupe { by, keep } => {
                    add(&["dedupe", &word_of_key(by), name_of(KEEP, keep)])
                }
                Arrangement::Sample { count, seed } => {
                    let word = match self.chosen {
                        Selection::All => "sample",
                        Selection::Lines(_) => "thin",
                    };
                    add(&[word, &count.to_string(), &seed.to_string()]);
                }
            },
        }
        let chosen = self.chosen.clone();
        RecordedEdit { words, chosen }
    }

    /// Parses a recipe from words; `None` if they are none.
    pub(in crate::suite) fn of_words(words: &[&str], chosen: Selection) -> Option<Self> {
        let (rules, words) = words.split_first()?;
        let rules = match *rules {
            "classical" => Rules::Classical,
            "chess960" => Rules::Chess960,
            _ => return None,
        };
        let canonical = |en_passant| Edit::Canonical(CanonicalOptions { en_passant });
        let edit = match words {
            ["shuffle", seed] => Edit::Arrange(Arrangement::Shuffle {
                seed: seed.parse().ok()?,
            }),
            [sort @ ("sort" | "reverse"), names @ ..] => {
                let keys = names.iter().map(|name| Key::from_journal(name));
                Edit::Arrange(Arrangement::Sort {
                    keys: Keys(keys.collect::<Option<_>>()?),
                    reverse: *sort == "reverse",
                })
            }
            ["dedupe", by, keep] => Edit::Arrange(Arrangement::Dedupe {
                by: key_of_word(by)?,
                keep: Keep::named(keep)?,
            }),
            ["sample" | "thin", count, seed] => Edit::Arrange(Arrangement::Sample {
                count: count.parse().ok()?,
                seed: seed.parse().ok()?,
            }),
            ["set", opcode, operands, existing @ ..] => {
                let set = Assignment::new(opcode, operands).ok()?;
                Edit::Set(set.into(), existing_of(existing)?)
            }
            ["fill", opcode, operands, existing @ ..] => {
                let filling = Filling::parse(&format!("{opcode} {operands}")).ok()?;
                Edit::Set(filling, existing_of(existing)?)
            }
            ["renumber", template, start] => {
                Edit::Renumber(Filling::ids(template, start.parse().ok()?).ok()?)
            }
            ["remove", opcodes @ ..] => {
                let opcodes = opcodes.iter().map(|&opcode| opcode.to_owned());
                Edit::Remove(opcodes.collect())
            }
            ["rename", old, new] => Edit::Rename((*old).to_owned(), (*new).to_owned()),
            ["fix"] => Edit::Fix(None),
            ["fix", code] => Edit::Fix(Some(Code::from_name(code)?)),
            ["colours"] => Edit::Mirror(Mirror::Colours),
            ["sides"] => Edit::Mirror(Mirror::Sides),
            ["canonical"] => canonical(EnPassantPolicy::Keep),
            ["canonical", "legal"] => canonical(EnPassantPolicy::Legal),
            ["openings"] => Edit::Openings { replace: false },
            ["openings", "replace"] => Edit::Openings { replace: true },
            _ => return None,
        };
        Some(Self {
            edit,
            chosen,
            rules,
        })
    }
}

const DUPLICATE_KEYS: &[(&str, DuplicateKey)] = &[
    ("id", DuplicateKey::Id),
    ("position", DuplicateKey::Position),
    ("record", DuplicateKey::Record),
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

impl Keep {
    /// Returns the choice with this name.
    pub fn named(word: &str) -> Option<Self> {
        of_name(KEEP, word)
    }
}

fn word_of_key(by: &DuplicateKey) -> String {
    match by {
        DuplicateKey::Field(field) => Key::from(field.clone()).journal_text(),
        by => name_of(DUPLICATE_KEYS, by).to_owned(),
    }
}

fn key_of_word(word: &str) -> Option<DuplicateKey> {
    let mut known = DUPLICATE_KEYS.iter().filter(|(name, _)| *name == word);
    match known.next() {
        Some((_, by)) => Some(by.clone()),
        None => Some(DuplicateKey::Field(Key::from_journal(word)?.field)),
    }
}

/// Returns the words for the treatment of existing operations; none for `Replace`, as in older journals.
fn words_of_existing(existing: Existing) -> &'static [&'static str] {
    match existing {
        Existing::Replace => &[],
        Existing::Append => &["append"],
        Existing::Keep => &["keep"],
    }
}

fn existing_of(words: &[&str]) -> Option<Existing> {
    let all = [Existing::Replace, Existing::Append, Existing::Keep];
    all.into_iter().find(|one| words_of_existing(*one) == words)
}

/// Returns the hash of a sample of a state, which identifies it: the number of lines, and evenly spaced lines.
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

/// Returns a set of lines as the lengths of alternating runs, beginning with a run of lines outside the set.
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

/// An edit prepared for many records. It skips records by their bytes, and collects what [`Self::said`]
/// reports at the end.
#[derive(Debug)]
pub struct Ready<'e> {
    edit: &'e Edit,
    /// Texts of which every affected record contains at least one; `None` if unknown.
    needles: Option<Vec<Pattern>>,
    /// The opcodes of the edit, each with whether a record has it; for a mirroring, a single entry for
    /// whether a comment was left unchanged.
    seen: Vec<(&'e str, AtomicBool)>,
}

impl<'e> Ready<'e> {
    pub(super) fn of(edit: &'e Edit) -> Self {
        let opcodes = match edit {
            Edit::Remove(opcodes) => opcodes.as_slice(),
            Edit::Rename(old, _) => std::slice::from_ref(old),
            _ => &[],
        };
        let needles = opcodes.iter().map(|opcode| written(opcode)).collect();
        let seen = match edit {
            Edit::Mirror(_) => vec![("", AtomicBool::new(false))],
            _ => opcodes
                .iter()
                .map(|opcode| (opcode.as_str(), AtomicBool::new(false)))
                .collect(),
        };
        Self {
            edit,
            needles: Option::filter(needles, |all: &Vec<_>| !all.is_empty()),
            seen,
        }
    }

    /// Returns the decision for a line.
    pub fn rewrite(&self, target: &EditTarget<'_>) -> Rewrite {
        if let Some(needles) = &self.needles
            && !needles.iter().any(|needle| needle.is_in(target.line))
        {
            return Rewrite::Keep;
        }
        let changed = self.edit.of(target);
        if !matches!(changed, Ok(None)) {
            self.record_seen(target, changed.as_ref().ok().and_then(Option::as_deref));
        }
        Rewrite::of(changed)
    }

    /// Records which opcodes a record has, or that it has an unchanged comment. Flags that are set are
    /// skipped, so that a record is parsed again only while one is unset.
    fn record_seen(&self, target: &EditTarget<'_>, new: Option<&[u8]>) {
        let read = |line| Record::read(line, target.options);
        let mut before = None;
        for (opcode, is_seen) in &self.seen {
            if is_seen.load(Ordering::Relaxed) {
                continue;
            }
            let is_found = match (self.edit, new) {
                (Edit::Mirror(_), None) => false,
                (Edit::Mirror(_), Some(new)) => keeps_comment(&read(target.line), &read(new)),
                _ if self.seen.len() == 1 => true,
                _ => {
                    let before = before.get_or_insert_with(|| read(target.line));
                    before.operation(opcode).is_some()
                }
            };
            if is_found {
                is_seen.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns the note about all records together: the opcodes that no record has, or that comments are not
    /// mirrored.
    pub fn said(&self) -> Option<String> {
        if let Edit::Mirror(_) = self.edit {
            let is_seen = |(_, is_seen): &(_, AtomicBool)| is_seen.load(Ordering::Relaxed);
            return self.seen.iter().any(is_seen).then(|| {
                "comments are left unchanged: squares and colours named in them are not mirrored"
                    .to_owned()
            });
        }
        let unseen = self
            .seen
            .iter()
            .filter(|(_, is_seen)| !is_seen.load(Ordering::Relaxed));
        let said: Vec<String> = unseen.map(|(opcode, _)| nobody_has(opcode)).collect();
        (!said.is_empty()).then(|| said.join(" · "))
    }
}

/// Returns true if a comment of a record is unchanged in its mirror image.
fn keeps_comment(before: &Record<'_>, after: &Record<'_>) -> bool {
    (0..10).map(|nth| format!("c{nth}")).any(|opcode| {
        let text = |record: &Record<'_>| {
            let operation = record.operation(&opcode)?;
            Some(record.operands_text(operation)).filter(|text| !text.is_empty())
        };
        text(before).is_some_and(|said| text(after).as_deref() == Some(&said))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::field::Field;

    #[test]
    fn every_recipe_is_parsed_as_written() {
        let mut all = vec![
            Edit::Remove(vec!["keep".into()]),
            Edit::Remove(vec!["ce".into(), "pv".into()]),
            Edit::Rename("ce".into(), "acd".into()),
            Edit::Fix(None),
            Edit::Fix(Some(Code::MoveNotSan)),
            Edit::Mirror(Mirror::Colours),
            Edit::Mirror(Mirror::Sides),
            Edit::Openings { replace: false },
            Edit::Openings { replace: true },
        ];
        for en_passant in [EnPassantPolicy::Keep, EnPassantPolicy::Legal] {
            all.push(Edit::Canonical(CanonicalOptions { en_passant }));
        }
        let keys = [
            "position", "material", "pieces", "text", "ce", "side", "problems",
        ];
        let keys = keys.into_iter().map(|name| Key::typed(name).unwrap());
        // An opcode may have the name of another key, and any key may be descending.
        let named = Key::from(Field::Operation("text".into()));
        let turned = [Field::Side, Field::Problems, Field::Position];
        let turned = turned.map(|field| Key::from(field).turned(true));
        let keys = keys.chain([named]).chain(turned);
        for existing in [Existing::Replace, Existing::Append, Existing::Keep] {
            let set = Assignment::new("c0", "\"a; b\"").unwrap();
            let fill = Filling::parse("c0 \"{id}: {ce/100}\"").unwrap();
            all.push(Edit::Set(set.into(), existing));
            all.push(Edit::Set(fill, existing));
        }
        let mut arrangements = vec![Arrangement::Shuffle { seed: u64::MAX }];
        let fields = ["placement", "ce/100", "op(line)"].map(|name| name.parse().unwrap());
        let all_same = DUPLICATE_KEYS.iter().map(|(_, by)| by.clone());
        for by in all_same.chain(fields.map(DuplicateKey::Field)) {
            arrangements.extend(KEEP.iter().map(|(_, keep)| Arrangement::Dedupe {
                by: by.clone(),
                keep: *keep,
            }));
        }
        for text in ["WAC.{n:03}", "{n}", "a b{n:20};"] {
            all.push(Edit::Renumber(Filling::ids(text, 9).unwrap()));
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
        let chosen = Selection::Lines([1, 2, 3, 9].into_iter().collect());
        for edit in all {
            let recipe = Recipe {
                edit,
                chosen: chosen.clone(),
                rules: Rules::Chess960,
            };
            let RecordedEdit { words, chosen } = recipe.recorded();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert_eq!(Recipe::of_words(&words, chosen), Some(recipe));
        }
        assert_eq!(runs_of(&[1, 2, 3, 9].into_iter().collect()), [1, 3, 5, 1]);
    }
}
