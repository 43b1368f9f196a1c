//! Proficiencies: fixed ones, and choices.

use super::super::item::{Item, flags};
use super::super::prose;
use super::ability::{options, saves};
use super::feature::level;
use super::grant::{armor, weapon};
use lorekeeper_content::character_option::{Choice, Proficiencies};
use serde_json::Value;

/// A kind of proficiency: its keys in an item, and its words.
struct Kind {
    /// Key in `:profs`.
    key: &'static str,
    /// Key in `:props` and type of a level modifier.
    prop: &'static str,
    /// Key of a race's list.
    list: &'static str,
    word: fn(&str) -> String,
    slug: fn(&str) -> String,
    place: fn(&mut Proficiencies) -> &mut Option<String>,
}

const SKILLS: Kind = Kind {
    key: "skill",
    prop: "skill-prof",
    list: "skill-proficiencies",
    word: prose::heading,
    slug: |keyword| format!("skill-{}", prose::slug(keyword)),
    place: |p| &mut p.skills,
};

const KINDS: [Kind; 5] = [
    Kind {
        key: "armor",
        prop: "armor-prof",
        list: "armor-proficiencies",
        word: armor,
        slug: |keyword| prose::slug(&armor(keyword)),
        place: |p| &mut p.armor,
    },
    Kind {
        key: "weapon",
        prop: "weapon-prof",
        list: "weapon-proficiencies",
        word: weapon,
        slug: |keyword| prose::slug(&weapon(keyword)),
        place: |p| &mut p.weapons,
    },
    Kind {
        key: "tool",
        prop: "tool-prof",
        list: "tool-proficiencies",
        word: prose::lower,
        slug: prose::slug,
        place: |p| &mut p.tools,
    },
    SKILLS,
    Kind {
        key: "language",
        prop: "language",
        list: "",
        word: prose::heading,
        slug: prose::slug,
        place: |p| &mut p.languages,
    },
];

/// The proficiencies of an item; those of level modifiers count when they come at `first`.
pub(super) fn proficiencies(item: &Item<'_>, first: i32) -> Proficiencies {
    gathered(item, first, Item::flags)
}

/// The proficiencies of a class. Where a class names armor, weapons or tools, `false` does not take them away:
/// `true` is for those that only a first class gives.
pub(super) fn of_class(item: &Item<'_>) -> Proficiencies {
    gathered(item, 1, |profs, key| match key {
        "armor" | "weapon" | "tool" => profs.keys(key),
        _ => profs.flags(key),
    })
}

/// The proficiencies of a class that is taken as another class: the slugs, and the choices.
pub(super) fn of_multiclass(item: &Item<'_>) -> (Vec<String>, Vec<Choice>) {
    let Some(own) = item.child("profs") else {
        return (Vec::new(), Vec::new());
    };
    let (mut slugs, mut open) = (Vec::new(), Vec::new());
    for kind in &KINDS {
        if matches!(kind.key, "armor" | "weapon" | "tool") {
            let first_only = own.flags(kind.key);
            let both = own.keys(kind.key).into_iter();
            let both = both.filter(|keyword| !first_only.contains(keyword));
            slugs.extend(both.map(|keyword| (kind.slug)(&keyword)));
        }
        open.extend(choices(Some(&own), &format!("multiclass-{}-options", kind.key), kind));
    }
    (slugs, open)
}

fn gathered<'a>(item: &Item<'a>, first: i32, listed: impl Fn(&Item<'a>, &str) -> Vec<String>) -> Proficiencies {
    let mut all = Proficiencies::default();
    let own = item.child("profs");
    let props = item.child("props");
    for kind in &KINDS {
        let mut keywords = own.map(|p| listed(&p, kind.key)).unwrap_or_default();
        keywords.extend(props.map(|p| p.flags(kind.prop)).unwrap_or_default());
        keywords.extend(item.flags(kind.list));
        for entry in item.items("level-modifiers") {
            if entry.keyword("type").as_deref() == Some(kind.prop) && level(&entry, first) <= first {
                keywords.extend(entry.get("value").map(flags).unwrap_or_default());
            }
        }
        let mut seen = Vec::new();
        keywords.retain(|keyword| {
            let new = !seen.contains(keyword);
            seen.push(keyword.clone());
            new
        });
        let mut words: Vec<String> = keywords.iter().map(|k| (kind.word)(k)).collect();
        all.fixed.extend(keywords.iter().map(|k| (kind.slug)(k)));
        let keys = ["options", "proficiency-options"].map(|end| format!("{}-{end}", kind.key));
        let open = keys.iter().flat_map(|key| choices(own.as_ref(), key, kind));
        for choice in open {
            let later = !words.is_empty();
            words.extend(choice.text.iter().map(|text| lower_first(text, later)));
            all.choices.push(choice);
        }
        *(kind.place)(&mut all) = Some(words.join(", ")).filter(|words| !words.is_empty());
    }
    for choice in choices(own.as_ref(), "skill-expertise-options", &SKILLS) {
        let text = choice.text.map(|text| format!("{text} (your proficiency bonus is doubled)"));
        all.choices.push(Choice { text, ..choice });
    }
    let saves = saving_throws(item);
    let names: Vec<String> = saves.iter().map(|name| prose::sentence(name)).collect();
    all.saving_throws = Some(names.join(", ")).filter(|names| !names.is_empty());
    all.fixed.extend(saves.iter().filter_map(|name| {
        let short = name.get(..3)?;
        Some(format!("saving-throw-{short}"))
    }));
    all
}

/// The abilities whose saving throws an item is proficient in.
pub(super) fn saving_throws(item: &Item<'_>) -> Vec<String> {
    let on = item.child("profs").map(|p| p.flags("save")).unwrap_or_default();
    let mut names: Vec<&str> = options(&on);
    names.extend(saves(item));
    let mut once: Vec<String> = Vec::new();
    for name in names {
        if !once.iter().any(|known| known == name) {
            once.push(name.to_owned());
        }
    }
    once
}

/// The choices under a key: `{:choose 2 :options {:arcana true}}`, or how many of which group
/// (`{:gaming-set 1}`).
fn choices(profs: Option<&Item<'_>>, key: &str, kind: &Kind) -> Vec<Choice> {
    let Some(given) = profs.and_then(|p| p.child(key)) else {
        return Vec::new();
    };
    if given.has("choose") || given.has("options") {
        let choose = given.int("choose").unwrap_or(1);
        return choice(choose, &given.flags("options"), kind).into_iter().collect();
    }
    let groups = given.all().into_iter();
    groups
        .filter_map(|(group, count)| {
            let count = match count {
                Value::Bool(true) => 1,
                other => super::super::item::number(other).and_then(super::super::item::whole)?,
            };
            choice(count, &[group.to_owned()], kind)
        })
        .collect()
}

fn choice(choose: i32, options: &[String], kind: &Kind) -> Option<Choice> {
    if choose <= 0 {
        return None;
    }
    let free = options.is_empty() || options.iter().any(|o| o == "any");
    let groups =
        ["artisans-tool", "artisan-s-tool", "artisans-tools", "gaming-set", "musical-instrument", "simple", "martial"];
    let text = match options {
        _ if free => format!("Choose {choose} of your choice"),
        [group] if groups.contains(&group.as_str()) => {
            format!("Choose {choose} {}", (kind.word)(group))
        }
        _ => {
            let words: Vec<String> = options.iter().map(|o| (kind.word)(o)).collect();
            format!("Choose {choose} from {}", prose::listed(&words))
        }
    };
    let text = if free { format!("{choose} of your choice") } else { text };
    Some(Choice {
        text: Some(text),
        choose,
        options: if free { Vec::new() } else { options.iter().map(|o| (kind.slug)(o)).collect() },
    })
}

fn lower_first(text: &str, later: bool) -> String {
    match text.strip_prefix('C') {
        Some(rest) if later => format!("c{rest}"),
        _ => text.to_owned(),
    }
}
