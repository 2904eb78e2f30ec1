//! What a line must hold to match: found without reading the line as a record.

use crate::epd::{IMPLIED, moves};
use crate::suite::query::ast::{Amount, Node, TextOf, TextTest};
use crate::suite::search::{Case, Pattern};

impl Node {
    /// What stands in every line for which it holds, found without reading the line as a record: what
    /// an operation says, and its opcode. Only those of bare perft counts are not written out.
    pub(in crate::suite::query) fn needles(&self, needles: &mut Vec<Pattern>) {
        match self {
            Self::And(nodes) => nodes.iter().for_each(|node| node.needles(needles)),
            Self::Operand(_, opcode, wanted) => {
                // Fewer lines name the square than have the opcode.
                let square =
                    moves::named_target(wanted.as_bytes()).map(|square| square.to_string());
                needles.extend(square.and_then(|name| Pattern::literal(&name, Case::Sensitive)));
                needles.extend(written(opcode));
            }
            Self::Has(opcode) | Self::Move(_, opcode, _) => needles.extend(written(opcode)),
            Self::Compare(first, _, second) => {
                first.needles(needles);
                second.needles(needles);
            }
            Self::Among(amount, ..) => amount.needles(needles),
            Self::Alike(one, _, other) => {
                let both = [one, other].into_iter().filter_map(TextOf::opcode);
                needles.extend(both.filter_map(written));
            }
            Self::Text(
                TextOf::Prefix(opcode) | TextOf::First(opcode) | TextOf::Piece(opcode),
                _,
            ) => needles.extend(written(opcode)),
            Self::Text(TextOf::Operation(opcode), test) => {
                needles.extend(written(opcode));
                match test {
                    // What is implied is not written, nor is the number of what is.
                    _ if IMPLIED.contains(&opcode.as_str()) => {}
                    TextTest::Is(wanted) => {
                        needles.extend(Pattern::literal(wanted, Case::Sensitive));
                    }
                    TextTest::Holds(pattern) if pattern.is_literal() => {
                        needles.push(pattern.clone());
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

impl Amount {
    fn needles(&self, needles: &mut Vec<Pattern>) {
        match self {
            Self::Operand(opcode) | Self::LengthOf(opcode) => needles.extend(written(opcode)),
            Self::Negative(amount) | Self::Absolute(amount) | Self::Rounded(amount) => {
                amount.needles(needles);
            }
            // Without one of them there is neither.
            Self::Least(amounts) | Self::Greatest(amounts) => {
                amounts.iter().for_each(|amount| amount.needles(needles));
            }
            Self::Sum(first, second)
            | Self::Difference(first, second)
            | Self::Product(first, second)
            | Self::Quotient(first, second) => {
                first.needles(needles);
                second.needles(needles);
            }
            _ => {}
        }
    }
}

/// An opcode as it must stand in a line that has it; `None` where it may be that of a bare count, or
/// one of FEN's clocks. What `bm #3` implies stands behind a `#`.
pub(in crate::suite) fn written(opcode: &str) -> Option<Pattern> {
    match opcode {
        "dm" | "ce" => Pattern::expression(&format!("{opcode}|#"), Case::Sensitive).ok(),
        // `PV:` is read as `pv`.
        "pv" => Pattern::expression("[Pp][Vv]", Case::Sensitive).ok(),
        opcode if opcode.starts_with('D') || IMPLIED.contains(&opcode) => None,
        opcode => Pattern::literal(opcode, Case::Sensitive),
    }
}
