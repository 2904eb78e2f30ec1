use super::*;

#[test]
fn mate_scores_count_plies() {
    assert_eq!(mate_score(b"+M5"), Some(32758));
    assert_eq!(mate_score(b"+M1"), Some(32766));
    assert_eq!(mate_score(b"-M3"), Some(-32761));
    assert_eq!(mate_score(b"M"), None);
    assert_eq!(mate_score(b"+M0"), None);
    assert_eq!(mate_score(b"+M9999"), None);
    assert_eq!(mate_score(b"+M-3"), None);
}
