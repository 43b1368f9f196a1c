//! Where a rule stands in its book.

use super::{Kind, Model};
use std::collections::HashMap;

/// A rule belongs to the chapter of its section; a section without one of its own is its own chapter.
pub(super) fn inherit_chapters(rows: &mut [Model]) {
    let mut chapters: HashMap<(String, String), String> = HashMap::new();
    for row in rows.iter_mut().filter(|r| r.kind == Kind::Section) {
        let chapter = row.chapter.get_or_insert_with(|| row.slug.clone()).clone();
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
