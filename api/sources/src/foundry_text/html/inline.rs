//! Inline text: words with emphasis, in which spaces do not stand within the marks.

/// The text of a block that is being written.
#[derive(Default)]
pub(super) struct Inline {
    text: String,
    /// The open marks, and where they were opened.
    open: Vec<(&'static str, usize)>,
}

impl Inline {
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Adds text; spaces and line ends in a row are one space.
    pub fn text(&mut self, text: &str) {
        let text = text.replace('\u{a0}', " ").replace('\u{ad}', "");
        if text.starts_with(char::is_whitespace) {
            self.space();
        }
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.text.push_str(&words);
        if !words.is_empty() && text.ends_with(char::is_whitespace) {
            self.space();
        }
    }

    /// Adds a space, unless there is one.
    pub fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    pub fn begin(&mut self, mark: &'static str) {
        self.open.push((mark, self.text.len()));
    }

    /// Closes the mark around what was written since it was opened.
    pub fn end(&mut self, mark: &'static str) {
        let Some(place) = self.open.iter().rposition(|(open, _)| *open == mark) else {
            return;
        };
        let (_, at) = self.open.remove(place);
        let Some((before, within)) = self.text.split_at_checked(at) else {
            return;
        };
        let words = within.trim();
        // Marks within the same marks.
        let is_marked = words.len() > 2 * mark.len()
            && words.starts_with(mark)
            && words.ends_with(mark)
            && words.matches(mark).count() == 2;
        if is_marked {
            return;
        }
        let is_joined = before.ends_with(mark) && !within.starts_with(' ');
        if words.is_empty() || words == "." {
            return;
        }
        let leading = if within.starts_with(' ') { " " } else { "" };
        let trailing = if within.ends_with(' ') { " " } else { "" };
        self.text = if is_joined {
            // What was closed just before goes on.
            let before = before.strip_suffix(mark).unwrap_or(before);
            format!("{before}{words}{mark}{trailing}")
        } else {
            format!("{before}{leading}{mark}{words}{mark}{trailing}")
        };
    }

    pub fn finish(mut self) -> String {
        while let Some((mark, _)) = self.open.last().copied() {
            let open = self.open.len();
            self.end(mark);
            self.open.truncate(open - 1);
        }
        self.text.trim().to_owned()
    }
}
