//! The exchange room.
