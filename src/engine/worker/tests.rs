use super::*;
use std::sync::atomic::AtomicUsize;

fn results(jobs: usize, count: usize, work: impl Fn(usize) -> Option<usize> + Sync) -> Vec<usize> {
    let mut results = Vec::new();
    in_order(
        jobs,
        &|| false,
        |queue| (0..count).all(|number| queue.put(number)),
        || (),
        |(), number| work(number),
        |result| {
            results.push(result);
            ControlFlow::Continue(())
        },
    );
    results
}

#[test]
fn results_come_in_the_order_of_the_work() {
    let slow_first = |number: usize| {
        thread::sleep(Duration::from_millis(if number.is_multiple_of(7) {
            5
        } else {
            0
        }));
        Some(number)
    };
    for jobs in [1, 2, 5] {
        assert_eq!(results(jobs, 200, slow_first), (0..200).collect::<Vec<_>>());
    }
    assert!(results(3, 0, Some).is_empty());
}

#[test]
fn work_read_ahead_is_bounded() {
    let (put, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut taken = 0;
    in_order(
        2,
        &|| false,
        |queue| {
            for _ in 0..1000 {
                queue.put(());
                put.fetch_add(1, Ordering::SeqCst);
            }
        },
        || (),
        |(), ()| Some(()),
        |()| {
            taken += 1;
            most.fetch_max(
                (put.load(Ordering::SeqCst) + 1).saturating_sub(taken),
                Ordering::SeqCst,
            );
            ControlFlow::Continue(())
        },
    );
    assert_eq!(taken, 1000);
    assert!(most.into_inner() <= 2 * AHEAD + 2);
}

#[test]
fn results_are_passed_on_until_the_run_ends() {
    let found = results(2, 1000, |number| (number != 50).then_some(number));
    assert_eq!(found, (0..found.len()).collect::<Vec<_>>());
    assert!(found.len() <= 50);
    let mut taken = 0;
    in_order(
        2,
        &|| false,
        |queue| while queue.put(()) {},
        || (),
        |(), ()| Some(()),
        |()| {
            taken += 1;
            match taken {
                10 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        },
    );
    assert_eq!(taken, 10);
}
