//! Ids that are shortened so that what tells them apart stays.

use crate::editor::widgets::glyph;
use crate::editor::widgets::glyph::{Glyph, glyphs};

/// Columns of a shortened id that are worth more than its head alone.
pub(super) const LEAST: usize = 4;

/// The characters that the ids of a file have in common, at the beginning and at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    pub prefix: usize,
    pub suffix: usize,
    /// The characters they begin with.
    start: String,
    /// Columns of the longest.
    longest: usize,
    /// Some of the ids, in order: one is compared with those it stands between.
    some: Vec<String>,
}

impl Shared {
    /// Returns what some ids have in common; of one alone that is nothing.
    pub fn of(ids: impl IntoIterator<Item = String>) -> Self {
        let mut some: Vec<String> = ids.into_iter().collect();
        let first = some.first().map(|id| characters(id)).unwrap_or_default();
        let others = some.iter().map(|id| characters(id));
        let shared = others.filter(|id| *id != first).map(|id| {
            let prefix = alike(first.iter(), id.iter());
            let rest = first.len().min(id.len()) - prefix;
            (prefix, alike(first.iter().rev(), id.iter().rev()).min(rest))
        });
        let shared = shared.reduce(|all, one| (all.0.min(one.0), all.1.min(one.1)));
        let (prefix, suffix) = shared.unwrap_or_default();
        let start = first.get(..prefix).unwrap_or_default().concat();
        let widths = some.iter().map(|id| glyph::width(id.as_bytes()));
        let longest = widths.max().unwrap_or(0);
        some.sort_unstable();
        some.dedup();
        Self {
            prefix,
            suffix,
            start,
            longest,
            some,
        }
    }

    /// Counts the columns that tell all ids apart, where they begin with the same: the rest, and the sign before it.
    pub fn least(&self) -> Option<usize> {
        let is_plain = self.prefix > 0 && self.start.len() == self.prefix;
        is_plain.then(|| (self.longest + 1).saturating_sub(self.prefix))
    }

    /// Counts the characters that an id begins with as the one most like it does.
    fn common(&self, id: &str) -> usize {
        let at = self.some.partition_point(|other| other.as_str() < id);
        let before = at.checked_sub(1).and_then(|at| self.some.get(at));
        let mut after = self.some.iter().skip(at);
        let after = after.find(|other| other.as_str() != id);
        let id = characters(id);
        let same = |other: &String| alike(id.iter(), characters(other).iter());
        before.into_iter().chain(after).map(same).max().unwrap_or(0)
    }

    /// Counts the characters that all ids lose at their head in so many columns, so that their ends stand
    /// below one another; `None` where that is not enough for the longest.
    fn lost(&self, columns: usize) -> Option<usize> {
        let lost = (self.longest + 1).checked_sub(columns)?;
        let is_plain = self.start.len() == self.prefix;
        (self.longest > columns && lost <= self.prefix && is_plain).then_some(lost)
    }
}

/// Counts the characters that two ids have in common from there on.
fn alike<'c>(
    one: impl Iterator<Item = &'c String>,
    other: impl Iterator<Item = &'c String>,
) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).count()
}

fn characters(id: &str) -> Vec<String> {
    glyphs(id.as_bytes())
        .map(|glyph| glyph.text.into_owned())
        .collect()
}

/// Returns an id in at most so many columns, with `…` for what is left out: what all have in common goes first,
/// and a number at the end stays.
pub fn shortened(id: &str, columns: usize, shared: &Shared) -> String {
    let lost = shared.lost(columns).filter(|_| columns >= LEAST);
    if let Some(lost) = lost.filter(|_| id.starts_with(&shared.start)) {
        let rest = id.get(lost..).unwrap_or_default();
        return format!("…{}", glyph::cut(rest, columns - 1));
    }
    if columns < LEAST || glyph::width(id.as_bytes()) <= columns {
        return glyph::cut(id, columns);
    }
    let all: Vec<Glyph<'_>> = glyphs(id.as_bytes()).collect();
    let room = columns - 1;
    let tail = all.len() - fitting(all.iter().rev(), room);
    let head = fitting(all.iter(), room);
    if tail <= shared.prefix {
        return format!("…{}", text(&all, tail, all.len()));
    }
    if shared.suffix > 0 && head + shared.suffix >= all.len() {
        return format!("{}…", text(&all, 0, head));
    }
    let is_digit = |glyph: &&Glyph<'_>| glyph.text.chars().all(|c| c.is_ascii_digit());
    let digits = all.iter().rev().take_while(is_digit).count();
    if digits == 0 {
        return from_difference(id, &all, columns, shared.common(id));
    }
    // The number with the sign before it, and as much of the head as that leaves, if that tells
    // something.
    let end = (digits + 1).min(all.len());
    let head = fitting(all.iter(), room.saturating_sub(end));
    match head > shared.prefix + 1 && end < room {
        true => format!(
            "{}…{}",
            text(&all, 0, head),
            text(&all, all.len() - end, all.len())
        ),
        false => format!("…{}", text(&all, tail, all.len())),
    }
}

/// Returns the head of an id where that tells it apart; else it begins with the word that differs: `common`
/// characters stand before in another id too.
fn from_difference(id: &str, all: &[Glyph<'_>], columns: usize, common: usize) -> String {
    let is_word = |glyph: &Glyph<'_>| glyph.text.chars().all(char::is_alphanumeric);
    let before = all.get(..common).unwrap_or_default();
    let word = match all.get(common) {
        Some(glyph) if is_word(glyph) => before.iter().rev().take_while(|g| is_word(g)).count(),
        _ => 0,
    };
    // The sign before, the sign after, and the character that differs have room.
    let start = (common - word.min(common)).max((common + 3).saturating_sub(columns));
    if start == 0 || common >= all.len() || common < fitting(all.iter(), columns - 1) {
        return glyph::cut(id, columns);
    }
    let rest = glyph::cut(&text(all, start, all.len()), columns - 1);
    match rest.strip_suffix('…') {
        Some(rest) => format!(
            "…{}…",
            rest.trim_end_matches(|c: char| !c.is_alphanumeric())
        ),
        None => format!("…{rest}"),
    }
}

/// Counts the glyphs that fit into so many columns.
fn fitting<'g>(glyphs: impl Iterator<Item = &'g Glyph<'g>>, columns: usize) -> usize {
    let mut used = 0;
    glyphs
        .take_while(|glyph| {
            used += glyph.width;
            used <= columns
        })
        .count()
}

fn text(all: &[Glyph<'_>], from: usize, to: usize) -> String {
    let glyphs = all.get(from..to).unwrap_or_default().iter();
    glyphs.map(|glyph| glyph.text.as_ref()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(ids: &[&str], columns: usize, expected: &[&str]) {
        let shared = Shared::of(ids.iter().map(|id| (*id).to_owned()));
        let short: Vec<String> = ids
            .iter()
            .map(|id| shortened(id, columns, &shared))
            .collect();
        assert_eq!(short, expected);
    }

    #[test]
    fn what_all_ids_begin_with_goes_first() {
        let ids = ["arasan16.001", "arasan16.012", "arasan16.250"];
        check(&ids, 12, &ids);
        check(&ids, 8, &["…n16.001", "…n16.012", "…n16.250"]);
        check(&ids, 4, &["…001", "…012", "…250"]);
        // All lose the same, so that their ends stand below one another.
        check(&["suite.9", "suite.10"], 7, &["…ite.9", "…ite.10"]);
    }

    #[test]
    fn what_all_ids_end_with_goes_where_the_head_tells_them_apart() {
        let ids = ["17 best move", "18 best move"];
        check(&ids, 8, &["17 best…", "18 best…"]);
    }

    #[test]
    fn a_number_at_the_end_stays_with_the_head_that_tells_the_theme() {
        let ids = [
            "STS(v1.0) Undermine.001",
            "STS(v2.2) Open Files and Diagonals.012",
        ];
        check(&ids, 14, &["STS(v1.0)….001", "STS(v2.2)….012"]);
        check(&ids, 6, &["…e.001", "…s.012"]);
    }

    #[test]
    fn what_differs_is_shown_where_others_begin_the_same_and_the_end_is_no_number() {
        let ids = [
            "ERET 015 - Endspiel",
            "ERET 019 - Endspiel",
            "ERET 027 - Zugzwang",
            "https://example.org/#div=sf&game=71",
            "startpos",
        ];
        let check = |columns, expected: [&str; 3]| {
            let shared = Shared::of(ids.iter().map(|id| (*id).to_owned()));
            let short = ids.iter().take(3);
            let short: Vec<String> = short.map(|id| shortened(id, columns, &shared)).collect();
            assert_eq!(short, expected);
        };
        check(7, ["…015…", "…019…", "…027…"]);
        check(5, ["…015…", "…019…", "…027…"]);
        check(13, ["ERET 015 - E…", "ERET 019 - E…", "ERET 027 - Z…"]);
    }

    #[test]
    fn names_keep_their_heads() {
        let ids = [
            "Kasparov - Topalov, Wijk aan Zee",
            "Tal - Botvinnik, Moskva",
        ];
        check(&ids, 11, &["Kasparov -…", "Tal - Botv…"]);
        check(&["only one id.001"], 8, &["onl….001"]);
    }

    proptest! {
        #[test]
        fn a_shortened_id_fits_and_ids_of_one_series_stay_apart(
            prefix in "[a-zé中 .]{0,30}", columns in 5usize..20,
        ) {
            let ids: Vec<String> = (1..30).map(|n| format!("{prefix}{n:03}")).collect();
            let shared = Shared::of(ids.clone());
            let mut short: Vec<String> =
                ids.iter().map(|id| shortened(id, columns, &shared)).collect();
            prop_assert!(short.iter().all(|id| glyph::width(id.as_bytes()) <= columns));
            short.dedup();
            prop_assert_eq!(short.len(), ids.len());
        }
    }
}
