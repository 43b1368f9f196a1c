//! Rules for spells: fields against the text.

mod effect;
mod material;
mod printed_area;
mod printed_fields;

use super::{Against, Finding, Lint, Rule, or_none, rule, text};
use crate::spell::Model;
use serde_json::Value;

impl Lint for Model {
    #[rustfmt::skip]
    const RULES: &'static [Rule<Self>] = &[
        rule("spell-saving-throw", &["saving_throw"], Against::Text("the text"), effect::saving_throw,
            "The text of the spell names the ability that saves."),
        rule("spell-damage-dealt", &["damage_types"], Against::Text("the text"), effect::damage_dealt,
            "The text of the spell deals dice of damage of this type."),
        rule("spell-damage-named", &["damage_types"], Against::Text("the text"), effect::damage_named,
            "A spell deals no damage of a type that its text does not name."),
        rule("spell-damage-roll", &["damage_roll"], Against::Text("the text"), effect::damage_roll,
            "The damage dice of a spell stand in its text."),
        rule("spell-attack", &["attack_roll"], Against::Text("the text"), effect::attack,
            "The text of a spell says whether it attacks."),
        rule("spell-attack-type", &["attack_type"], Against::Text("the text"), effect::attack_type,
            "The text of a spell says whether its attack is melee or ranged."),
        rule("spell-area", &["area_shape", "area_size"], Against::Text("the text"), effect::area,
            "The text of the spell gives its area."),
        rule("spell-healing", &["healing"], Against::Text("the text"), effect::healing,
            "The text of the spell says how many hit points are regained."),
        rule("spell-higher-levels", &["casting_options"], Against::Text("the text on higher levels"), effect::higher_levels,
            "The damage grows by the same dice with every level."),
        rule("spell-material-cost", &["material_cost"], Against::Text("the material"), material::cost,
            "The material component says what it is worth."),
        rule("spell-material-consumed", &["material_consumed"], Against::Text("the material"), material::consumed,
            "The material component says whether the spell consumes it."),
        rule("spell-components", &["material"], Against::Text("the material"), material::component,
            "A spell whose material component is named in words has one."),
        rule("spell-range", &["range", "range_unit"], Against::Text("the range as printed"), range,
            "The printed range begins with its number."),
        rule("spell-concentration", &["concentration"], Against::Text("the duration"), concentration,
            "A duration that names concentration requires it."),
        rule("spell-joined-words", &["text", "higher_levels"], Against::Text("English"), |row| text::joined_words(texts(row)),
            "A sentence begins after a blank."),
        rule("spell-leftovers", &["text", "higher_levels"], Against::Text("Markdown"), |row| text::leftovers(texts(row)),
            "Nothing of typesetting or of another program's markup is left in a text."),
        rule("spell-raw-links", &["text", "higher_levels"], Against::Text("Markdown"), |row| text::raw_links(texts(row)),
            "A link leads somewhere for everybody, not for one program."),
        rule("spell-said-once", &["text"], Against::Text("itself"), |row| text::repeated([row.text.as_str()]),
            "A book says a sentence once in a spell."),
    ];

    fn told(&self) -> Vec<(&'static str, Value)> {
        let mut told = printed_fields::printed_fields(self);
        told.extend(material::told(self));
        told
    }
}

fn texts(row: &Model) -> impl Iterator<Item = &str> {
    std::iter::once(row.text.as_str()).chain(row.higher_levels.as_deref())
}

fn range(row: &Model) -> Vec<Finding> {
    let Some(printed) = &row.range_text else {
        return Vec::new();
    };
    let mut words = printed.split([' ', '-']);
    let number = words.next().and_then(|word| word.replace(',', "").parse::<f64>().ok());
    let unit = words.next().map(str::to_lowercase).unwrap_or_default();
    let unit = ["feet", "miles"]
        .into_iter()
        .find(|known| known.starts_with(unit.trim_end_matches(['s', '.'])) || unit == "foot");
    match (number, unit) {
        (Some(number), Some(unit)) => {
            let stated = row.range.map(|n| format!("{n} {}", or_none(row.range_unit.as_deref())));
            vec![Finding::equal(or_none(stated), format!("{number} {unit}"))]
        }
        _ => Vec::new(),
    }
}

fn concentration(row: &Model) -> Vec<Finding> {
    let named = row.duration.to_lowercase().contains("concentration");
    if named { vec![Finding::equal(row.concentration, true)] } else { Vec::new() }
}
