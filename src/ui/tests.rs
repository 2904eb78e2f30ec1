//! Drawing at any size, with any bytes, and what stands on the screen.
