use crate::suite::compare::*;
use crate::suite::{Suite, find_duplicates};

fn contradicting(text: &str) -> Vec<Vec<usize>> {
    let snapshot = Suite::from_bytes("test.epd", text.as_bytes().to_vec()).snapshot();
    let positions = find_duplicates(&snapshot, &DuplicateKey::Position, &Job::new()).unwrap();
    let found = contradictions(&snapshot, &positions, &Job::new()).unwrap();
    let groups: Vec<Vec<usize>> = found.groups().map(Iterator::collect).collect();
    let mut gone_by: Vec<Vec<usize>> = Vec::new();
    let (all, job) = (Selection::All, Job::new());
    let on = ChosenRecords::of(&snapshot, &all, &job);
    let taken = each_contradiction(&on, |found| {
        gone_by.push(found.records.into_iter().map(|(line, _)| line).collect());
        Ok(())
    });
    taken.unwrap();
    assert_eq!(groups, gone_by);
    groups
}

#[test]
fn different_best_moves_in_one_position_contradict() {
    let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2;
4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e2e4;
4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;
4k3/8/8/8/8/8/4P3/4K3 b - - id \"no bm\";
4k3/8/8/8/8/8/4P3/4K3 b - - bm Ke7;
4k3/8/8/8/8/8/4P3/4K3 b - - bm Ke7 Kd7;
";
    let groups = contradicting(text);
    assert_eq!(groups, [[2, 4, 5]]);
}

#[test]
fn a_record_that_contradicts_itself_contradicts_no_other() {
    let check = |operations: &[&str], expected: bool| {
        let mut said = Opinions::default();
        for operations in operations {
            let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
            said.take(&Record::read(line.as_bytes(), &Default::default()));
        }
        assert_eq!(said.contradict(), expected, "{operations:?}");
    };
    check(&["am e4; bm e4;"], false);
    check(&["am e4; bm e4;", "ce 3;"], false);
    check(&["am e4; bm e4;", "am e3;"], false);
    check(&["am e4; bm e4;", "am Kd2; ce 3;", "am e3;"], false);
    check(&["am e4; bm e4;", "bm e4;"], true);
    check(&["am e4; bm e4;", "am e4;"], true);
    check(&["am e4;", "am e4; bm e4;"], true);
    check(&["bm e4;", "am e4; bm e4;"], true);
    check(&["am e4; bm e4;", "am e4; bm e4;"], true);
    check(&["am e3;", "am e4; bm e4 Kd2;", "am Kd2;"], true);
}

#[test]
fn a_best_move_that_another_record_avoids_contradicts_and_a_mate_distance_does_not() {
    let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
4k3/8/8/8/8/8/4P3/4K3 w - - am e4;
4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;
4k3/8/8/8/8/8/4P3/4K3 b - - bm #7;
4k3/8/8/8/8/8/3P4/4K3 b - - am Kd7;
4k3/8/8/8/8/8/3P4/4K3 b - - am Ke7; bm Kd7;
4k3/8/8/8/8/8/2P5/4K3 b - - am Kd7;
4k3/8/8/8/8/8/2P5/4K3 b - - bm Ke7;
";
    let groups = contradicting(text);
    assert_eq!(groups, [[0, 1], [4, 5]]);
}
