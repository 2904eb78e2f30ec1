use super::*;
use crate::epd::{ReadOptions, Record};

#[test]
fn output_is_not_read_long_before_a_limit_can_be_reached() {
    let line = b"4k3/8/8/8/8/8/4P3/4K3 w - -";
    let record = Record::read(line, &ReadOptions::default());
    let rest = |pace: &Pace, lines: u32, limits: Limits| {
        let mut request = Request::of(&record, limits).expect("a position");
        request.lines = lines;
        pace.rest(&request)
    };
    let none = Limits::default();
    let nodes = Limits {
        nodes: Some(10_000),
        ..none
    };
    let mut pace = Pace::default();
    assert_eq!(rest(&pace, 1, nodes), Duration::ZERO);
    pace.take(10_000, Duration::from_millis(20));
    pace.take(10_000, Duration::from_millis(40));
    assert_eq!(rest(&pace, 1, nodes), Duration::from_millis(18));
    assert_eq!(rest(&pace, 5, nodes), Duration::ZERO);
    let time = Limits {
        movetime: Some(8),
        ..nodes
    };
    assert_eq!(rest(&pace, 1, time), Duration::from_micros(7200));
    // The time for a depth is unknown.
    let depth = Limits {
        depth: Some(9),
        ..nodes
    };
    assert_eq!(rest(&pace, 1, depth), Duration::ZERO);
    assert_eq!(rest(&pace, 1, none), Duration::MAX);
    let long = Limits {
        movetime: Some(u64::MAX),
        ..none
    };
    assert!(rest(&pace, 1, long) > Duration::from_secs(1 << 40));
    // A speed that no engine has.
    pace.take(u64::MAX, Duration::ZERO);
    assert!(rest(&pace, 1, nodes) < Duration::from_millis(1));
}
