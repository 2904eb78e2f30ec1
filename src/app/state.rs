//! What the editor knows, as types with methods of their own. Nothing here takes the whole model.

pub mod document;
pub mod find;
pub mod scan;
pub mod task;
pub mod tracked_lines;
