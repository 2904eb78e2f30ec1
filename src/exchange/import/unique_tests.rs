use crate::exchange::import::*;

#[test]
fn the_first_record_of_each_position_is_kept_in_order_with_any_limit() {
    let keys = [5, 1, 5, 2, 3, 1, 4, 2, 3, 6, 5, 6];
    for limit in 1..8 {
        let mut unique = Unique::of(limit);
        let mut written = Vec::new();
        for key in keys {
            let line = key.to_string().into_bytes();
            if unique.admits(key, &line).expect("a file") {
                written.push(line);
            }
        }
        let dropped = unique.finish(|line| {
            written.push(line.to_vec());
            Ok::<_, io::Error>(())
        });
        assert_eq!(dropped.expect("a file"), 6);
        assert_eq!(written.concat(), b"512346", "{limit}");
    }
}
