//! Lookups of numbers and words in a text: `@save.dc.value`, `@target.template.size`, `@name`.

use super::super::notation::{bonus, dice, sum, title};
use super::super::wire::Activity;
use super::command::Arguments;
use super::{About, reference};

/// The value at a path.
pub(super) fn lookup(arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let path = arguments.words.first()?.strip_prefix('@')?;
    let found = match path {
        "name" => about
            .stats
            .map_or_else(|| about.name.to_owned(), super::Stats::called),
        _ => number(path, about).or_else(|| of_activity(path, arguments, about))?,
    };
    // A condition of an activity may refer to the rules like any text.
    let found = reference::resolve(&super::entities(&found));
    let found = found.trim();
    if found.is_empty() || found.contains('@') {
        return None;
    }
    if arguments.has("capitalize") {
        let mut letters = found.chars();
        let first = letters.next()?;
        return Some(first.to_uppercase().chain(letters).collect());
    }
    Some(if arguments.has("lowercase") {
        found.to_lowercase()
    } else {
        found.to_owned()
    })
}

fn number(path: &str, about: &About<'_>) -> Option<String> {
    about
        .stats?
        .value(path, None)
        .map(|number| number.to_string())
}

fn of_activity(path: &str, arguments: &Arguments<'_>, about: &About<'_>) -> Option<String> {
    let kinds: &[&str] = match path.split('.').next()? {
        "save" => &["save"],
        "check" => &["check"],
        "healing" => &["heal"],
        "damage" => &["save", "damage", "attack"],
        _ => &[
            "save", "attack", "damage", "heal", "check", "utility", "cast", "summon",
        ],
    };
    let activity = arguments.activity(about, kinds)?;
    let (template, affects) = (&activity.target.template, &activity.target.affects);
    match path {
        "save.dc.value" | "save.dc.formula" => Some(about.stats?.save_dc(activity)?.to_string()),
        "check.dc.value" => Some(about.stats?.check_dc(activity)?.to_string()),
        "damage.onSave" => Some(activity.damage.on_save.clone()),
        "range.value" => activity.range.value.clone(),
        "range.units" => Some(activity.range.units.clone()),
        "range.special" => Some(activity.range.special.clone()),
        "duration.value" => activity.duration.value.clone(),
        "duration.units" => Some(activity.duration.units.clone()),
        "duration.special" => Some(activity.duration.special.clone()),
        "target.template.size" => Some(template.size.clone()),
        "target.template.width" => Some(template.width.clone()),
        "target.template.height" => Some(template.height.clone()),
        "target.template.units" => Some(template.units.clone()),
        "target.template.type" => Some(template.kind.clone()),
        "target.affects.count" => Some(affects.count.clone()),
        "target.affects.special" => Some(affects.special.clone()),
        "target.affects.type" => Some(affected(&affects.kind)),
        "target.affects.labels.statblock" => Some(targets(activity)),
        "labels.description.affects" => Some(format!("each {}", affected(&affects.kind))),
        "labels.description.template" => shape(activity),
        "healing.formula" => healing(activity, about),
        "roll.formula" => Some(activity.roll.formula.clone()),
        "activation.condition" => Some(activity.activation.condition.clone()),
        _ => None,
    }
}

/// The targets of an effect, in words.
fn affected(kind: &str) -> String {
    match kind {
        "creatureOrObject" => "creature or object".to_owned(),
        "willing" => "willing creature".to_owned(),
        "any" | "" => "target".to_owned(),
        kind => kind.to_owned(),
    }
}

fn targets(activity: &Activity) -> String {
    let affects = &activity.target.affects;
    let kind = affected(&affects.kind);
    match affects.count.as_str() {
        "1" => format!("one {kind}"),
        "2" => format!("two {kind}s"),
        "3" => format!("three {kind}s"),
        _ => format!("each {kind}"),
    }
}

/// The area, as a spell's description names it.
fn shape(activity: &Activity) -> Option<String> {
    let template = &activity.target.template;
    let size = Some(&template.size).filter(|size| !size.is_empty())?;
    Some(match template.kind.as_str() {
        "sphere" | "cylinder" | "circle" | "radius" => {
            let name = if template.kind == "radius" {
                "emanation"
            } else {
                &template.kind
            };
            format!("{size}-foot-radius {}", title(name))
        }
        kind => format!("{size}-foot {}", title(kind)),
    })
}

/// The hit points that an activity restores, as dice.
pub(super) fn healing(activity: &Activity, about: &About<'_>) -> Option<String> {
    let part = activity.healing.as_ref()?;
    let ability = Some(activity.attack.ability.as_str()).filter(|code| !code.is_empty());
    let more = sum(&part.bonus, |name| about.stats?.value(name, ability));
    match (dice(part), more) {
        (Some(dice), more) => Some(format!("{dice}{}", bonus(more.unwrap_or_default()))),
        (None, Some(flat)) => Some(flat.to_string()),
        (None, None) => part
            .number
            .filter(|_| part.denomination.is_none_or(|d| d < 2))
            .map(|n| n.to_string()),
    }
}
