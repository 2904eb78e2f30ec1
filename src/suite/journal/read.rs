//! Reading a journal.

use crate::suite::changes::{Run, in_place};
use crate::suite::content::Content;
use crate::suite::edit::{Recipe, Selection};
use crate::suite::journal::{
    Base, COPY, END, HEAD, KEPT, MAGIC, PendingText, REST, RecoverError, TEXT,
};
use crate::suite::platform::open_regular;
use crate::suite::{LineSet, Suite};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The largest line number in a recipe.
const MOST_LINES: usize = 1 << 26;

/// A journal as found: its last complete record.
#[derive(Clone, Debug)]
pub struct Journal {
    /// The texts that were being typed.
    pub typed: Arc<[PendingText]>,
    /// The states of the file: one, or two during a save; the first is used if none fits.
    states: Vec<State>,
}

#[derive(Clone, Debug)]
struct State {
    base: Base,
    /// For a base with only the beginning of the file: whether the file begins so, see [`Journal::look_at`].
    begins: bool,
    /// The bulk changes, each applied to the result of the entries before it.
    pub(super) steps: Vec<Step>,
    entries: Arc<[u8]>,
    texts: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    entries: Arc<[u8]>,
    pub(super) recipe: Arc<Recipe>,
    pub(super) sample: Content,
}

impl Step {
    pub(super) fn each<'s>(&'s self, take: impl FnMut(Entry<'s>) -> Option<()>) -> Option<()> {
        each(&mut &*self.entries, take)
    }
}

/// The effect of a journal on the lines of its file.
#[derive(Clone, Debug, Default)]
pub struct JournalChanges {
    /// The number of lines that the file lacks and that replace none.
    pub added: usize,
    /// The lines of the file (0-based) that get another text.
    pub edited: LineSet,
    /// The lines of the file (0-based) that are removed.
    pub removed: LineSet,
}

pub(super) enum Entry<'a> {
    Kept {
        first: usize,
        count: usize,
    },
    Text {
        origin: Option<usize>,
        is_copy: bool,
        bytes: &'a [u8],
    },
    Rest {
        first: usize,
    },
}

impl Entry<'_> {
    /// Returns the lines of the file that the entry keeps, given their total; `None` for a text, and for
    /// lines that the file lacks.
    pub(super) fn kept(&self, all: usize) -> Option<Range<usize>> {
        let kept = match self {
            Self::Kept { first, count } => *first..first.checked_add(*count)?,
            Self::Rest { first } => *first..all,
            Self::Text { .. } => return None,
        };
        (kept.start <= kept.end && kept.end <= all).then_some(kept)
    }
}

impl Journal {
    /// Reads a journal; `None` if there is none, or it has no complete record.
    ///
    /// # Errors
    /// The file can't be read, or is not a journal.
    pub fn read(path: &Path) -> Result<Option<Self>, RecoverError> {
        let mut bytes = Vec::new();
        match open_regular(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
            Ok(_) => Self::parse(&bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Parses the bytes of a journal.
    ///
    /// # Errors
    /// As for [`Self::read`].
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, RecoverError> {
        let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
            // A kill may have come before anything was written.
            return match MAGIC.starts_with(bytes) {
                true => Ok(None),
                false => Err(RecoverError::Damaged),
            };
        };
        let (mut last, mut is_broken) = (None, false);
        while let Some((head, behind)) = rest.split_first_chunk::<HEAD>() {
            let Some((len, hash)) = head_of(head) else {
                break;
            };
            let body = usize::try_from(len).ok();
            let Some((body, behind)) = body.and_then(|len| behind.split_at_checked(len)) else {
                is_broken = len > 0;
                break;
            };
            if len == 0 || Content::of(body) != (Content { len, hash }) {
                is_broken = len > 0;
                break;
            }
            last = Some(body);
            rest = behind;
        }
        match last {
            Some(body) => Self::parse_body(body)
                .ok_or(RecoverError::Damaged)
                .map(Some),
            None if is_broken => Err(RecoverError::Damaged),
            None => Ok(None),
        }
    }

    /// Parses the body of a record with a correct hash.
    pub fn parse_body(body: &[u8]) -> Option<Self> {
        let mut rest = body;
        // The path is only for people who inspect the journal.
        let _file = std::str::from_utf8(text(&mut rest)?).ok()?;
        let mut typed = Vec::new();
        for _ in 0..number(&mut rest)? {
            typed.push(PendingText {
                what: String::from_utf8(text(&mut rest)?.to_vec()).ok()?,
                line: size(&mut rest)?.checked_sub(1),
                is_line: number(&mut rest)? == 1,
                text: text(&mut rest)?.to_vec(),
            });
        }
        let mut states = Vec::new();
        for _ in 0..number(&mut rest)? {
            states.push(State::read(&mut rest)?);
        }
        let is_whole = rest.is_empty() && !states.is_empty();
        is_whole.then(|| Self {
            typed: typed.into(),
            states,
        })
    }

    /// Returns the number of lines in the journal that the file lacks.
    pub fn changed_lines(&self) -> usize {
        self.states.first().map_or(0, |state| state.texts)
    }

    /// Compares the beginning of the file, for a journal written while the file was still being read.
    pub fn look_at(&mut self, file: &Path) {
        for state in &mut self.states {
            if let Base::Begins { head, .. } = state.base {
                let now = Content::of_head(file, head.len);
                state.begins = now.is_ok_and(|now| now == head);
            }
        }
    }

    /// Returns true if the journal is for the file as the suite was opened.
    pub fn fits(&self, suite: &Suite) -> bool {
        self.states.iter().any(|state| state.fits(suite))
    }

    /// Returns the journal with only the state of this suite's file; `None` if none fits.
    pub fn of(&self, suite: &Suite) -> Option<Self> {
        let state = self.states.iter().find(|state| state.fits(suite))?;
        Some(Self {
            states: vec![state.clone()],
            ..self.clone()
        })
    }

    /// Returns the labels of the bulk changes that are made again.
    pub fn bulk_changes(&self) -> Vec<String> {
        let steps = self.steps().iter();
        steps.map(|step| step.recipe.label()).collect()
    }

    pub(super) fn steps(&self) -> &[Step] {
        self.states.first().map_or(&[], |state| &state.steps)
    }

    /// Returns true if the result equals the file, which has `lines`.
    pub fn changes_nothing(&self, lines: usize) -> bool {
        if !self.steps().is_empty() {
            return false;
        }
        let mut at = 0;
        let kept_all = self.each(|entry| {
            let kept = entry.kept(lines).filter(|kept| kept.start == at)?;
            at = kept.end;
            Some(())
        });
        kept_all.is_some() && at == lines
    }

    /// Returns the first `most` lines that the file lacks, each with the line of the file (0-based) that it
    /// was edited from.
    pub fn texts(&self, most: usize) -> Vec<(Option<usize>, &[u8])> {
        let mut texts = Vec::new();
        self.each(|entry| {
            if let Entry::Text { origin, bytes, .. } = entry {
                texts.push((origin, bytes));
            }
            (texts.len() < most).then_some(())
        });
        texts
    }

    /// Returns the number of moved lines, given the number of lines of the file: as few as explain the order.
    pub fn moved(&self, lines: usize) -> usize {
        let mut runs = Vec::new();
        let mut now = 0usize;
        self.each(|entry| {
            if !matches!(entry, Entry::Text { .. }) {
                let kept = entry.kept(lines)?;
                let len = kept.len();
                runs.push(Run {
                    held: kept.start,
                    now,
                    len,
                    is_edited: false,
                });
                now = now.checked_add(len)?;
            }
            Some(())
        });
        let stays = in_place(&runs);
        let moved = runs.iter().zip(stays).filter(|(_, stays)| !stays);
        moved.map(|(run, _)| run.len).sum()
    }

    /// Returns the effect on the lines of the file, which has `lines`.
    pub fn changes(&self, lines: usize) -> JournalChanges {
        let mut stays = vec![false; lines];
        let mut origins = Vec::new();
        let mut changes = JournalChanges::default();
        self.each(|entry| {
            if let Entry::Text { origin, .. } = entry {
                origins.push(origin);
                return Some(());
            }
            for stays in stays.get_mut(entry.kept(lines)?)? {
                // Each further occurrence of a line counts as added.
                changes.added += usize::from(*stays);
                *stays = true;
            }
            Some(())
        });
        for origin in origins {
            match origin.and_then(|line| stays.get_mut(line).map(|stays| (line, stays))) {
                Some((line, stays)) if !*stays => {
                    *stays = true;
                    changes.edited.insert(line);
                }
                _ => changes.added += 1,
            }
        }
        let removed = stays.iter().enumerate().filter(|(_, stays)| !**stays);
        changes.removed = removed.map(|(line, _)| line).collect();
        changes
    }

    pub(super) fn each<'s>(&'s self, each: impl FnMut(Entry<'s>) -> Option<()>) -> Option<()> {
        let state = self.states.first()?;
        self::each(&mut &*state.entries, each)
    }
}

impl State {
    fn read(rest: &mut &[u8]) -> Option<Self> {
        let content = |rest: &mut &[u8]| {
            Some(Content {
                len: number(rest)?,
                hash: number(rest)?,
            })
        };
        let base = match number(rest)? {
            0 => Base::None,
            1 => Base::Whole(content(rest)?),
            2 => Base::Begins {
                head: content(rest)?,
                file: number(rest)?,
            },
            _ => return None,
        };
        let mut state = Self {
            base,
            begins: false,
            steps: Vec::new(),
            entries: Arc::default(),
            texts: 0,
        };
        for _ in 0..number(rest)? {
            state.steps.push(Step {
                entries: whole_entries(rest, &mut state.texts)?,
                recipe: recipe(rest)?.into(),
                sample: content(rest)?,
            });
        }
        state.entries = whole_entries(rest, &mut state.texts)?;
        Some(state)
    }

    fn fits(&self, suite: &Suite) -> bool {
        match self.base {
            Base::None => suite.path().is_none(),
            Base::Whole(content) => suite.content() == Some(content),
            Base::Begins { file, .. } => self.begins && suite.on_disk.len() == Some(file),
        }
    }
}

/// Reads all entries once, so that later passes can't fail, and counts the texts in them.
fn whole_entries(rest: &mut &[u8], texts: &mut usize) -> Option<Arc<[u8]>> {
    let from = *rest;
    each(rest, |entry| {
        *texts += usize::from(matches!(entry, Entry::Text { .. }));
        Some(())
    })?;
    Some(from.get(..from.len() - rest.len())?.into())
}

/// Reads entries up to their end.
fn each<'s>(rest: &mut &'s [u8], mut take: impl FnMut(Entry<'s>) -> Option<()>) -> Option<()> {
    let mut next = 0usize;
    loop {
        match number(rest)? {
            END => return Some(()),
            KEPT => {
                let step = number(rest)?;
                let count = size(rest)?;
                let distance = usize::try_from(step >> 1).ok()?;
                let first = match step & 1 == 1 {
                    true => next.checked_sub(distance)?,
                    false => next.checked_add(distance)?,
                };
                next = first.checked_add(count)?;
                take(Entry::Kept { first, count })?;
            }
            TEXT => take(Entry::Text {
                origin: size(rest)?.checked_sub(1),
                is_copy: false,
                bytes: text(rest)?,
            })?,
            COPY => take(Entry::Text {
                origin: None,
                is_copy: true,
                bytes: text(rest)?,
            })?,
            REST => take(Entry::Rest { first: size(rest)? })?,
            _ => return None,
        }
    }
}

fn recipe(rest: &mut &[u8]) -> Option<Recipe> {
    let mut words = Vec::new();
    for _ in 0..number(rest)? {
        words.push(std::str::from_utf8(text(rest)?).ok()?);
    }
    let chosen = match number(rest)? {
        0 => Selection::All,
        1 => {
            let (mut lines, mut at) = (Vec::new(), 0usize);
            for nth in 0..number(rest)? {
                let end = at
                    .checked_add(size(rest)?)
                    .filter(|end| *end <= MOST_LINES)?;
                if nth % 2 == 1 {
                    lines.push(at..end);
                }
                at = end;
            }
            Selection::Lines(lines.into_iter().flatten().collect())
        }
        _ => return None,
    };
    Recipe::of_words(&words, chosen)
}

fn head_of(head: &[u8; HEAD]) -> Option<(u64, u64)> {
    let (len, hash) = head.split_first_chunk::<8>()?;
    Some((
        u64::from_le_bytes(*len),
        u64::from_le_bytes(*hash.first_chunk::<8>()?),
    ))
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, behind) = rest.split_first()?;
        *rest = behind;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn size(rest: &mut &[u8]) -> Option<usize> {
    usize::try_from(number(rest)?).ok()
}

fn text<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let len = size(rest)?;
    let (bytes, behind) = rest.split_at_checked(len)?;
    *rest = behind;
    Some(bytes)
}
