use proptest::prelude::*;

use super::*;
use crate::suite::text::LineRef;

fn places(tree: &Tree) -> Vec<TextLocation> {
    (0..tree.lines()).map(|line| tree.place(line)).collect()
}

fn by_pieces(tree: &Tree, range: Range<usize>) -> Vec<TextLocation> {
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
    // Ten million lines in a hundred thousand pieces that are not consecutive.
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
    fn the_line_tree_behaves_like_a_vector(
        edits in proptest::collection::vec((any::<u16>(), 0usize..40, 0usize..4, 1usize..60), 1..120)
    ) {
        let mut tree: Tree = [Piece::source(0..100)].into_iter().collect();
        let mut model: Vec<TextLocation> = (0..100).map(TextLocation::Source).collect();
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
        let texts = model.iter().filter(|place| matches!(place, TextLocation::Text(_))).count();
        prop_assert_eq!(tree.texts(), texts);
        let (from, to) = (model.len() / 3, model.len() * 2 / 3);
        prop_assert_eq!(by_pieces(&tree, from..to), model[from..to].to_vec());
        prop_assert_eq!(places(&tree.part(from..to)), model[from..to].to_vec());
    }
}
