//! Where a rule stands in its book.

use super::chapters::chapter_of;
use super::{Kind, Model};
use std::collections::HashMap;

/// A rule belongs to the chapter of its section; a section that no source and no table puts into a
/// chapter is its own.
pub(super) fn inherit_chapters(rows: &mut [Model]) {
    let mut chapters: HashMap<(String, String), String> = HashMap::new();
    for row in rows.iter_mut().filter(|r| r.kind == Kind::Section) {
        if row.chapter.is_none() {
            let known = chapter_of(&row.document_key, &row.slug);
            row.chapter = Some(known.unwrap_or(&row.slug).to_owned());
        }
        let chapter = row.chapter.clone().unwrap_or_default();
        chapters.insert((row.document_key.clone(), row.slug.clone()), chapter);
    }
    for row in rows
        .iter_mut()
        .filter(|r| r.kind == Kind::Rule && r.chapter.is_none())
    {
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
            document_key: "srd-2014".into(),
            slug: slug.into(),
            ..Model::default()
        };
        let rule = Model {
            document_key: "srd-2014".into(),
            slug: "initiative".into(),
            section_slug: Some("combat-sequence".into()),
            ..Model::default()
        };
        let mut rows = [section("combat-sequence"), section("trinkets"), rule];
        inherit_chapters(&mut rows);
        let chapters = rows.map(|row| row.chapter.unwrap_or_default());
        assert_eq!(chapters, ["combat", "trinkets", "combat"]);
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
        let other = Model {
            document_key: "other book".into(),
            ..rule.clone()
        };
        let mut rows = [section, rule, other];
        inherit_chapters(&mut rows);
        assert_eq!(rows[1].chapter.as_deref(), Some("combat"));
        assert_eq!(rows[2].chapter, None);
    }
}
