//! Chapters of the rules, as the D&D 5e API groups them, for sections that it does not list.
//!
//! The API lists the 2014 sections under its own headings; Open5e has other headings for the same
//! rules, and the API has no rules of 2024 at all.

/// Chapter, and the slugs of the sections that belong to it.
type Chapters = &'static [(&'static str, &'static [&'static str])];

/// The sections of the 2014 SRD.
const SRD_2014: Chapters = &[
    (
        "combat",
        &[
            "actions-in-combat",
            "attacking",
            "combat-sequence",
            "cover",
            "damage-and-healing",
            "mounted-combat",
            "underwater-combat",
        ],
    ),
    ("using-ability-scores", &["abilities", "saving-throws"]),
    (
        "adventuring",
        &[
            "between-adventures",
            "diseases",
            "environment",
            "madness",
            "movement",
            "time",
            "traps",
        ],
    ),
    ("spellcasting", &["spellcasting"]),
    (
        "equipment",
        &[
            "adventuring-gear",
            "armor",
            "coins",
            "equipment-packs",
            "expenses",
            "magic-items",
            "mounts-and-vehicles",
            "objects",
            "poisons",
            "selling-treasure",
            "tools",
            "trade-goods",
            "weapons",
        ],
    ),
    ("appendix", &["conditions", "pantheons", "planes"]),
];

/// The sections of the 2024 SRD, whose chapters are those of its own table of contents.
const SRD_2024: Chapters = &[
    (
        "playing-the-game",
        &[
            "actions",
            "combat",
            "conditions",
            "d20-tests",
            "damage-and-healing",
            "exploration",
            "proficiency",
            "rhythm-of-play",
            "social-interaction",
            "the-six-abilities",
        ],
    ),
    (
        "character-creation",
        &["create-your-character", "multiclassing", "trinkets"],
    ),
    (
        "equipment",
        &[
            "crafting-nonmagical-items",
            "lifestyle-expenses",
            "mounts-and-vehicles",
        ],
    ),
];

/// The chapter that a section of a document belongs to; `None` when it is a chapter of its own.
///
/// Correction (rules): Sections under other headings than the chapters of the rules are filed in their chapter.
#[must_use]
pub fn chapter_of(document: &str, section_slug: &str) -> Option<&'static str> {
    let chapters = match document {
        "srd-2014" => SRD_2014,
        "srd-2024" => SRD_2024,
        _ => return None,
    };
    chapters
        .iter()
        .find(|(_, sections)| sections.contains(&section_slug))
        .map(|(chapter, _)| *chapter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_under_other_headings_find_their_chapter() {
        for (document, section, chapter) in [
            ("srd-2014", "attacking", Some("combat")),
            ("srd-2014", "combat-sequence", Some("combat")),
            ("srd-2024", "combat", Some("playing-the-game")),
            ("srd-2024", "trinkets", Some("character-creation")),
            ("srd-2014", "multiclassing", None),
            ("another-book", "attacking", None),
        ] {
            assert_eq!(chapter_of(document, section), chapter, "{section}");
        }
    }

    #[test]
    fn no_section_is_in_two_chapters() {
        for chapters in [SRD_2014, SRD_2024] {
            let mut sections: Vec<&str> = chapters.iter().flat_map(|(_, s)| *s).copied().collect();
            let count = sections.len();
            sections.sort_unstable();
            sections.dedup();
            assert_eq!(sections.len(), count);
        }
    }
}
