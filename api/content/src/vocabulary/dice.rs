//! Dice notation: `18d10 + 36`.

/// The average of dice such as `18d10 + 36`, rounded down; `None` when it is no dice expression.
#[must_use]
pub fn dice_average(dice: &str) -> Option<i32> {
    let compact: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    let mut total = 0.0;
    let mut sign = 1.0;
    for (index, term) in split_terms(&compact).into_iter().enumerate() {
        match term {
            "+" => sign = 1.0,
            "-" | "−" | "–" => sign = -1.0,
            _ if term.is_empty() && index == 0 => {}
            _ => {
                total += sign * term_average(term)?;
                sign = 1.0;
            }
        }
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "hit points of dice are far below 2^31"
    )]
    (!compact.is_empty()).then(|| total.floor() as i32)
}

fn split_terms(text: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['+', '-', '−', '–']) {
        let (term, tail) = rest.split_at(at);
        let sign = tail.chars().next().map_or(1, char::len_utf8);
        let (sign, tail) = tail.split_at(sign);
        terms.push(term);
        terms.push(sign);
        rest = tail;
    }
    terms.push(rest);
    terms
}

fn term_average(term: &str) -> Option<f64> {
    match term.split_once(['d', 'D']) {
        None => term.parse().ok(),
        Some((count, sides)) => {
            let count: f64 = if count.is_empty() {
                1.0
            } else {
                count.parse().ok()?
            };
            let sides: f64 = sides.parse().ok()?;
            Some(count * f64::midpoint(sides, 1.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_have_averages() {
        for (dice, expected) in [
            ("18d10 + 36", Some(135)),
            ("1d4-1", Some(1)),
            ("d8", Some(4)),
            ("3d8 − 3", Some(10)),
            ("7", Some(7)),
            ("see text", None),
            ("", None),
        ] {
            assert_eq!(dice_average(dice), expected, "{dice}");
        }
    }
}
