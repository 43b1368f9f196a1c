//! Test cases in text files: `given => expected`, one a line. Two hash signs begin a heading, one a comment.

use serde::de::DeserializeOwned;

/// A line of a file.
pub struct Case<'a> {
    /// What stands over it.
    pub heading: &'a str,
    /// What is asked.
    pub given: &'a str,
    /// What is to come of it.
    pub expected: &'a str,
}

/// The cases of a file.
pub fn cases(text: &str) -> Vec<Case<'_>> {
    let mut heading = "";
    let mut cases = Vec::new();
    for line in text.lines() {
        if let Some(over) = line.strip_prefix("## ") {
            heading = over;
        } else if let Some((given, expected)) = line.split_once(" => ") {
            cases.push(Case { heading, given, expected });
        } else {
            assert!(line.is_empty() || line.starts_with("# "), "{line}");
        }
    }
    cases
}

impl Case<'_> {
    /// What is asked, as JSON.
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(self.given).expect(self.given)
    }

    /// The parts of what is expected.
    pub fn parts(&self) -> Vec<&str> {
        self.expected.split("; ").collect()
    }

    /// Holds what was found against what is expected: so many, none (`-`), or these in their order.
    pub fn check(&self, found: &[String]) {
        let shown = format!("{}: {} {found:?}", self.heading, self.given);
        match self.expected {
            "-" => assert!(found.is_empty(), "{shown}"),
            expected => match expected.parse::<usize>() {
                Ok(count) => assert_eq!(found.len(), count, "{shown}"),
                Err(_) => assert_eq!(found, self.parts(), "{shown}"),
            },
        }
    }

    /// Holds a sentence against what is expected: it has all of these words.
    pub fn check_words(&self, sentence: &str) {
        for words in self.parts() {
            let shown = format!("{}: {} {sentence}", self.heading, self.given);
            assert!(sentence.contains(words), "{shown}");
        }
    }

    /// Holds a count, and the sentence beside it, against `0; words; words`: without words there is no sentence.
    pub fn check_told(&self, count: usize, sentence: &str) {
        let shown = format!("{}: {} {count} {sentence}", self.heading, self.given);
        let (expected, words) = self.parts().split_first().map(|(n, w)| (*n, w.to_vec())).expect("a count");
        assert_eq!(count.to_string(), expected, "{shown}");
        assert_eq!(sentence.is_empty(), words.is_empty(), "{shown}");
        assert!(words.iter().all(|words| sentence.contains(words)), "{shown}");
    }
}
