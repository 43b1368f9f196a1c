//! Line numbers of places that are asked for in the order of the text, each line of which is counted once.

/// A counter that stands at a place of a text.
pub(crate) struct LineCounter<'a> {
    rest: &'a str,
    at: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    /// A counter at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text, at: 0, line: 1 }
    }

    /// The line of a place, from 1; that of the place before where this one precedes it.
    pub fn line_of(&mut self, at: usize) -> usize {
        let passed = self.rest.split_at_checked(at.saturating_sub(self.at));
        if let Some((passed, rest)) = passed {
            self.line += passed.matches('\n').count();
            (self.rest, self.at) = (rest, self.at + passed.len());
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_on() {
        let mut lines = LineCounter::new("a\nb\n\nö c");
        let found = [0, 1, 2, 5, 5, 7].map(|at| lines.line_of(at));
        assert_eq!(found, [1, 1, 2, 4, 4, 4]);
        assert_eq!(lines.line_of(99), 4);
    }
}
