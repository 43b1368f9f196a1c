//! Properties of weapons: each has the text of the nearest book, and what is special about a weapon its own rule.

use super::Model;
use crate::rule;
use crate::vocabulary::edition::Editions;
use std::collections::{BTreeMap, HashMap};

/// Gives properties without a text the one that the nearest book has.
///
/// Correction (equipment): A property of a weapon that a source does not explain has the text of the book's other weapons, or of the
/// reference document of its edition; one that is explained in part has the whole text of the book's rule on it.
pub fn explain_properties(rows: &mut [Model], rules: &[rule::Model], editions: &Editions) {
    let mut texts: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let rules = rules.iter().filter(|rule| rule.kind == rule::Kind::WeaponProperty);
    for rule in rules.filter(|rule| !rule.text.is_empty()) {
        let of_books = texts.entry(rule.slug.clone()).or_default();
        of_books.insert(rule.document_key.clone(), rule.text.clone());
    }
    for row in rows.iter() {
        // What is special is another thing for each weapon.
        let explained = row.properties.iter().filter(|p| !p.text.is_empty() && p.slug != SPECIAL);
        for property in explained {
            let of_books = texts.entry(property.slug.clone()).or_default();
            let text = of_books.entry(row.document_key.clone());
            text.or_insert_with(|| property.text.clone());
        }
    }
    let texts: HashMap<String, Vec<(String, String)>> =
        texts.into_iter().map(|(slug, of_books)| (slug, of_books.into_iter().collect())).collect();
    for row in rows.iter_mut() {
        let book = row.document_key.clone();
        for property in row.properties.iter_mut().filter(|p| p.slug != SPECIAL) {
            let known = texts.get(&property.slug);
            let nearest = known.and_then(|known| editions.nearest(&book, known, |(book, _)| book));
            if let Some((of, text)) = nearest
                && (property.text.is_empty() || *of == book && text.starts_with(&property.text))
            {
                property.text.clone_from(text);
            }
        }
    }
}

/// The property that the weapon's own text explains.
const SPECIAL: &str = "special";

/// Explains what is special about a weapon by its own rule, where a source refers to another page.
///
/// Correction (equipment): The *special* property of a weapon has the rule that the book prints for this weapon.
pub(super) fn explain_special(row: &mut Model) {
    let rule = row.notes.as_ref().filter(|notes| !notes.is_empty());
    let special = row.properties.iter_mut().find(|p| p.slug == SPECIAL);
    if let (Some(rule), Some(special)) = (rule, special)
        && special.text.contains("Special Weapons")
    {
        special.text.clone_from(rule);
    }
}

/// Takes the rule of the base item where it is special.
///
/// Correction (equipment): A magic weapon that is special has the rule of its base item, not a reference to another page.
pub(super) fn take_special(row: &mut Model, base: &Model) {
    let of_base = base.properties.iter().find(|p| p.slug == SPECIAL);
    let own = row.properties.iter_mut().find(|p| p.slug == SPECIAL);
    if let (Some(of_base), Some(own)) = (of_base, own) {
        own.text.clone_from(&of_base.text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, WeaponProperty};
    use super::*;

    fn item(kind: Kind, slug: &str) -> Model {
        Model { kind, slug: slug.into(), ..Model::default() }
    }

    #[test]
    fn a_special_weapon_has_its_own_rule() {
        let mut net = Model {
            notes: Some("A toad hit by the net is wet.".into()),
            properties: vec![WeaponProperty {
                slug: SPECIAL.into(),
                text: "See \"Special Weapons\" later.".into(),
                ..WeaponProperty::default()
            }]
            .into(),
            ..item(Kind::Weapon, "net")
        };
        explain_special(&mut net);
        assert_eq!(net.properties[0].text, "A toad hit by the net is wet.");
    }

    #[test]
    fn properties_have_the_text_of_the_nearest_book() {
        let property = |slug: &str, text: &str| WeaponProperty {
            slug: slug.into(),
            text: text.into(),
            ..WeaponProperty::default()
        };
        let weapon = |book: &str, properties: Vec<WeaponProperty>| Model {
            document_key: book.into(),
            properties: properties.into(),
            ..item(Kind::Weapon, "reed-knife")
        };
        let book = |key: &str, system: &str| crate::document::Model {
            key: key.into(),
            game_system: Some(system.into()),
            ..crate::document::Model::default()
        };
        let editions =
            Editions::new(&[book("pond", "5e-2014"), book("srd-2014", "5e-2014"), book("srd-2024", "5e-2024")]);
        let own = |text: &str| vec![property("light", text), property("special", text)];
        let mut rows = [weapon("srd-2024", own("New.")), weapon("pond", own("")), weapon("srd-2014", own("Old."))];
        let rule = rule::Model {
            kind: rule::Kind::WeaponProperty,
            slug: "light".into(),
            document_key: "srd-2024".into(),
            text: "New. And whole.".into(),
            ..rule::Model::default()
        };
        explain_properties(&mut rows, &[rule], &editions);
        let texts = |row: &Model| {
            let properties = row.properties.iter();
            properties.map(|p| p.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(texts(&rows[0]), ["New. And whole.", "New."]);
        assert_eq!(texts(&rows[1]), ["Old.", ""]);
    }
}
