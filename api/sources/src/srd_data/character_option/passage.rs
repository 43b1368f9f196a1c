//! Passages of a text by their headings: the package has no other structure for them.

/// A heading with what stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    pub heading: String,
    pub text: String,
}

/// The text before the first heading, and the passages. A heading runs into its paragraph (`**Night Eyes.** …`); what
/// follows belongs to it.
pub(super) fn passages(text: &str) -> (String, Vec<Passage>) {
    let (mut intro, mut found): (Vec<&str>, Vec<Passage>) = (Vec::new(), Vec::new());
    for paragraph in text.split("\n\n") {
        let headed = paragraph
            .strip_prefix("**")
            .and_then(|rest| rest.split_once(".** "));
        match (headed, found.last_mut()) {
            (Some((heading, rest)), _) => found.push(Passage {
                heading: heading.to_owned(),
                text: rest.to_owned(),
            }),
            (None, Some(last)) => {
                last.text.push_str("\n\n");
                last.text.push_str(paragraph);
            }
            (None, None) => intro.push(paragraph),
        }
    }
    (intro.join("\n\n"), found)
}

/// The value of a line such as `Speed: 30 feet`.
pub(super) fn labelled<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(label)?.strip_prefix(':'))?;
    Some(value.trim()).filter(|value| !value.is_empty())
}

/// The paragraph that stands below one which only says a label.
pub(super) fn below<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let mut paragraphs = text
        .split("\n\n")
        .skip_while(|paragraph| paragraph.trim() != label);
    paragraphs.next()?;
    paragraphs
        .next()
        .map(str::trim)
        .filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_gather_what_follows() {
        let (intro, passages) =
            passages("Owls.\n\n**Eyes.** They see.\n\nAt night too.\n\n**Wings.** They fly.");
        assert_eq!(intro, "Owls.");
        let passages: Vec<_> = passages
            .iter()
            .map(|p| (p.heading.as_str(), p.text.as_str()))
            .collect();
        assert_eq!(
            passages,
            [
                ("Eyes", "They see.\n\nAt night too."),
                ("Wings", "They fly.")
            ]
        );
    }

    #[test]
    fn labels_have_values() {
        let text = "Speed: 30 feet\n\nHit Point Die\n\nD8 per level";
        assert_eq!(labelled(text, "Speed"), Some("30 feet"));
        assert_eq!(labelled(text, "Size"), None);
        assert_eq!(below(text, "Hit Point Die"), Some("D8 per level"));
        assert_eq!(below(text, "D8 per level"), None);
    }
}
