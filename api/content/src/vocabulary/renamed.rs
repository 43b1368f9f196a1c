//! Renamed things: what the newest edition of the rules calls something that an older one has under another name, and what people
//! call a thing in short.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The name of the older edition and that of the newest, as slugs.
const RENAMED: [(&str, &str); 53] = [
    ("acolyte", "priest-acolyte"),
    ("androsphinx", "sphinx-of-valor"),
    ("azer", "azer-sentinel"),
    ("bugbear", "bugbear-warrior"),
    ("centaur", "centaur-trooper"),
    ("cult-fanatic", "cultist-fanatic"),
    ("flying-sword", "animated-flying-sword"),
    ("giant-poisonous-snake", "giant-venomous-snake"),
    ("giant-sea-horse", "giant-seahorse"),
    ("gnoll", "gnoll-warrior"),
    ("goblin", "goblin-warrior"),
    ("gynosphinx", "sphinx-of-lore"),
    ("half-red-dragon-veteran", "half-dragon"),
    ("hobgoblin", "hobgoblin-warrior"),
    ("kobold", "kobold-warrior"),
    ("merfolk", "merfolk-skirmisher"),
    ("minotaur", "minotaur-of-baphomet"),
    ("poisonous-snake", "venomous-snake"),
    ("quipper", "piranha"),
    ("rug-of-smothering", "animated-rug-of-smothering"),
    ("sahuagin", "sahuagin-warrior"),
    ("sea-horse", "seahorse"),
    ("shrieker", "shrieker-fungus"),
    ("succubus-incubus", "incubus"),
    ("succubus-incubus", "succubus"),
    ("swarm-of-poisonous-snakes", "swarm-of-venomous-snakes"),
    ("swarm-of-quippers", "swarm-of-piranhas"),
    ("thug", "tough"),
    ("tribal-warrior", "warrior-infantry"),
    ("veteran", "warrior-veteran"),
    ("branding-smite", "shining-smite"),
    ("feeblemind", "befuddlement"),
    ("air-elemental-gem", "elemental-gem-blue-sapphire"),
    ("earth-elemental-gem", "elemental-gem-yellow-diamond"),
    ("fire-elemental-gem", "elemental-gem-red-corundum"),
    ("water-elemental-gem", "elemental-gem-emerald"),
    ("crossbow-hand", "hand-crossbow"),
    ("crossbow-heavy", "heavy-crossbow"),
    ("crossbow-light", "light-crossbow"),
    ("deck-of-many-things", "mysterious-deck"),
    ("half-plate", "half-plate-armor"),
    ("iron-bands-of-binding", "iron-bands"),
    ("orb-of-dragonkind", "dragon-orb"),
    ("belt-of-cloud-giant-strength", "belt-of-giant-strength-cloud"),
    ("belt-of-fire-giant-strength", "belt-of-giant-strength-fire"),
    ("belt-of-hill-giant-strength", "belt-of-giant-strength-hill"),
    ("belt-of-storm-giant-strength", "belt-of-giant-strength-storm"),
    ("potion-of-greater-healing", "potion-of-healing-greater"),
    ("potion-of-superior-healing", "potion-of-healing-superior"),
    ("potion-of-supreme-healing", "potion-of-healing-supreme"),
    ("robes", "robe"),
    ("rope-hempen-50-feet", "rope"),
    ("rations-1-day", "rations"),
];

/// What people call a thing in short, and its name, as slugs.
const SHORT: [(&str, &str); 7] = [
    ("full-plate", "plate-armor"),
    ("leather", "leather-armor"),
    ("padded", "padded-armor"),
    ("plate", "plate-armor"),
    ("plate-mail", "plate-armor"),
    ("splint", "splint-armor"),
    ("studded-leather", "studded-leather-armor"),
];

/// The names, as slugs, that other editions have for what has a name.
pub fn other_editions(slug: &str) -> impl Iterator<Item = &str> {
    EDITIONS.get(slug).into_iter().flatten().copied()
}

/// The other names by each name: a search asks for those of each result.
static EDITIONS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut editions: HashMap<&str, Vec<&str>> = HashMap::new();
    for (old, new) in RENAMED {
        editions.entry(old).or_default().push(new);
        editions.entry(new).or_default().push(old);
    }
    editions
});

/// All other names, as slugs, of what has a name.
pub fn other_names(slug: &str) -> impl Iterator<Item = &str> {
    let short = SHORT.iter().filter_map(move |(short, name)| (slug == *name).then_some(*short));
    other_editions(slug).chain(short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slugify;

    #[test]
    fn a_thing_is_known_by_both_names() {
        let names = |slug| other_names(slug).collect::<Vec<_>>();
        assert_eq!(names("thug"), ["tough"]);
        assert_eq!(names("tough"), ["thug"]);
        assert_eq!(names("succubus-incubus"), ["incubus", "succubus"]);
        assert!(names("ember-ward").is_empty());
        assert_eq!(names("padded-armor"), ["padded"]);
        assert_eq!(other_editions("padded-armor").count(), 0);
    }

    #[test]
    fn every_name_is_a_slug() {
        for (old, new) in RENAMED.into_iter().chain(SHORT) {
            assert_eq!((slugify(old), slugify(new)), (old.to_owned(), new.to_owned()));
        }
    }
}
