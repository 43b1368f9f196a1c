//! Owners of proficiencies: the classes, species and backgrounds that give one without a choice.

use super::{Kind, Model};
use crate::character_option;
use std::collections::HashMap;

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
    for rule in rules
        .iter_mut()
        .filter(|rule| rule.kind == Kind::Proficiency)
    {
        let key = (rule.document_key.as_str(), rule.slug.as_str());
        for option in owners.get(&key).into_iter().flatten() {
            let slugs = match option.kind {
                character_option::Kind::Class => &mut rule.class_slugs,
                character_option::Kind::Race | character_option::Kind::Subrace => {
                    &mut rule.race_slugs
                }
                character_option::Kind::Background => &mut rule.background_slugs,
                character_option::Kind::Subclass | character_option::Kind::Feat => continue,
            };
            if !slugs.contains(&option.slug) {
                slugs.push(option.slug.clone());
                slugs.sort();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Json;
    use crate::character_option::Proficiencies;

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
            proficiencies: Json(Proficiencies {
                fixed: vec!["skill-croaking".to_owned()],
                ..Proficiencies::default()
            }),
            ..character_option::Model::default()
        };
        link_proficiency_owners(
            &mut rules,
            &[option("pond"), option("lake"), option("pond")],
        );
        assert_eq!(rules[0].background_slugs, ["hermit"]);
    }
}
