//! Creatures.

mod casting;
use super::index::Index;
use super::prose::{About, markdown};
use super::{DOCUMENT, draft, named};
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::skill;
use crate::foundry_text::stats::Stats;
use crate::stat_block::numbers::Numbers;
use crate::stat_block::{action, input, usage};
use crate::{Drafts, Records};
use lorekeeper_content::creature::{Abilities, SkillBonus};
use lorekeeper_content::creature::{Model, Senses, Speed};
use lorekeeper_content::vocabulary::languages_in;
use lorekeeper_content::{Trait, UsageLimit, slugify};

/// Records that only the tabletop needs: the riding horse under the names of what is like it.
const HELPERS: [&str; 2] = ["goat-of-traveling", "phantom-steed"];

/// Draws the creatures.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for wire in named(records, "monsters", drafts) {
        if !HELPERS.contains(&wire.record.key.as_str()) {
            let row = row(wire.fields, wire.name, index);
            drafts.creatures.push(draft(row, "monsters", wire.record));
        }
    }
}

fn row(wire: Fields<'_>, name: &str, index: &Index<'_>) -> Model {
    let stats = stats(wire, name);
    let about = |thing| About { edition: Edition::Of2024, links: index, thing, stats: Some(&stats), name };
    let languages_text = languages(&wire.words("languages"));
    let lower = |path: &str| wire.filled(path).map(|text| text.to_lowercase());
    let hit_dice = hit_dice(wire.text("hp_dice"));
    let mut row = Model {
        document_key: DOCUMENT.to_owned(),
        slug: slugify(name),
        name: name.to_owned(),
        text: markdown(wire.text("description"), &about(Fields::NOTHING)),
        size: wire.filled("creature_size"),
        creature_type: wire.filled("creature_type"),
        alignment: lower("alignment"),
        armor_class: wire.int("ac"),
        hit_points: wire.int("hp"),
        speed: speed(wire.at("movement")).into(),
        proficiency_bonus: wire.positive("proficiency_bonus"),
        damage_vulnerabilities: slugs(wire, "damage_vulnerabilities"),
        damage_resistances: slugs(wire, "damage_resistances"),
        damage_immunities: slugs(wire, "damage_immunities"),
        condition_immunities: slugs(wire, "condition_immunities"),
        senses: senses(wire.at("senses")).into(),
        passive_perception: wire.int("senses.passive_perception"),
        languages: languages_text.as_deref().map(languages_in).unwrap_or_default(),
        languages_text,
        // A creature that a spell summons has hit points by the spell's level, and no rating.
        challenge_rating: wire.number("cr").filter(|_| hit_dice.is_some()),
        hit_dice,
        traits: traits(wire, &about).into(),
        legendary_preamble: preamble(wire, &stats),
        ..Model::default()
    };
    stats.numbers.clone().fill(&mut row);
    let lists = ["actions", "legendary_actions", "lair_actions"];
    let actions = lists.iter().flat_map(|list| wire.list(list));
    let mut sections =
        action::sections((0..).zip(actions).map(|(order, action)| printed(action, order, &about(action))).collect());
    sections.number();
    sections.fill(&mut row);
    casting::fill(wire, &stats, index, &mut row);
    row
}

/// The creature's numbers.
fn stats(wire: Fields<'_>, name: &str) -> Stats {
    let of_code = |list: &str, name: &str| wire.int(&format!("{list}.{}", name.get(..3)?));
    let score = |name: &str| of_code("ability_scores", name).or(Some(10));
    let skills = wire.entries("skills").filter_map(|(name, bonus)| {
        Some(SkillBonus { skill: skill(&name.replace('_', "-"))?.to_owned(), bonus: bonus.whole()? })
    });
    Stats {
        name: name.to_owned(),
        dragon: wire.text("creature_type") == "dragon",
        numbers: Numbers::new(
            Abilities::each(score),
            Abilities::each(|name| of_code("saving_throws", name)),
            skills.collect(),
        ),
        proficiency: wire.int("proficiency_bonus").unwrap_or_default(),
        casting: wire.filled("spellcasting_ability"),
    }
}

/// An action as the book prints it, once its text is plain.
fn printed(wire: Fields<'_>, order: i32, about: &About<'_>) -> input::Action {
    let kind = match wire.text("kind") {
        "legendary" => "LEGENDARY_ACTION".to_owned(),
        "lair" => "LAIR_ACTION".to_owned(),
        kind => kind.to_uppercase(),
    };
    let by_spell = |activity: Fields<'_>| activity.text("attack.type.classification") == "spell";
    let spell = about.activities("attack").next().is_some_and(by_spell);
    input::Action {
        name: wire.text("name").trim().to_owned(),
        desc: markdown(wire.text("description"), about),
        legendary_action_cost: wire.int("legendary_cost").filter(|_| kind == "LEGENDARY_ACTION"),
        kind,
        order_in_statblock: Some(order),
        usage_limits: usage_limit(wire),
        attack_type: Some(if spell { "SPELL" } else { "WEAPON" }.to_owned()),
        ..input::Action::default()
    }
}

/// How often an action can be used, where a field says it.
fn usage_limit(wire: Fields<'_>) -> Option<input::Usage> {
    let recharge = wire.text("recharge").split(['-', '–']).next();
    let recharge = recharge.and_then(|first| first.trim().parse().ok());
    let daily = || Some(("PER_DAY", wire.int("uses_per_day")?));
    let (kind, param) = recharge.map(|n| ("RECHARGE", n)).or_else(daily)?;
    Some(input::Usage { kind: kind.to_owned(), param: Some(param) })
}

/// How often something can be used: by its fields, else by its name.
fn limit(wire: Fields<'_>) -> Option<UsageLimit> {
    let field = usage_limit(wire).as_ref().and_then(usage::limit);
    field.or_else(|| usage::printed(wire.text("name")))
}

/// The hit dice, where there are any.
fn hit_dice(dice: &str) -> Option<String> {
    let (number, _) = dice.trim().split_once('d')?;
    number.parse().ok().filter(|number: &i32| *number > 0)?;
    crate::wire::filled(dice)
}

fn slugs(wire: Fields<'_>, list: &str) -> Vec<String> {
    let slugs = wire.words(list).into_iter().map(slugify);
    slugs.filter(|slug| !slug.is_empty()).collect()
}

fn speed(wire: Fields<'_>) -> Speed {
    Speed {
        walk: wire.int("walk"),
        fly: wire.positive("fly"),
        swim: wire.positive("swim"),
        climb: wire.positive("climb"),
        burrow: wire.positive("burrow"),
        hover: wire.positive("fly").map(|_| wire.is("hover")),
        unit: Some("feet".to_owned()),
        ..Speed::default()
    }
}

fn senses(wire: Fields<'_>) -> Senses {
    Senses {
        darkvision: wire.int("darkvision"),
        blindsight: wire.int("blindsight"),
        tremorsense: wire.int("tremorsense"),
        truesight: wire.int("truesight"),
        ..Senses::default()
    }
}

/// The languages as printed. What is said of them (`plus one other language`, telepathy) is no language's name; those
/// of the elements are dialects of one.
fn languages(wire: &[&str]) -> Option<String> {
    let mut printed = String::new();
    let words = wire.iter().map(|words| words.trim());
    for words in words.filter(|words| !words.is_empty()) {
        // A list and its summary (`Common`, `Common plus two others`) say the same thing twice.
        let summary = format!("{words} plus");
        if wire.iter().any(|other| other.trim().starts_with(&summary)) {
            continue;
        }
        printed.push_str(match words {
            _ if printed.is_empty() => "",
            words if words.starts_with("plus ") => " ",
            words if words.starts_with("telepathy") => "; ",
            _ => ", ",
        });
        if matches!(words, "Aquan" | "Auran" | "Ignan" | "Terran") {
            printed.extend(["Primordial (", words, ")"]);
        } else {
            printed.push_str(words);
        }
    }
    crate::wire::filled(&printed)
}

/// The traits, each with its text; legendary resistance with its number of uses.
fn traits<'a>(wire: Fields<'a>, about: &dyn Fn(Fields<'a>) -> About<'a>) -> Vec<Trait> {
    let traits = wire.list("special_abilities").map(|special| {
        let name = special.text("name").trim();
        let resists = wire.int("legendary_resistance_uses").filter(|_| name == "Legendary Resistance");
        Trait {
            name: name.to_owned(),
            text: markdown(special.text("description"), &about(special)),
            kind: None,
            usage: resists.map(usage::per_day).or_else(|| limit(special)),
        }
    });
    traits.collect()
}

/// The preamble of the legendary actions, which differs in the number only.
fn preamble(wire: Fields<'_>, stats: &Stats) -> Option<String> {
    wire.list("legendary_actions").next()?;
    let uses = wire.int("legendary_action_uses")?;
    let called = stats.called().to_lowercase();
    Some(format!(
        "Legendary Action Uses: {uses}. Immediately after another creature's turn, the {called} can expend a use to take one of the following actions. The {called} regains all expended uses at the start of each of its turns."
    ))
}
