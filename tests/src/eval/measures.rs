//! Measures of retrieval: how good a ranking is, by the grades of what it found.

/// How many results count.
pub const CUT: usize = 10;

/// The grade from which a result is a hit.
const HIT: u8 = 2;

/// The measures of a ranking, or their means over several; each from 0 to 1.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// Normalised discounted cumulative gain of the first ten, with a gain of 2^grade - 1.
    pub ndcg: f64,
    /// The hits among the first ten, of all hits or of ten, whichever is less.
    pub recall: f64,
    /// One over the place of the first hit.
    pub reciprocal_rank: f64,
    /// Whether the first result is a hit.
    pub success: f64,
}

impl Measures {
    /// Of a ranking: the grades of its results, best first, and those of all that is relevant.
    pub fn of(found: &[u8], relevant: &[u8]) -> Self {
        let found = found.get(..CUT).unwrap_or(found);
        let mut ideal = relevant.to_vec();
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        ideal.truncate(CUT);
        let hits = |grades: &[u8]| grades.iter().filter(|grade| **grade >= HIT).count();
        let all = hits(relevant).min(CUT);
        let first = found.iter().position(|grade| *grade >= HIT);
        Self {
            ndcg: ratio(gain(found), gain(&ideal)),
            recall: ratio(count(hits(found)), count(all)),
            reciprocal_rank: first.map_or(0.0, |place| 1.0 / count(place + 1)),
            success: if first == Some(0) { 1.0 } else { 0.0 },
        }
    }

    /// The means.
    pub fn mean(all: &[Self]) -> Self {
        let mean = |of: fn(&Self) -> f64| ratio(all.iter().map(of).sum(), count(all.len()));
        Self {
            ndcg: mean(|m| m.ndcg),
            recall: mean(|m| m.recall),
            reciprocal_rank: mean(|m| m.reciprocal_rank),
            success: mean(|m| m.success),
        }
    }
}

/// The discounted cumulative gain of grades in their order.
fn gain(grades: &[u8]) -> f64 {
    let gains = grades.iter().enumerate();
    gains.map(|(place, grade)| (f64::from(*grade).exp2() - 1.0) / (count(place) + 2.0).log2()).sum()
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// A small number of things.
fn count(things: usize) -> f64 {
    u32::try_from(things).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    #[test]
    fn a_ranking_by_hand() {
        // 7/1 + 0 + 1/2 of the best possible 7/1 + 3/log2(3) + 1/2.
        let measures = Measures::of(&[3, 0, 1], &[1, 3, 2]);
        close(measures.ndcg, 7.5 / (7.5 + 3.0 / 3f64.log2()));
        close(measures.recall, 0.5);
        close(measures.reciprocal_rank, 1.0);
        close(measures.success, 1.0);
        let measures = Measures::of(&[1, 0, 2], &[2, 1]);
        close(measures.reciprocal_rank, 1.0 / 3.0);
        close(measures.success, 0.0);
        close(measures.recall, 1.0);
    }

    #[test]
    fn only_ten_count() {
        let mut late = vec![0; 10];
        late.push(3);
        assert_eq!(Measures::of(&late, &[3]), Measures::default());
        // Ten of twelve are all that ten places can have.
        close(Measures::of(&[2; 10], &[2; 12]).recall, 1.0);
        close(Measures::of(&[2; 10], &[2; 12]).ndcg, 1.0);
    }

    #[test]
    fn means() {
        let all = [Measures::of(&[3], &[3]), Measures::of(&[], &[3])];
        let mean = Measures::mean(&all);
        close(mean.ndcg, 0.5);
        close(mean.success, 0.5);
        assert_eq!(Measures::mean(&[]), Measures::default());
        assert_eq!(Measures::of(&[], &[]), Measures::default());
    }
}
