//! The exchange room.

pub mod diagram;
