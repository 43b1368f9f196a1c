//! HTML pages: a compendium with lists and encounters, and a playground. They are part of the program and load nothing
//! from other servers.
//!
//! The pages are bundled by `build.rs`. A program that was built without npm has the plain ones.

mod assets;

use axum::Router;
use axum::http::{HeaderName, header};
use axum::response::{Html, IntoResponse};
use axum::routing::get;

/// The pages that the build bundled from `api/server/pages`.
static BUNDLED: Option<Site> = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The pages that need no bundling. Their assets are always served: the bundled pages use the icon.
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
            plain!("entity.css"),
            plain!("examples.js"),
            plain!("icon.svg"),
            plain!("playground.js"),
            plain!("style.css"),
        ],
    }
};

/// The two pages and their assets.
struct Site {
    home: &'static str,
    playground: &'static str,
    assets: &'static [assets::Asset],
}

fn site() -> &'static Site {
    BUNDLED.as_ref().unwrap_or(&PLAIN)
}

/// Routes of the home page, of the places in it that have paths of their own, and of the assets.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(home))
        .route("/encounter", get(home))
        .route("/list", get(home))
        .route("/assets/{name}", get(assets::get))
}

/// The home page: the compendium, the reader's list, and encounters.
async fn home() -> impl IntoResponse {
    let policy = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    (headers(policy), Html(site().home))
}

/// The playground: an editor for queries.
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
