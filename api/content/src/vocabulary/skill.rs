//! Skills of the game.

/// The skills of the rules by their slugs, each with the ability that its checks use.
pub const SKILLS: [(&str, &str); 18] = [
    ("acrobatics", "dexterity"),
    ("animal-handling", "wisdom"),
    ("arcana", "intelligence"),
    ("athletics", "strength"),
    ("deception", "charisma"),
    ("history", "intelligence"),
    ("insight", "wisdom"),
    ("intimidation", "charisma"),
    ("investigation", "intelligence"),
    ("medicine", "wisdom"),
    ("nature", "intelligence"),
    ("perception", "wisdom"),
    ("performance", "charisma"),
    ("persuasion", "charisma"),
    ("religion", "intelligence"),
    ("sleight-of-hand", "dexterity"),
    ("stealth", "dexterity"),
    ("survival", "wisdom"),
];

/// Skills that open books add to those of the rules.
const ADDED_SKILLS: [&str; 2] = ["culture", "engineering"];

/// The ability that a skill's checks use.
pub fn skill_ability(skill: &str) -> Option<&'static str> {
    let found = SKILLS.iter().find(|(slug, _)| *slug == skill);
    found.map(|(_, ability)| *ability)
}

/// Whether a slug is that of a skill, of the rules or of another open book.
pub fn is_skill(slug: &str) -> bool {
    skill_ability(slug).is_some() || ADDED_SKILLS.contains(&slug)
}
