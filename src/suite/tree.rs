//! The tree of lines: a balanced tree of pieces with immutable, shared nodes.
//!
//! A change makes a new root and a few new nodes below it; the old root is unchanged. So undo just switches
//! the root, a background scan has a root of its own, and an edit costs the same in ten million lines as in
//! ten. A comparison of two trees skips their shared parts.

mod piece;

pub(super) use piece::{Piece, PieceList};

use crate::suite::text::TextLocation;
use std::ops::Range;
use std::sync::Arc;

/// The largest number of pieces in a leaf and of children of an inner node. The smallest is half of it,
/// except for a root.
const MOST: usize = 16;
const LEAST: usize = MOST / 2;

#[derive(Debug)]
struct Node {
    height: u32,
    lines: usize,
    texts: usize,
    body: Body,
}

#[derive(Debug)]
enum Body {
    Leaf(Vec<Piece>),
    Inner(Vec<Arc<Node>>),
}

impl Node {
    fn leaf(pieces: Vec<Piece>) -> Arc<Self> {
        Arc::new(Self {
            height: 0,
            lines: pieces.iter().map(|piece| piece.lines).sum(),
            texts: pieces.iter().map(|piece| piece.texts).sum(),
            body: Body::Leaf(pieces),
        })
    }

    fn inner(height: u32, children: Vec<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self {
            height,
            lines: children.iter().map(|child| child.lines).sum(),
            texts: children.iter().map(|child| child.texts).sum(),
            body: Body::Inner(children),
        })
    }

    fn children(&self) -> &[Arc<Self>] {
        match &self.body {
            Body::Leaf(_) => &[],
            Body::Inner(children) => children,
        }
    }

    fn has_enough(&self) -> bool {
        match &self.body {
            Body::Leaf(pieces) => pieces.len() >= LEAST,
            Body::Inner(children) => children.len() >= LEAST,
        }
    }
}

/// Splits the content of a node into two halves if it is too large.
fn halves<T>(mut all: Vec<T>) -> (Vec<T>, Option<Vec<T>>) {
    if all.len() <= MOST {
        return (all, None);
    }
    let second = all.split_off(all.len() / 2);
    (all, Some(second))
}

/// Returns a node with `children`, all of height `height - 1`; at most 2 · [`MOST`] of them.
fn over(height: u32, children: Vec<Arc<Node>>) -> Arc<Node> {
    match halves(children) {
        (children, None) => Node::inner(height, children),
        (first, Some(second)) => Node::inner(
            height + 1,
            vec![Node::inner(height, first), Node::inner(height, second)],
        ),
    }
}

/// Adds a piece; if it continues the last one, extends that.
fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    let last = pieces.last_mut();
    match last.and_then(|last| Some((last.joined(&piece)?, last))) {
        Some((both, last)) => *last = both,
        None => pieces.push(piece),
    }
}

fn join_leaves(first: &[Piece], second: &[Piece]) -> Arc<Node> {
    let mut pieces = first.to_vec();
    second
        .iter()
        .for_each(|piece| push(&mut pieces, piece.clone()));
    match halves(pieces) {
        (pieces, None) => Node::leaf(pieces),
        (first, Some(second)) => Node::inner(1, vec![Node::leaf(first), Node::leaf(second)]),
    }
}

/// Returns the lines of `first` followed by those of `second`.
fn join(first: &Arc<Node>, second: &Arc<Node>) -> Arc<Node> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    if first.lines == 0 {
        return second.clone();
    }
    if second.lines == 0 {
        return first.clone();
    }
    match first.height.cmp(&second.height) {
        Equal => match (&first.body, &second.body) {
            (Body::Leaf(one), Body::Leaf(two)) => join_leaves(one, two),
            _ if first.has_enough() && second.has_enough() => {
                Node::inner(first.height + 1, vec![first.clone(), second.clone()])
            }
            _ => over(first.height, [first.children(), second.children()].concat()),
        },
        Less => {
            let Some((head, tail)) = second.children().split_first() else {
                return first.clone();
            };
            let joined = join(first, head);
            let mut children = beneath(&joined, second.height);
            children.extend_from_slice(tail);
            over(second.height, children)
        }
        Greater => {
            let Some((last, front)) = first.children().split_last() else {
                return second.clone();
            };
            let joined = join(last, second);
            let mut children = front.to_vec();
            children.append(&mut beneath(&joined, first.height));
            over(first.height, children)
        }
    }
}

/// Returns `node` as a list of children for a node of height `height`.
fn beneath(node: &Arc<Node>, height: u32) -> Vec<Arc<Node>> {
    if node.height >= height {
        node.children().to_vec()
    } else {
        vec![node.clone()]
    }
}

fn part(node: &Arc<Node>, range: Range<usize>) -> Arc<Node> {
    if range.start == 0 && range.end >= node.lines {
        return node.clone();
    }
    let mut at = 0;
    match &node.body {
        Body::Leaf(pieces) => {
            let mut kept = Vec::new();
            for piece in pieces {
                let (from, to) = (range.start.max(at), range.end.min(at + piece.lines));
                if from < to {
                    kept.push(piece.part(from - at..to - at));
                }
                at += piece.lines;
            }
            Node::leaf(kept)
        }
        Body::Inner(children) => {
            let mut whole = Node::leaf(Vec::new());
            for child in children {
                let (from, to) = (range.start.max(at), range.end.min(at + child.lines));
                if from < to {
                    whole = join(&whole, &part(child, from - at..to - at));
                }
                at += child.lines;
            }
            whole
        }
    }
}

/// The root of a tree: one state of all lines.
#[derive(Clone, Debug)]
pub(super) struct Tree(Arc<Node>);

impl Default for Tree {
    fn default() -> Self {
        Self(Node::leaf(Vec::new()))
    }
}

impl FromIterator<Piece> for Tree {
    fn from_iter<T: IntoIterator<Item = Piece>>(pieces: T) -> Self {
        let mut merged: Vec<Piece> = Vec::new();
        let pieces = pieces.into_iter().filter(|piece| piece.lines > 0);
        pieces.for_each(|piece| push(&mut merged, piece));
        let mut level: Vec<Arc<Node>> = evenly(merged).into_iter().map(Node::leaf).collect();
        let mut height = 0;
        while level.len() > 1 {
            height += 1;
            let groups = evenly(level).into_iter();
            level = groups.map(|group| Node::inner(height, group)).collect();
        }
        level.pop().map_or_else(Self::default, Self)
    }
}

/// Splits items into groups of about equal size, none larger than [`MOST`].
fn evenly<T>(items: Vec<T>) -> Vec<Vec<T>> {
    let groups = items.len().div_ceil(MOST);
    let all = items.len();
    let mut items = items.into_iter();
    (0..groups)
        .map(|group| {
            let size = all * (group + 1) / groups - all * group / groups;
            items.by_ref().take(size).collect()
        })
        .collect()
}

impl Tree {
    pub(super) fn lines(&self) -> usize {
        self.0.lines
    }

    pub(super) fn texts(&self) -> usize {
        self.0.texts
    }

    /// Returns the tree with `range` replaced by `lines`.
    pub(super) fn splice(&self, range: Range<usize>, lines: &Self) -> Self {
        let before = part(&self.0, 0..range.start);
        let after = part(&self.0, range.end..self.0.lines);
        Self(join(&join(&before, &lines.0), &after))
    }

    /// Returns a tree with only the lines of `range`.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        Self(part(&self.0, range))
    }

    /// Returns the piece that contains line `line`, and the index of the line in it.
    pub(super) fn piece(&self, line: usize) -> Option<(&Piece, usize)> {
        let mut node = self.0.as_ref();
        let mut at = line;
        'down: loop {
            match &node.body {
                Body::Leaf(pieces) => {
                    for piece in pieces {
                        if at < piece.lines {
                            return Some((piece, at));
                        }
                        at -= piece.lines;
                    }
                    return None;
                }
                Body::Inner(children) => {
                    for child in children {
                        if at < child.lines {
                            node = child;
                            continue 'down;
                        }
                        at -= child.lines;
                    }
                    return None;
                }
            }
        }
    }

    pub(super) fn place(&self, line: usize) -> TextLocation {
        self.piece(line)
            .map_or(TextLocation::Nowhere, |(piece, at)| piece.place(at))
    }

    /// Returns the pieces of `range`, clipped to it, in order.
    pub(super) fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = Piece> + '_ {
        let end = range.end.min(self.lines());
        let mut line = range.start;
        std::iter::from_fn(move || {
            if line >= end {
                return None;
            }
            let (piece, at) = self.piece(line)?;
            let piece = piece.part(at..piece.lines.min(at.saturating_add(end - line)));
            line += piece.lines;
            (piece.lines > 0).then_some(piece)
        })
    }

    #[cfg(test)]
    fn check(&self) {
        fn walk(node: &Node, root: bool) {
            assert!(root || node.has_enough(), "a node has too little in it");
            match &node.body {
                Body::Leaf(pieces) => {
                    assert_eq!(node.height, 0);
                    assert!(pieces.len() <= MOST);
                    assert!(pieces.iter().all(|piece| piece.lines > 0));
                }
                Body::Inner(children) => {
                    assert!(children.len() <= MOST && children.len() > 1);
                    assert_eq!(
                        node.lines,
                        children.iter().map(|child| child.lines).sum::<usize>()
                    );
                    for child in children {
                        assert_eq!(child.height + 1, node.height);
                        walk(child, false);
                    }
                }
            }
        }
        walk(&self.0, true);
    }
}

/// The items to be compared, the next one on top.
struct PendingItems<'a> {
    items: Vec<Item<'a>>,
    backward: bool,
}

enum Item<'a> {
    Node(&'a Arc<Node>),
    Piece(Piece),
}

impl<'a> PendingItems<'a> {
    fn new(tree: &'a Tree, backward: bool) -> Self {
        Self {
            items: vec![Item::Node(&tree.0)],
            backward,
        }
    }

    /// Pushes the content of a node onto the stack.
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

    /// Pushes the remainder of a piece, of which `done` lines have been compared.
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

/// Returns the number of lines at the beginning (`backward`: the end) of two pieces that have the same places.
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
    let (mut a, mut b) = (
        PendingItems::new(one, backward),
        PendingItems::new(two, backward),
    );
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
    /// Returns the lines of both trees between their common beginning and end.
    pub(crate) fn differing(&self, other: &Self) -> (Range<usize>, Range<usize>) {
        let (one, two) = (self.lines(), other.lines());
        let head = common(self, other, false);
        let tail = common(self, other, true).min(one.min(two) - head.min(one.min(two)));
        (head..one - tail, head..two - tail)
    }
}

#[cfg(test)]
mod tests;
