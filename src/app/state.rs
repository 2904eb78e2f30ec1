//! What the editor knows, as types with methods of their own. Nothing here takes the whole model.

pub mod document;
pub mod jobs;
pub mod scan;
pub mod tracked_lines;
