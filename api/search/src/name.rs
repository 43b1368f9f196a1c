//! The `name` argument: the narrowest match that exists.

use lorekeeper_content::filter::{Direction, like_literal};
use lorekeeper_content::{Row, slugify};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Query};

/// Longest name that is looked for; no name in any book comes near.
pub const LONGEST: usize = 200;

/// Narrows `condition` to what is called `name`. With a wildcard (`*`, `%`) the name is a pattern. Without
/// one it is, kind by kind, the exact name, else the slug, else the names that contain it.
pub fn narrow<R: Row>(condition: Condition, name: &str) -> Condition {
    let name = name.trim().to_lowercase();
    if name.contains(['*', '%']) {
        let pattern = like_literal(&name).replace("\\%", "%").replace('*', "%");
        return condition.add(among::<R>(folded().like(pattern)));
    }
    let slug = Expr::col(Alias::new("slug")).eq(slugify(&name));
    let condition = condition.add(among::<R>(folded().like(part(&name)).or(slug)));
    let kind = if R::HAS_KIND { "kind" } else { "''" };
    let tier = tier(&name);
    let tiered = Query::select()
        .expr_as(Expr::cust("id"), Alias::new("id"))
        .expr_as(Expr::cust(kind), Alias::new("of_kind"))
        .expr_as(tier, Alias::new("tier"))
        .from(Alias::new(R::FAMILY.name()))
        .cond_where(condition)
        .to_owned();
    let ranked = Query::select()
        .expr_as(Expr::cust("id"), Alias::new("id"))
        .expr_as(Expr::cust("tier"), Alias::new("tier"))
        .expr_as(Expr::cust("min(tier) OVER (PARTITION BY of_kind)"), Alias::new("best"))
        .from_subquery(tiered, Alias::new("tiered"))
        .to_owned();
    let narrowest = Query::select()
        .expr(Expr::cust("id"))
        .from_subquery(ranked, Alias::new("ranked"))
        .and_where(Expr::cust("tier = best"))
        .to_owned();
    Condition::all().add(Expr::col(Alias::new("id")).in_subquery(narrowest))
}

/// The order in which the exact name comes before the slug, and both before names that contain it; none where a
/// pattern was asked for.
pub fn closest_first(name: &str) -> Option<(Expr, Direction)> {
    let name = name.trim().to_lowercase();
    (!name.contains(['*', '%'])).then(|| (tier(&name), Direction::Asc))
}

/// How closely a row is called `name`, in lower case: 0 exactly, 1 by its slug, 2 in part.
fn tier(name: &str) -> Expr {
    Expr::cust_with_exprs(
        "CASE WHEN lower(name) = $1 THEN 0 WHEN slug = $2 THEN 1 WHEN lower(name) LIKE $3 THEN 2 END",
        [Expr::val(name.to_owned()), Expr::val(slugify(name)), Expr::val(part(name))],
    )
}

fn folded() -> Expr {
    Expr::cust("lower(name)")
}

/// The pattern of what contains a text.
fn part(text: &str) -> String {
    format!("%{}%", like_literal(text))
}

/// The rows of a family that `called` is true of, by the indexes on all names and slugs.
fn among<R: Row>(called: Expr) -> Expr {
    let family = Expr::col(Alias::new("family")).eq(R::FAMILY.name());
    let ids = Query::select()
        .column(Alias::new("id"))
        .from(Alias::new("search_entry"))
        .and_where(family)
        .and_where(called)
        .to_owned();
    Expr::col(Alias::new("id")).in_subquery(ids)
}
