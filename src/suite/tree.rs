//! The table of lines: a balanced tree of pieces whose nodes are never changed, only shared.
//!
//! Every change makes a new root and a few new nodes along the way to it; the old root stays as
//! it was. So undo is another root, a background scan holds one, and an edit costs the same in
//! ten million lines as in ten.

mod differ;

use std::ops::Range;
use std::sync::Arc;

use super::text::{LineRef, Place};

/// Most pieces of a leaf, most children of an inner node. Half of it is the least, but for a root.
const MOST: usize = 16;
const LEAST: usize = MOST / 2;

/// Most lines of a piece that lists them one by one (so that cutting one stays cheap).
pub(super) const ORDER: usize = 1 << 14;

/// Where the lines of a piece come from.
#[derive(Clone, Debug)]
enum Kind {
    /// Lines of the source that follow one another.
    Source,
    /// New texts that follow one another.
    Text,
    /// Any lines, listed one by one: what a sort makes.
    Order(Arc<[LineRef]>),
}

/// Lines that follow one another in the table.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    kind: Kind,
    start: usize,
    lines: usize,
    /// How many of the lines are new texts.
    texts: usize,
}

impl Piece {
    /// Lines of the source.
    pub fn source(lines: Range<usize>) -> Self {
        Self {
            kind: Kind::Source,
            start: lines.start,
            lines: lines.len(),
            texts: 0,
        }
    }

    /// Texts of the store.
    pub fn text(ids: Range<usize>) -> Self {
        Self {
            kind: Kind::Text,
            start: ids.start,
            lines: ids.len(),
            texts: ids.len(),
        }
    }

    /// Any lines, in this order: at most [`ORDER`] of them.
    pub fn order(lines: Arc<[LineRef]>) -> Self {
        let texts = lines.iter().filter(|line| line.is_text()).count();
        Self {
            start: 0,
            lines: lines.len(),
            texts,
            kind: Kind::Order(lines),
        }
    }

    /// Lines in it.
    pub fn len(&self) -> usize {
        self.lines
    }

    /// Where its line `at` is.
    pub fn place(&self, at: usize) -> Place {
        if at >= self.lines {
            return Place::Nowhere;
        }
        match &self.kind {
            Kind::Source => Place::Source(self.start + at),
            Kind::Text => Place::Text(self.start + at),
            Kind::Order(order) => order
                .get(self.start + at)
                .map_or(Place::Nowhere, |line| line.place()),
        }
    }

    /// Which of its lines is at a place.
    pub fn find(&self, place: Place) -> Option<usize> {
        let at = match (&self.kind, place) {
            (_, Place::Nowhere) => None,
            (Kind::Source, Place::Source(at)) | (Kind::Text, Place::Text(at)) => {
                at.checked_sub(self.start)
            }
            (Kind::Source | Kind::Text, _) => None,
            (Kind::Order(_), _) => (0..self.lines).find(|&at| self.place(at) == place),
        };
        at.filter(|&at| at < self.lines)
    }

    /// Whether lines that follow one another in it do so where they come from, too.
    pub fn is_together(&self) -> bool {
        !matches!(self.kind, Kind::Order(_))
    }

    /// The part `range` of it.
    pub fn part(&self, range: Range<usize>) -> Self {
        let start = self.start + range.start.min(self.lines);
        let end = self.start + range.end.min(self.lines);
        let lines = end.saturating_sub(start);
        let texts = match &self.kind {
            Kind::Source => 0,
            Kind::Text => lines,
            Kind::Order(_) if self.texts == 0 => 0,
            Kind::Order(_) if self.texts == self.lines => lines,
            Kind::Order(order) => order
                .get(start..end)
                .unwrap_or_default()
                .iter()
                .filter(|line| line.is_text())
                .count(),
        };
        Self {
            kind: self.kind.clone(),
            start,
            lines,
            texts,
        }
    }

    /// Both as one, where `next` begins where this ends.
    fn joined(&self, next: &Self) -> Option<Self> {
        let same = match (&self.kind, &next.kind) {
            (Kind::Source, Kind::Source) | (Kind::Text, Kind::Text) => true,
            (Kind::Order(here), Kind::Order(there)) => Arc::ptr_eq(here, there),
            _ => false,
        };
        (same && self.start + self.lines == next.start).then(|| Self {
            kind: self.kind.clone(),
            start: self.start,
            lines: self.lines + next.lines,
            texts: self.texts + next.texts,
        })
    }
}

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

/// Cuts what is too much for one node into two of about the same size.
fn halves<T>(mut all: Vec<T>) -> (Vec<T>, Option<Vec<T>>) {
    if all.len() <= MOST {
        return (all, None);
    }
    let second = all.split_off(all.len() / 2);
    (all, Some(second))
}

/// A node over `children`, all of height `height - 1`; at most 2 · [`MOST`] of them.
fn over(height: u32, children: Vec<Arc<Node>>) -> Arc<Node> {
    match halves(children) {
        (children, None) => Node::inner(height, children),
        (first, Some(second)) => Node::inner(
            height + 1,
            vec![Node::inner(height, first), Node::inner(height, second)],
        ),
    }
}

fn join_leaves(first: &[Piece], second: &[Piece]) -> Arc<Node> {
    let mut pieces = first.to_vec();
    for piece in second {
        match pieces.last_mut() {
            Some(last) => match last.joined(piece) {
                Some(both) => *last = both,
                None => pieces.push(piece.clone()),
            },
            None => pieces.push(piece.clone()),
        }
    }
    match halves(pieces) {
        (pieces, None) => Node::leaf(pieces),
        (first, Some(second)) => Node::inner(1, vec![Node::leaf(first), Node::leaf(second)]),
    }
}

/// The lines of `first`, then those of `second`.
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

/// `node` as children of a node of height `height`.
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

/// A root: one state of the whole table.
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
        for piece in pieces.into_iter().filter(|piece| piece.lines > 0) {
            match merged.last_mut() {
                Some(last) => match last.joined(&piece) {
                    Some(both) => *last = both,
                    None => merged.push(piece),
                },
                None => merged.push(piece),
            }
        }
        let mut level: Vec<Arc<Node>> = evenly(merged).into_iter().map(Node::leaf).collect();
        let mut height = 0;
        while level.len() > 1 {
            height += 1;
            level = evenly(level)
                .into_iter()
                .map(|group| Node::inner(height, group))
                .collect();
        }
        level.pop().map_or_else(Self::default, Self)
    }
}

/// Groups of about the same size, none larger than [`MOST`].
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
    /// All lines.
    pub fn lines(&self) -> usize {
        self.0.lines
    }

    /// Lines that are new texts.
    pub fn texts(&self) -> usize {
        self.0.texts
    }

    /// The table with other lines in place of `range`.
    pub fn splice(&self, range: Range<usize>, lines: &Self) -> Self {
        let before = part(&self.0, 0..range.start);
        let after = part(&self.0, range.end..self.0.lines);
        Self(join(&join(&before, &lines.0), &after))
    }

    /// The lines of `range` alone.
    pub fn part(&self, range: Range<usize>) -> Self {
        Self(part(&self.0, range))
    }

    /// The piece that holds line `line`, and the line's number in it.
    pub fn piece(&self, line: usize) -> Option<(&Piece, usize)> {
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

    /// Where line `line` is.
    pub fn place(&self, line: usize) -> Place {
        self.piece(line)
            .map_or(Place::Nowhere, |(piece, at)| piece.place(at))
    }

    /// The pieces of `range`, cut to it, in order.
    pub fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = Piece> + '_ {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn places(tree: &Tree) -> Vec<Place> {
        (0..tree.lines()).map(|line| tree.place(line)).collect()
    }

    fn by_pieces(tree: &Tree, range: Range<usize>) -> Vec<Place> {
        tree.pieces(range)
            .flat_map(|piece| {
                (0..piece.len())
                    .map(move |at| piece.place(at))
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn neighbours_from_the_same_place_become_one_piece() {
        let tree: Tree = [Piece::source(0..5), Piece::source(5..9)]
            .into_iter()
            .collect();
        assert_eq!(tree.pieces(0..9).count(), 1);
        let cut = tree.splice(3..3, &[Piece::text(0..1)].into_iter().collect());
        assert_eq!(cut.pieces(0..10).count(), 3);
        assert_eq!(cut.splice(3..4, &Tree::default()).pieces(0..9).count(), 1);
    }

    #[test]
    fn an_edit_in_ten_million_lines_makes_only_a_few_nodes() {
        fn walk(node: &Arc<Node>, see: &mut impl FnMut(*const Node)) {
            see(Arc::as_ptr(node));
            node.children().iter().for_each(|child| walk(child, see));
        }
        // Ten million lines in a hundred thousand pieces, none of which follow one another.
        let tree: Tree = (0..100_000)
            .map(|n| Piece::source(n * 1000..n * 1000 + 100))
            .collect();
        let one = [Piece::text(0..1)].into_iter().collect();
        let edited = tree.splice(5_000_050..5_000_051, &one);
        edited.check();
        assert_eq!((edited.lines(), edited.texts()), (10_000_000, 1));
        let mut old = std::collections::HashSet::new();
        walk(&tree.0, &mut |node| {
            old.insert(node);
        });
        let (mut all, mut fresh) = (0, 0);
        walk(&edited.0, &mut |node| {
            all += 1;
            fresh += usize::from(!old.contains(&node));
        });
        assert!(all > 6_000, "{all}");
        // Two cuts and two joins along a path of five nodes.
        assert!(fresh < 40, "{fresh}");
    }

    proptest! {
        #[test]
        fn the_tree_does_what_a_vector_does(
            edits in proptest::collection::vec((any::<u16>(), 0usize..40, 0usize..4, 1usize..60), 1..120)
        ) {
            let mut tree: Tree = [Piece::source(0..100)].into_iter().collect();
            let mut model: Vec<Place> = (0..100).map(Place::Source).collect();
            let mut next = 0;
            for (at, removed, kind, inserted) in edits {
                let start = usize::from(at) % (model.len() + 1);
                let end = (start + removed).min(model.len());
                let lines: Vec<LineRef> = (0..inserted)
                    .map(|n| LineRef::text(next + n).unwrap())
                    .collect();
                let piece = match kind {
                    0 => None,
                    1 => Some(Piece::order(lines.iter().rev().copied().collect())),
                    _ => Some(Piece::text(next..next + inserted)),
                };
                next += inserted;
                let new: Tree = piece.into_iter().collect();
                let places_new = places(&new);
                let old = tree.clone();
                tree = tree.splice(start..end, &new);
                tree.check();
                prop_assert_eq!(places(&old), model.clone());
                model.splice(start..end, places_new);
                prop_assert_eq!(tree.lines(), model.len());
            }
            prop_assert_eq!(places(&tree), model.clone());
            let texts = model.iter().filter(|place| matches!(place, Place::Text(_))).count();
            prop_assert_eq!(tree.texts(), texts);
            let (from, to) = (model.len() / 3, model.len() * 2 / 3);
            prop_assert_eq!(by_pieces(&tree, from..to), model[from..to].to_vec());
            prop_assert_eq!(places(&tree.part(from..to)), model[from..to].to_vec());
        }
    }
}
