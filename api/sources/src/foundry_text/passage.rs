//! Passages of a text by their headings: the package has no other structure for them.

use lorekeeper_content::character_option::Benefit;

/// How headings are marked.
const MARKS: [(&str, &str); 2] = [("***", ".*** "), ("**", ".** ")];

/// The text before the first heading, and the headings with what stands below them. A heading runs into its paragraph (`**Night Eyes.** …`); what
/// follows belongs to it.
pub fn passages(text: &str) -> (String, Vec<(String, String)>) {
    let (mut intro, mut found): (Vec<&str>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    for paragraph in text.split("\n\n") {
        let headed = MARKS.iter().find_map(|(mark, end)| {
            let (heading, rest) = paragraph.strip_prefix(mark)?.split_once(end)?;
            (!heading.contains('*')).then_some((heading, rest))
        });
        match (headed, found.last_mut()) {
            (Some((heading, rest)), _) => found.push((heading.to_owned(), rest.to_owned())),
            (None, Some((_, text))) => {
                text.push_str("\n\n");
                text.push_str(paragraph);
            }
            (None, None) => intro.push(paragraph),
        }
    }
    (intro.join("\n\n"), found)
}

/// The value of a line such as `Speed: 30 feet`.
pub fn labelled<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(label)?.strip_prefix(':'))?;
    Some(value.trim()).filter(|value| !value.is_empty())
}

/// The paragraph that stands below one which only says a label.
pub fn below<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let mut paragraphs = text.split("\n\n").skip_while(|paragraph| paragraph.trim() != label);
    paragraphs.next()?;
    paragraphs.next().map(str::trim).filter(|value| !value.is_empty())
}

/// The benefits of a feat: its passages, but for the one that only says that it can be taken again.
pub fn benefits(passages: Vec<(String, String)>) -> Vec<Benefit> {
    let passages = passages.into_iter();
    let benefits = passages.filter(|(heading, _)| heading != "Repeatable");
    let benefits = benefits.map(|(heading, text)| Benefit {
        kind: (heading == "Ability Score Increase").then(|| "ability_score".to_owned()),
        name: Some(heading),
        text,
    });
    benefits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_gather_what_follows() {
        let (intro, passages) = passages("Owls.\n\n**Eyes.** They see.\n\nAt night too.\n\n**Wings.** They fly.");
        assert_eq!(intro, "Owls.");
        let passages: Vec<_> = passages.iter().map(|(heading, text)| (heading.as_str(), text.as_str())).collect();
        assert_eq!(passages, [("Eyes", "They see.\n\nAt night too."), ("Wings", "They fly.")]);
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
