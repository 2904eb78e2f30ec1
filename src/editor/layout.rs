//! Where everything stands: one pure function from the model to rectangles. Drawing and the mouse
//! both go through it, so that what is drawn at a cell is what a click on it means.

mod arrange;
mod boxes;
mod folder;
mod gallery;
mod inspector;
mod panes;
mod piece_palette;
pub mod status;

pub use boxes::BoxLayout;
pub(crate) use boxes::page_width;
pub use folder::FolderColumns;
pub use gallery::Gallery;
pub use inspector::{AboutKind, AboutLine, Inspector, OperationColumns};
pub(crate) use panes::boards_area;
pub use panes::{Layout, Shape, Spot, layout};
pub use piece_palette::Palette;
pub use status::PromptLayout;
