//! Lookups of numbers and words in a text: `@save.dc.value`, `@target.template.size`, `@name`.

use super::command::Arguments;
use super::fields::Fields;
use super::notation::{bonus, dice, sum, title};
use super::{About, reference};
use crate::prose::capitalized;

/// The value at a path.
pub(super) fn lookup(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let path = arguments.words.first()?.strip_prefix('@')?;
    let found = match path {
        "name" => about.stats.map_or_else(|| about.name.to_owned(), super::Stats::called),
        _ => number(path, about).or_else(|| of_activity(path, arguments, about))?,
    };
    // A condition of an activity may refer to the rules like any text.
    let found = reference::resolve(&super::entities(&found), about.edition);
    let found = found.trim();
    if found.is_empty() || found.contains('@') {
        return None;
    }
    if arguments.has("capitalize") {
        return Some(capitalized(found));
    }
    Some(if arguments.has("lowercase") { found.to_lowercase() } else { found.to_owned() })
}

fn number(path: &str, about: &About<'_>) -> Option<String> {
    about.stats?.value(path, None).map(|number| number.to_string())
}

fn of_activity(path: &str, arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let kinds: &[&str] = match path.split('.').next()? {
        "save" => &["save"],
        "check" => &["check"],
        "healing" => &["heal"],
        "damage" => &["save", "damage", "attack"],
        _ => &["save", "attack", "damage", "heal", "check", "utility", "cast", "summon"],
    };
    let activity = arguments.activity(about, kinds)?;
    let affects = activity.at("target.affects");
    match path {
        "save.dc.value" | "save.dc.formula" => Some(about.stats?.save_dc(activity)?.to_string()),
        "check.dc.value" => Some(about.stats?.check_dc(activity)?.to_string()),
        "damage.onSave" => activity.word("damage.on_save"),
        "target.affects.type" => Some(affected(affects).to_owned()),
        "target.affects.labels.statblock" => Some(targets(affects)),
        "labels.description.affects" => Some(format!("each {}", affected(affects))),
        "labels.description.template" => shape(activity.at("target.template")),
        "healing.formula" => healing(activity, about),
        // Other paths are those of the record.
        _ => activity.word(path),
    }
}

/// The targets of an effect, in words.
fn affected(affects: Fields<'_>) -> &str {
    match affects.text("type") {
        "creatureOrObject" => "creature or object",
        "willing" => "willing creature",
        "any" | "" => "target",
        kind => kind,
    }
}

fn targets(affects: Fields<'_>) -> String {
    let kind = affected(affects);
    match affects.text("count") {
        "1" => format!("one {kind}"),
        "2" => format!("two {kind}s"),
        "3" => format!("three {kind}s"),
        _ => format!("each {kind}"),
    }
}

/// The area, as a spell's description names it.
fn shape(template: Fields<'_>) -> Option<String> {
    let size = template.filled("size")?;
    Some(match template.text("type") {
        "radius" => format!("{size}-foot-radius Emanation"),
        kind @ ("sphere" | "cylinder" | "circle") => format!("{size}-foot-radius {}", title(kind)),
        kind => format!("{size}-foot {}", title(kind)),
    })
}

/// The hit points that an activity restores, as dice.
pub(super) fn healing(activity: Fields<'_>, about: &About<'_>) -> Option<String> {
    let part = activity.at("healing");
    let ability = activity.filled("attack.ability");
    let more = sum(part.text("bonus"), |name| about.stats?.value(name, ability.as_deref()));
    match (dice(part, 0), more) {
        (Some(dice), more) => Some(format!("{dice}{}", bonus(more.unwrap_or_default()))),
        (None, Some(flat)) => Some(flat.to_string()),
        (None, None) => {
            let dieless = part.int("denomination").is_none_or(|die| die < 2);
            part.word("number").filter(|_| dieless)
        }
    }
}
