//! Tests of what the signals give.

use super::*;

#[test]
fn what_fits_is_scored_however_far_it_is() {
    let all: Vec<(Doc, f64)> = (0..600).map(|doc| (doc, 1.0 / f64::from(doc + 1))).collect();
    let (mut best, mut fitting) = (DocSet::empty(600), DocSet::empty(600));
    for doc in [3, 590] {
        fitting.insert(doc);
    }
    let selected = select(all, &fitting, &mut best, |score| *score);
    assert_eq!(selected.len(), SIGNAL_CANDIDATES + 1);
    assert!(selected.iter().any(|(doc, _)| *doc == 590));
    assert!(best.contains(499) && !best.contains(500) && !best.contains(590));
}
