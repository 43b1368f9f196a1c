//! Printed changes: what the text of an item says of its weight, and a magic item's of the numbers of its base item.

use super::{Kind, Model, WeaponProperty};
use crate::markdown::notation::capitalized;
use crate::{Pattern, Regex, parse_fraction, pattern};
use regex::Captures;
use std::sync::LazyLock;

/// Changes what the item took from its base item to what its own text says.
///
/// Correction (equipment): The weight of an item is what its text says (`The bag weighs 5 pounds, regardless of its contents`).
///
/// Correction (equipment): Armor whose text lifts the disadvantage on Stealth or the Strength requirement has none; one whose text
/// gives another limit of the Dexterity modifier has that.
///
/// Correction (equipment): A weapon has the properties that its text gives it (`It has the thrown property`), and lacks those that
/// its text takes from it.
///
/// Correction (equipment): A magic suit of armor is armor, and a potion by its name a potion. The line under the name of a magic item
/// is no part of its text. A shield adds to the armor class (`+2`).
pub(super) fn read(row: &mut Model) {
    let is_magic = row.kind == Kind::MagicItem;
    if is_magic {
        file(row);
    }
    if [&row.category, &row.armor_category].iter().any(|category| category.as_deref() == Some("shield"))
        && let Some(bonus) = row.ac_display.as_mut()
        && bonus.chars().all(|c| c.is_ascii_digit())
    {
        bonus.insert(0, '+');
    }
    if (is_magic || row.weight.is_none())
        && let Some(weight) = weight(row)
    {
        row.weight = Some(weight);
    }
    if is_magic && row.ac_base.is_some() {
        read_armor(row);
    }
    if is_magic && row.damage_dice.is_some() {
        read_properties(row);
    }
}

/// The line under the name: `Ring, Legendary (Requires Attunement)`.
static SUBTITLE: Pattern = Pattern::new(
    r"^[*_]*(?:ring|wondrous item|weapon|armor|potion|rod|staff|wand|scroll)\b[^.,\n]{0,30}, (?:common|uncommon|rare|very rare|legendary|artifact|rarity varies)\b[^.\n]{0,60}\n\n",
);

/// Corrects the category, and takes the line under the name from the text.
fn file(row: &mut Model) {
    let category = row.category.as_deref();
    if row.base_armor_slug.is_some() && category == Some("weapon") {
        row.category = Some("armor".to_owned());
    } else if row.name.starts_with("Potion of ") && category == Some("wondrous-item") {
        row.category = Some("potion".to_owned());
    }
    if let Some(subtitle) = SUBTITLE.find(&row.text).map(|found| found.end()) {
        row.text.drain(..subtitle);
    }
}

static WEIGHT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:^|\n|[.!] )(?:regardless of [^,.\n]+, )?",
        r"(?:it|the (?P<noun>\w+)(?: and its contents)?|this [^,.;\n]{0,80}?|this [^.;\n]{0,120}?(?:,| and)(?: which| it)?)",
        r" (?:only |always )?weighs? (?:only |approximately |about )?",
        r"(?P<amount>an?|half an?|\d+/\d+(?: an?)?|[\d.,]+) (?P<unit>pounds?|ounces?)\b(?P<more> plus| for each| if| or (?:less|more|fewer))?",
    ))
});

/// The weight before the noun: `this 5-pound stone`.
static HEAVY: Pattern =
    Pattern::new(r"\bthis (?:[\w-]+,? ){0,4}?(?P<amount>\d+)[- ]pound (?P<noun>\w+)(?: (?P<next>\w+))?");

fn weight(row: &Model) -> Option<f64> {
    let mut found = WEIGHT.captures_iter(&row.text);
    let said = found.find_map(|found| pounds(&found, row));
    let name = row.name.to_lowercase();
    let before_noun = || {
        let found = HEAVY.captures(&row.text)?;
        let mut nouns = ["noun", "next"].iter().filter_map(|noun| found.name(noun));
        let is_named = nouns.any(|noun| name.contains(&noun.as_str().to_lowercase()));
        found["amount"].parse().ok().filter(|_| is_named)
    };
    said.or_else(before_noun)
}

/// The weight that a sentence gives of the item, in pounds: of a noun in its name or in its first sentence.
fn pounds(found: &Captures<'_>, row: &Model) -> Option<f64> {
    let first = row.text.split('.').next().unwrap_or_default();
    let known = format!("{} {first}", row.name).to_lowercase();
    let noun = found.name("noun").map(|noun| noun.as_str().to_lowercase());
    if found.name("more").is_some() || noun.is_some_and(|noun| !known.contains(&noun)) {
        return None;
    }
    let amount = found.name("amount")?.as_str().to_lowercase();
    let amount = match amount.as_str() {
        "a" | "an" => 1.0,
        "half a" | "half an" => 0.5,
        amount => {
            let amount = amount.trim_end_matches(" a").trim_end_matches(" an");
            parse_fraction(&amount.replace(',', ""))?
        }
    };
    let is_ounces = found.name("unit")?.as_str().to_lowercase().starts_with("ounce");
    Some(if is_ounces { amount / 16.0 } else { amount })
}

static UNHINDERED: Pattern = Pattern::new(
    r"if the armor normally imposes disadvantage on dexterity \(stealth\) checks or has a strength requirement, (?:the|this) [^.,]{0,30}\b(?:doesn|does no)",
);
static QUIET: Pattern =
    Pattern::new(r"you don['’]t have disadvantage on dexterity \(stealth\) checks as a result of wearing the armor");
static DEXTERITY: Pattern = Pattern::new(
    r"while wearing (?:this armor|a suit of (?P<category>medium|heavy) [^,.]+), the maximum dexterity modifier you can add to determine your armor class is (?P<cap>\d)",
);

fn read_armor(row: &mut Model) {
    let is_unhindered = UNHINDERED.is_match(&row.text);
    if is_unhindered {
        row.strength_required = None;
    }
    if is_unhindered || QUIET.is_match(&row.text) {
        row.stealth_disadvantage = Some(false);
    }
    let is_own = |found: &Captures<'_>| {
        let category = found.name("category").map(|category| category.as_str());
        category.is_none_or(|category| row.armor_category.as_deref() == Some(category))
    };
    let cap = DEXTERITY.captures_iter(&row.text).find(is_own);
    let cap: Option<i32> = cap.and_then(|found| found.name("cap")?.as_str().parse().ok());
    if let (Some(cap), Some(base)) = (cap, row.ac_base) {
        row.ac_adds_dexterity = Some(true);
        row.ac_dexterity_cap = Some(cap);
        row.ac_display = Some(format!("{base} + Dex modifier (max {cap})"));
    }
}

static PROPERTY: Pattern = Pattern::new(
    r"(?:^|[.!\n] )(?:while the blade exists, )?(?:it|this (?:magic )?[a-z]+) (?P<has>has|doesn['’]t have) the (?P<name>finesse|thrown|reach|light|heavy|loading|versatile) property(?: with a normal range of (?P<near>\d+) feet and a long range of (?P<far>\d+) feet|, and it doesn['’]t require (?P<ammunition>ammunition))?",
);

fn read_properties(row: &mut Model) {
    for found in PROPERTY.captures_iter(&row.text) {
        let part = |name| found.name(name).map(|part| part.as_str());
        let slug = part("name").unwrap_or_default().to_lowercase();
        if part("has").is_some_and(|has| !has.eq_ignore_ascii_case("has")) {
            let ammunition = part("ammunition").map(str::to_lowercase);
            row.properties.retain(|known| known.slug != slug && Some(&known.slug) != ammunition.as_ref());
        } else if row.properties.iter().all(|known| known.slug != slug) {
            let range = part("near").zip(part("far"));
            let number = |text: &str| text.parse().ok();
            row.range = row.range.or(range.and_then(|(near, _)| number(near)));
            row.long_range = row.long_range.or(range.and_then(|(_, far)| number(far)));
            row.properties.push(WeaponProperty {
                name: capitalized(&slug),
                detail: range.map(|(near, far)| format!("range {near}/{far}")),
                slug,
                ..WeaponProperty::default()
            });
            row.properties.sort_by(|a, b| a.name.cmp(&b.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_of(text: &str, row: Model) -> Model {
        let mut row = Model { text: text.into(), ..row };
        read(&mut row);
        row
    }

    #[test]
    fn weights_are_those_of_the_item_itself() {
        let weight = |text: &str| read_of(text, Model::default()).weight;
        assert_eq!(weight("A sack. The sack weighs 3 pounds, whatever is in it."), Some(3.0));
        assert_eq!(weight("A sack. Regardless of its contents, it weighs 1/2 pound."), Some(0.5));
        assert_eq!(weight("This dull spoon is 1 inch long and weighs an ounce."), Some(0.0625));
        assert_eq!(weight("Wearing this you can lift 500-pound boulders."), None);
        assert_eq!(weight("This broom, which weighs 3 pounds, sweeps."), Some(3.0));
        assert_eq!(weight("The jar and its contents weigh half a pound."), Some(0.5));
        assert_eq!(weight("It weighs ½ pound plus ¼ pound for each bean."), None);
        assert_eq!(weight("The sphere only weighs 1 pound if lifted."), None);
        assert_eq!(weight("You throw a pebble, provided it weighs 5 pounds."), None);
        assert_eq!(weight("A rowboat weighs 100 pounds."), None);
    }

    #[test]
    fn armor_and_weapons_are_as_their_texts_change_them() {
        let plate = Model {
            kind: Kind::MagicItem,
            ac_base: Some(18),
            armor_category: Some("heavy".into()),
            strength_required: Some(15),
            stealth_disadvantage: Some(true),
            ..Model::default()
        };
        let light = "If the armor normally imposes disadvantage on Dexterity (Stealth) checks or has a Strength requirement, the reed version of the armor doesn't.";
        let reed = read_of(light, plate.clone());
        assert_eq!((reed.strength_required, reed.stealth_disadvantage), (None, Some(false)));
        let supple = "While wearing a suit of medium supple armor, the maximum Dexterity modifier you can add to determine your Armor Class is 3. While wearing a suit of heavy supple armor, the maximum Dexterity modifier you can add to determine your Armor Class is 1.";
        let supple = read_of(supple, plate);
        assert_eq!(supple.ac_display.as_deref(), Some("18 + Dex modifier (max 1)"));
        let ladle = Model { kind: Kind::MagicItem, damage_dice: Some("1d4".into()), ..Model::default() };
        let thrown = "It has the thrown property with a normal range of 20 feet and a long range of 60 feet.";
        let thrown = read_of(thrown, ladle);
        assert_eq!((thrown.range, thrown.long_range), (Some(20), Some(60)));
        assert_eq!(thrown.properties[0].name, "Thrown");
    }
}
