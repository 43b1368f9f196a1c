//! Rules for spells: fields against the text.

mod effect;
mod material;
mod printed_area;
mod printed_fields;

use super::{Against, Finding, Lint, Rule, or_none, text};
use crate::spell::Model;
use serde_json::Value;

impl Lint for Model {
    const RULES: &'static [Rule<Self>] = &[
        Rule {
            name: "spell-saving-throw",
            fields: &["saving_throw"],
            against: Against::Text("the text"),
            why: "The text of the spell names the ability that saves.",
            check: effect::saving_throw,
        },
        Rule {
            name: "spell-damage-dealt",
            fields: &["damage_types"],
            against: Against::Text("the text"),
            why: "The text of the spell deals dice of damage of this type.",
            check: effect::damage_dealt,
        },
        Rule {
            name: "spell-damage-named",
            fields: &["damage_types"],
            against: Against::Text("the text"),
            why: "A spell deals no damage of a type that its text does not name.",
            check: effect::damage_named,
        },
        Rule {
            name: "spell-damage-roll",
            fields: &["damage_roll"],
            against: Against::Text("the text"),
            why: "The damage dice of a spell stand in its text.",
            check: effect::damage_roll,
        },
        Rule {
            name: "spell-attack",
            fields: &["attack_roll"],
            against: Against::Text("the text"),
            why: "The text of a spell says whether it attacks.",
            check: effect::attack,
        },
        Rule {
            name: "spell-attack-type",
            fields: &["attack_type"],
            against: Against::Text("the text"),
            why: "The text of a spell says whether its attack is melee or ranged.",
            check: effect::attack_type,
        },
        Rule {
            name: "spell-area",
            fields: &["area_shape", "area_size"],
            against: Against::Text("the text"),
            why: "The text of the spell gives its area.",
            check: effect::area,
        },
        Rule {
            name: "spell-healing",
            fields: &["healing"],
            against: Against::Text("the text"),
            why: "The text of the spell says how many hit points are regained.",
            check: effect::healing,
        },
        Rule {
            name: "spell-higher-levels",
            fields: &["casting_options"],
            against: Against::Text("the text on higher levels"),
            why: "The damage grows by the same dice with every level.",
            check: effect::higher_levels,
        },
        Rule {
            name: "spell-material-cost",
            fields: &["material_cost"],
            against: Against::Text("the material"),
            why: "The material component says what it is worth.",
            check: material::cost,
        },
        Rule {
            name: "spell-material-consumed",
            fields: &["material_consumed"],
            against: Against::Text("the material"),
            why: "The material component says whether the spell consumes it.",
            check: material::consumed,
        },
        Rule {
            name: "spell-components",
            fields: &["material"],
            against: Against::Text("the material"),
            why: "A spell whose material component is named in words has one.",
            check: material::component,
        },
        Rule {
            name: "spell-range",
            fields: &["range", "range_unit"],
            against: Against::Text("the range as printed"),
            why: "The printed range begins with its number.",
            check: range,
        },
        Rule {
            name: "spell-concentration",
            fields: &["concentration"],
            against: Against::Text("the duration"),
            why: "A duration that names concentration requires it.",
            check: concentration,
        },
        Rule {
            name: "spell-joined-words",
            fields: &["text", "higher_levels"],
            against: Against::Text("English"),
            why: "A sentence begins after a blank.",
            check: |row| text::joined_words(texts(row)),
        },
        Rule {
            name: "spell-leftovers",
            fields: &["text", "higher_levels"],
            against: Against::Text("Markdown"),
            why: "Nothing of typesetting or of another program's markup is left in a text.",
            check: |row| text::leftovers(texts(row)),
        },
        Rule {
            name: "spell-raw-links",
            fields: &["text", "higher_levels"],
            against: Against::Text("Markdown"),
            why: "A link leads somewhere for everybody, not for one program.",
            check: |row| text::raw_links(texts(row)),
        },
        Rule {
            name: "spell-said-once",
            fields: &["text"],
            against: Against::Text("itself"),
            why: "A book says a sentence once in a spell.",
            check: |row| text::repeated([row.text.as_str()]),
        },
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
    let number = words
        .next()
        .and_then(|word| word.replace(',', "").parse::<f64>().ok());
    let unit = words.next().map(str::to_lowercase).unwrap_or_default();
    let unit = ["feet", "miles"]
        .into_iter()
        .find(|known| known.starts_with(unit.trim_end_matches(['s', '.'])) || unit == "foot");
    match (number, unit) {
        (Some(number), Some(unit)) => {
            let stated = row
                .range
                .map(|n| format!("{n} {}", or_none(row.range_unit.as_deref())));
            vec![Finding::equal(or_none(stated), format!("{number} {unit}"))]
        }
        _ => Vec::new(),
    }
}

fn concentration(row: &Model) -> Vec<Finding> {
    let named = row.duration.to_lowercase().contains("concentration");
    if named {
        vec![Finding::equal(row.concentration, true)]
    } else {
        Vec::new()
    }
}
