//! Rules: the pages of the journals, which are the chapters of the books, and the rules glossary.

mod part;

use super::Document;
use super::index::{Index, Page};
use super::markdown::markdown;
use super::roll_table;
use crate::foundry_text::Edition;
use crate::{Draft, Drafts};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::{Pattern, slugify};
use part::parts;
use std::borrow::Cow;

/// Folders of journals that are chapters of rules; the others list spells, items, monsters and options.
const CHAPTERS: [&str; 9] = [
    "chapter-1", "chapter-2", "chapter-4", "chapter-5", "chapter-6", "chapter-7", "dms-toolbox", "magic-items",
    "monsters",
];

/// Journals within these folders that have the texts of other entities, and tables of the tabletop.
const OTHERS: [&str; 5] =
    ["animals", "character-backgrounds", "character-species", "magic-item-lists", "monsters-a-to-z"];

/// Chapters of 2014 with rules whose parts are pages of an appendix.
const CHAPTERS_2014: [&str; 4] = ["chapter-7", "chapter-8", "chapter-9", "chapter-10"];

/// Pages that introduce their journal.
const INTRODUCTIONS: [&str; 3] = ["Overview", "Introduction", "Create Your Character"];

/// Pages that are sections of their own in the other sources.
const SECTIONS: [&str; 5] = ["Multiclassing", "Proficiency", "Rhythm of Play", "The Six Abilities", "Trinkets"];

/// Pages with the texts of items that are no rows.
const OF_NO_ROWS: [&str; 1] = ["Traps"];

/// A page that shares its name with a rule of another chapter, which the other sources have alone.
const NAMESAKE: (&str, &str) = ("lifestyle-expenses", "spellcasting");

/// Parts of 2014 that another source has under a misspelled name.
const MISSPELLED: [&str; 1] = ["ranged-attacks"];

/// The entries of the glossary whose parts have their name as a tag; those of conditions are conditions.
const TAGS: [&str; 4] = ["Action", "Hazard", "Attitude", "Area of Effect"];
const CONDITION: &str = "Condition";

/// The journal of the glossary, and its introduction.
const GLOSSARY: &str = "Rules Glossary";
const CONVENTIONS: &str = "Glossary Conventions";

/// Draws the rules.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for journal in index.journals() {
        let mut parts = journal.record.key.split('/').skip(1);
        let (folder, file) = (parts.next().unwrap_or_default(), parts.next());
        let rows = if journal.name == GLOSSARY {
            glossary(journal, index)
        } else if journal.edition() == Edition::Of2014 {
            let is_chapter = CHAPTERS_2014.iter().any(|chapter| {
                let rest = folder.strip_prefix(chapter);
                rest.is_some_and(|rest| rest.starts_with('-'))
            });
            if is_chapter { chapter_2014(journal, index) } else { Vec::new() }
        } else if CHAPTERS.contains(&folder) && file.is_some_and(|file| !OTHERS.contains(&file)) {
            chapter(journal, index)
        } else {
            Vec::new()
        };
        for row in rows {
            // Two chapters have a section of one name: it goes on in the later one.
            let mut known = drafts.rules.iter_mut().map(|draft| &mut draft.row);
            let begun = known.find(|known| {
                known.kind == Kind::Section
                    && (known.kind, &known.document_key, &known.slug) == (row.kind, &row.document_key, &row.slug)
            });
            if let Some(begun) = begun {
                continue_section(begun, row);
                continue;
            }
            drafts.rules.push(Draft { section: row.section_slug.clone(), ..journal.draft(row) });
        }
    }
}

/// Draws the journals and tables that people export: a section with a rule for each page, and a rule for a table.
pub(super) fn draw_imported(index: &Index<'_>, drafts: &mut Drafts) {
    for document in index.documents() {
        let rows = if document.fields.at("pages").is_there() {
            chapter(document, index)
        } else if document.fields.at("results").is_there() {
            let before = document.fields.text("description");
            let html = format!("{before}{}", roll_table::html(document, None));
            let text = markdown(&html, document, index);
            vec![row(document, Kind::Rule, document.name, text)]
        } else {
            Vec::new()
        };
        for row in rows {
            drafts.rules.push(Draft { section: row.section_slug.clone(), ..document.draft(row) });
        }
    }
}

fn continue_section(section: &mut Model, other: Model) {
    if !section.text.is_empty() && !other.text.is_empty() {
        section.text.push_str("\n\n");
    }
    section.text.push_str(&other.text);
    section.related_slugs.extend(other.related_slugs);
}

/// The pages of a journal in their order.
fn pages<'a>(journal: &Document<'a>) -> Vec<Page<'a>> {
    let mut pages: Vec<Page<'a>> = journal
        .fields
        .list("pages")
        .filter(|page| matches!(page.text("type"), "text" | "rule"))
        .map(|fields| Page { journal: *journal, fields })
        .collect();
    pages.sort_by_key(|page| page.fields.at("sort").whole());
    pages
}

/// The text of a page, or of a part of it.
fn text(html: &str, page: &Page<'_>, index: &Index<'_>) -> String {
    markdown(html, &page.journal, index)
}

fn row(journal: &Document<'_>, kind: Kind, name: &str, text: String) -> Model {
    Model {
        document_key: journal.book().to_owned(),
        kind,
        slug: slugify(name),
        name: name.to_owned(),
        text,
        ..Model::default()
    }
}

/// The glossary as a section, and its entries. Conditions are rows of their own kind.
fn glossary(journal: &Document<'_>, index: &Index<'_>) -> Vec<Model> {
    let mut section = row(journal, Kind::Section, GLOSSARY, String::new());
    let mut rows = Vec::new();
    let mut parent = None;
    for (page, order) in pages(journal).into_iter().zip(1..) {
        let text = text(page.html(), &page, index);
        if text.is_empty() {
            continue;
        }
        if page.name() == CONVENTIONS {
            section.text = text;
            continue;
        }
        let level = page.fields.int("title.level").unwrap_or(1);
        if level == 1 {
            parent = Some(slugify(page.name()));
        }
        if page.fields.text("system.type") == "condition" {
            let tags = vec![CONDITION.to_owned()];
            rows.push(Model { tags, ..row(journal, Kind::Condition, page.name(), text) });
            continue;
        }
        let mut entry = row(journal, Kind::Glossary, page.name(), text);
        entry.section_slug = Some(section.slug.clone());
        entry.section_name = Some(GLOSSARY.to_owned());
        entry.order = Some(order);
        entry.heading_level = Some(level + 1);
        entry.parent_slug = parent.clone().filter(|_| level > 1);
        let tag = TAGS.iter().find(|tag| entry.parent_slug.as_ref().is_some_and(|parent| *parent == slugify(tag)));
        entry.tags = tag.map(|tag| (*tag).to_owned()).into_iter().collect();
        section.related_slugs.push(entry.slug.clone());
        rows.push(entry);
    }
    rows.insert(0, section);
    rows
}

/// A chapter of 2024: a section, and a rule for each page.
fn chapter(journal: &Document<'_>, index: &Index<'_>) -> Vec<Model> {
    let pages = pages(journal);
    let introduction = pages.iter().find(|page| INTRODUCTIONS.contains(&page.name()));
    let name = match introduction.map(Page::name) {
        Some("Overview" | "Introduction") | None => journal.name,
        Some(name) => name,
    };
    let intro = introduction.map(|page| text(page.html(), page, index));
    let mut section = row(journal, Kind::Section, name, intro.unwrap_or_default());
    let mut rows = Vec::new();
    for (page, order) in pages.iter().zip(1..) {
        if INTRODUCTIONS.contains(&page.name()) {
            continue;
        }
        let html = without_items(page);
        let tables = linked_tables(&html);
        let text = text(&format!("{html}{tables}"), page, index);
        if text.is_empty() {
            continue;
        }
        if SECTIONS.contains(&page.name()) {
            rows.push(row(journal, Kind::Section, page.name(), text));
            continue;
        }
        let mut rule = row(journal, Kind::Rule, page.name(), text);
        if (&*section.slug, &*rule.slug) == NAMESAKE {
            rule.slug = format!("{}-{}", rule.slug, section.slug);
        }
        rule.section_slug = Some(section.slug.clone());
        rule.section_name = Some(section.name.clone());
        rule.order = Some(order);
        rule.heading_level = page.fields.int("title.level").map(|level| level + 1);
        section.related_slugs.push(rule.slug.clone());
        rows.push(rule);
    }
    if !section.text.is_empty() || !section.related_slugs.is_empty() {
        rows.insert(0, section);
    }
    rows
}

/// An item that a page lists: its heading, and what stands below it until the next section.
static ITEM: Pattern = Pattern::new(
    r"(?-i)(?:<hr\s*/?>\s*)?<h3[^>]*>\s*@UUID\[[^\]]*\.Item\.[^\]]*\](?s:.*?)(?P<next><h[12][\s>]|<h3[^>]*>[^@<]|$)",
);

/// The text of a page without the items that it lists: their texts are rows of their own. A single sentence above them only says
/// what they are.
fn without_items<'a>(page: &Page<'a>) -> Cow<'a, str> {
    if OF_NO_ROWS.contains(&page.name()) {
        return Cow::Borrowed(page.html());
    }
    match ITEM.replace_all(page.html(), "$next") {
        Cow::Owned(rest) if !rest.contains(". ") => Cow::Borrowed(""),
        rest => rest,
    }
}

/// A table that a page leads to.
static TABLE: Pattern = Pattern::new(r"(?-i)@UUID\[(?P<address>[^\]]*\.RollTable\.(?P<id>\w+))\]");

/// The tables that a page leads to and does not show, where it shows others.
fn linked_tables(html: &str) -> String {
    let is_shown = |id: &str| {
        let mut shown = html.split("@Embed[").skip(1);
        shown.any(|link| link.split(']').next().is_some_and(|link| link.contains(id)))
    };
    if html.contains("<table") {
        return String::new();
    }
    let linked = TABLE.captures_iter(html);
    let missing = linked.filter(|found| !is_shown(&found["id"]));
    let tables = missing.map(|found| format!("<p>@Embed[{}]</p>", &found["address"]));
    tables.collect()
}

/// A chapter of 2014: a section for each page, and a rule for each part of it that is a page of the appendix.
fn chapter_2014(journal: &Document<'_>, index: &Index<'_>) -> Vec<Model> {
    let mut rows = Vec::new();
    for page in pages(journal) {
        let whole = text(page.html(), &page, index);
        let mut section = row(journal, Kind::Section, page.name(), whole);
        for (part, order) in parts(page.html()).into_iter().zip(1..) {
            let text = text(part.html, &page, index);
            let mut rule = row(journal, Kind::Rule, part.name, text);
            if rule.text.is_empty() || MISSPELLED.contains(&rule.slug.as_str()) {
                continue;
            }
            rule.section_slug = Some(section.slug.clone());
            rule.section_name = Some(section.name.clone());
            rule.order = Some(order);
            rule.heading_level = Some(part.level);
            section.related_slugs.push(rule.slug.clone());
            rows.push(rule);
        }
        if !section.text.is_empty() {
            rows.push(section);
        }
    }
    rows
}
