//! The keys that matter here and now, for the last line of the screen.

use crate::editor::command::{Command, Context, Id};
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::pages::queue::proposals;
use crate::editor::widgets::glyph;

/// A hint: keys, what they do, and where they stand.
#[derive(Clone, Debug)]
pub struct Hint {
    /// `^S`, `PNBRQK`.
    pub keys: String,
    pub label: &'static str,
    pub command: &'static Command,
    /// First column, and how many: keys, a blank and the label.
    pub x: u16,
    pub width: u16,
}

/// Between two hints.
pub const SEPARATOR: &str = " · ";

/// A hint on its way into the line.
struct Candidate {
    hint: Hint,
    /// The distance of its binding from the place with the keys, 0 being the pane itself; then its place in
    /// the table.
    order: (usize, usize),
    /// The rank behind all others, though it is given room first: saving and leaving, which a newcomer looks
    /// for first; the palette; help.
    last: u8,
}

/// The hints that fit into `columns`: those of the place with the keys first, help and, in panes,
/// the palette last and always among them.
pub fn hints(model: &Model, columns: u16) -> Vec<Hint> {
    let mut candidates = candidates(model);
    candidates.sort_by_key(|candidate| (candidate.last == 0, candidate.order));
    let separator = glyph::columns(SEPARATOR);
    let mut room = columns.saturating_add(separator);
    candidates.retain(|Candidate { hint, .. }| {
        let left = room.checked_sub(hint.width.saturating_add(separator));
        room = left.unwrap_or(room);
        left.is_some()
    });
    candidates.sort_by_key(|candidate| (candidate.last, candidate.order));
    let mut x = 0;
    let hints = candidates.into_iter().map(|Candidate { hint, .. }| {
        let hint = Hint { x, ..hint };
        x += hint.width + separator;
        hint
    });
    hints.collect()
}

/// The command whose hint is at the mouse.
pub(crate) fn at(model: &Model, at: &Spot) -> Option<Id> {
    let line = Some(at.layout.hints).filter(|line| at.is_in(Some(*line)))?;
    let hints = hints(model, line.width);
    let hint = hints
        .iter()
        .find(|hint| at.column >= hint.x && at.column < hint.x.saturating_add(hint.width));
    hint.map(|hint| hint.command.id)
}

fn candidates(model: &Model) -> Vec<Candidate> {
    let context = Context::of(model);
    let in_pane = context == Context::of_pane(model.document.view.focus)
        || matches!(
            context,
            Context::Play | Context::Folder | Context::Differences | Context::Boards
        );
    let in_operand = context == Context::Operand;
    let is_empty = (context == Context::Board).then(|| is_empty_board(model));
    let (keymap, view) = (&model.commands.keymap, &model.document.view);
    let has_search = model.document.search.is_some();
    let has_filter = model.document.filter.is_some() || model.document.asked.is_some();
    let enter = overlay::enter(model);
    let mut candidates = Vec::new();
    for (order, command) in model.commands.all().enumerate() {
        let keys = keymap.keys_in(command.id, context);
        let is_way_out = matches!(context, Context::Records | Context::Boards)
            && matches!(command.id, Id::Save | Id::Quit);
        // The one that holds in all panes is worth learning.
        let everywhere = keymap.keys_of(command.id, Context::Everywhere);
        let best = everywhere
            .iter()
            .find(|key| is_way_out && keys.contains(key));
        // What has no key of its own is hinted at in its pane by the one that does the same there.
        let of_other = match command.hint_as.filter(|_| context == Context::Records) {
            Some(id) if keys.is_empty() => keymap.keys_in(id, context),
            _ => Vec::new(),
        };
        let first = best.or(keys.first()).or(of_other.first());
        let Some(first) = first.filter(|_| !command.hint.is_empty()) else {
            continue;
        };
        let bound = |link: &Context| keymap.keys_of(command.id, *link).contains(first);
        let near = match of_other.is_empty() {
            true => context.chain().iter().position(bound).unwrap_or(usize::MAX),
            false => 0,
        };
        // In a text or an overlay only its own keys matter, and how to get help.
        let in_page =
            matches!(context, Context::Folder | Context::Differences) && command.id != Id::Palette;
        let in_pane = in_pane && !in_page;
        let is_known = matches!(command.id, Id::Help | Id::Choose);
        let matters = in_pane || near == 0 || (in_operand && near == 1) || is_known;
        let label = match command.id {
            Id::Choose => enter,
            Id::RemoveFromQueue if proposals::is_open(model) => "dismiss",
            _ => command.hint,
        };
        let is_idle = match command.id {
            // Esc is worth a hint where there is something to leave.
            Id::Close => in_pane && view.held.is_none() && model.board.brush.is_none(),
            // An empty file has no board to go to.
            Id::OpenRecord => model.document.suite.line_count() == 0,
            // The key takes one layer after the other off; the sort is the last.
            Id::FileOrder => has_search || has_filter,
            Id::Choose => enter.is_empty(),
            // Another key for what Enter does is no news.
            Id::FilterByRow => enter == label,
            Id::ShowRow => enter == "go there",
            // All fixes at once belong to the page where a kind of problem can be fixed.
            Id::FixRecords => model.commands.row(Id::FixKind).why_not(model).is_some(),
            id => is_empty.is_some_and(|is_empty| !suits_board(id, is_empty)),
        };
        if !matters || is_idle || command.why_not(model).is_some() {
            continue;
        }
        let as_in_table = model.commands.has_its_keys(command.id);
        let shown = match command.hint_as {
            Some(_) if command.id == Id::ShowAll && has_search => first.short(),
            Some(id) => model.key_in(id, context),
            // Two ways out, and the one that ends modes elsewhere, too.
            None if command.id == Id::StopPlaying => {
                format!("{}/{}", first.short(), model.key_in(Id::Close, context))
            }
            None if command.hint_keys.is_empty() || !as_in_table => first.short(),
            None => command.hint_keys.into(),
        };
        // What only this pane has comes before what it shares with others.
        let places = keymap.places(command.id);
        let shared = places
            .iter()
            .any(|(c, _)| matches!(c, Context::Everywhere | Context::Panes));
        // While playing, what the board has at other times too comes after what only playing has.
        let first_of = places.first().map(|(context, _)| *context);
        let borrowed = context == Context::Play && first_of != Some(Context::Play);
        // Adding is what one does most; the time is written now and then.
        let shared = shared && !(command.id == Id::AddOperation && first_of == Some(context));
        let rare = command.id == Id::TimeStamp && context == Context::Operations;
        let near = if near == 0 && (shared || borrowed || rare) {
            1
        } else {
            near * 2
        };
        // The way out of a mode or a sort comes first, then what keeps what was done in it.
        let order = match command.id {
            Id::StopPlaying => 0,
            Id::RecordMoves | Id::FileOrder => 1,
            _ => order + 2,
        };
        candidates.push(Candidate {
            hint: Hint {
                width: glyph::columns(&shown) + 1 + glyph::columns(label),
                keys: shown,
                label,
                command,
                x: 0,
            },
            order: (near, order),
            last: match command.id {
                _ if is_way_out => 1,
                // In the folder view its own keys come before the palette.
                Id::Palette if context != Context::Folder => 2,
                Id::Help => 3,
                _ => 0,
            },
        });
    }
    candidates
}

/// Returns whether there is no piece to do something with.
fn is_empty_board(model: &Model) -> bool {
    let record = model.record();
    record
        .board()
        .is_some_and(|board| board.occupied().is_empty())
}

/// On an empty board the hints say how a position is typed, on others what can be done with pieces.
fn suits_board(id: Id, is_empty: bool) -> bool {
    match id {
        Id::Skip | Id::NextRank | Id::StartingPosition | Id::Paste => is_empty,
        Id::ClearBoard | Id::PickUp | Id::RemovePiece | Id::ChangeColour | Id::Castling => {
            !is_empty
        }
        Id::Flip | Id::TransformBoard => !is_empty,
        _ => true,
    }
}
