//! Lines of stat blocks that converters re-worded or cut: the creature type, the armor class, the hit dice and the defences.

use lorekeeper_content::creature::Model;
use lorekeeper_content::vocabulary::hit_die;
use lorekeeper_content::{Pattern, dice_average, letters};
use std::borrow::Cow;
use std::collections::HashMap;

/// The reference documents.
const OF_2014: &str = "srd-2014";
const OF_2024: &str = "srd-2024";

/// Mends the lines of all creatures.
pub(in super::super) fn mend(creatures: &mut [Model]) {
    share_among_forms(creatures);
    for row in creatures.iter_mut() {
        whole_armor_detail(row);
        whole_hit_dice(row);
        if row.document_key == OF_2014 {
            shapechanger(row);
            let is_older = OLDER_WORDING.iter().any(|slug| {
                let form = row.slug.strip_prefix(slug);
                form.is_some_and(|form| form.is_empty() || form.starts_with('-'))
            });
            print_attacks(&mut row.damage_resistances_text, is_older);
            print_attacks(&mut row.damage_immunities_text, is_older);
        }
        if row.document_key == OF_2024 {
            dragon_kind(row);
        }
    }
}

/// Shares what the printed stat block has for all forms of a shapechanger among the rows of its forms.
///
/// Correction (creatures): A form of a shapechanger that has a row of its own has the tags, the gear, the initiative, the skills and the
/// legendary uses that the printed stat block has for all forms, a human form its sizes, and the layout of its texts.
fn share_among_forms(creatures: &mut [Model]) {
    let of_references = |row: &Model| [OF_2014, OF_2024].contains(&row.document_key.as_str());
    let is_form = |row: &Model| of_references(row) && row.slug.ends_with("-form");
    let forms = creatures.iter().enumerate();
    let forms = forms.filter(|(_, row)| is_form(row));
    let shared = forms.filter_map(|(at, form)| {
        let is_base = |row: &&Model| {
            let rest = form.slug.strip_prefix(&row.slug);
            let is_longer = rest.is_some_and(|rest| rest.starts_with('-'));
            row.document_key == form.document_key && !is_form(row) && is_longer
        };
        Some((at, creatures.iter().find(is_base)?.clone()))
    });
    let shared: Vec<(usize, Model)> = shared.collect();
    for (at, base) in shared {
        if let Some(row) = creatures.get_mut(at) {
            share(row, base);
        }
    }
}

fn share(row: &mut Model, base: Model) {
    let texts = |model: &Model| -> HashMap<String, String> {
        let traits = model.traits.iter().map(|part| &part.text);
        let actions = model.actions.iter().map(|part| &part.text);
        let texts = traits.chain(actions);
        texts.map(|text| (letters(text), text.clone())).collect()
    };
    let known = texts(&base);
    let own = row.traits.iter_mut().map(|part| &mut part.text);
    let own = own.chain(row.actions.iter_mut().map(|part| &mut part.text));
    for text in own {
        if let Some(laid_out) = known.get(&letters(text)) {
            text.clone_from(laid_out);
        }
    }
    if row.tags.is_empty() && !base.tags.is_empty() {
        row.subtype = Some(base.tags.join(", "));
        row.tags = base.tags;
    }
    if row.gear.is_empty() {
        row.gear = base.gear;
    }
    let skills = &base.skills;
    if row.skills.iter().all(|skill| skills.contains(skill)) {
        row.skills = base.skills;
        row.all_skills = base.all_skills;
    }
    row.speed.hover = row.speed.hover.or(base.speed.hover);
    row.initiative_bonus = row.initiative_bonus.or(base.initiative_bonus);
    row.legendary_uses = row.legendary_uses.or(base.legendary_uses);
    row.legendary_uses_in_lair = row.legendary_uses_in_lair.or(base.legendary_uses_in_lair);
    row.legendary_preamble = row.legendary_preamble.take().or(base.legendary_preamble);
    let is_human = row.slug.ends_with("-human-form");
    if is_human && row.sizes.iter().all(|size| base.sizes.contains(size)) {
        row.sizes = base.sizes;
    }
}

/// Correction (creatures): An armor detail that lost the armor class before it (`in humanoid form, 11 in wolf form`), or a bracket,
/// has it.
fn whole_armor_detail(row: &mut Model) {
    let Some((class, detail)) = row.armor_class.zip(row.armor_detail.as_mut()) else {
        return;
    };
    let (opened, closed) = (detail.matches('(').count(), detail.matches(')').count());
    if detail.starts_with("in ") && detail.contains("form, ") {
        *detail = format!("{class} {detail}");
    } else if opened < closed || opened == closed && detail.find(')') < detail.find('(') {
        let end = if opened < closed { "" } else { ")" };
        *detail = format!("{class} ({detail}{end}");
    } else if opened > closed {
        detail.push(')');
    }
}

static DICE: Pattern = Pattern::new(r"^(?P<count>\d+)d(?P<faces>\d+)(?: \+ (?P<bonus>\d+))?$");

/// Correction (creatures): Hit dice with a wrong digit are those that the size, the Constitution and the hit points make, where all
/// three agree.
fn whole_hit_dice(row: &mut Model) {
    let Some(made) = row.hit_dice.as_deref().and_then(|dice| made_dice(row, dice)) else {
        return;
    };
    row.hit_dice = Some(made);
}

fn made_dice(row: &Model, dice: &str) -> Option<String> {
    let points = row.hit_points.filter(|points| dice_average(dice) != Some(*points))?;
    let read = DICE.captures(dice)?;
    let number = |group: &str| read.name(group)?.as_str().parse::<i32>().ok();
    let (count, faces, bonus) = (number("count")?, number("faces")?, number("bonus")?);
    let of_size = hit_die(row.size.as_deref()?)?;
    let constitution = row.modifiers.constitution.filter(|modifier| *modifier > 0)?;
    let of_bonus = bonus / constitution;
    let made = format!("{of_bonus}d{of_size} + {bonus}");
    let is_one_wrong = (of_bonus == count) != (of_size == faces);
    let fits = bonus % constitution == 0 && dice_average(&made) == Some(points);
    (is_one_wrong && fits).then_some(made)
}

/// Correction (creatures): A creature of the SRD of 2014 with the trait Shapechanger has it as a subtype.
fn shapechanger(row: &mut Model) {
    const TAG: &str = "shapechanger";
    let mut names = row.traits.iter().map(|part| part.name.to_lowercase());
    if !names.any(|name| name == TAG) || row.tags.iter().any(|tag| tag == TAG) {
        return;
    }
    row.tags.push(TAG.to_owned());
    row.subtype = Some(row.tags.join(", "));
}

/// Correction (creatures): A dragon of the SRD of 2024 with a color or a metal in its name is chromatic or metallic.
fn dragon_kind(row: &mut Model) {
    const KINDS: [(&str, [&str; 5]); 2] = [
        ("chromatic", ["black", "blue", "green", "red", "white"]),
        ("metallic", ["brass", "bronze", "copper", "gold", "silver"]),
    ];
    let is_dragon = row.creature_type.as_deref() == Some("dragon") && row.slug.contains("-dragon");
    if !is_dragon || row.subtype.is_some() {
        return;
    }
    let mut kinds = KINDS.iter();
    let found = kinds.find(|(_, words)| row.slug.split('-').any(|word| words.contains(&word)));
    if let Some((kind, _)) = found {
        row.tags = vec![(*kind).to_owned()];
        row.subtype = Some((*kind).to_owned());
    }
}

/// Creatures whose lines the SRD of 2014 prints in the older words. No source keeps the two apart.
const OLDER_WORDING: [&str; 7] =
    ["horned-devil", "night-hag", "werebear", "wereboar", "wererat", "weretiger", "werewolf"];

/// The ends of lines in other words.
static SILVERED: Pattern = Pattern::new(
    r"from nonmagical(?:/nonsilver weapons| (?:attacks|weapons) (?:not made with|that aren['’]t) silver(?:ed)?(?: weapons)?)",
);
static ADAMANTINE: Pattern =
    Pattern::new(r"from nonmagical (?:attacks|weapons) (?:not made with|that aren['’]t) adamantine(?: weapons)?");
static NONMAGICAL: Pattern = Pattern::new(r"from nonmagical weapons$");

/// Correction (creatures): Resistances and immunities of the SRD of 2014 end as printed ("from nonmagical attacks that aren't
/// silvered"), not in a source's own words.
fn print_attacks(line: &mut Option<String>, is_older: bool) {
    let Some(text) = line else {
        return;
    };
    let silvered = if is_older {
        "from nonmagical attacks not made with silvered weapons"
    } else {
        "from nonmagical attacks that aren't silvered"
    };
    for (regex, printed) in [
        (&SILVERED, silvered),
        (&ADAMANTINE, "from nonmagical attacks that aren't adamantine"),
        (&NONMAGICAL, "from nonmagical attacks"),
    ] {
        if let Cow::Owned(mended) = regex.replace(text, printed) {
            *text = mended;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::Trait;
    use lorekeeper_content::creature::Abilities;

    fn mended(row: Model) -> Model {
        let mut rows = [row];
        mend(&mut rows);
        let [row] = rows;
        row
    }

    #[test]
    fn armor_details_are_whole() {
        for (detail, expected) in [
            ("in toad form, 14 (wet skin) in newt form", "12 in toad form, 14 (wet skin) in newt form"),
            ("wet skin), 16 in ponds", "12 (wet skin), 16 in ponds"),
            ("wet skin) or 14 (wet skin with leaf", "12 (wet skin) or 14 (wet skin with leaf)"),
            ("wet skin (when it rains", "wet skin (when it rains)"),
            ("wet skin", "wet skin"),
            ("in rain", "in rain"),
        ] {
            let row =
                mended(Model { armor_class: Some(12), armor_detail: Some(detail.to_owned()), ..Model::default() });
            assert_eq!(row.armor_detail.as_deref(), Some(expected));
        }
    }

    #[test]
    fn hit_dice_are_those_that_all_numbers_make() {
        for (dice, points, expected) in [
            ("1d10 + 40", 84, "8d10 + 40"),
            ("8d12 + 40", 84, "8d10 + 40"),
            ("8d10 + 40", 84, "8d10 + 40"),
            // Two digits differ, or the points do not fit.
            ("7d12 + 40", 84, "7d12 + 40"),
            ("1d10 + 40", 90, "1d10 + 40"),
        ] {
            let row = mended(Model {
                size: Some("large".to_owned()),
                hit_dice: Some(dice.to_owned()),
                hit_points: Some(points),
                modifiers: Abilities { constitution: Some(5), ..Abilities::default() }.into(),
                ..Model::default()
            });
            assert_eq!(row.hit_dice.as_deref(), Some(expected), "{dice} {points}");
        }
    }

    #[test]
    fn tags_follow_traits_and_names() {
        let row = mended(Model {
            document_key: OF_2014.to_owned(),
            tags: vec!["toad".to_owned()],
            subtype: Some("toad".to_owned()),
            traits: vec![Trait { name: "Shapechanger".to_owned(), ..Trait::default() }].into(),
            ..Model::default()
        });
        assert_eq!(row.subtype.as_deref(), Some("toad, shapechanger"));
        for (slug, expected) in
            [("old-copper-dragon", Some("metallic")), ("red-dragon-tadpole", Some("chromatic")), ("mud-dragon", None)]
        {
            let row = mended(Model {
                document_key: OF_2024.to_owned(),
                slug: slug.to_owned(),
                creature_type: Some("dragon".to_owned()),
                ..Model::default()
            });
            assert_eq!(row.subtype.as_deref(), expected, "{slug}");
        }
    }

    #[test]
    fn lines_end_as_printed() {
        for (line, expected) in [
            (
                "cold; slashing from nonmagical/nonsilver weapons",
                "cold; slashing from nonmagical attacks that aren't silvered",
            ),
            (
                "slashing from nonmagical attacks not made with silvered weapons",
                "slashing from nonmagical attacks that aren't silvered",
            ),
            (
                "slashing from nonmagical weapons that aren't silvered",
                "slashing from nonmagical attacks that aren't silvered",
            ),
            (
                "slashing from nonmagical attacks not made with adamantine weapons",
                "slashing from nonmagical attacks that aren't adamantine",
            ),
            ("slashing from nonmagical weapons", "slashing from nonmagical attacks"),
            ("slashing from nonmagical attacks", "slashing from nonmagical attacks"),
        ] {
            let row = mended(Model {
                document_key: OF_2014.to_owned(),
                damage_resistances_text: Some(line.to_owned()),
                ..Model::default()
            });
            assert_eq!(row.damage_resistances_text.as_deref(), Some(expected));
        }
    }

    #[test]
    fn forms_share_what_is_printed_once() {
        let toad = Model {
            document_key: OF_2024.to_owned(),
            slug: "were-toad".to_owned(),
            tags: vec!["lycanthrope".to_owned()],
            gear: vec!["spear".to_owned()],
            initiative_bonus: Some(3),
            ..Model::default()
        };
        let form = Model {
            slug: "were-toad-toad-form".to_owned(),
            tags: Vec::new(),
            gear: Vec::new(),
            initiative_bonus: None,
            ..toad.clone()
        };
        let other = Model { slug: "were-newt-newt-form".to_owned(), ..form.clone() };
        let mut rows = [toad, form, other];
        share_among_forms(&mut rows);
        let [_, form, other] = rows;
        assert_eq!((form.tags, form.gear), (vec!["lycanthrope".to_owned()], vec!["spear".to_owned()]));
        assert_eq!((form.initiative_bonus, other.initiative_bonus), (Some(3), None));
    }
}
