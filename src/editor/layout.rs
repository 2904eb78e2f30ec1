//! Where everything stands: one pure function from the model to rectangles. Drawing and the mouse
//! both go through it, so that what is drawn at a cell is what a click on it means.

mod arrange;
mod choices;
mod folder;
mod gallery;
mod geometry;
mod inspector;
mod operations;
mod overlays;
mod panes;
mod piece_palette;
mod popup;
mod spot;
pub mod status;

pub use choices::ChoicesLayout;
pub use folder::FolderColumns;
pub use gallery::Gallery;
pub use geometry::{BoardGrid, Rect, SquareSize};
pub use inspector::{AboutKind, AboutLine, Inspector, OperationRow};
pub use operations::OperationColumns;
pub use overlays::OverlayLayout;
pub(crate) use overlays::page_width;
pub(crate) use panes::boards_area;
pub use panes::{Layout, Shape, layout};
pub use piece_palette::Palette;
pub use popup::PopupLayout;
pub use spot::Spot;
pub use status::PromptLayout;
