//! Cutting a text at the headings of an outline.

use super::outline::{Node, Outline};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;
use lorekeeper_sources::Draft;

/// The draft of a node without the parts that the outline has below it, and a draft of each of these.
pub(super) fn parts(outline: &Outline, node: usize, mut draft: Draft<Model>) -> Vec<(usize, Draft<Model>)> {
    let text = std::mem::take(&mut draft.row.text);
    let mut texts = cut(outline, node, &text).into_iter();
    draft.row.text = texts.next().map_or_else(String::new, |(_, own)| own);
    let parts: Vec<_> = texts
        .map(|(at, text)| {
            let row =
                Model { document_key: draft.row.document_key.clone(), kind: Kind::Rule, text, ..Model::default() };
            (at, Draft::new(row, draft.origin.clone()))
        })
        .collect();
    std::iter::once((node, draft)).chain(parts).collect()
}

/// The text of a node, and those of the parts below it. A sidebar, which is quoted, is a part wherever it stands.
fn cut(outline: &Outline, root: usize, text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let headings: Vec<Option<String>> = lines.iter().map(|line| heading(unquoted(line).1)).collect();
    let mut texts: Vec<(usize, Vec<&str>)> = vec![(root, Vec::new())];
    // The place of the text that goes on, and of the one that goes on behind the sidebar.
    let (mut open, mut behind_sidebar): (usize, Option<usize>) = (0, None);
    for (number, (line, title)) in lines.iter().zip(&headings).enumerate() {
        let (is_quoted, inner) = unquoted(line);
        if !is_quoted && !line.trim().is_empty() {
            open = behind_sidebar.take().unwrap_or(open);
        }
        let current = texts.get(open).map_or(root, |(at, _)| *at);
        let later = headings.get(number + 1..).unwrap_or_default();
        // A line in bold type is a heading where its part is open, and else only a line.
        let is_marked = inner.trim_start().starts_with('#');
        let part = title.as_ref().and_then(|title| {
            if is_quoted {
                outline.part(root, current, title, 0..outline.nodes.len())
            } else if is_marked {
                part_behind(outline, root, current, title, later)
            } else {
                outline.part(root, current, title, current + 1..outline.nodes.len())
            }
        });
        if let Some(part) = part {
            texts.push((part, Vec::new()));
            if is_quoted {
                behind_sidebar.get_or_insert(open);
            }
            open = texts.len() - 1;
        } else if let Some((_, lines)) = texts.get_mut(open) {
            lines.push(if behind_sidebar.is_some() { inner } else { line });
        }
    }
    let joined = |(at, lines): (usize, Vec<&str>)| (at, lines.join("\n").trim().to_owned());
    texts.into_iter().map(joined).collect()
}

/// The part that a heading begins behind `current`: one of what is open there. A heading above the part may be missing.
fn part_behind(outline: &Outline, root: usize, current: usize, title: &str, later: &[Option<String>]) -> Option<usize> {
    let behind = current + 1..outline.nodes.len();
    if let Some(part) = outline.part(root, current, title, behind.clone()) {
        return Some(part);
    }
    let mut missing = behind.filter(|at| {
        let above = outline.nodes.get(*at);
        above.is_some_and(|above| {
            outline.is_open(root, current, above.parent)
                && !later.iter().flatten().any(|title| above.slugs.contains(title))
        })
    });
    missing.find_map(|above| {
        let mut parts = outline.nodes.iter().enumerate();
        let part = parts.find(|(_, node)| node.parent == Some(above) && node.is_titled(title));
        part.map(|(at, _)| at)
    })
}

impl Outline {
    /// The node with a title among some, that is a part of what is open at `current` within the text of `root`.
    fn part(&self, root: usize, current: usize, title: &str, among: std::ops::Range<usize>) -> Option<usize> {
        among.into_iter().find(|at| {
            let node = self.nodes.get(*at);
            node.is_some_and(|node| node.is_titled(title) && self.is_open(root, current, node.parent))
        })
    }

    /// Whether a heading is `current` or above it, and not above `root`.
    fn is_open(&self, root: usize, current: usize, heading: Option<usize>) -> bool {
        let above = std::iter::successors(Some(current), |at| self.nodes.get(*at)?.parent);
        let mut within = above.take_while(|above| *above >= root);
        heading.is_some_and(|heading| within.any(|above| above == heading))
    }
}

impl Node {
    fn is_titled(&self, title: &str) -> bool {
        self.slugs.iter().any(|slug| slug == title)
    }
}

/// Whether a line is quoted, and what it says.
fn unquoted(line: &str) -> (bool, &str) {
    match line.trim_start().strip_prefix('>') {
        Some(inner) => (true, inner.strip_prefix(' ').unwrap_or(inner)),
        None => (false, line),
    }
}

/// The slug of a heading, or of a line in bold type.
fn heading(line: &str) -> Option<String> {
    let line = line.trim();
    let is_bold = line.starts_with("**") && line.ends_with("**") && line.matches("**").count() == 2;
    if !line.starts_with('#') && !is_bold {
        return None;
    }
    let slug = slugify(line.trim_matches(['#', '*', '_', ' ', '.']));
    (!slug.is_empty()).then_some(slug)
}
