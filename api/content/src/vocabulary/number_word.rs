//! Numbers in words.

/// The numbers that books spell out, from one on.
const NUMBER_WORDS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The number that a word in lower case spells out.
pub fn number_word(word: &str) -> Option<i32> {
    let place = NUMBER_WORDS.iter().position(|known| *known == word)?;
    i32::try_from(place + 1).ok()
}

/// The word that spells out a number.
pub fn spelt_number(number: usize) -> Option<&'static str> {
    NUMBER_WORDS.get(number.checked_sub(1)?).copied()
}

/// `1st`, `2nd`, `12th`.
pub fn ordinal(number: i32) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_from_one() {
        assert_eq!(number_word("one"), Some(1));
        assert_eq!(number_word("twelve"), Some(12));
        assert_eq!(number_word("several"), None);
        assert_eq!([1, 12, 22].map(ordinal), ["1st", "12th", "22nd"]);
        assert_eq!((spelt_number(2), spelt_number(0)), (Some("two"), None));
    }
}
