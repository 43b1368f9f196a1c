//! Chapters of the rules of 2024, as the book has them, for sections whose source names none.

/// Chapter, and the slugs of the sections that belong to it.
type Chapters = &'static [(&'static str, &'static [&'static str])];

/// The sections of the 2024 SRD, whose chapters are those of its own table of contents.
const SRD_2024: Chapters = &[
    (
        "playing-the-game",
        &[
            "actions", "combat", "conditions", "d20-tests", "damage-and-healing", "exploration", "proficiency",
            "rhythm-of-play", "social-interaction", "the-six-abilities",
        ],
    ),
    ("character-creation", &["create-your-character", "multiclassing", "trinkets"]),
    ("equipment", &["crafting-nonmagical-items", "lifestyle-expenses", "mounts-and-vehicles"]),
];

/// The chapter that a section of a document belongs to; `None` when it is a chapter of its own.
///
/// Correction (rules): Sections under other headings than the chapters of the rules are filed in their chapter.
pub fn chapter_of(document: &str, section_slug: &str) -> Option<&'static str> {
    let mut chapters = SRD_2024.iter().filter(|_| document == "srd-2024");
    chapters.find(|(_, sections)| sections.contains(&section_slug)).map(|(chapter, _)| *chapter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_under_other_headings_find_their_chapter() {
        for (document, section, chapter) in [
            ("srd-2024", "combat", Some("playing-the-game")),
            ("srd-2024", "trinkets", Some("character-creation")),
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
