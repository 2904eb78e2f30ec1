//! The sys room.
