//! Printed tables: what the tables in the rules of a book say of its weapons and armor, as a witness beside the sources.

use lorekeeper_content::{Family, Identity, RowCore, rule, slugify};
use lorekeeper_sources::Draft;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// The name of the witness among the sources.
pub(super) const NAME: &str = "printed_table";

/// The lines of the tables of weapons, by book and slug of the weapon.
#[derive(Debug, Default)]
pub(crate) struct PrintedTables(HashMap<(String, String), Map<String, Value>>);

/// The columns of a table of weapons.
const WEAPON_COLUMNS: [&str; 5] = ["name", "cost", "damage", "weight", "properties"];

impl PrintedTables {
    /// The tables in the texts of rules.
    pub(crate) fn from_rules<'a>(rules: impl IntoIterator<Item = &'a Draft<rule::Model>>) -> Self {
        let mut tables = Self::default();
        for draft in rules {
            let mut in_table = false;
            for line in draft.row.text().lines() {
                let cells = cells(line);
                if cells.len() != WEAPON_COLUMNS.len() {
                    in_table = false;
                } else if cells.iter().zip(WEAPON_COLUMNS).all(|(c, name)| c.eq_ignore_ascii_case(name)) {
                    in_table = true;
                } else if let (true, Some((slug, line))) = (in_table, weapon(&cells)) {
                    let key = (draft.row.document_key().to_owned(), slug);
                    tables.0.entry(key).or_insert(line);
                }
            }
        }
        tables
    }

    /// The line of an entity.
    pub(super) fn line(&self, identity: &Identity) -> Option<&Map<String, Value>> {
        if identity.family != Family::Equipment || identity.kind != "weapon" {
            return None;
        }
        self.0.get(&(identity.document.clone(), identity.slug.clone()))
    }
}

fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let inner = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    inner.map_or_else(Vec::new, |inner| inner.split('|').map(str::trim).collect())
}

/// The slug of a weapon and the fields that its line states; `None` for a line that is no weapon's.
fn weapon(cells: &[&str]) -> Option<(String, Map<String, Value>)> {
    let [name, _cost, damage, _weight, properties] = cells else {
        return None;
    };
    let slug = slugify(name);
    let is_weapon = damage.starts_with(|c: char| c.is_ascii_digit()) || *damage == "-";
    if slug.is_empty() || !is_weapon || name.contains('*') {
        return None;
    }
    let mut line = Map::new();
    if let Some((dice, kind)) = damage.split_once(' ') {
        line.insert("damage_dice".to_owned(), json!(dice));
        line.insert("damage_type".to_owned(), json!(kind.to_lowercase()));
    }
    line.insert("properties".to_owned(), Value::Array(self::properties(properties)));
    Some((slug, line))
}

/// The properties of a cell: `Finesse, thrown (range 20/60)`.
fn properties(cell: &str) -> Vec<Value> {
    // A comma within brackets divides no properties.
    let mut depth = 0_usize;
    let parts = cell.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    let property = |part: &str| {
        let (name, detail) = part.split_once('(').unwrap_or((part, ""));
        let (name, detail) = (name.trim(), detail.trim_end().trim_end_matches(')'));
        let slug = slugify(name);
        let mut letters = name.chars();
        let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let detail = (!detail.is_empty()).then_some(detail);
        (!slug.is_empty()).then(|| json!({"name": name, "slug": slug, "detail": detail}))
    };
    parts.filter_map(property).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_weapons_is_read() {
        let row = rule::Model {
            document_key: "pond".into(),
            text: "Weapons of the pond.\n\n\
                | Name | Cost | Damage | Weight | Properties |\n\
                |------|------|--------|--------|------------|\n\
                | **_Simple Weapons_** | | | | |\n\
                | Reed knife | 2 gp | 1d4 piercing | 1 lb. | Finesse, light, thrown (range 20/60) |\n\
                | Net | 1 gp | - | 3 lb. | Special |\n\n\
                | Item | Cost |\n|---|---|\n| Rope | 1 gp |\n"
                .into(),
            ..rule::Model::default()
        };
        let draft = Draft { row, origin: lorekeeper_content::Origin::default(), section: None, unstated: Vec::new() };
        let tables = PrintedTables::from_rules([&draft]);
        let line = |slug: &str| {
            tables.line(&Identity {
                family: Family::Equipment,
                document: "pond".into(),
                kind: "weapon".into(),
                slug: slug.into(),
            })
        };
        let knife = line("reed-knife").unwrap();
        assert_eq!(knife["damage_dice"], "1d4");
        assert_eq!(knife["damage_type"], "piercing");
        let slugs: Vec<_> = knife["properties"].as_array().unwrap().iter().map(|p| &p["slug"]).collect();
        assert_eq!(slugs, ["finesse", "light", "thrown"]);
        assert_eq!(knife["properties"][2]["detail"], "range 20/60");
        assert!(line("net").is_some());
        assert!(line("rope").is_none());
    }
}
