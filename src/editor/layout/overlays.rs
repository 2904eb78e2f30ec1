//! Where a menu, a picker or a page stands over the panes.

use crate::editor::layout::geometry::Rect;
use crate::editor::overlay::{Inside, Overlay, Wanted};

/// Where an overlay stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlayLayout {
    /// All of it, border included.
    pub frame: Rect,
    /// The line typed in, of pickers.
    pub input: Option<Rect>,
    /// What is asked, of menus; records side by side, of pages.
    pub about: Rect,
    /// One row an item (or a line of text).
    pub list: Rect,
    /// What the row with the cursor says, in whole, below a rule.
    pub note: Option<Rect>,
    /// What the row with the cursor would do, beside the list.
    pub sample: Option<Rect>,
}

/// Columns on both sides of a box that show too little of what lies below it.
const RIMS: u16 = 20;

/// How wide a page about the whole file is, on a screen of so many columns. A rim too narrow to show anything
/// would only be noise.
pub(crate) fn page_width(columns: u16) -> u16 {
    match columns {
        0..144 => columns,
        _ => 130,
    }
}

/// A page about the whole file.
fn place_report(screen: Rect, compares: bool, whole: impl Fn(Rect) -> Rect) -> OverlayLayout {
    let width = page_width(screen.width);
    let height = screen.height.saturating_sub(3);
    let frame = whole(Rect::new((screen.width - width) / 2, 1, width, height));
    let inner = frame.inner();
    let below = if compares { inner.height / 2 } else { 0 };
    let list = Rect {
        height: inner.height - below,
        ..inner
    };
    OverlayLayout {
        frame,
        input: None,
        about: Rect {
            y: list.bottom(),
            height: below,
            ..inner
        },
        list,
        note: None,
        sample: None,
    }
}

/// Where an overlay stands; `whole` makes its frame larger where it would cover parts of squares.
pub(super) fn place(
    screen: Rect,
    said: u16,
    overlay: &Overlay,
    whole: impl Fn(Rect) -> Rect,
) -> Option<OverlayLayout> {
    let most_cols = screen.width.saturating_sub(4);
    match overlay.wants(most_cols) {
        Wanted::Line => None,
        Wanted::Page { compares } => {
            let above = Rect {
                height: screen.height.saturating_sub(said),
                ..screen
            };
            Some(place_report(above, compares, whole))
        }
        Wanted::Box(inside) => Some(place_box(screen, inside, whole)),
    }
}

fn place_box(screen: Rect, inside: Inside, whole: impl Fn(Rect) -> Rect) -> OverlayLayout {
    let Inside {
        columns,
        about,
        input,
        rows,
        note,
        list_columns,
    } = inside;
    // A rim too narrow to show anything would only be noise.
    let width = match screen.width.saturating_sub(columns) {
        0..=RIMS => screen.width,
        _ => columns,
    };
    let is_wide = width == screen.width;
    let most_rows = screen.height.saturating_sub(if is_wide { 3 } else { 4 });
    let gap = u16::from(about > 0);
    // A rule above the note; on a low screen the rows come first.
    let note = match note {
        1.. if most_rows >= about + gap + input + note + 6 => note + 1,
        _ => 0,
    };
    let height = rows.saturating_add(about + gap + input + note + 2);
    let height = height.min(most_rows);
    let frame = whole(Rect::new(
        (screen.width - width) / 2,
        match is_wide && height > screen.height / 2 {
            true => 1,
            false => (screen.height - height) / 3,
        },
        width,
        height,
    ));
    let inner = frame.inner();
    let about = Rect {
        height: about.min(inner.height),
        ..inner
    };
    let above = about.height + gap + input;
    let list = Rect {
        y: inner.y + above.min(inner.height),
        height: inner.height.saturating_sub(above + note),
        ..inner
    };
    let width = list_columns.map_or(list.width, |columns| columns.min(list.width));
    OverlayLayout {
        frame,
        input: (input > 0).then_some(Rect { height: 1, ..inner }),
        about,
        list: Rect { width, ..list },
        sample: list_columns.map(|_| Rect {
            x: list.x + width,
            width: list.width - width,
            ..list
        }),
        note: (note > 0).then_some(Rect {
            y: inner.bottom() - note,
            height: note,
            ..inner
        }),
    }
}
