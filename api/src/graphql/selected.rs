//! Which columns the fields that a client asks for are made of.

use crate::family::Row;
use crate::query::columns::Columns;
use async_graphql::{Context, SelectionField};

/// Fields that are made of other columns than the one of their name. What is neither here nor a column is made of the
/// whole row.
const MADE_OF: [(&str, &[&str]); 15] = [
    ("__typename", &[]),
    ("id", &[]),
    ("family", &[]),
    ("document", &[]),
    ("otherVersions", &[]),
    ("similar", &[]),
    ("source", &["origins", "field_sources"]),
    ("type", &["creature_type"]),
    ("challengeRatingText", &["challenge_rating"]),
    ("inflictedConditions", &["inflicts"]),
    ("classes", &["class_slugs"]),
    ("subclasses", &["subclass_slugs"]),
    ("casters", &[]),
    ("spells", &["spell_slugs"]),
    ("baseWeapon", &["base_weapon_slug"]),
];

/// The columns of the nodes of the connection that is being resolved.
pub fn of_nodes<R: Row>(ctx: &Context<'_>) -> Columns {
    let ahead = ctx.look_ahead();
    let mut nodes = ahead.field("nodes").selection_fields();
    nodes.extend(ahead.field("edges").field("node").selection_fields());
    made_of::<R>(&nodes, &[])
}

/// The columns of the rows that the field that is being resolved leads to, and others that it needs itself.
pub fn of_rows<R: Row>(ctx: &Context<'_>, also: &[&str]) -> Columns {
    made_of::<R>(&ctx.look_ahead().selection_fields(), also)
}

fn made_of<R: Row>(rows: &[SelectionField<'_>], also: &[&str]) -> Columns {
    let fields = rows.iter().flat_map(SelectionField::selection_set);
    let columns =
        fields.flat_map(
            |field| match MADE_OF.iter().find(|(name, _)| *name == field.name()) {
                Some((_, columns)) => columns.iter().map(|c| (*c).to_owned()).collect(),
                None => vec![snake_case(field.name())],
            },
        );
    Columns::only::<R>(columns.chain(also.iter().map(|c| (*c).to_owned())))
}

/// The column of a field's name.
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
