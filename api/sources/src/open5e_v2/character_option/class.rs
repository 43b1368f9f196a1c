//! Classes and subclasses.

use super::super::wire::DocumentRef;
use super::class_feature::{self, Feature};
use super::{class_table, core_traits, draft, row};
use crate::option_text::{hit_die, proficiency};
use crate::prose;
use crate::record_reader::{Shapes, object_of, read_by_shape};
use crate::wire::Named;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;
use serde::de::{Error, MapAccess};

#[derive(Deserialize)]
struct Class {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    subclass_of: Option<Named>,
    #[serde(default)]
    features: Vec<Feature>,
    hit_dice: Option<String>,
    hit_points: Option<HitPoints>,
    #[serde(default)]
    saving_throws: Vec<Ability>,
    #[serde(default)]
    primary_abilities: Vec<Ability>,
    caster_type: Option<String>,
}

#[derive(Deserialize)]
struct HitPoints {
    #[serde(rename = "hit_dice")]
    die: Option<String>,
    #[serde(rename = "hit_points_at_1st_level")]
    first: Option<String>,
    #[serde(rename = "hit_points_at_higher_levels")]
    higher: Option<String>,
}

/// The name of an ability, which may be nested.
struct Ability(String);

read_by_shape!(Ability);

impl<'de> Shapes<'de> for Ability {
    const EXPECTED: &'static str = "an ability, or its name";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self(text.to_owned()))
    }

    fn object<A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        object_of(fields).map(|ability: Named| Self(ability.name))
    }
}

/// Draws the classes and subclasses.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, class) in drafts.parse::<Class>(records, "classes") {
        drafts.character_options.push(draft(class.row(), "classes", record));
    }
}

impl Class {
    fn row(&self) -> Model {
        let kind = match self.subclass_of {
            Some(_) => Kind::Subclass,
            None => Kind::Class,
        };
        let mut row = row(kind, self.document.key(), &self.name, &self.desc);
        row.levels = class_table::levels(&self.features).into();
        row.features = class_feature::features(&self.features).into();
        row.proficiencies.0 = class_feature::proficiencies(&self.features);
        row.starting_equipment = class_feature::starting_equipment(&self.features);
        (row.spellcasting_ability, row.spellcasting_text) = class_feature::spellcasting(&self.features);
        row.primary_abilities = abilities(&self.primary_abilities);
        core_traits::fill(&self.features, &mut row);
        row.saving_throws = saving_throws(&row, &self.saving_throws);
        proficiency::complete(&mut row.proficiencies);
        row.caster_type = caster_type(&row, self.caster_type.as_deref());
        match &self.subclass_of {
            Some(class) => {
                row.parent_slug = Some(slugify(&class.name));
                row.summary = summary(&row.text);
            }
            None => self.fill_hit_points(&mut row),
        }
        row
    }

    /// Only of a class: what upstream says of two subclasses is their class's.
    fn fill_hit_points(&self, row: &mut Model) {
        let text = |text: &Option<String>| text.as_deref().and_then(prose::text);
        let points = self.hit_points.as_ref();
        row.hit_die = points
            .and_then(|points| points.die.as_deref())
            .or(self.hit_dice.as_deref())
            .and_then(hit_die)
            .or(row.hit_die);
        row.hit_points_at_first_level = points.and_then(|p| text(&p.first));
        row.hit_points_at_higher_levels = points.and_then(|p| text(&p.higher));
    }
}

fn abilities(named: &[Ability]) -> Vec<String> {
    named.iter().filter_map(|ability| prose::ability(&ability.0)).map(str::to_owned).collect()
}

/// The saving throws that the book's text lists. Upstream's field has the primary abilities instead
/// for some classes, so it counts only where there is no such text.
///
/// Correction (character options): Primary abilities where the saving throws should be are replaced by the saving
/// throws of the text.
fn saving_throws(row: &Model, field: &[Ability]) -> Vec<String> {
    let listed = row.proficiencies.saving_throws.as_deref();
    let listed = listed.map(prose::abilities).unwrap_or_default();
    if listed.is_empty() { abilities(field) } else { listed }
}

/// The caster type. `NONE` is also upstream's default: for a subclass it means nothing, and for a class with
/// spell slots it is wrong.
///
/// Correction (character options): The caster type `NONE` is believed only of a class without spell slots.
fn caster_type(row: &Model, field: Option<&str>) -> Option<String> {
    let caster_type = field?.trim().to_uppercase();
    let has_slots = row.levels.iter().any(|l| !l.spell_slots.is_empty());
    let known = match caster_type.as_str() {
        "FULL" | "HALF" | "THIRD" | "PACT" => true,
        "NONE" => row.kind == Kind::Class && !has_slots,
        _ => false,
    };
    known.then_some(caster_type)
}

/// The line in italics that opens a subclass of the 2024 rules. Elsewhere such a line only compares.
fn summary(text: &str) -> Option<String> {
    let line = text.lines().next()?.trim();
    let line = line.strip_prefix('*')?.strip_suffix('*')?;
    (!line.contains('*') && !line.starts_with("Compare to")).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::character_option::ClassLevel;

    #[test]
    fn no_caster_is_only_believed_of_a_class_without_slots() {
        let class = Model::default();
        let level = ClassLevel { spell_slots: vec![2], ..ClassLevel::default() };
        let caster = Model { levels: vec![level].into(), ..Model::default() };
        let subclass = Model { kind: Kind::Subclass, ..Model::default() };
        assert_eq!(caster_type(&class, Some("NONE")).as_deref(), Some("NONE"));
        assert_eq!(caster_type(&caster, Some("NONE")), None);
        assert_eq!(caster_type(&caster, Some("half")).as_deref(), Some("HALF"));
        assert_eq!(caster_type(&subclass, Some("NONE")), None);
        assert_eq!(caster_type(&class, None), None);
    }

    #[test]
    fn the_text_knows_the_saving_throws_better() {
        let mut row = Model::default();
        let field = [Ability("Wisdom".into())];
        assert_eq!(saving_throws(&row, &field), ["wisdom"]);
        row.proficiencies.saving_throws = Some("Strength and Charisma".into());
        assert_eq!(saving_throws(&row, &field), ["strength", "charisma"]);
    }

    #[test]
    fn a_summary_is_a_line_in_italics() {
        assert_eq!(summary("*Be Bold*\n\nMore."), Some("Be Bold".into()));
        assert_eq!(summary("Be *bold*"), None);
        assert_eq!(summary("*Compare to the Bold*"), None);
    }
}
