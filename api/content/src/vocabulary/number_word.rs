//! Numbers in words.

/// The numbers that books spell out, from one on.
const NUMBER_WORDS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// The number that a word in lower case spells out.
#[must_use]
pub fn number_word(word: &str) -> Option<i32> {
    let place = NUMBER_WORDS.iter().position(|known| *known == word)?;
    i32::try_from(place + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_from_one() {
        assert_eq!(number_word("one"), Some(1));
        assert_eq!(number_word("twelve"), Some(12));
        assert_eq!(number_word("several"), None);
    }
}
