//! Links of proficiencies: the classes, species and backgrounds that give one without a choice, and what it is with.

use super::{Kind, Model};
use crate::{character_option, equipment};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Adds to each proficiency the options of its book that give it.
///
/// Correction (rules): A proficiency names the classes, races and backgrounds of its book that give it.
pub fn link_proficiency_owners(rules: &mut [Model], options: &[character_option::Model]) {
    let mut owners: HashMap<(&str, &str), Vec<&character_option::Model>> = HashMap::new();
    for option in options {
        for slug in &option.proficiencies.0.fixed {
            let key = (option.document_key.as_str(), slug.as_str());
            owners.entry(key).or_default().push(option);
        }
    }
    for rule in rules.iter_mut().filter(|rule| rule.kind == Kind::Proficiency) {
        let key = (rule.document_key.as_str(), rule.slug.as_str());
        for option in owners.get(&key).into_iter().flatten() {
            let slugs = match option.kind {
                character_option::Kind::Class => &mut rule.class_slugs,
                character_option::Kind::Race | character_option::Kind::Subrace => &mut rule.race_slugs,
                character_option::Kind::Background => &mut rule.background_slugs,
                character_option::Kind::Subclass | character_option::Kind::Feat | character_option::Kind::Feature => {
                    continue;
                }
            };
            if !slugs.contains(&option.slug) {
                slugs.push(option.slug.clone());
                slugs.sort();
            }
        }
    }
}

/// Gives the proficiencies of options the slugs under which their book has them.
///
/// Correction (character options): A skill or a tool that a source calls by its bare slug (`insight`) has that of its proficiency
/// (`skill-insight`).
pub fn resolve_proficiencies(options: &mut [character_option::Model], rules: &[Model]) {
    let mut known: HashMap<&str, HashSet<&str>> = HashMap::new();
    for rule in rules.iter().filter(|r| r.kind == Kind::Proficiency) {
        let slugs = known.entry(&rule.document_key).or_default();
        slugs.insert(&rule.slug);
    }
    for option in options {
        let Some(slugs) = known.get(option.document_key.as_str()) else {
            continue;
        };
        let proficiencies = &mut option.proficiencies.0;
        let choices = proficiencies.choices.iter_mut();
        let stated = choices.flat_map(|choice| &mut choice.options);
        for slug in stated.chain(&mut proficiencies.fixed) {
            let named = ["skill", "tool"].map(|kind| format!("{kind}-{slug}"));
            let named = named.into_iter().find(|slug| slugs.contains(slug.as_str()));
            if let (false, Some(named)) = (slugs.contains(slug.as_str()), named) {
                *slug = named;
            }
        }
    }
}

/// Leaves out links of proficiencies that lead nowhere.
///
/// Correction (rules): A proficiency names no class, race, background or thing that no book has.
pub fn drop_dead_proficiency_links(
    rules: &mut [Model],
    options: &[character_option::Model],
    equipment: &[equipment::Model],
) {
    use character_option::Kind as OptionKind;
    let of_kinds = |kinds: &[OptionKind]| -> BTreeSet<String> {
        let options = options.iter().filter(|o| kinds.contains(&o.kind));
        options.map(|option| option.slug.clone()).collect()
    };
    let classes = of_kinds(&[OptionKind::Class]);
    let races = of_kinds(&[OptionKind::Race, OptionKind::Subrace]);
    let backgrounds = of_kinds(&[OptionKind::Background]);
    let things = equipment.iter().map(|thing| thing.slug.clone());
    let things: BTreeSet<String> = things.chain(rules.iter().map(|r| r.slug.clone())).collect();
    for rule in rules.iter_mut().filter(|r| r.kind == Kind::Proficiency) {
        rule.class_slugs.retain(|slug| classes.contains(slug));
        rule.race_slugs.retain(|slug| races.contains(slug));
        rule.background_slugs.retain(|slug| backgrounds.contains(slug));
        rule.related_slugs.retain(|slug| things.contains(slug));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Json;
    use crate::character_option::Proficiencies;

    #[test]
    fn a_bare_slug_is_that_of_the_proficiency() {
        let rules = [Model {
            kind: Kind::Proficiency,
            document_key: "pond".to_owned(),
            slug: "skill-croaking".to_owned(),
            ..Model::default()
        }];
        let mut options = [character_option::Model {
            document_key: "pond".to_owned(),
            proficiencies: Json(Proficiencies {
                fixed: vec!["croaking".to_owned(), "hopping".to_owned()],
                ..Proficiencies::default()
            }),
            ..character_option::Model::default()
        }];
        resolve_proficiencies(&mut options, &rules);
        assert_eq!(options[0].proficiencies.fixed, ["skill-croaking", "hopping"]);
    }

    #[test]
    fn a_background_owns_what_it_gives() {
        let mut rules = [Model {
            kind: Kind::Proficiency,
            document_key: "pond".to_owned(),
            slug: "skill-croaking".to_owned(),
            ..Model::default()
        }];
        let option = |document: &str| character_option::Model {
            kind: character_option::Kind::Background,
            document_key: document.to_owned(),
            slug: "hermit".to_owned(),
            proficiencies: Json(Proficiencies { fixed: vec!["skill-croaking".to_owned()], ..Proficiencies::default() }),
            ..character_option::Model::default()
        };
        link_proficiency_owners(&mut rules, &[option("pond"), option("lake"), option("pond")]);
        assert_eq!(rules[0].background_slugs, ["hermit"]);
    }

    #[test]
    fn links_lead_somewhere() {
        let mut rules = [Model {
            kind: Kind::Proficiency,
            slug: "tool-reed".to_owned(),
            class_slugs: vec!["toad".to_owned(), "newt".to_owned()],
            related_slugs: vec!["reed".to_owned(), "marbles".to_owned()],
            ..Model::default()
        }];
        let class = character_option::Model { slug: "toad".to_owned(), ..character_option::Model::default() };
        let reed = equipment::Model { slug: "reed".to_owned(), ..equipment::Model::default() };
        drop_dead_proficiency_links(&mut rules, &[class], &[reed]);
        assert_eq!(rules[0].class_slugs, ["toad"]);
        assert_eq!(rules[0].related_slugs, ["reed"]);
    }
}
