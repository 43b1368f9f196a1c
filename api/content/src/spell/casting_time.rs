//! Casting times in words.

/// A casting time code in words: `bonus-action` is `1 bonus action`, `10minutes` is `10 minutes`.
///
/// Correction (spells): Casting times that are codes (`10minutes`) get a readable label beside the code.
pub fn casting_time_label(code: &str) -> String {
    if code.trim().is_empty() {
        return String::new();
    }
    let digits = code.chars().take_while(char::is_ascii_digit).count();
    let (count, unit) = code.split_at(digits);
    let count = if count.is_empty() { "1" } else { count };
    format!("{count} {}", unit.trim().replace('-', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casting_times_have_words() {
        for (code, label) in [
            ("action", "1 action"),
            ("bonus-action", "1 bonus action"),
            ("reaction", "1 reaction"),
            ("1minute", "1 minute"),
            ("10minutes", "10 minutes"),
            ("24hours", "24 hours"),
            ("round", "1 round"),
        ] {
            assert_eq!(casting_time_label(code), label);
        }
    }
}
