//! Markdown renderer: a row as a document that a person and a language model can both read.
//!
//! A document has a title, facts, the main text and parts (traits, features, benefits), laid out as the books print
//! them. Each family file turns its row into a [`Markdown`]; `prose` fits the books' own Markdown in, `notation` has
//! the books' way with numbers and names; `part` takes a document apart by headings. An unknown fact is left out.

mod character_option;
mod class_table;
pub(crate) mod creature;
pub(crate) mod creature_2024;
mod document;
mod equipment;
mod feature;
mod magic_item;
pub(crate) mod notation;
pub mod part;
mod prose;
mod rule;
pub(crate) mod spell;
pub(crate) mod stat_block;

use crate::document::Model as Book;
use crate::table::split_row;
use crate::{Identity, PREFERRED_DOCUMENTS, Row, mention};
use std::fmt::Write;

/// How the books of an edition lay out an entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// The books of 2014, and those of other games.
    #[default]
    Rules2014,
    /// The books of 2024.
    Rules2024,
}

impl Layout {
    /// The layout of a book: by its game system; where its record is not at hand, by its key.
    pub fn of(key: &str, book: Option<&Book>) -> Self {
        let [newest, _] = PREFERRED_DOCUMENTS;
        let is_2024 = match book.and_then(|book| book.game_system.as_deref()) {
            Some(system) => system.eq_ignore_ascii_case(SYSTEM_2024),
            None => key == newest,
        };
        if is_2024 { Self::Rules2024 } else { Self::Rules2014 }
    }
}

/// The game system of the rules of 2024.
const SYSTEM_2024: &str = "5e-2024";

/// What can be laid out as a document.
pub trait Printed {
    /// The document, in the layout of an edition.
    fn printed(&self, layout: Layout) -> Markdown;
}

/// A row as a document, before it is written out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markdown {
    title: String,
    blocks: Vec<Block>,
    book: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    role: Role,
    markdown: String,
}

/// The role of a block, which decides whether an excerpt is taken from it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Role {
    Heading,
    Fact,
    Text,
    Part,
}

/// An excerpt of a row: the beginning of its main text as plain text; without a main text, of its parts, else of its
/// facts. At most `length` characters, cut at the end of a word.
///
/// Of a row with a main text nothing else is rendered, and of a long text only the first paragraphs.
pub fn excerpt<R: Row>(row: &R, length: usize) -> String {
    let text = prose::without_title(row.text(), row.name());
    let main = prose::leading_text(&text, length, |text| prose::plain_text(&prose::normalise(text, 2)));
    if main.is_empty() {
        let document = row.opening(length);
        return document.unwrap_or_else(|| row.printed(Layout::of(row.document_key(), None))).excerpt(length);
    }
    prose::truncate(&main, length)
}

/// A row as a document in the layout of its book, written out.
pub fn markdown<R: Row>(row: &R, book: Option<&Book>) -> String {
    let layout = Layout::of(row.document_key(), book);
    row.printed(layout).render(book)
}

/// A row as a document, with links to the pages of the entities that it names.
pub fn linked<R: Row>(row: &R, book: Option<&Book>) -> String {
    let page = |id: &str| Identity::parse(id).map_or_else(String::new, |named| named.path());
    mention::link(&markdown(row, book), row.mentions(), page)
}

impl Markdown {
    /// The whole document. The last line names the book, with its licences when `book` is given.
    pub fn render(&self, book: Option<&Book>) -> String {
        let mut out = format!("# {}\n", self.title);
        for block in &self.blocks {
            // Writing to a string cannot fail.
            let _ = write!(out, "\n{}\n", block.markdown);
        }
        if !self.book.is_empty() {
            let source = book.map_or_else(|| self.book.clone(), document::credit);
            let _ = write!(out, "\n---\n\n*Source: {source}*\n");
        }
        out
    }

    /// The line under the title, as plain text.
    pub fn line_under_name(&self) -> Option<String> {
        let first = self.blocks.first().filter(|block| block.role == Role::Fact)?;
        let line = first.markdown.strip_prefix('*')?.strip_suffix('*')?;
        Some(prose::plain_text(line))
    }

    /// The facts under some labels, as plain text, each with its label: lines, ability scores, and parts that are called so
    /// (`Age`).
    pub fn facts_under(&self, labels: &[&str]) -> Vec<String> {
        let of_role = |role| self.blocks.iter().filter(move |block| block.role == role);
        let lines = of_role(Role::Fact).flat_map(|block| block.markdown.lines());
        let lines = lines.filter(|line| {
            let label = line.strip_prefix("- **").and_then(|line| line.split_once("**"));
            label.is_some_and(|(label, _)| labels.contains(&label.trim_end_matches(':')))
        });
        let lines = lines.map(|line| prose::plain_text(line.trim_start_matches("- ")));
        let scores = of_role(Role::Fact).flat_map(|block| scores_under(&block.markdown, labels));
        let parts = of_role(Role::Part).filter(|block| {
            let label = block.markdown.strip_prefix("***").and_then(|part| part.split_once(".***"));
            label.is_some_and(|(label, _)| labels.contains(&label))
        });
        let parts = parts.map(|block| prose::plain_text(&block.markdown));
        lines.chain(scores).chain(parts).collect()
    }

    fn excerpt(&self, length: usize) -> String {
        let text = [Role::Text, Role::Part, Role::Fact]
            .into_iter()
            .map(|role| self.plain_text(role, length))
            .find(|text| !text.is_empty())
            .unwrap_or_default();
        prose::truncate(&text, length)
    }

    fn new(title: &str, book: &str) -> Self {
        Self { title: title.trim().to_owned(), blocks: Vec::new(), book: book.to_owned() }
    }

    /// The line under the title, in italics.
    fn subtitle(self, line: &str) -> Self {
        let line = line.trim();
        if line.is_empty() {
            return self;
        }
        self.with(Role::Fact, format!("*{line}*"))
    }

    /// The facts that are known.
    fn facts<'a>(self, facts: impl IntoIterator<Item = (&'a str, Option<String>)>) -> Self {
        let lines: Vec<String> = facts
            .into_iter()
            .filter_map(|(label, value)| {
                let value = prose::inline(&value?);
                (!value.is_empty()).then(|| format!("- **{label}:** {value}"))
            })
            .collect();
        self.with(Role::Fact, lines.join("\n"))
    }

    /// Facts that are lines already: `**AC** 19`.
    fn lines(self, lines: Vec<String>) -> Self {
        let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
        self.with(Role::Fact, lines.join("\n"))
    }

    /// A table of facts.
    fn table(self, table: String) -> Self {
        self.with(Role::Fact, table)
    }

    /// The main text, without a first line that only repeats the title.
    fn text(self, text: &str) -> Self {
        let text = prose::without_title(text, &self.title);
        self.with(Role::Text, prose::normalise(&text, 2))
    }

    /// The main text under a heading of its own.
    fn text_under(self, heading: &str, text: &str) -> Self {
        if prose::plain_text(text).is_empty() {
            return self;
        }
        let text = prose::normalise(&prose::without_title(text, &self.title), 3);
        self.heading(heading).with(Role::Text, text)
    }

    /// A section of facts; nothing when there are none.
    fn fact_section(self, heading: &str, facts: Vec<String>) -> Self {
        self.section_of(Role::Fact, heading, facts)
    }

    /// A section of parts; nothing when there are none.
    fn section(self, heading: &str, parts: Vec<String>) -> Self {
        self.section_of(Role::Part, heading, parts)
    }

    /// Parts without a heading.
    fn parts(mut self, parts: Vec<String>) -> Self {
        for part in parts {
            self = self.with(Role::Part, part);
        }
        self
    }

    fn section_of(mut self, role: Role, heading: &str, blocks: Vec<String>) -> Self {
        if blocks.iter().all(|b| b.trim().is_empty()) {
            return self;
        }
        self = self.heading(heading);
        for block in blocks {
            self = self.with(role, block);
        }
        self
    }

    fn heading(self, heading: &str) -> Self {
        self.with(Role::Heading, format!("## {heading}"))
    }

    fn with(mut self, role: Role, markdown: String) -> Self {
        if !markdown.trim().is_empty() {
            self.blocks.push(Block { role, markdown });
        }
        self
    }

    /// The blocks of a role as plain text: its beginning, of more than `length` characters where there are more.
    fn plain_text(&self, role: Role, length: usize) -> String {
        let blocks = self.blocks.iter().filter(|b| b.role == role);
        let blocks: Vec<&str> = blocks.map(|b| b.markdown.as_str()).collect();
        prose::leading_text(&blocks.join("\n\n"), length, prose::plain_text)
    }
}

/// The ability scores of a table under some labels (`STR`): 2014 has a column for each, 2024 a row.
fn scores_under(table: &str, labels: &[&str]) -> Vec<String> {
    let rows: Vec<Vec<&str>> = table.lines().filter_map(split_row).collect();
    let (Some(head), Some(values)) = (rows.first(), rows.get(2)) else {
        return Vec::new();
    };
    let columns = head.iter().zip(values).filter(|(label, _)| labels.contains(label));
    let columns = columns.map(|(label, value)| format!("{label} {value}"));
    let named = rows.iter().skip(2).filter_map(|row| {
        let label = row.first().filter(|label| labels.contains(label))?;
        let values = head.iter().zip(row).skip(1).map(|(label, value)| format!("{label} {value}"));
        Some(format!("{label}: {}", values.collect::<Vec<_>>().join(", ")))
    });
    columns.chain(named).collect()
}

#[cfg(test)]
mod tests;
