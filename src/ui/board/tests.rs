//! The drawn board: squares, pieces, marks and coordinates at each size.
