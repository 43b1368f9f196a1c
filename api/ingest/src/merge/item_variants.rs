//! Variants of magic items: an item for one base (`Toad Slayer (Dagger)`) has what the book prints for the item itself.
//!
//! Correction (equipment): A variant for one base weapon or armor has the rarity and the attunement of its item: of the general entry,
//! or of that with the same bonus (`+1 Armor`).
//!
//! Correction (equipment): A variant for one base weapon has the weight of that, and a variant the category of its item.
//!
//! Correction (equipment): A variant for one base has the base in brackets behind the name of its item.
//!
//! Correction (equipment): A variant has the text of its item as that is laid out, where both have the same words.
//!
//! Correction (equipment): A variant whose text is its own part of the item's text (`Toad Stone (Rare).`) begins with what is said of all.
//!
//! Correction (equipment): Variants for bases that the item cannot have (a bow of "any melee weapon", a piercing sword of "any sword
//! that deals slashing damage") are left out.
//!
//! Correction (equipment): Parts of packs that the book does not sell on their own have no price and no weight.

mod tables;

use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::vocabulary::rarity_rank;
use lorekeeper_content::{letters, slugify};
use std::collections::{BTreeSet, HashMap};

/// The entries to which variants are held, by book, kind and slug.
type Entries = HashMap<(String, Kind, String), Model>;

/// Mends variants, sets and parts of packs.
pub(in super::super) fn mend(rows: &mut Vec<Model>) {
    let mut entries = Entries::new();
    for row in rows.iter() {
        let key = (row.document_key.clone(), row.kind, row.slug.clone());
        entries.insert(key, row.clone());
    }
    let mut impossible: BTreeSet<(String, String)> = BTreeSet::new();
    for row in rows.iter_mut() {
        if let Some(item) = item(row, &entries) {
            name_as_siblings(row, item);
            take_layout(row, item);
            take_common_part(row, item);
            if item.category.is_some() {
                row.category.clone_from(&item.category);
            }
        }
        unsold(row);
        rank(row);
        if let Some(general) = general(row, &entries) {
            if is_impossible(row, general, &entries) {
                impossible.insert((row.document_key.clone(), row.slug.clone()));
            }
            inherit(row, general);
        }
        weigh(row, &entries);
    }
    let is_kept = |document: &str, slug: &str| !impossible.contains(&(document.to_owned(), slug.to_owned()));
    rows.retain(|row| row.kind != Kind::MagicItem || is_kept(&row.document_key, &row.slug));
    for row in rows.iter_mut() {
        let (document, own) = (&row.document_key, &row.slug);
        row.variant_slugs.retain(|slug| slug != own && is_kept(document, slug));
        row.variant_of_slug = row.variant_of_slug.take().filter(|of| of != own);
    }
    tables::apply(rows);
}

/// A magic weapon of the SRDs has the weight of its base, unless its text says what it weighs.
fn weigh(row: &mut Model, entries: &Entries) {
    let base = row.base_weapon_slug.clone();
    let base = base.and_then(|slug| entries.get(&(row.document_key.clone(), Kind::Weapon, slug)));
    if let Some(weight) = base.and_then(|base| base.weight)
        && row.kind == Kind::MagicItem
        && row.weight.is_some()
        && row.document_key.starts_with("srd-")
        && !row.text.contains("weigh")
    {
        row.weight = Some(weight);
    }
}

/// The item that a row is a variant of.
fn item<'a>(row: &Model, entries: &'a Entries) -> Option<&'a Model> {
    let of = row.variant_of_slug.clone()?;
    entries.get(&(row.document_key.clone(), row.kind, of))
}

/// Names a variant for one base as its siblings are: `Toad Slayer (Dagger)` for `Toad Slayer Dagger`.
fn name_as_siblings(row: &mut Model, item: &Model) {
    let base = row.name.strip_prefix(&item.name).and_then(|rest| rest.strip_prefix(' '));
    let slugs = [&row.base_weapon_slug, &row.base_armor_slug];
    let is_base = |base: &&str| !base.starts_with('(') && slugs.contains(&&Some(slugify(base)));
    if let Some(base) = base.filter(is_base) {
        row.name = format!("{} ({base})", item.name);
    }
}

/// The entry that says what is true of the variant.
fn general<'a>(row: &Model, entries: &'a Entries) -> Option<&'a Model> {
    if row.kind != Kind::MagicItem {
        return None;
    }
    let sort = match (&row.base_armor_slug, &row.base_weapon_slug) {
        (Some(_), None) => "armor",
        (None, Some(_)) => "weapon",
        _ => return None,
    };
    let of = |slug: String| entries.get(&(row.document_key.clone(), Kind::MagicItem, slug));
    let bracket = row.name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let bonus = bracket.and_then(|(_, words)| words.strip_prefix('+'));
    let found = match (bonus, &row.variant_of_slug) {
        (Some(bonus), Some(group)) if group == sort => of(format!("{sort}-{bonus}")),
        (Some(_), _) => None,
        (None, Some(group)) => of(group.clone()),
        (None, None) => of(slugify(bracket?.0)),
    };
    found.filter(|general| general.slug != row.slug)
}

/// Takes the text of the item that a row is a variant of, where the words are the same.
fn take_layout(row: &mut Model, item: &Model) {
    if item.text != row.text && letters(&item.text) == letters(&row.text) {
        row.text.clone_from(&item.text);
    }
}

/// Puts the paragraphs about all variants before the text of one, where the item's text is these and a part for each variant.
fn take_common_part(row: &mut Model, item: &Model) {
    if row.kind != Kind::MagicItem {
        return;
    }
    let is_part = |paragraph: &str| paragraph.starts_with("**_") && paragraph.contains(")._**");
    let parts = item.text.split("\n\n").filter(|paragraph| is_part(paragraph));
    if parts.count() < 2 {
        return;
    }
    let common = item.text.split("\n\n").take_while(|paragraph| !is_part(paragraph));
    let own = letters(&row.text);
    let lost: Vec<&str> = common.filter(|paragraph| !own.contains(&letters(paragraph))).collect();
    if !lost.is_empty() && !row.text.is_empty() {
        row.text = format!("{}\n\n{}", lost.join("\n\n"), row.text);
    }
}

/// Takes what is printed once for all variants.
fn inherit(row: &mut Model, general: &Model) {
    if let Some(rank) = general.rarity_rank {
        row.rarity_rank = Some(rank);
        row.rarity.clone_from(&general.rarity);
    }
    if general.requires_attunement == Some(true) {
        row.requires_attunement = Some(true);
        if row.attunement_detail.is_none() {
            row.attunement_detail.clone_from(&general.attunement_detail);
        }
    }
}

/// Whether the item is never made from this base.
fn is_impossible(row: &Model, general: &Model, entries: &Entries) -> bool {
    let made_from = general.notes.as_deref().unwrap_or_default().to_lowercase();
    let base = row
        .base_weapon_slug
        .as_ref()
        .and_then(|slug| entries.get(&(row.document_key.clone(), Kind::Weapon, slug.clone())));
    base.is_some_and(|base| {
        let is_ranged = base.weapon_range.as_deref() == Some("ranged");
        let slashes = base.damage_type.as_deref().is_none_or(|kind| kind == "slashing");
        made_from.contains("any melee weapon") && is_ranged || made_from.contains("deals slashing damage") && !slashes
    })
}

/// The rank follows from the rarity, whichever source was believed on it.
fn rank(row: &mut Model) {
    if let Some(rarity) = row.rarity.as_deref() {
        row.rarity_rank = rarity_rank(rarity);
    }
}

/// Takes the price and weight from what only comes with a pack.
fn unsold(row: &mut Model) {
    if row.kind == Kind::Gear && row.text.contains("typically found in a") {
        row.cost = None;
        row.weight = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, kind: Kind) -> Model {
        Model { kind, document_key: "pond".to_owned(), slug: slugify(name), name: name.to_owned(), ..Model::default() }
    }

    fn of_weapon(name: &str, base: &str) -> Model {
        Model {
            base_weapon_slug: Some(base.to_owned()),
            rarity: Some("common".to_owned()),
            rarity_rank: Some(1),
            requires_attunement: Some(true),
            ..item(name, Kind::MagicItem)
        }
    }

    #[test]
    fn variants_for_a_base_are_named_alike() {
        let variant =
            |name: &str| Model { variant_of_slug: Some("toad-slayer".to_owned()), ..of_weapon(name, "dagger") };
        let mut rows = vec![
            item("Toad Slayer", Kind::MagicItem),
            variant("Toad Slayer Dagger"),
            variant("Toad Slayer (Dagger)"),
            variant("Toad Slayer of the Mire"),
        ];
        mend(&mut rows);
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["Toad Slayer", "Toad Slayer (Dagger)", "Toad Slayer (Dagger)", "Toad Slayer of the Mire"]);
    }

    #[test]
    fn variants_have_what_is_printed_for_the_item() {
        let general = Model {
            notes: Some("Weapon (Any Melee Weapon)".to_owned()),
            rarity: Some("rare".to_owned()),
            rarity_rank: Some(3),
            requires_attunement: Some(true),
            attunement_detail: Some("by a toad".to_owned()),
            variant_slugs: vec!["toad-slayer-spoon".to_owned(), "toad-slayer-bow".to_owned()],
            ..item("Toad Slayer", Kind::MagicItem)
        };
        let plain =
            Model { rarity: Some("rare".to_owned()), rarity_rank: Some(3), ..item("Armor (+1)", Kind::MagicItem) };
        let mail = Model {
            base_armor_slug: Some("leaf-mail".to_owned()),
            variant_of_slug: Some("armor".to_owned()),
            rarity: Some("uncommon".to_owned()),
            ..item("Leaf Mail (+1)", Kind::MagicItem)
        };
        let bow = Model { weapon_range: Some("ranged".to_owned()), ..item("Bow", Kind::Weapon) };
        let mut rows = vec![
            general,
            of_weapon("Toad Slayer (Spoon)", "spoon"),
            of_weapon("Toad Slayer (Bow)", "bow"),
            Model { variant_of_slug: Some("toad-slayer".to_owned()), ..of_weapon("Spoon of Toads", "spoon") },
            plain,
            mail,
            bow,
            item("Spoon", Kind::Weapon),
        ];
        mend(&mut rows);
        assert_eq!(rows.len(), 7, "the bow is no melee weapon");
        assert_eq!(rows[0].variant_slugs, ["toad-slayer-spoon"]);
        let spoon = (rows[1].rarity.as_deref(), rows[1].attunement_detail.as_deref());
        assert_eq!(spoon, (Some("rare"), Some("by a toad")));
        assert_eq!(rows[2].rarity_rank, Some(3));
        assert_eq!(rows[4].rarity.as_deref(), Some("rare"));
    }

    #[test]
    fn ranks_follow_rarities() {
        for (rarity, expected) in [("very-rare", Some(4)), ("varies", None)] {
            let mut rows =
                vec![Model { rarity: Some(rarity.to_owned()), rarity_rank: Some(1), ..item("Leaf", Kind::MagicItem) }];
            mend(&mut rows);
            assert_eq!(rows[0].rarity_rank, expected);
        }
    }

    #[test]
    fn parts_of_packs_are_not_sold() {
        let mut rows = vec![Model {
            cost: Some(0.0),
            weight: Some(0.0),
            text: "A leaf, typically found in a toad's pack.".to_owned(),
            ..item("Leaf", Kind::Gear)
        }];
        mend(&mut rows);
        assert_eq!((rows[0].cost, rows[0].weight), (None, None));
    }

    #[test]
    fn a_variant_begins_with_what_is_said_of_all() {
        let stone = |slug: &str, text: &str, of: Option<&str>| Model {
            slug: slug.to_owned(),
            text: text.to_owned(),
            variant_of_slug: of.map(str::to_owned),
            ..item("Stone", Kind::MagicItem)
        };
        let all = "Stones circle you.\n\n**_Moss (Rare)._** You are green.\n\n**_Mud (Rare)._** You are brown.";
        for (own, expected) in [
            ("You are green.", "Stones circle you.\n\nYou are green."),
            ("Stones circle you. Green.", "Stones circle you. Green."),
        ] {
            let mut rows = vec![stone("stone", all, None), stone("moss", own, Some("stone"))];
            mend(&mut rows);
            assert_eq!(rows[1].text, expected);
        }
    }
}
