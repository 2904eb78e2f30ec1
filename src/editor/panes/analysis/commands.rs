//! Commands of live analysis.

use crate::editor::command::rows;
use crate::editor::panes::analysis;

rows! {
    Analyse, "Start or stop analysis",
        "Start or stop live analysis of the position on the board with the engine chosen for it.",
        [Panes "A"], |model, _| analysis::toggle(model), words("engine evaluation stockfish uci");
    UseLine, "Use an analysis line …",
        "Write one of the engine's lines to pv, pm, bm, ce, acd, acn and acs, or play it on the board.",
        [Panes "E"], |model, _| analysis::open(model),
        words("engine"), disabled(analysis::no_lines);
}
