//! What a second look makes of a ranking.

use crate::query::search::Hit;

/// How many of the best hits are looked at again.
pub const SEEN: usize = 20;

/// Orders hits anew: the mean of their own score and of the reranker's, each stretched over the hits that were
/// looked at. They stay between the scores that they had, and so before all that was not looked at.
pub fn fuse(hits: &mut [Hit], scores: &[f32]) {
    let own: Vec<f64> = hits.iter().map(|hit| hit.score).collect();
    let second: Vec<f64> = scores.iter().copied().map(f64::from).collect();
    let (Some((low, high)), Some(between)) = (span(&own), span(&second)) else {
        return;
    };
    for (hit, second) in hits.iter_mut().zip(&second) {
        let mean = f64::midpoint(within(hit.score, (low, high)), within(*second, between));
        hit.score = low + mean * (high - low);
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
}

fn span(all: &[f64]) -> Option<(f64, f64)> {
    let low = all.iter().copied().reduce(f64::min)?;
    let high = all.iter().copied().reduce(f64::max)?;
    Some((low, high))
}

/// From 0 to 1; where all are alike, none is better.
fn within(value: f64, (low, high): (f64, f64)) -> f64 {
    if high > low {
        (value - low) / (high - low)
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(scores: &[f64]) -> Vec<Hit> {
        let hit = |(id, score): (usize, &f64)| Hit {
            id: i64::try_from(id).unwrap(),
            score: *score,
            lexical: None,
            name: None,
            semantic: None,
            exact: false,
        };
        scores.iter().enumerate().map(hit).collect()
    }

    fn order(hits: &[Hit]) -> Vec<i64> {
        hits.iter().map(|hit| hit.id).collect()
    }

    #[test]
    fn a_clear_answer_rises_and_scores_stay_between() {
        let mut all = hits(&[0.8, 0.79, 0.5, 0.4]);
        fuse(&mut all, &[-4.0, 6.0, 5.0, -5.0]);
        assert_eq!(order(&all), [1, 2, 0, 3]);
        assert!(all.iter().all(|hit| (0.4..=0.8).contains(&hit.score)));
        assert!(all.is_sorted_by(|a, b| a.score >= b.score));
    }

    #[test]
    fn one_that_says_nothing_changes_no_order() {
        let mut all = hits(&[0.8, 0.7, 0.1]);
        fuse(&mut all, &[1.0, 1.0, 1.0]);
        assert_eq!(order(&all), [0, 1, 2]);
        fuse(&mut [], &[]);
    }
}
