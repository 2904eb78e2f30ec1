//! The difference of two tables; shared parts are skipped without a look.

use std::ops::Range;
use std::sync::Arc;

use super::{Body, Node, Piece, Tree};

/// The items still to be compared, the next on top.
struct Ahead<'a> {
    items: Vec<Item<'a>>,
    backward: bool,
}

enum Item<'a> {
    Node(&'a Arc<Node>),
    Piece(Piece),
}

impl<'a> Ahead<'a> {
    fn new(tree: &'a Tree, backward: bool) -> Self {
        Self {
            items: vec![Item::Node(&tree.0)],
            backward,
        }
    }

    /// Puts the content of a node on the stack.
    fn open(&mut self, node: &'a Arc<Node>) {
        let from = self.items.len();
        match &node.body {
            Body::Leaf(pieces) => self.items.extend(pieces.iter().cloned().map(Item::Piece)),
            Body::Inner(children) => self.items.extend(children.iter().map(Item::Node)),
        }
        if !self.backward
            && let Some(new) = self.items.get_mut(from..)
        {
            new.reverse();
        }
    }

    /// Puts back the rest of a piece of which `done` lines are compared.
    fn put_back(&mut self, piece: &Piece, done: usize) {
        if done < piece.lines {
            let left = if self.backward {
                0..piece.lines - done
            } else {
                done..piece.lines
            };
            self.items.push(Item::Piece(piece.part(left)));
        }
    }
}

/// Returns the number of lines at the beginning (or the end) of two pieces that come from the same places.
fn alike(one: &Piece, two: &Piece, backward: bool) -> usize {
    let most = one.lines.min(two.lines);
    let same = |nth: usize| {
        if backward {
            one.place(one.lines - 1 - nth) == two.place(two.lines - 1 - nth)
        } else {
            one.place(nth) == two.place(nth)
        }
    };
    if most == 0 || !same(0) {
        0
    } else if one.is_together() && two.is_together() {
        most
    } else {
        (0..most).take_while(|&nth| same(nth)).count()
    }
}

fn common(one: &Tree, two: &Tree, backward: bool) -> usize {
    let (mut a, mut b) = (Ahead::new(one, backward), Ahead::new(two, backward));
    let mut lines = 0;
    while let (Some(x), Some(y)) = (a.items.pop(), b.items.pop()) {
        match (x, y) {
            (Item::Node(x), Item::Node(y)) if Arc::ptr_eq(x, y) => lines += x.lines,
            (Item::Node(x), Item::Node(y)) if x.height > y.height => {
                a.open(x);
                b.items.push(Item::Node(y));
            }
            (Item::Node(x), Item::Node(y)) if x.height < y.height => {
                a.items.push(Item::Node(x));
                b.open(y);
            }
            (Item::Node(x), Item::Node(y)) => {
                a.open(x);
                b.open(y);
            }
            (Item::Node(x), y) => {
                a.open(x);
                b.items.push(y);
            }
            (x, Item::Node(y)) => {
                a.items.push(x);
                b.open(y);
            }
            (Item::Piece(x), Item::Piece(y)) => {
                let same = alike(&x, &y, backward);
                lines += same;
                if same < x.lines.min(y.lines) {
                    break;
                }
                a.put_back(&x, same);
                b.put_back(&y, same);
            }
        }
    }
    lines
}

impl Tree {
    /// Returns the lines of both between the common beginning and the common end.
    pub(crate) fn differing(&self, other: &Self) -> (Range<usize>, Range<usize>) {
        let (one, two) = (self.lines(), other.lines());
        let head = common(self, other, false);
        let tail = common(self, other, true).min(one.min(two) - head.min(one.min(two)));
        (head..one - tail, head..two - tail)
    }
}
