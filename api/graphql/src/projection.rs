//! Projection: the columns that the selected fields need.

use async_graphql::{Context, SelectionField};
use lorekeeper_content::Row;
use lorekeeper_content::vocabulary::camel_case;
use lorekeeper_search::columns::Columns;

/// The columns of fields whose name is not that of their column. A field that is neither here nor a column needs the
/// whole row.
const FIELD_COLUMNS: [(&str, &[&str]); 24] = [
    ("__typename", &[]),
    ("id", &[]),
    ("family", &[]),
    ("document", &[]),
    ("otherVersions", &[]),
    ("similar", &[]),
    ("mentionedBy", &[]),
    // The dice of the whole document are among them.
    ("mentions", &["markdown"]),
    ("source", &["origins", "field_sources", "disagreements"]),
    ("type", &["creature_type"]),
    ("challengeRatingText", &["challenge_rating"]),
    ("conditionsInflicted", &["inflicts"]),
    ("inflictedConditions", &["inflicts"]),
    ("classes", &["class_slugs"]),
    ("subclasses", &["subclass_slugs"]),
    ("casters", &[]),
    ("spells", &["spell_slugs"]),
    ("baseWeapon", &["base_weapon_slug"]),
    ("owner", &["owner_slug", "owner_kind"]),
    ("equipment", &["kind", "related_slugs"]),
    ("owners", &["class_slugs", "race_slugs", "background_slugs"]),
    ("optionOf", &["option_of_slug"]),
    ("options", &[]),
    ("grantedFeatures", &["owner_kind"]),
];

/// The columns for the nodes of the connection under resolution, and those that the field itself needs.
pub fn node_columns<R: Row>(ctx: &Context<'_>, needed: &[&str]) -> Columns {
    let ahead = ctx.look_ahead();
    let mut nodes = ahead.field("nodes").selection_fields();
    nodes.extend(ahead.field("edges").field("node").selection_fields());
    columns::<R>(&nodes, needed)
}

/// The columns for the rows of the field under resolution, and those that the field itself needs.
pub fn row_columns<R: Row>(ctx: &Context<'_>, needed: &[&str]) -> Columns {
    columns::<R>(&ctx.look_ahead().selection_fields(), needed)
}

fn columns<R: Row>(rows: &[SelectionField<'_>], needed: &[&str]) -> Columns {
    let fields = rows.iter().flat_map(SelectionField::selection_set);
    let columns = fields.flat_map(|field| match FIELD_COLUMNS.iter().find(|(name, _)| *name == field.name()) {
        Some((_, columns)) => columns.iter().map(|c| (*c).to_owned()).collect(),
        None => vec![snake_case(field.name())],
    });
    Columns::only::<R>(columns.chain(needed.iter().map(|c| (*c).to_owned())))
}

/// The names that the field of a column may have: its own, then those of fields that read it alone.
pub fn field_names(column: &str) -> impl Iterator<Item = String> {
    let others = FIELD_COLUMNS.iter();
    let others = others.filter(move |(_, columns)| matches!(columns, [only] if *only == column));
    let others: Vec<String> = others.map(|(name, _)| (*name).to_owned()).collect();
    std::iter::once(camel_case(column)).chain(others)
}

/// The column of a field, by its name.
fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}
