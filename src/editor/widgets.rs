//! What screens are made of: text made safe, boxes, lists, text being typed, board squares, colours.

pub mod board;
pub(crate) mod canvas;
pub mod geometry;
pub mod glyph;
pub mod line_editor;
pub mod list;
pub mod sign;
pub mod theme;
pub mod words;
