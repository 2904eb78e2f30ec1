use super::*;
use crate::suite::Suite;
use crate::suite::field::{Field, Fields};
use crate::suite::search::Case;

fn suite() -> Suite {
    let mut text = String::from("# a comment\n");
    for n in 0..10_000 {
        let id = n % 7;
        let side = if n % 3 == 0 { "w" } else { "b" };
        let ce = if n % 2 == 0 {
            format!("ce {};", n % 5)
        } else {
            String::new()
        };
        text += &format!(
            "4k3/8/8/8/8/8/8/4K3 {side} - - id \"{id}\"; {ce} Own T.{};\n",
            n % 300
        );
    }
    Suite::from_bytes("test.epd", text.into_bytes())
}

fn found(suite: &Suite, by: &Grouping, listed: &ValueSelection) -> Frequency {
    frequency(&suite.snapshot(), by, listed, &Selection::All, &Job::new()).unwrap()
}

fn by(field: Field) -> Grouping {
    Grouping::new(Fields(vec![field]), "test.epd")
}

fn own() -> Grouping {
    by(Field::Operation("Own".to_owned()))
}

fn texts(found: &Frequency) -> Vec<String> {
    let text = |value: &Value| String::from_utf8_lossy(&value.text).into_owned();
    found.values.iter().map(text).collect()
}

#[test]
fn values_are_counted_with_the_most_frequent_first() {
    let suite = suite();
    let side = found(&suite, &by(Field::Side), &ValueSelection::first(10));
    let values: Vec<(&[u8], usize, usize)> = side
        .values
        .iter()
        .map(|value| (&*value.text, value.count, value.first))
        .collect();
    assert_eq!(values, [(&b"b"[..], 6666, 2), (b"w", 3334, 1)]);
    assert_eq!(side.most, 6666);
    let ce = found(
        &suite,
        &by(Field::Operation("ce".to_owned())),
        &ValueSelection::first(2),
    );
    assert_eq!((ce.values.len(), ce.distinct), (2, 5));
    assert_eq!((ce.records, ce.without), (10_000, 5000));
    assert_eq!(
        ce.values[0],
        Value {
            text: b"0".to_vec(),
            count: 1000,
            first: 1
        }
    );
    let chosen = Selection::Lines([1, 2, 3].into_iter().collect());
    let listed = ValueSelection::first(9);
    let snapshot = suite.snapshot();
    let some = frequency(&snapshot, &by(Field::Side), &listed, &chosen, &Job::new()).unwrap();
    assert_eq!((some.records, some.distinct), (3, 2));
    let empty = Suite::from_bytes("empty.epd", Vec::new());
    assert_eq!(
        found(&empty, &by(Field::Side), &listed),
        Frequency::default()
    );
}

#[test]
fn values_are_listed_in_order_from_any_offset() {
    let suite = suite();
    let by_value = |skip, most| ValueSelection {
        order: Order::Value,
        skip,
        ..ValueSelection::first(most)
    };
    let all = found(&suite, &own(), &by_value(0, 1000));
    let expected: Vec<String> = (0..300).map(|n| format!("T.{n}")).collect();
    assert_eq!(texts(&all), expected);
    assert_eq!((all.distinct, all.most), (300, 34));
    assert_eq!(all.values[10].first, 11);
    let some = found(&suite, &own(), &by_value(100, 7));
    assert_eq!(texts(&some), expected[100..107]);
    assert_eq!(some.values, all.values[100..107]);
    let ce = found(
        &suite,
        &by(Field::Operation("ce".to_owned())),
        &by_value(0, 9),
    );
    assert_eq!(texts(&ce), ["0", "1", "2", "3", "4"]);
    let by_count = |skip, most| ValueSelection {
        skip,
        ..ValueSelection::first(most)
    };
    let most = found(&suite, &own(), &by_count(0, 1000));
    let some = found(&suite, &own(), &by_count(100, 7));
    assert_eq!(some.values, most.values[100..107]);
}

#[test]
fn a_search_covers_all_values() {
    let suite = suite();
    for order in [Order::Count, Order::Value] {
        let listed = ValueSelection {
            order,
            holding: Pattern::literal("t.29", Case::Smart),
            ..ValueSelection::first(5)
        };
        let found = found(&suite, &own(), &listed);
        assert_eq!((found.distinct, found.records), (11, 10_000));
        assert_eq!(found.values.len(), 5);
        assert!(texts(&found).iter().all(|text| text.starts_with("T.29")));
    }
}

#[test]
fn a_value_has_as_many_lines_as_counted() {
    let suite = suite();
    let all = found(&suite, &own(), &ValueSelection::first(1000));
    for value in all.values.iter().step_by(50) {
        let snapshot = suite.snapshot();
        let of = |chosen| lines_of_value(&snapshot, &own(), &value.text, chosen, &Job::new());
        let lines = of(&Selection::All).unwrap();
        assert_eq!(lines.len(), value.count);
        assert_eq!(lines.nth(0), Some(value.first));
        let chosen = Selection::Lines([value.first].into_iter().collect());
        assert_eq!(of(&chosen).unwrap().len(), 1);
    }
}

#[test]
fn cancelled_counting_returns_an_error() {
    let suite = suite();
    let job = Job::new();
    job.cancel();
    for order in [Order::Count, Order::Value] {
        let listed = ValueSelection {
            order,
            ..ValueSelection::first(5)
        };
        let found = frequency(&suite.snapshot(), &own(), &listed, &Selection::All, &job);
        assert_eq!(found, Err(JobError::Cancelled));
    }
}
