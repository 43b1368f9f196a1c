//! Classes, and the subclasses whose features stand among theirs.

use super::character_option::{named_proficiencies, row};
use super::{Head, each, heads, is, joined, one, text};
use crate::foundry_text::fields::Fields;
use crate::option_text::class_table::{ClassTable, Column};
use crate::option_text::{hit_points, proficiency};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Feature, Kind, Model};
use lorekeeper_content::vocabulary::ability_of;
use lorekeeper_content::{proficiency_bonus, slugify};
use std::collections::BTreeMap;

/// Draws the classes and their subclasses.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for head in heads(records, "class", drafts) {
        let parts = Parts::of(head.fields);
        let class = class(&head, &parts);
        for (name, features) in parts.subclasses {
            let row = Model {
                parent_slug: Some(head.slug.clone()),
                name: name.clone(),
                slug: slugify(&name),
                features: features.into(),
                ..row(Kind::Subclass, &head)
            };
            if !row.slug.is_empty() {
                let mut draft = head.draft(row, "class");
                draft.section = Some(head.slug.clone());
                drafts.character_options.push(draft);
            }
        }
        drafts.character_options.push(head.draft(class, "class"));
    }
}

/// The features of a class and of its subclasses, and its table.
#[derive(Default)]
struct Parts {
    features: Vec<Feature>,
    subclasses: BTreeMap<String, Vec<Feature>>,
    table: ClassTable,
}

impl Parts {
    fn of(fields: Fields<'_>) -> Self {
        let mut parts = Self::default();
        let mut counters: BTreeMap<String, Vec<(i32, String)>> = BTreeMap::new();
        for auto in each(fields, "autolevel") {
            let level = one(auto, "@level").parse().ok().filter(|level| (1..=20).contains(level));
            let Some(level) = level else { continue };
            for slots in each(auto, "slots") {
                let counts = slots.word("text").or_else(|| slots.word("")).unwrap_or_default();
                for (of, count) in counts.split(',').enumerate() {
                    let column = if of == 0 { Column::Cantrips } else { Column::Slots(of) };
                    if count.trim() != "0" {
                        parts.table.write(level, &column, count);
                    }
                }
            }
            for counter in each(auto, "counter") {
                if one(counter, "subclass").is_empty() {
                    let of_level = (level, one(counter, "value"));
                    counters.entry(one(counter, "name")).or_default().push(of_level);
                }
            }
            for feature in each(auto, "feature") {
                parts.add(feature, level);
            }
        }
        for (name, values) in counters {
            for level in 1..=20 {
                let value = values.iter().filter(|(from, _)| *from <= level).max_by_key(|(from, _)| *from);
                if let Some((_, value)) = value {
                    parts.table.write(level, &Column::Other(name.clone()), value);
                }
            }
        }
        parts
    }

    fn add(&mut self, wire: Fields<'_>, level: i32) {
        let name = one(wire, "name");
        let text = text(wire, "text");
        // `Cook Kitchen: Boiler` introduces a subclass; `Steam (Boiler)` is of one.
        let behind = name.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
        let introduced = name.split_once(": ").map(|(_, subclass)| subclass.trim().to_owned());
        let stated = crate::wire::filled(&one(wire, "subclass"));
        let is_optional = one(wire, "@optional").eq_ignore_ascii_case("yes");
        let known = behind.filter(|behind| self.subclasses.contains_key(*behind)).map(str::to_owned);
        let subclass = stated.or(known).or_else(|| introduced.filter(|_| is_optional));
        let own = match (&subclass, behind) {
            (Some(subclass), Some(behind)) if subclass == behind => {
                name.rsplit_once('(').map_or(name.clone(), |(own, _)| own.trim().to_owned())
            }
            _ => name.clone(),
        };
        let features = match subclass {
            Some(subclass) => self.subclasses.entry(subclass).or_default(),
            None => &mut self.features,
        };
        let slug = slugify(&own);
        if slug.is_empty() {
            return;
        }
        match features.iter_mut().find(|known| known.slug == slug) {
            Some(known) => {
                if !known.text.contains(&text) {
                    known.text = joined(&known.text, &text);
                }
                known.levels.push(level);
                known.levels.dedup();
            }
            None => features.push(Feature { name: own, slug, text, levels: vec![level], ..Feature::default() }),
        }
    }
}

fn class(head: &Head<'_>, parts: &Parts) -> Model {
    let fields = head.fields;
    let mut proficiencies = named_proficiencies(&one(fields, "proficiency"));
    let count = one(fields, "numSkills").parse::<i32>().ok().filter(|count| *count > 0);
    if let (Some(count), Some(skills)) = (count, proficiencies.skills.take()) {
        proficiencies.skills = Some(format!("Choose {count} from {skills}"));
    }
    let listed = |name: &str| proficiency::unless_none(&one(fields, name));
    proficiencies.armor = listed("armor");
    proficiencies.weapons = listed("weapons");
    proficiencies.tools = listed("tools");
    proficiency::complete(&mut proficiencies);
    let saves = proficiencies.saving_throws.as_deref().map(crate::prose::abilities);
    let described = each(fields, "trait").into_iter().map(|part| text(part, "text"));
    let mut table = ClassTable::default();
    for level in parts.table.levels() {
        *table.row(level.level) = level.clone();
    }
    for level in 1..=20 {
        table.row(level).proficiency_bonus = proficiency_bonus(f64::from(level));
    }
    for feature in &parts.features {
        for level in &feature.levels {
            table.row(*level).feature_names.push(feature.name.clone());
        }
    }
    let improves = each(fields, "autolevel").into_iter().filter(|auto| is(*auto, "@scoreImprovement"));
    let levels = improves.filter_map(|auto| one(auto, "@level").parse().ok());
    for level in levels.filter(|level| (1..=20).contains(level)) {
        let names = &mut table.row(level).feature_names;
        if !names.iter().any(|name| name.contains("Ability Score")) {
            names.push("Ability Score Improvement".to_owned());
        }
    }
    let mut row = Model {
        text: described.fold(String::new(), |before, text| joined(&before, &text)),
        saving_throws: saves.unwrap_or_default(),
        spellcasting_ability: ability_of(&one(fields, "spellAbility")).map(str::to_owned),
        starting_equipment: crate::wire::filled(&one(fields, "wealth")).map(|wealth| format!("{wealth} gp")),
        proficiencies: proficiencies.into(),
        features: parts.features.clone().into(),
        levels: table.finish().into(),
        ..row(Kind::Class, head)
    };
    hit_points(&mut row, one(fields, "hd").parse().ok());
    row
}
