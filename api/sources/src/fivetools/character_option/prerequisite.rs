//! Prerequisites in words.

use super::super::markdown::{line, words};
use crate::foundry_text::fields::Fields;
use crate::prose::{capitalized, ordinal};
use lorekeeper_content::vocabulary::ability_of;
use serde_json::Value;

/// The prerequisites: alternatives, each of several parts.
pub(super) fn prerequisites(value: &Value) -> Option<String> {
    let alternatives = value.as_array().into_iter().flatten().map(alternative);
    let alternatives: Vec<String> = alternatives.filter(|text| !text.is_empty()).collect();
    crate::wire::filled(&alternatives.join(" or "))
}

/// The level that is required, if one is.
pub(super) fn level(value: &Value) -> Option<i32> {
    let mut alternatives = value.as_array()?.iter().map(Fields::of);
    alternatives.find_map(|fields| fields.int("level").or_else(|| fields.int("level.level")))
}

fn alternative(value: &Value) -> String {
    let fields = Fields::of(value);
    let parts = fields.entries("").filter_map(|(name, part)| {
        let raw = value.get(name)?;
        crate::wire::filled(&self::part(name, part, raw))
    });
    parts.collect::<Vec<_>>().join(", ")
}

fn part(name: &str, part: Fields<'_>, raw: &Value) -> String {
    let text = part.text("");
    let names = |raw: &Value| {
        let list = raw.as_array().into_iter().flatten().map(|item| {
            let fields = Fields::of(item);
            let shown = ["displayEntry", "entry", "name", "entrySummary"];
            let shown = shown.iter().find_map(|field| fields.filled(field));
            let text = item.as_str().map(str::to_owned).or(shown).unwrap_or_default();
            let text = text.split(['|', '#']).next().unwrap_or_default();
            let sub = fields.filled("subrace").map(|sub| format!(" ({sub})"));
            format!("{}{}", words(text), sub.unwrap_or_default())
        });
        list.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" or ")
    };
    match name {
        "level" => {
            let level = part.whole().or_else(|| part.int("level"));
            let class = part.filled("class.name").map(|class| format!("{} ", capitalized(&class)));
            level.map_or_else(String::new, |level| {
                format!(
                    "{} level{}",
                    ordinal(level),
                    class.map(|class| format!(" {}", class.trim())).unwrap_or_default()
                )
            })
        }
        "ability" => {
            let sets = raw.as_array().into_iter().flatten().map(|set| {
                let parts = Fields::of(set).entries("").filter_map(|(code, score)| {
                    let ability = capitalized(ability_of(code)?);
                    Some(format!("{ability} {} or higher", score.whole()?))
                });
                parts.collect::<Vec<_>>().join(" and ")
            });
            sets.collect::<Vec<_>>().join(" or ")
        }
        "spellcasting" | "spellcasting2020" | "spellcastingFeature" | "spellcastingPrepared" => {
            "the ability to cast at least one spell".to_owned()
        }
        "pact" => format!("Pact of the {text}"),
        "patron" => format!("{text} patron"),
        "spell" => format!("{} spell", names(raw)),
        "feat" => format!("{} feat", names(raw)),
        "proficiency" => {
            let sets = raw.as_array().into_iter().flatten().map(|set| {
                let parts = Fields::of(set).entries("").map(|(kind, of)| {
                    let of = of.filled("").or_else(|| of.filled("proficiency")).unwrap_or_default();
                    format!("{} {kind}", words(&of)).replace("weaponGroup", "weapons")
                });
                parts.collect::<Vec<_>>().join(" and ")
            });
            format!("proficiency with {}", sets.collect::<Vec<_>>().join(" or "))
        }
        "other" | "note" | "alignment" | "membership" => words(text),
        "otherSummary" => words(part.text("entry")),
        "psionics" => "psionics".to_owned(),
        "exclusiveFeatCategory" | "itemProperty" => String::new(),
        _ if raw.is_array() => names(raw),
        _ => line(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn prerequisites_are_words() {
        for (value, expected) in [
            (
                json!([{"level": 4, "ability": [{"str": 13}, {"dex": 13}]}]),
                "4th level, Strength 13 or higher or Dexterity 13 or higher",
            ),
            (json!([{"level": {"level": 5, "class": {"name": "Cook", "source": "B"}}}]), "5th level Cook"),
            (
                json!([{"race": [{"name": "imp", "subrace": "hot"}]}, {"feat": ["boiler|b"]}]),
                "imp (hot) or boiler feat",
            ),
            (
                json!([{"spell": ["soup bolt#c"], "spellcasting": true}]),
                "soup bolt spell, the ability to cast at least one spell",
            ),
            (
                json!([{"proficiency": [{"armor": "medium"}]}, {"pact": "Pot"}]),
                "proficiency with medium armor or Pact of the Pot",
            ),
            (
                json!([{"otherSummary": {"entry": "A {@item pot}", "entrySummary": "x"}}, {"background": [{"name": "Cook"}]}]),
                "A pot or Cook",
            ),
        ] {
            assert_eq!(prerequisites(&value).as_deref(), Some(expected), "{value}");
        }
        assert_eq!(prerequisites(&json!([{}, 7, null])), None);
        assert_eq!(level(&json!([{"pact": "Pot"}, {"level": {"level": 5}}])), Some(5));
    }
}
