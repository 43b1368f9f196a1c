//! Rules for equipment: fields against the text, against each other, and against the rules of armor and weapons.

use super::{Against, Finding, Lint, Rule, or_none, rule, text};
use crate::equipment::{Kind, Model};
use crate::vocabulary::{self, DAMAGE_TYPES, in_gold};
use crate::{Pattern, Regex, pattern};
use serde_json::{Value, json};
use std::sync::LazyLock;

impl Lint for Model {
    #[rustfmt::skip]
    const RULES: &'static [Rule<Self>] = &[
        rule("item-attunement", &["requires_attunement"], Against::Text("the text"), attunement,
            "The text of a magic item says whether it must be attuned to."),
        rule("item-rarity", &["rarity"], Against::Text("the text"), rarity, "The first line of a magic item gives its rarity."),
        rule("item-rarity-rank", &["rarity_rank"], Against::Text("the rarity"), rarity_rank, "The rank is that of the rarity."),
        rule("item-price", &["cost"], Against::Text("the text"), price, "A line of the text gives the price."),
        rule("item-mithral", &["stealth_disadvantage", "strength_required"], Against::Text("mithral"), mithral,
            "Mithral armor hinders nobody: no disadvantage on Stealth, no Strength required."),
        rule("weapon-damage-instead", &["damage_type"], Against::Text("the text"), |row| { let printed = damage_instead(row).into_iter(); printed .map(|kind| Finding::equal(or_none(row.damage_type.clone()), kind)) .collect() },
            "The text of a magic weapon says that it deals damage of another type."),
        rule("weapon-versatile", &["versatile_dice", "properties"], Against::Text("the property versatile"), versatile,
            "The property gives the dice in two hands."),
        rule("weapon-range", &["range", "long_range", "properties"], Against::Text("the properties ammunition and thrown"), range,
            "The property gives the range."),
        rule("weapon-training", &["simple", "martial"], Against::Text("each other"), training,
            "A weapon is either simple or martial."),
        rule("weapon-hands", &["properties"], Against::Text("each other"), hands,
            "A weapon that takes two hands is neither versatile nor light."),
        rule("armor-dexterity", &["ac_adds_dexterity", "ac_dexterity_cap", "armor_category"], Against::Text("the armor's category"), armor_dexterity,
            "Light armor adds Dexterity, medium armor at most 2 of it, heavy armor none."),
        rule("armor-display", &["ac_base", "ac_display"], Against::Text("the armor class in words"), armor_display,
            "The words begin with the base armor class."),
        rule("item-joined-words", &["text"], Against::Text("English"), |row| text::joined_words([row.text.as_str()]),
            "A sentence begins after a blank."),
        rule("item-leftovers", &["text"], Against::Text("Markdown"), |row| text::leftovers([row.text.as_str()]),
            "Nothing of typesetting or of another program's markup is left in a text."),
        rule("item-raw-links", &["text"], Against::Text("Markdown"), |row| text::raw_links([row.text.as_str()]),
            "A link leads somewhere for everybody, not for one program."),
    ];

    fn told(&self) -> Vec<(&'static str, Value)> {
        let attunement = needs_attunement(self).then(|| ("requires_attunement", json!(true)));
        let damage_type = damage_instead(self).map(|kind| ("damage_type", json!(kind)));
        attunement.into_iter().chain(damage_type).collect()
    }
}

/// One check.
fn one(finding: Finding) -> Vec<Finding> {
    vec![finding]
}

static ATTUNED: Pattern = Pattern::new(
    r"^[^\n]*(?:\((?:requires )?attunement|requires attunement)\b|\bwhile attuned\b|\battuned to (?:this|the|it\b)|\battune to (?:this|the|it\b)",
);
static NOT_ATTUNED: Pattern = Pattern::new(
    r"(?:n't|n’t|not|without|no longer) (?:have to be |be |been |being |require |requiring |need )?attun|not require attunement",
);

/// Whether the text says that the item must be attuned to. Attunement for one of its powers stands in a line below the
/// first one.
///
/// Correction (equipment): Attunement that only the text tells is required.
fn needs_attunement(row: &Model) -> bool {
    row.kind == Kind::MagicItem && ATTUNED.is_match(&row.text) && !NOT_ATTUNED.is_match(&row.text)
}

fn attunement(row: &Model) -> Vec<Finding> {
    let stated = row.requires_attunement.unwrap_or_default();
    let finding = needs_attunement(row).then(|| Finding::equal(stated, true));
    finding.into_iter().collect()
}

/// The line under the name: `*Wondrous item, very rare (requires attunement)*`.
static SUBTITLE: Pattern = Pattern::new(
    r"^[*_]*(?:weapon|armor|wondrous item|potion|ring|rod|staff|wand|scroll)\b[^.\n]{0,60}?,? (?P<rarity>very rare|uncommon|common|rare|legendary|artifact)\b",
);

fn rarity(row: &Model) -> Vec<Finding> {
    let printed = SUBTITLE.captures(&row.text);
    let printed = printed.and_then(|found| found.name("rarity"));
    match (printed, &row.rarity) {
        (Some(printed), Some(stated)) if stated != "varies" => {
            let printed = printed.as_str().to_lowercase().replace(' ', "-");
            one(Finding::equal(stated.clone(), printed))
        }
        _ => Vec::new(),
    }
}

fn rarity_rank(row: &Model) -> Vec<Finding> {
    let expected = row.rarity.as_deref().and_then(vocabulary::rarity_rank);
    expected.map(|rank| Finding::equal(or_none(row.rarity_rank), rank.to_string())).into_iter().collect()
}

static INSTEAD: LazyLock<Regex> = LazyLock::new(|| {
    let any = DAMAGE_TYPES.join("|");
    pattern(&format!(r"\bdeals (?P<kind>{any}) damage instead of (?:{any}) damage"))
});

/// The type of damage that the text puts in the place of the base weapon's.
///
/// Correction (equipment): A magic weapon whose text says that it always deals another type of damage deals that.
fn damage_instead(row: &Model) -> Option<String> {
    row.damage_type.as_ref()?;
    let found = INSTEAD.captures(&row.text)?;
    let kind = found.name("kind")?;
    let before = row.text.get(..kind.start())?;
    let sentence = before.rsplit(['.', '\n']).next()?;
    (!AT_TIMES.is_match(sentence)).then(|| kind.as_str().to_lowercase())
}

/// Words of a sentence about a weapon that is not always so.
static AT_TIMES: Pattern = Pattern::new(r"\b(?:while|when|whenever|until|if|action|can|once)\b");

static PRICE: Pattern = Pattern::new(r"(?m)^[*_ ]*(?:cost|price)[*_:. ]+(?P<amount>\d[\d,]*)\s*(?P<coin>gp|sp|cp)\b");

fn price(row: &Model) -> Vec<Finding> {
    let printed = PRICE.captures(&row.text).and_then(|found| {
        let amount: f64 = found.name("amount")?.as_str().replace(',', "").parse().ok()?;
        in_gold(amount, found.name("coin")?.as_str())
    });
    let Some(printed) = printed else {
        return Vec::new();
    };
    one(Finding::equal(or_none(row.cost), printed.to_string()))
}

fn mithral(row: &Model) -> Vec<Finding> {
    let name = row.name.to_lowercase();
    let is_armor = row.armor_category.is_some() || row.base_armor_slug.is_some();
    if !is_armor || !(name.contains("mithral") || name.contains("mithril")) {
        return Vec::new();
    }
    vec![
        Finding::equal(row.stealth_disadvantage.unwrap_or_default(), false),
        Finding::equal(or_none(row.strength_required), "none".to_owned()),
    ]
}

fn property<'a>(row: &'a Model, slug: &str) -> Option<&'a crate::equipment::WeaponProperty> {
    row.properties.iter().find(|property| property.slug == slug)
}

fn versatile(row: &Model) -> Vec<Finding> {
    let property = property(row, "versatile");
    let printed = property.map(|property| property.detail.clone());
    match (&row.versatile_dice, printed) {
        (None, None) | (Some(_), Some(None)) => Vec::new(),
        (stated, printed) => {
            let printed = printed.map(Option::unwrap_or_default);
            let bare = |dice: String| dice.trim_matches(['(', ')']).to_lowercase();
            one(Finding::equal(or_none(stated.clone()), or_none(printed.map(bare))))
        }
    }
}

static DISTANCES: Pattern = Pattern::new(r"(?P<near>\d+)(?:/(?P<far>\d+))?");

fn range(row: &Model) -> Vec<Finding> {
    let properties = ["ammunition", "thrown"];
    let details = properties.iter().filter_map(|slug| property(row, slug)?.detail.as_deref());
    let findings = details.filter_map(|detail| {
        let printed = DISTANCES.captures(detail)?;
        let number = |name| printed.name(name).map(|n| n.as_str().to_owned());
        let printed = format!("{}/{}", or_none(number("near")), or_none(number("far")));
        let stated = format!("{}/{}", or_none(row.range), or_none(row.long_range));
        Some(Finding::equal(stated, printed))
    });
    findings.collect()
}

fn training(row: &Model) -> Vec<Finding> {
    match (row.simple, row.martial) {
        (Some(simple), Some(martial)) if row.kind == Kind::Weapon && row.improvised != Some(true) => {
            one(Finding::equal(simple, !martial))
        }
        _ => Vec::new(),
    }
}

fn hands(row: &Model) -> Vec<Finding> {
    if property(row, "two-handed").is_none() {
        return Vec::new();
    }
    let others = ["versatile", "light"].into_iter().filter(|slug| property(row, slug).is_some());
    let others: Vec<&str> = others.collect();
    one(if others.is_empty() {
        Finding::Holds
    } else {
        Finding::contradiction(format!("two-handed, {}", others.join(", ")), "one of them")
    })
}

fn armor_dexterity(row: &Model) -> Vec<Finding> {
    let (Some(category), Some(adds)) = (row.armor_category.as_deref(), row.ac_adds_dexterity) else {
        return Vec::new();
    };
    let words = |adds: bool, cap: Option<i32>| {
        if adds { format!("Dexterity, at most {}", or_none(cap)) } else { "no Dexterity".to_owned() }
    };
    let expected = match category {
        "light" => words(true, None),
        // The text of a magic item may say otherwise.
        "medium" if row.kind == Kind::Armor => words(true, Some(2)),
        "heavy" if row.kind == Kind::Armor => words(false, None),
        _ => return Vec::new(),
    };
    one(Finding::equal(words(adds, row.ac_dexterity_cap), expected))
}

fn armor_display(row: &Model) -> Vec<Finding> {
    let (Some(base), Some(display)) = (row.ac_base, &row.ac_display) else {
        return Vec::new();
    };
    let digits: String = display.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    one(Finding::equal(base.to_string(), digits))
}
