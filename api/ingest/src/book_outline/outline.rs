//! An outline: the headings of a book, each with the slugs that sources give its text.

use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;
use lorekeeper_sources::Draft;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The outlines of all books that have one.
pub(super) static OUTLINES: LazyLock<Vec<Outline>> =
    LazyLock::new(|| vec![Outline::parse("srd-2014", include_str!("srd-2014.txt"))]);

/// The table of contents of a book.
#[derive(Debug)]
pub(super) struct Outline {
    /// Key of the document.
    pub document: String,
    /// The headings, in the order of the book.
    pub nodes: Vec<Node>,
}

/// A heading.
#[derive(Debug)]
pub(super) struct Node {
    pub title: String,
    pub slug: String,
    /// Slugs that sources have for its text, its own among them.
    pub slugs: Vec<String>,
    pub kind: Kind,
    /// How many headings are above it.
    pub depth: usize,
    /// The heading above it.
    pub parent: Option<usize>,
    /// Position within its section, sections among rules; of a chapter within the book.
    pub order: i32,
}

impl Outline {
    /// The outline in a text: a line for each heading, indented by two spaces for each heading above it.
    pub fn parse(document: &str, text: &str) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        for line in text.lines() {
            let heading = line.trim_start();
            if heading.is_empty() || heading.starts_with('#') {
                continue;
            }
            let depth = (line.len() - heading.len()) / 2;
            path.truncate(depth);
            let parent = path.last().copied();
            path.push(nodes.len());
            nodes.push(Node::parse(heading, depth, parent));
        }
        let mut outline = Self { document: document.to_owned(), nodes };
        outline.set_kinds();
        outline.set_orders();
        outline
    }

    /// Chapters are sections, and so are their parts that have parts; all below is a rule.
    fn set_kinds(&mut self) {
        let parents: Vec<usize> = self.nodes.iter().filter_map(|node| node.parent).collect();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            let is_section = node.depth == 0 || node.depth == 1 && parents.contains(&at);
            if is_section && node.kind == Kind::Rule {
                node.kind = Kind::Section;
            }
        }
    }

    fn set_orders(&mut self) {
        // Sections and rules of one section are numbered together, as the book has them.
        let section_above = |at: usize| {
            let path = self.path(at);
            let (_, above) = path.split_last()?;
            let section = |node: &&&Node| node.kind == Kind::Section;
            above.iter().rev().find(section).map(|node| &node.slug)
        };
        let sections: Vec<_> = (0..self.nodes.len()).map(section_above).collect();
        let mut counts: HashMap<Option<String>, i32> = HashMap::new();
        let orders: Vec<i32> = sections
            .into_iter()
            .map(|section| {
                let count = counts.entry(section.cloned()).or_default();
                *count += 1;
                *count
            })
            .collect();
        for (node, order) in self.nodes.iter_mut().zip(orders) {
            node.order = order;
        }
    }

    /// The headings from the chapter down to a node.
    pub fn path(&self, at: usize) -> Vec<&Node> {
        let mut path: Vec<&Node> =
            std::iter::successors(self.nodes.get(at), |node| self.nodes.get(node.parent?)).collect();
        path.reverse();
        path
    }

    /// The node of a draft. Of two with its slug, the one below the heading that the draft stands in.
    pub fn find(&self, draft: &Draft<Model>) -> Option<usize> {
        let row = &draft.row;
        let above = [&draft.section, &row.section_slug, &row.parent_slug];
        let above: Vec<&String> = above.into_iter().flatten().collect();
        let is_candidate = |node: &Node| {
            let is_of_kind = matches!(row.kind, Kind::Rule | Kind::Section | Kind::Plane) || node.kind == row.kind;
            is_of_kind && node.slugs.contains(&row.slug)
        };
        let candidates = (0..self.nodes.len()).filter(|at| self.nodes.get(*at).is_some_and(is_candidate));
        let score = |at: &usize| {
            let path = self.path(*at);
            let has = |node: &&Node| node.slugs.iter().any(|slug| above.contains(&slug));
            let is_below = path.iter().rev().skip(1).any(has);
            let is_level = (row.kind == Kind::Section) == path.last().is_some_and(|node| node.kind == Kind::Section);
            (is_below, path.last().is_some_and(|node| node.slug == row.slug), is_level)
        };
        // The first of the best: `max_by_key` would take the last.
        candidates.rev().max_by_key(score)
    }
}

impl Node {
    fn parse(heading: &str, depth: usize, parent: Option<usize>) -> Self {
        let (heading, kind) = match heading.split_once(" : ") {
            Some((heading, "plane")) => (heading, Kind::Plane),
            Some((heading, "ability_score")) => (heading, Kind::AbilityScore),
            Some((heading, _)) => (heading, Kind::Rule),
            None => (heading, Kind::Rule),
        };
        let (heading, others) = heading.split_once(" < ").unwrap_or((heading, ""));
        let (title, slug) = heading.split_once(" = ").unwrap_or((heading, ""));
        let own = slugify(title);
        let slug = if slug.is_empty() { own.clone() } else { slug.to_owned() };
        let mut slugs = vec![slug.clone(), own];
        slugs.extend(others.split_whitespace().map(str::to_owned));
        Self { title: title.to_owned(), slug, slugs, kind, depth, parent, order: 0 }
    }
}
