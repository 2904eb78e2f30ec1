//! Diagnostics of operations that contradict each other, or the position.

use super::{Context, Entry, entries};
use crate::epd::counted::thousands_of;
use crate::epd::diagnostic::{Fix, quoted};
use crate::epd::span::Span;

entries! {
    AmAndBm "am-and-bm" Error
        "a move in both `am` and `bm`"
        "`am` and `bm` share no move."
        "4k3/8/8/8/8/8/8/4K2R w K - am Kd2; bm Kd2;"
        message: |d| format!("{} is both a move to avoid (`am`) and a best move (`bm`)", d.value()),
        choices: |d| {
            let both = [Some(d.span()), d.place()].into_iter().flatten();
            let without = both.filter_map(|span| d.record.without_move(span));
            without.filter_map(|span| Fix::not_safe(span, b"")).collect()
        },
        related: |d| d.related_place("also a best move");
    PmPv "pm-pv" Error
        "the predicted move is not the first of `pv`"
        "`pm` equals the first move of a non-empty `pv`."
        "4k3/8/8/8/8/8/8/4K2R w K - pm Kd2; pv Ke2;"
        message: |d| format!("`pm` is {}, but `pv` begins with {}", d.value(), d.place_text()),
        choices: first_of_line,
        related: |d| d.related_place("the first move of `pv`");
    SmSv "sm-sv" Error
        "the supplied move is not the first of `sv`"
        "`sm` equals the first move of a non-empty `sv`."
        "4k3/8/8/8/8/8/8/4K2R w K - sm Kd2; sv Ke2;"
        message: |d| format!("`sm` is {}, but `sv` begins with {}", d.value(), d.place_text()),
        choices: first_of_line,
        related: |d| d.related_place("the first move of `sv`");
    AcceptAndReject "accept-and-reject" Error
        "a draw both accepted and rejected"
        "`draw_accept` and `draw_reject` exclude each other."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_accept; draw_reject;"
        message: |_| "`draw_accept` and `draw_reject` exclude each other".to_owned(),
        choices: |d| d.removals(["draw_reject", "draw_accept"].map(|opcode| d.span_of(opcode))),
        related: |d| d.related(d.span_of("draw_accept"), "accepted here");
    ClaimAndOffer "claim-and-offer" Error
        "a draw both claimed and offered"
        "`draw_claim` and `draw_offer` exclude each other."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_claim; draw_offer; sm Kd2;"
        message: |_| "`draw_claim` and `draw_offer` exclude each other".to_owned(),
        choices: |d| d.removals(["draw_offer", "draw_claim"].map(|opcode| d.span_of(opcode))),
        related: |d| d.related(d.span_of("draw_claim"), "claimed here");
    DrawWithoutSm "draw-without-sm" Error
        "a draw claimed or offered without a move"
        "`draw_claim` and `draw_offer` go with a supplied move, `sm`."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_offer;"
        message: |d| format!("{} without the move that goes with it, expected `sm`", d.value());
    ResignWithDraw "resign-with-draw" Error
        "a resignation beside a draw operation"
        "`resign` excludes every `draw_` operation."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_accept; resign;"
        message: |d| format!("{} can't stand beside `{}`: they exclude each other", d.value(), d.reason());
    RefcomAndRefreq "refcom-and-refreq" Error
        "a referee command beside a referee request"
        "A record carries one of `refcom` (referee to client) and `refreq` (client to referee)."
        "4k3/8/8/8/8/8/8/4K2R w K - refcom inform; refreq reply;"
        message: |_| "`refcom` and `refreq` exclude each other".to_owned(),
        choices: |d| d.removals(["refcom", "refreq"].map(|opcode| d.span_of(opcode))),
        related: |d| {
            let both = ["refcom", "refreq"].into_iter();
            let mut both = both.filter_map(|opcode| d.record.operation(opcode));
            let other = both.find(|operation| operation.opcode != d.span());
            d.related(other.map(|operation| operation.opcode), "the other one")
        };
    CeDm "ce-dm" Warning
        "evaluation and mate distance disagree"
        "With `dm N` the side to move mates in N moves: `ce` is then 32767 - (2N - 1)."
        "4k3/8/8/8/8/8/8/4K2R w K - ce 12; dm 3;"
        message: ce_dm,
        fix: |d| d.expected_number(),
        related: |d| d.related(d.span_of("dm"), "the mate distance");
    CePosition "ce-position" Warning
        "the evaluation contradicts the position"
        "A checkmated side has `ce -32767`; stalemate and dead draws have `ce 0`."
        "8/8/8/8/8/4k3/8/4K3 w - - ce 250;"
        message: |d| format!("`ce` {} contradicts the position: {}", d.value(), d.reason());
    CeMateParity "ce-mate-parity" Warning
        "an impossible mate value"
        "Above 32000 the side to move mates in 32767 - ce plies, an odd number, since it plays the first and the last; below -32000 it is mated in ce + 32767 plies, an even number. `ce` 32761 (6 plies) and -32762 (5 plies) are neither. Perhaps moves were counted where plies are meant, or the mate is the other side's."
        "4k3/8/8/8/8/8/8/4K2R w K - ce 32761;"
        message: ce_mate_parity;
    DmPosition "dm-position" Warning
        "the mate distance contradicts the position"
        "With `dm` the side to move mates in so many moves. It can't where it is checkmated, in stalemate, or where neither side has the pieces to mate."
        "k7/1Q6/1K6/8/8/8/8/8 b - - dm 3;"
        message: |d| format!("`dm` {} contradicts the position: {}", d.value(), d.reason());
    PointsDisagree "points-disagree" Warning
        "points of moves that disagree"
        "A record that scores several moves has them in `c0` (`f5=10, Be5+=2`), and often again in `c7` (SAN), `c8` (points) and `c9` (UCI). The moves must be legal in the position and stand between commas in `c0`, and all four must say the same; programs read one or another of them."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"Kd2=10, Ke2=2\"; c7 \"Kd2 Ke2\"; c8 \"10 3\";"
        message: |d| format!("points: {}: {}", d.value(), d.reason());
}

fn first_of_line(d: &Context<'_, '_>) -> Vec<Fix> {
    let first = d.place().map(|first| first.of(d.record.line));
    first
        .and_then(|first| d.not_safe(first))
        .into_iter()
        .collect()
}

fn ce_dm(d: &Context<'_, '_>) -> String {
    let dm = d.record.operation("dm").map_or_else(Span::default, |dm| {
        dm.opcode.cover(d.record.operands_span(dm))
    });
    let (value, dm) = (d.value(), quoted(dm.of(d.record.line)));
    format!("`ce` {value} contradicts {dm}, expected {}", d.number())
}

/// Returns the message about a mate after a wrong number of plies: the side that would mate, and the parity it needs.
fn ce_mate_parity(d: &Context<'_, '_>) -> String {
    let (value, plies) = (d.value(), d.number());
    let counted = thousands_of(plies.unsigned_abs(), "ply", "plies");
    let (side, parity) = match plies > 0 {
        true => ("side to move", "odd"),
        false => ("other side", "even"),
    };
    format!("`ce` {value} is a mate by the {side} in {counted}, expected an {parity} number")
}
