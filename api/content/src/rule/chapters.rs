//! Chapters of the rules of 2024, as the book has them, for sections whose source names none.

/// Chapter, and the slugs of the sections that belong to it.
type Chapters = &'static [(&'static str, &'static [&'static str])];

/// The sections of the 2024 SRD, in the order of the book, whose chapters are those of its own table of contents.
const SRD_2024: Chapters = &[
    (
        "playing-the-game",
        &[
            "rhythm-of-play", "the-six-abilities", "d20-tests", "proficiency", "actions", "social-interaction",
            "exploration", "combat", "damage-and-healing", "conditions",
        ],
    ),
    ("character-creation", &["create-your-character", "multiclassing", "trinkets"]),
    ("character-origins", &["character-origins"]),
    ("feats", &["feats"]),
    ("equipment", &["equipment", "mounts-and-vehicles", "lifestyle-expenses", "crafting-nonmagical-items"]),
    ("spells", &["spells"]),
    ("rules-glossary", &["rules-glossary"]),
    ("gameplay-toolbox", &["gameplay-toolbox"]),
    ("magic-items", &["magic-items"]),
    ("monsters", &["monsters"]),
];

/// The chapter that a section of a document belongs to, and its place among all sections, from 1; `None` where the
/// section is a chapter of its own.
///
/// Correction (rules): Sections under other headings than the chapters of the rules are filed in their chapter.
pub fn chapter_of(document: &str, section_slug: &str) -> Option<(&'static str, i32)> {
    let chapters = SRD_2024.iter().filter(|_| document == "srd-2024");
    let sections = chapters.flat_map(|(chapter, sections)| sections.iter().map(move |section| (*chapter, *section)));
    let mut placed = sections.zip(1..);
    placed.find(|((_, section), _)| *section == section_slug).map(|((chapter, _), place)| (chapter, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_under_other_headings_find_their_chapter() {
        for (document, section, chapter) in [
            ("srd-2024", "combat", Some(("playing-the-game", 8))),
            ("srd-2024", "trinkets", Some(("character-creation", 13))),
            ("srd-2024", "marching", None),
            ("another-book", "combat", None),
        ] {
            assert_eq!(chapter_of(document, section), chapter, "{section}");
        }
    }

    #[test]
    fn no_section_is_in_two_chapters() {
        let mut sections: Vec<&str> = SRD_2024.iter().flat_map(|(_, s)| *s).copied().collect();
        let count = sections.len();
        sections.sort_unstable();
        sections.dedup();
        assert_eq!(sections.len(), count);
    }
}
