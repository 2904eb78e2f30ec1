use super::*;
use proptest::prelude::*;

fn sorted(order: Order, most: usize, pairs: &[(Vec<u8>, Vec<u8>)], within: bool) -> Vec<Vec<u8>> {
    let mut sorter = Sorter::holding(order, most);
    for (nth, (key, text)) in pairs.iter().enumerate() {
        match within {
            true => {
                let whole = [&text[..], key].concat();
                let range = text.len()..whole.len();
                sorter.push_with(b"# ", &whole, range)
            }
            false if nth % 2 == 0 => sorter.push(key, &[b"# ", &text[..], key]),
            false => sorter.push(key, &[b"# ", &[&text[..], key].concat()]),
        }
        .unwrap();
    }
    let mut all = Vec::new();
    let mut sorted = sorter.sorted().unwrap();
    while let Some(text) = sorted.next_text().unwrap() {
        all.push(text.to_vec());
    }
    all
}

proptest! {
    #[test]
    fn texts_are_stably_sorted_within_any_memory_limit(
        pairs in prop::collection::vec(
            (prop::collection::vec(0u8..3, 0..12), prop::collection::vec(any::<u8>(), 0..20)),
            0..60,
        ),
        most in 1usize..400,
        falls in any::<bool>(),
        within in any::<bool>(),
    ) {
        let mut expected = pairs.clone();
        let order = match falls {
            true => {
                expected.sort_by(|(one, _), (other, _)| other.cmp(one));
                Order::Falling
            }
            false => {
                expected.sort_by(|(one, _), (other, _)| one.cmp(other));
                Order::Rising
            }
        };
        let expected: Vec<Vec<u8>> = expected
            .iter()
            .map(|(key, text)| [b"# ", &text[..], key].concat())
            .collect();
        prop_assert_eq!(sorted(order, most, &pairs, within), expected);
    }

    #[test]
    fn rows_are_sorted_within_any_memory_limit(
        rows in prop::collection::vec([0u64..3, 0..u64::MAX], 0..60),
        most in 1usize..400,
        falls in any::<bool>(),
    ) {
        let order = if falls { Order::Falling } else { Order::Rising };
        let mut sorter = RowSorter::holding(order, most);
        for row in &rows {
            sorter.push(*row).unwrap();
        }
        let mut sorted = sorter.sorted().unwrap();
        let found: Vec<[u64; 2]> = std::iter::from_fn(|| sorted.next_row().unwrap()).collect();
        let mut expected = rows;
        expected.sort_unstable();
        if falls {
            expected.reverse();
        }
        prop_assert_eq!(found, expected);
    }
}
