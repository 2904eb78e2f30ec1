//! The lines of a text that contain a literal, found by a search of the whole text, so that the other lines are never
//! examined.

use memchr::{memchr, memchr_iter, memrchr};

use super::Pattern;

/// An iterator over lines of a text, each with its number and its own end.
pub struct Candidates<'q, 't> {
    /// The literal that all of them contain; without it every line is returned.
    needle: Option<&'q Pattern>,
    text: &'t [u8],
    terminator: u8,
    /// The start of the next line to examine.
    at: usize,
    /// The number of that line.
    line: usize,
}

impl<'q, 't> Candidates<'q, 't> {
    /// Begins at the first line of `text`, which has number `first`.
    pub(in crate::suite) fn of(
        needle: Option<&'q Pattern>,
        text: &'t [u8],
        terminator: u8,
        first: usize,
    ) -> Self {
        Self {
            needle,
            text,
            terminator,
            at: 0,
            line: first,
        }
    }
}

impl<'t> Iterator for Candidates<'_, 't> {
    type Item = (usize, &'t [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let mut rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        if let Some(needle) = self.needle {
            let found = needle.first_in(rest)?;
            let before = rest.get(..found).unwrap_or_default();
            let start = memrchr(self.terminator, before).map_or(0, |at| at + 1);
            let passed = rest.get(..start).unwrap_or_default();
            self.line += memchr_iter(self.terminator, passed).count();
            self.at += start;
            rest = rest.get(start..).unwrap_or_default();
        }
        let length = memchr(self.terminator, rest).map_or(rest.len(), |at| at + 1);
        let line = self.line;
        self.at += length;
        self.line += 1;
        rest.get(..length).map(|bytes| (line, bytes))
    }
}

#[cfg(test)]
mod tests {
    use crate::epd::ReadOptions;
    use crate::suite::Query;
    use crate::suite::query::Facts;
    use proptest::prelude::*;

    fn numbers(query: &str, text: &[u8]) -> Vec<usize> {
        let query = Query::parse(query).unwrap();
        let lines = query.candidates(text, b'\n', 5, &ReadOptions::default());
        lines.map(|(line, _)| line).collect()
    }

    #[test]
    fn lines_without_what_every_match_holds_are_passed_over() {
        let text = b"8/8/8/8/8/8/8/8 w - - bm e4;\nx\n\n8/8/8/8/8/8/8/8 w - - id \"WAC.1\";";
        assert_eq!(numbers("id ~ wac.1", text), [8]);
        assert_eq!(numbers("bm", text), [5]);
        assert_eq!(numbers("bm or id", text), [5, 6, 7, 8]);
        assert_eq!(numbers("not bm", text), [5, 6, 7, 8]);
        assert_eq!(numbers("acd", text), [0usize; 0]);
    }

    proptest! {
        #[test]
        fn no_match_is_passed_over(
            lines in prop::collection::vec(prop::sample::select(vec![
                "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"WAC.1\";\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; pv Kf1 Ke7 e2e4;\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - id \"wac.12\"; ce 3;\r\n",
                "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0; am h1h8;\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - bm #3;\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - dm 3;\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - 5 20\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - ;D1 6 ;D2 36\n",
                "# WAC.1 bm ce dm id hmvc D1\n",
                "\n",
            ]), 0..20),
            query in prop::sample::select(vec![
                "id ~ \"WAC.1\"", "id ~ wac", "id = \"WAC.1\"", "bm", "ce = 3", "dm = 3", "hmvc = 5",
                "D1", "bm and id", "not id", "id !~ WAC", "op(D2) = 36", "text ~ \"WAC.1\"", "count(bm) = 1",
                "bm = e4", "bm has e2e4", "pv has e4", "bm = e1g1", "bm = O-O", "am = Rh8", "am = Rxh8+",
            ]),
        ) {
            let text = lines.concat();
            let query = Query::parse(query).unwrap();
            let (options, facts) = (ReadOptions::default(), Facts::default());
            let matches = |(number, line): &(usize, &[u8])| query.matches(line, *number, &options, &facts);
            let all = text.as_bytes().split_inclusive(|byte| *byte == b'\n').enumerate();
            let expected: Vec<_> = all.filter(matches).collect();
            let candidates = query.candidates(text.as_bytes(), b'\n', 0, &options);
            let found: Vec<_> = candidates
                .filter(|(number, line)| query.matches_candidate(line, *number, &options, &facts))
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
