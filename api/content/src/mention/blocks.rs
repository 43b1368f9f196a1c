//! Block parser: the running text of a Markdown document, block by block, with what is emphasised.
//!
//! Headings, code, links and the headings that are run into a paragraph (`***Keen Smell.***`) are not running text.

use super::labels::KIND_LINE;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// A paragraph, an item of a list or a cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The label in bold type that it begins with, or the head of its column, in lower case and without its colon
    /// (`languages`).
    pub label: String,
    /// Its pieces of running text, in order.
    pub runs: Vec<Run>,
}

/// A piece of running text in one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its bytes in the document.
    pub range: Range<usize>,
    /// Whether it is in italics or bold type.
    pub emphasised: bool,
}

/// The blocks of a document.
pub fn parse_blocks(markdown: &str) -> Vec<Block> {
    let mut parsed = Blocks::default();
    let options = Options::ENABLE_TABLES;
    for (event, range) in Parser::new_ext(markdown, options).into_offset_iter() {
        match event {
            Event::Start(tag) => parsed.open(&tag),
            Event::End(tag) => parsed.close(tag),
            Event::Text(text) => parsed.text(&text, range),
            _ => {}
        }
    }
    parsed.end_block();
    if let Some(first) = parsed.done.first_mut()
        && first.label.is_empty()
        && first.runs.iter().all(|run| run.emphasised)
    {
        KIND_LINE.clone_into(&mut first.label);
    }
    parsed.done
}

#[derive(Default)]
struct Blocks {
    done: Vec<Block>,
    block: Block,
    /// Whether the block has had text yet.
    begun: bool,
    /// How many headings, code blocks, links and pictures are open.
    excluded: usize,
    emphasis: usize,
    strong: usize,
    /// Whether the text in bold type that stands first in the block is open.
    in_label: bool,
    /// The heads of the table that is open, and the number of the cell in its row.
    heads: Vec<String>,
    cell: usize,
    in_head: bool,
}

impl Blocks {
    fn open(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } => {
                self.end_block();
                self.excluded += 1;
            }
            Tag::CodeBlock(_) | Tag::Link { .. } | Tag::Image { .. } => self.excluded += 1,
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => {
                self.strong += 1;
                self.in_label |= !self.begun;
            }
            Tag::TableHead => {
                self.end_block();
                self.heads.clear();
                self.in_head = true;
            }
            Tag::TableRow => {
                self.end_block();
                self.cell = 0;
            }
            Tag::TableCell => {
                self.end_block();
                if self.in_head {
                    self.heads.push(String::new());
                }
            }
            _ => self.end_block(),
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.excluded = self.excluded.saturating_sub(1);
                self.end_block();
            }
            TagEnd::CodeBlock | TagEnd::Link | TagEnd::Image => {
                self.excluded = self.excluded.saturating_sub(1);
            }
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Strong => {
                self.strong = self.strong.saturating_sub(1);
                self.in_label = false;
            }
            TagEnd::TableHead => self.in_head = false,
            TagEnd::TableCell => {
                if self.block.label.is_empty()
                    && let Some(head) = self.heads.get(self.cell)
                {
                    self.block.label.clone_from(head);
                }
                self.cell += 1;
                self.end_block();
            }
            _ => self.end_block(),
        }
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        // The head of a column is a heading.
        if let (true, Some(head)) = (self.in_head, self.heads.last_mut()) {
            head.push_str(&text.to_lowercase());
            return;
        }
        if self.in_label {
            self.block.label.push_str(&text.to_lowercase());
        }
        self.begun = true;
        if self.excluded == 0 && !self.in_label {
            self.block.runs.push(Run { range, emphasised: self.emphasis + self.strong > 0 });
        }
    }

    fn end_block(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        (self.begun, self.in_label) = (false, false);
        if !block.runs.is_empty() {
            let label = block.label.trim_end_matches([':', '.']).trim();
            block.label = String::from(label);
            self.done.push(block);
        }
    }
}
