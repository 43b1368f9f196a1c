//! Cross-references of the rules glossary: *See also* “Cover.”

use super::{Kind, Model};
use crate::Pattern;
use crate::name_of_slug;
use std::collections::{HashMap, HashSet};

/// The sentence that names other entries, at the end of a paragraph.
static SEE_ALSO: Pattern = Pattern::new(r"(?m)\*?See also\*? (?P<names>[^\n*|]{2,160}?)(?P<end>\.?)$");

/// A name in quotation marks; of a section in another chapter, that of the section.
static NAMED: Pattern = Pattern::new(r#"(?:["“][^"”\n]+["”] \()?["“](?P<name>[^"”\n]+?)[.,]?["”]"#);

/// What parts the names.
static SEPARATOR: Pattern = Pattern::new(r",? and |, ");

/// Writes the references of glossary entries as the book does: an entry of the glossary in quotation marks, a section of
/// another chapter behind its chapter.
///
/// Correction (rules): References of the glossary of 2024 have their quotation marks and chapters.
pub(super) fn quote(rows: &mut [Model]) {
    let mut known: HashMap<(String, String), Option<String>> = HashMap::new();
    // Entries of the glossary come before rules of the name.
    let is_entry = |row: &Model| matches!(row.kind, Kind::Glossary | Kind::Condition);
    let (entries, others): (Vec<&Model>, Vec<&Model>) = rows.iter().partition(|row| is_entry(row));
    for row in entries.into_iter().chain(others) {
        let is_part = matches!(row.kind, Kind::Rule | Kind::Section);
        let chapter = row.chapter.as_ref().filter(|chapter| is_part && **chapter != row.slug);
        if is_entry(row) || is_part {
            let key = (row.document_key.clone(), row.name.to_lowercase());
            known.entry(key).or_insert_with(|| chapter.cloned());
        }
    }
    let sections = rows.iter().filter(|row| row.kind == Kind::Section);
    let sections: HashSet<(String, String)> =
        sections.map(|row| (row.document_key.clone(), row.name.to_lowercase())).collect();
    for row in rows.iter_mut().filter(|row| row.kind == Kind::Glossary) {
        let book = row.document_key.clone();
        let quoted = SEE_ALSO.replace_all(&row.text, |found: &regex::Captures<'_>| {
            let part = |name: &str| found.name(name).map_or("", |part| part.as_str());
            let key = |name: &str| (book.clone(), name.to_lowercase());
            sentence(
                part("names"),
                part("end"),
                |name| known.get(&key(name)).cloned().flatten(),
                |name| sections.contains(&key(name)),
            )
        });
        row.text = quoted.into_owned();
    }
}

/// Relates each entry of the glossary with those that it names.
///
/// Correction (rules): An entry of the glossary leads to the entries and rules that it says to see also.
pub(super) fn relate(rows: &mut [Model]) {
    let mut slugs: HashMap<(String, String), String> = HashMap::new();
    let is_entry = |row: &Model| matches!(row.kind, Kind::Glossary | Kind::Condition);
    let (entries, others): (Vec<&Model>, Vec<&Model>) = rows.iter().partition(|row| is_entry(row));
    let others = others.into_iter().filter(|row| matches!(row.kind, Kind::Rule | Kind::Section | Kind::Skill));
    for row in entries.into_iter().chain(others) {
        let key = (row.document_key.clone(), row.name.to_lowercase());
        slugs.entry(key).or_insert_with(|| row.slug.clone());
    }
    for row in rows.iter_mut().filter(|row| row.kind == Kind::Glossary) {
        let Some(sentence) = SEE_ALSO.find(&row.text) else {
            continue;
        };
        for found in NAMED.captures_iter(sentence.as_str()) {
            let key = (row.document_key.clone(), found["name"].to_lowercase());
            if let Some(slug) = slugs.get(&key)
                && *slug != row.slug
                && !row.related_slugs.contains(slug)
            {
                row.related_slugs.push(slug.clone());
            }
        }
    }
}

/// The sentence with all names in quotation marks; `chapter` gives that of a rule.
fn sentence(
    names: &str,
    end: &str,
    chapter: impl Fn(&str) -> Option<String>,
    is_section: impl Fn(&str) -> bool,
) -> String {
    let mut quoted = String::from("*See also* ");
    let mut from = 0;
    let separators = SEPARATOR.find_iter(names).map(|found| (found.start(), found.end()));
    let separators: Vec<(usize, usize)> = separators.chain([(names.len(), names.len())]).collect();
    for (start, next) in &separators {
        if *start < from || from == names.len() {
            continue;
        }
        // The name of a section may have what parts others: "Mud and Mire".
        let ends = separators.iter().filter(|(end, _)| end > start);
        let longer = ends.filter(|(end, _)| {
            let name = names.get(from..*end).unwrap_or_default();
            is_section(name.trim())
        });
        let (start, next) = longer.last().unwrap_or(&(*start, *next)).to_owned();
        let name = names.get(from..start).unwrap_or_default().trim();
        let name = ["the chapter ", "chapter "].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
        if name.contains(['"', '“', '(', ')']) {
            quoted.push_str(name);
        } else if let Some(chapter) = chapter(name) {
            let chapter = name_of_slug(&chapter);
            quoted.extend(["“", &chapter, "” (“", name, "”)"]);
        } else {
            quoted.extend(["“", name, "”"]);
        }
        quoted.push_str(names.get(start..next).unwrap_or_default());
        from = next;
    }
    // A point or a comma stands within the quotation marks.
    let quoted = quoted.replace("”,", ",”");
    match quoted.strip_suffix('”') {
        Some(open) if !end.is_empty() => format!("{open}.”"),
        _ => quoted + end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_lead_to_what_they_name() {
        let row = |kind, name: &str, text: &str| Model {
            kind,
            name: name.into(),
            slug: crate::slugify(name),
            text: text.into(),
            ..Model::default()
        };
        let text = "A toad leaps.\n\n*See also* “Newts,” “Reeds,” and “Pond” (“Mud”).";
        let mut rows = [
            row(Kind::Glossary, "Leaping", text),
            row(Kind::Condition, "Newts", ""),
            row(Kind::Section, "Pond", ""),
            row(Kind::Rule, "Mud", ""),
        ];
        relate(&mut rows);
        assert_eq!(rows[0].related_slugs, ["newts", "mud"]);
    }

    #[test]
    fn references_are_quoted() {
        let is_section = |name: &str| name == "Mud and Mire";
        let chapter = |name: &str| is_section(name).then(|| "hopping-about".to_owned());
        for (names, end, expected) in [
            ("Toads", ".", "*See also* “Toads.”"),
            ("Toads and Newts", ".", "*See also* “Toads” and “Newts.”"),
            ("Newts and Mud and Mire", ".", "*See also* “Newts” and “Hopping About” (“Mud and Mire”)."),
            ("the chapter Hopping", ".", "*See also* “Hopping.”"),
            ("“Pond” (“Reeds”)", ".", "*See also* “Pond” (“Reeds”)."),
        ] {
            assert_eq!(sentence(names, end, chapter, is_section), expected);
        }
        let chapter = |name: &str| (name == "Mud").then(|| "hopping-about".to_owned());
        assert_eq!(
            sentence("Toads, Newts, and Mud", ".", chapter, is_section),
            "*See also* “Toads,” “Newts,” and “Hopping About” (“Mud”)."
        );
    }
}
