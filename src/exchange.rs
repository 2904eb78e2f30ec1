//! The exchange room: readers and writers of other formats, one file a format.

pub mod diagram;
pub mod import;
pub mod pgn;
