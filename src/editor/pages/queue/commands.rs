//! Commands of analysis in the background.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::flows::bulk;
use crate::editor::model::Model;
use crate::editor::pages::queue::{self, page, write};
use crate::editor::state::jobs::bulk::Scope;

const WHAT: &[Parameter] = &[Parameter::optional(
    "what",
    Kind::Choice(&["write", "propose"]),
)];

rows! {
    AnalyseRecords, "Analyse records …",
        "Analyse marked records, else those shown, in the background.",
        [Panes "W"], |model, _| {
            let scope = bulk::scope(model);
            queue::ask_what(model, &scope)
        },
        words("engine background queue many stockfish verify"), asks(WHAT),
        disabled(bulk::nothing_here);
    AnalyseAll, "Analyse all records …", "Analyse every record of the file in the background.",
        [], |model, _| {
            let scope = Scope::all(model.document.suite.line_count());
            queue::ask_what(model, &scope)
        },
        words("engine background queue file stockfish verify"), asks(WHAT),
        disabled(bulk::nothing_here);
    TestRecords, "Test with an engine …",
        "Let an engine solve marked records, else those shown.",
        [], |model, _| queue::ask_to_test(model),
        words("solve suite run score rating stockfish"),
        asks(&[Parameter::optional("what", Kind::Choice(&["run"]))]),
        disabled(bulk::nothing_here);
    AnalysisQueue, "Show the analysis queue",
        "List what engines analyse, to stop, resume or reorder it.",
        [], |model, _| page::open_queue(model),
        words("engine background progress waiting"), disabled(no_queue);
    Proposals, "Show proposals",
        "List best moves that engines propose, to accept or dismiss.",
        [], |model, _| page::open_proposals(model),
        words("engine accept analysis queue"), disabled(no_queue);
    StopQueue, "Stop or resume the analysis queue",
        "Stop analysing in the background, or resume it.",
        [Queue "s", Proposals "s"], |model, _| queue::stop_or_resume(model),
        words("engine background pause continue"), hint("stop/resume"), keeps_overlay,
        disabled(queue::nothing_waits);
    ClearQueue, "Clear the analysis queue",
        "Remove every waiting record from the queue; results stay.",
        [], |model, _| queue::clear(model),
        words("engine background cancel"), keeps_overlay, disabled(queue::nothing_waits);
    QueueEarlier, "Analyse this record earlier",
        "Move the record one place up in the analysis queue.",
        [Queue "U" "Shift-Up"], |model, _| page::shift(model, |at| at.saturating_sub(1)),
        hint("earlier"), keeps_overlay, disabled(page::not_waiting);
    QueueLater, "Analyse this record later",
        "Move the record one place down in the analysis queue.",
        [Queue "D" "Shift-Down"], |model, _| page::shift(model, |at| at + 1),
        hint("later"), keeps_overlay, disabled(page::not_waiting);
    QueueNext, "Analyse this record next",
        "Move the record to the front of the analysis queue.",
        [Queue "t"], |model, _| page::shift(model, |_| 0),
        hint("next"), keeps_overlay, disabled(page::not_waiting);
    RemoveFromQueue, "Remove record or dismiss proposal",
        "Take the record off the queue, or dismiss the proposal.",
        [Queue "d" "Delete", Proposals "d" "Delete"], |model, _| match page::lists_proposals(model) {
            true => page::dismiss(model),
            false => page::remove(model),
        },
        hint("remove"), keeps_overlay, disabled(|model| match page::lists_proposals(model) {
            true => model.when(page::proposal_here(model).is_none(), "no proposal selected"),
            false => page::not_waiting(model),
        });
    AcceptProposals, "Accept all proposals", "Write every proposed best move as one step.",
        [Proposals "A"], |model, _| write::accept_all(model),
        words("engine analysis"), hint("accept all"), changes, keeps_overlay,
        disabled(|model| {
            let queue = model.document.queue.as_ref();
            let none = queue.is_none_or(|queue| queue.open().next().is_none());
            model.when(none, "no proposals")
        });
    RestoreProposals, "Restore dismissed proposals", "Offer the dismissed proposals again.",
        [Proposals "R"], |model, _| page::restore(model),
        words("engine analysis undo"), hint("restore dismissed"), keeps_overlay,
        disabled(|model| {
            let queue = model.document.queue.as_ref();
            let none = queue.is_none_or(|queue| queue.dismissed() == 0);
            model.when(none, "no dismissed proposals")
        });
}

fn no_queue(model: &Model) -> Option<String> {
    model.when(
        model.document.queue.is_none(),
        "nothing was analysed in the background · {analyse-records} analyses records",
    )
}
