//! Pages for people: a short home page and a playground, with nothing fetched from elsewhere.

use axum::response::Html;

/// What is here.
pub async fn home() -> Html<&'static str> {
    Html(include_str!("home.html"))
}

/// A place to type queries.
pub fn playground() -> Html<&'static str> {
    Html(include_str!("playground.html"))
}
