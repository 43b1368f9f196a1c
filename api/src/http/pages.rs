//! Pages for people: a home page with a search, and a playground. All of it is in the program; nothing is fetched
//! from elsewhere.
//!
//! The pages are bundled by `build.rs`. A program that was built without npm has the plain ones.

mod assets;

use axum::Router;
use axum::http::{HeaderName, header};
use axum::response::{Html, IntoResponse};
use axum::routing::get;

/// What the build made of `api/pages`.
static BUNDLED: Option<Site> = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// What needs no bundling. Its assets are always there: the bundled pages have their icon among them.
static PLAIN: Site = {
    use assets::Asset;
    macro_rules! plain {
        ($name:literal) => {
            Asset {
                name: $name,
                bytes: include_bytes!(concat!("../../pages/plain/", $name)),
                bundled: false,
            }
        };
    }
    Site {
        home: include_str!("../../pages/plain/home.html"),
        playground: include_str!("../../pages/plain/playground.html"),
        assets: &[
            plain!("examples.js"),
            plain!("icon.svg"),
            plain!("playground.js"),
            plain!("style.css"),
        ],
    }
};

/// Two pages, and what they load.
struct Site {
    home: &'static str,
    playground: &'static str,
    assets: &'static [assets::Asset],
}

fn site() -> &'static Site {
    BUNDLED.as_ref().unwrap_or(&PLAIN)
}

/// The home page, and what the pages load.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(home))
        .route("/assets/{name}", get(assets::get))
}

/// What is stored, and a search.
async fn home() -> impl IntoResponse {
    let policy = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    (headers(policy), Html(site().home))
}

/// A place to type queries.
pub fn playground() -> impl IntoResponse {
    // The editor makes style sheets as it goes, and has its font and some images in its own sheet.
    let policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; \
                  object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    (headers(policy), Html(site().playground))
}

/// A page may change with the program; what it loads does not, under one name.
fn headers(policy: &'static str) -> [(HeaderName, &'static str); 3] {
    [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept"),
    ]
}

#[cfg(test)]
mod tests;
