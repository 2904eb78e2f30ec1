//! Texts that every match contains, so that other lines are skipped without being read as records.

use crate::epd::{IMPLIED, moves};
use crate::suite::query::ast::{Amount, Node, TextOf, TextTest};
use crate::suite::search::{Case, Pattern};

impl Node {
    /// Collects texts that every matching line contains: operands and opcodes. Opcodes of bare perft counts may be
    /// missing from a line.
    pub(in crate::suite::query) fn needles(&self, needles: &mut Vec<Pattern>) {
        match self {
            Self::And(nodes) => nodes.iter().for_each(|node| node.needles(needles)),
            Self::Operand(_, _, wanted) => {
                // Fewer lines name the square than have the opcode.
                let square =
                    moves::named_target(wanted.as_bytes()).map(|square| square.to_string());
                needles.extend(square.and_then(|name| Pattern::literal(&name, Case::Sensitive)));
            }
            // An implied operation is not written, nor is its number.
            Self::Text(TextOf::Operation(opcode), test, false)
                if !IMPLIED.contains(&opcode.as_str()) =>
            {
                match test {
                    TextTest::OneOf(words) => {
                        let only = words.first().filter(|_| words.len() == 1);
                        let only = only.and_then(|only| str::from_utf8(only).ok());
                        let only = only.and_then(|only| Pattern::literal(only, Case::Sensitive));
                        needles.extend(only);
                    }
                    TextTest::Holds(pattern) if pattern.is_literal() => {
                        needles.push(pattern.clone());
                    }
                    TextTest::Holds(_) => {}
                }
            }
            _ => {}
        }
        needles.extend(self.opcodes().filter_map(written));
        for amount in self.amounts() {
            amount.each(&mut |amount| {
                // Operands of a missing operation are counted, too.
                let opcode = amount.opcode();
                let opcode = opcode.filter(|_| !matches!(amount, Amount::Operands(_)));
                needles.extend(opcode.and_then(written));
            });
        }
    }
}

/// Returns a pattern for an opcode in the lines that have it; `None` if it may belong to a bare count, or be one of
/// FEN's clocks. The value implied by `bm #3` follows a `#`.
pub(in crate::suite) fn written(opcode: &str) -> Option<Pattern> {
    match opcode {
        "dm" | "ce" => Pattern::expression(&format!("{opcode}|#"), Case::Sensitive).ok(),
        // `PV:` is read as `pv`.
        "pv" => Pattern::expression("[Pp][Vv]", Case::Sensitive).ok(),
        opcode if opcode.starts_with('D') || IMPLIED.contains(&opcode) => None,
        opcode => Pattern::literal(opcode, Case::Sensitive),
    }
}
