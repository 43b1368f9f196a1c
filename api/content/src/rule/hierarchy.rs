//! The hierarchy of rules within a book: chapters, sections, rules.

use super::chapters::chapter_of;
use super::{Kind, Model};
use std::collections::HashMap;

/// The document and the slug of a section.
type SectionKey = (String, String);

/// Whether rows of a kind stand in sections.
fn is_in_section(kind: Kind) -> bool {
    matches!(kind, Kind::Rule | Kind::Glossary)
}

/// Sets the related slugs of each section to those of its rules and of the sections within it, in the order of the book.
///
/// Correction (rules): A section leads to the sections within it, too.
pub(super) fn relate_sections(rows: &mut [Model]) {
    let mut rules: HashMap<SectionKey, Vec<(Option<i32>, String)>> = HashMap::new();
    for row in rows.iter() {
        let section = match row.kind {
            Kind::Section => row.parent_slug.clone().filter(|parent| *parent != row.slug),
            kind => is_in_section(kind).then(|| row.section_slug.clone().unwrap_or_default()),
        };
        let Some(section) = section else { continue };
        rules.entry((row.document_key.clone(), section)).or_default().push((row.order, row.slug.clone()));
    }
    for row in rows.iter_mut().filter(|r| r.kind == Kind::Section) {
        if let Some(mut mine) = rules.remove(&(row.document_key.clone(), row.slug.clone())) {
            mine.sort();
            row.related_slugs = mine.into_iter().map(|(_, slug)| slug).collect();
        }
    }
}

/// Puts each rule that no source puts anywhere below the heading that it stands under: the last one before it of a higher
/// level, else its section.
///
/// Correction (rules): A rule of a section stands below the heading before it.
pub(super) fn find_parents(rows: &mut [Model]) {
    let mut sections: HashMap<SectionKey, Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        if let (Kind::Rule, Some(section), Some(_), Some(_)) =
            (row.kind, &row.section_slug, row.heading_level, row.order)
        {
            let key = (row.document_key.clone(), section.clone());
            sections.entry(key).or_default().push(at);
        }
    }
    for ((_, section), mut places) in sections {
        places.sort_by_key(|at| rows.get(*at).map(|row| row.order));
        let mut above: Vec<(Option<i32>, String)> = Vec::new();
        for at in places {
            let Some(row) = rows.get_mut(at) else {
                continue;
            };
            above.retain(|(level, _)| *level < row.heading_level);
            if row.parent_slug.is_none() {
                let parent = above.last().map_or(&section, |(_, slug)| slug);
                row.parent_slug = Some(parent.clone());
            }
            above.push((row.heading_level, row.slug.clone()));
        }
    }
}

/// Gives each rule the chapter of its section; a section that no source and no table puts into a chapter is its own.
///
/// Correction (rules): A section that no source gives a place has that of the book.
///
/// Correction (rules): A rule without a chapter takes the chapter of its section.
pub(super) fn inherit_chapters(rows: &mut [Model]) {
    let mut chapters: HashMap<SectionKey, String> = HashMap::new();
    for row in rows.iter_mut().filter(|r| r.kind == Kind::Section) {
        let known = chapter_of(&row.document_key, &row.slug);
        if row.chapter.is_none() {
            row.chapter = Some(known.map_or(row.slug.as_str(), |(chapter, _)| chapter).to_owned());
        }
        if let (None, None, Some((_, place))) = (row.order, row.heading_level, known) {
            (row.order, row.heading_level) = (Some(place), Some(1));
        }
        let chapter = row.chapter.clone().unwrap_or_default();
        chapters.insert((row.document_key.clone(), row.slug.clone()), chapter);
    }
    for row in rows.iter_mut().filter(|r| is_in_section(r.kind) && r.chapter.is_none()) {
        let section = row.section_slug.clone().unwrap_or_default();
        row.chapter = chapters.get(&(row.document_key.clone(), section)).cloned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_find_their_chapter_or_are_one() {
        let section = |slug: &str| Model {
            kind: Kind::Section,
            document_key: "srd-2024".into(),
            slug: slug.into(),
            ..Model::default()
        };
        let rule = Model {
            document_key: "srd-2024".into(),
            slug: "initiative".into(),
            section_slug: Some("d20-tests".into()),
            ..Model::default()
        };
        let mut rows = [section("d20-tests"), section("oddities"), rule];
        inherit_chapters(&mut rows);
        let chapters = rows.map(|row| row.chapter.unwrap_or_default());
        assert_eq!(chapters, ["playing-the-game", "oddities", "playing-the-game"]);
    }

    #[test]
    fn a_section_lists_its_rules_in_order() {
        let rule = |slug: &str, order: i32| Model {
            slug: slug.into(),
            order: Some(order),
            section_slug: Some("fencing".into()),
            ..Model::default()
        };
        let section = Model {
            kind: Kind::Section,
            slug: "fencing".into(),
            related_slugs: vec!["stale".into()],
            ..Model::default()
        };
        let mut rows = [rule("riposte", 2), section, rule("parry", 1)];
        relate_sections(&mut rows);
        assert_eq!(rows[1].related_slugs, ["parry", "riposte"]);
    }

    #[test]
    fn rules_stand_below_the_heading_before_them() {
        let rule = |slug: &str, order: i32, level: i32| Model {
            slug: slug.into(),
            order: Some(order),
            heading_level: Some(level),
            section_slug: Some("fencing".into()),
            ..Model::default()
        };
        let mut rows = [rule("feint", 3, 3), rule("parry", 2, 2), rule("lunge", 1, 3), rule("duel", 4, 2)];
        find_parents(&mut rows);
        let parents = rows.map(|row| row.parent_slug.unwrap_or_default());
        assert_eq!(parents, ["parry", "fencing", "fencing", "fencing"]);
    }

    #[test]
    fn rules_take_the_chapter_of_their_section() {
        let section = Model {
            kind: Kind::Section,
            document_key: "book".into(),
            slug: "parrying".into(),
            chapter: Some("combat".into()),
            ..Model::default()
        };
        let rule = Model {
            document_key: "book".into(),
            slug: "riposte".into(),
            section_slug: Some("parrying".into()),
            ..Model::default()
        };
        let other = Model { document_key: "other book".into(), ..rule.clone() };
        let mut rows = [section, rule, other];
        inherit_chapters(&mut rows);
        assert_eq!(rows[1].chapter.as_deref(), Some("combat"));
        assert_eq!(rows[2].chapter, None);
    }
}
