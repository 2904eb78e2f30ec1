//! Ranks the rows of a menu by the typed text: whole words before parts of words, and, if no row has the
//! words, rows with its letters in order.

use crate::editor::overlay::menu::{MenuItem, Own};
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Matcher, Utf32Str};
use std::cmp::Reverse;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedItem {
    /// The index into `Menu::items`.
    pub item: usize,
    /// The characters of the label that matched (indices of `char`s, ascending).
    pub marks: Vec<usize>,
}

/// Returns the rows that match, best first: those with all typed words, else those with the letters in order.
pub(super) fn matches(items: &[MenuItem], typed: &str) -> Vec<RankedItem> {
    let pattern =
        |text: &str, kind| Pattern::new(text, CaseMatching::Ignore, Normalization::Smart, kind);
    let words = typed.split_whitespace();
    let words: Vec<Pattern> = words
        .map(|word| pattern(word, AtomKind::Substring))
        .collect();
    let mut finder = Finder::default();
    let all = || items.iter().enumerate();
    let mut found: Vec<(Rank, RankedItem)> = all()
        .filter_map(|(at, item)| finder.by_words(at, item, typed, &words))
        .collect();
    if found.iter().all(|(rank, _)| rank.fit == Fit::Own) {
        let letters = pattern(typed, AtomKind::Fuzzy);
        found.extend(all().filter_map(|(at, item)| finder.by_letters(at, item, &letters)));
    }
    found.sort_by_key(|(rank, found)| {
        // A row typed by its full label keeps its rank although it is disabled: choosing it shows the reason.
        let is_named = |item: &MenuItem| {
            let label = item.label.trim_end_matches(" …");
            label.eq_ignore_ascii_case(typed)
        };
        let item = items.get(found.item);
        let disabled = item.is_some_and(|item| item.disabled.is_some() && !is_named(item));
        // Disabled rows come last.
        (disabled, Reverse(*rank), found.item)
    });
    found.into_iter().map(|(_, found)| found).collect()
}

/// The quality of a match: that of the worst word, then whether the label or the search words begin with the
/// first word, then the number of words found in the label.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    fit: Fit,
    begins: bool,
    in_label: u32,
}

/// The quality of the match of a word, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// A row made from the typed text, which comes last.
    Own,
    /// The letters in order, with others between them, and a score.
    Letters(u32),
    /// In the value or the detail of the row.
    Detail,
    /// Inside a word of the label or of the search words.
    Inside,
    /// The beginning of such a word.
    Start,
    Word,
    /// The name of the row, or an alias.
    Name,
}

#[derive(Default)]
struct Finder {
    matcher: Matcher,
    buffer: Vec<char>,
}

impl Finder {
    /// Returns the indices of the characters that match, ascending.
    fn marks(&mut self, pattern: &Pattern, text: &str) -> Option<(u32, Vec<usize>)> {
        let mut marks = Vec::new();
        let text = Utf32Str::new(text, &mut self.buffer);
        let score = pattern.indices(text, &mut self.matcher, &mut marks)?;
        let marks = marks
            .into_iter()
            .filter_map(|mark| usize::try_from(mark).ok());
        let mut marks: Vec<usize> = marks.collect();
        marks.sort_unstable();
        marks.dedup();
        Some((score, marks))
    }

    /// Returns the quality of a word's match in a text, and the indices of the matching characters.
    fn fit(&mut self, word: &Pattern, text: &str) -> Option<(Fit, Vec<usize>)> {
        let (_, marks) = self.marks(word, text)?;
        let (start, end) = (*marks.first()?, *marks.last()? + 1);
        let is_apart = |at: Option<usize>| {
            let next = at.and_then(|at| text.chars().nth(at));
            next.is_none_or(|c| !c.is_alphanumeric())
        };
        let fit = match (is_apart(start.checked_sub(1)), is_apart(Some(end))) {
            (true, true) => Fit::Word,
            (true, false) => Fit::Start,
            _ => Fit::Inside,
        };
        Some((fit, marks))
    }

    fn by_words(
        &mut self,
        at: usize,
        item: &MenuItem,
        typed: &str,
        words: &[Pattern],
    ) -> Option<(Rank, RankedItem)> {
        let is_name = item.value == typed || item.aliases.contains(&typed);
        let (mut fit, mut in_label, mut begins, mut marks) = (Fit::Name, 0, None, Vec::new());
        for word in words {
            let label = self.fit(word, &item.label);
            let other = self.fit(word, item.words);
            let in_detail = |finder: &mut Self, text| finder.fit(word, text).map(|_| Fit::Detail);
            fit = fit.min(match label {
                Some((label, found)) if Some(label) >= other.as_ref().map(|(fit, _)| *fit) => {
                    in_label += 1;
                    begins.get_or_insert(found.first() == Some(&0));
                    marks.extend(found);
                    label
                }
                _ => other
                    .map(|(fit, found)| {
                        begins.get_or_insert(found.first() == Some(&0));
                        fit
                    })
                    .or_else(|| in_detail(self, &item.value))
                    .or_else(|| in_detail(self, &item.detail))
                    .or_else(|| item.own.map(|_| Fit::Own))
                    .or(is_name.then_some(Fit::Name))?,
            });
        }
        fit = match item.own {
            Some(Own::First) => Fit::Name,
            Some(Own::Last) => Fit::Own,
            None if is_name => Fit::Name,
            None => fit,
        };
        marks.sort_unstable();
        marks.dedup();
        let rank = Rank {
            fit,
            begins: begins.unwrap_or_default(),
            in_label,
        };
        Some((rank, RankedItem { item: at, marks }))
    }

    fn by_letters(
        &mut self,
        at: usize,
        item: &MenuItem,
        letters: &Pattern,
    ) -> Option<(Rank, RankedItem)> {
        let (score, marks) = self.marks(letters, &item.label)?;
        let rank = Rank {
            fit: Fit::Letters(score),
            begins: true,
            in_label: 0,
        };
        let found = RankedItem { item: at, marks };
        item.own.is_none().then_some((rank, found))
    }
}
