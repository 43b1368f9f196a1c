//! HTML pages: a compendium with lists and encounters, and a playground. They are part of the program and load nothing
//! from other servers.
//!
//! The pages are bundled by `build.rs`. A program that was built without npm has the plain ones.

mod assets;
mod views;

pub(super) use views::views;

use super::oauth::{LOGIN, SignIn};
use super::texts::with_texts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use minijinja::HtmlEscape;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The pages that the build bundled from `api/server/pages`.
static BUNDLED: Option<Site> = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A file of `pages/plain`, with the texts of the interface.
macro_rules! with_texts {
    ($name:literal) => {
        with_texts($name, include_str!(concat!("../../pages/plain/", $name)))
    };
}

/// The pages that need no bundling. Their assets are always served: the bundled pages use the icon.
static PLAIN: LazyLock<Site> = LazyLock::new(|| {
    use assets::Asset;
    macro_rules! plain {
        ($name:literal) => {
            Asset {
                name: $name,
                bytes: Cow::Borrowed(include_bytes!(concat!("../../pages/plain/", $name))),
                bundled: false,
            }
        };
    }
    let manifest = Asset {
        name: "manifest.webmanifest",
        bytes: Cow::Owned(with_texts!("manifest.webmanifest").into_bytes()),
        bundled: false,
    };
    Site {
        home: Cow::Owned(with_texts!("home.html")),
        playground: Cow::Owned(with_texts!("playground.html")),
        assets: Cow::Owned(vec![
            plain!("entity.css"),
            plain!("examples.js"),
            plain!("icon.svg"),
            plain!("icon-180.png"),
            plain!("icon-maskable.svg"),
            plain!("long.js"),
            manifest,
            plain!("playground.js"),
            plain!("style.css"),
        ]),
        views: &[],
    }
});

/// The page of an address that is too long for HTTP: its script hands the address on to the page that it is of.
pub(super) static TOO_LONG: LazyLock<String> = LazyLock::new(|| with_texts!("long.html"));

/// The two pages and their assets, and the views for AI assistants, compressed with gzip.
struct Site {
    home: Cow<'static, str>,
    playground: Cow<'static, str>,
    assets: Cow<'static, [assets::Asset]>,
    views: &'static [(&'static str, &'static [u8])],
}

fn site() -> &'static Site {
    BUNDLED.as_ref().unwrap_or(&PLAIN)
}

/// Routes of the home page, of the places in it that have paths of their own, of the assets and of the service worker.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(home))
        .route("/book", get(home))
        .route("/encounter", get(home))
        .route("/import", get(home))
        .route("/list", get(home))
        .route("/worker.js", get(worker))
        .route("/assets/{name}", get(assets::get))
}

/// Policy of pages with scripts: all of it comes from this server.
pub(super) const POLICY: &str =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The home page: the compendium, rules, the reader's lists, encounters and imports.
pub(super) async fn home(sign_in: Option<Extension<SignIn>>) -> Response {
    let html = page(&site().home, sign_in.is_some());
    (headers(POLICY), Html(html)).into_response()
}

/// The page where one signs in: the home page, with what it must know of the provider. It may ask the provider for a token.
pub(super) fn login(provider: &str, origin: Option<&str>) -> Response {
    let html = with_meta(&page(&site().home, true), "provider", provider);
    let mut response = (headers(POLICY), Html(html)).into_response();
    let policy = origin.map(|origin| format!("{POLICY}; connect-src 'self' {origin}"));
    if let Some(Ok(policy)) = policy.map(HeaderValue::try_from) {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// A page, with the address where one signs in, if there is one.
fn page(html: &'static str, has_login: bool) -> Cow<'static, str> {
    if has_login { Cow::Owned(with_meta(html, "login", LOGIN)) } else { Cow::Borrowed(html) }
}

fn with_meta(html: &str, name: &str, content: &str) -> String {
    let content = HtmlEscape(content);
    let meta = format!("<meta name=\"{name}\" content=\"{content}\">\n</head>");
    html.replacen("</head>", &meta, 1)
}

/// The service worker. It serves what was seen before where there is no network; its place is the root, since it sees no
/// page above its own folder.
async fn worker() -> impl IntoResponse {
    let kind = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")];
    (headers(POLICY), kind, include_str!("../../pages/plain/worker.js"))
}

/// The names of the script and of the style sheet of the home page, where it is bundled.
pub(super) fn script_and_style() -> Option<(&'static str, &'static str)> {
    let assets = &BUNDLED.as_ref()?.assets;
    let named = |extension: &str| {
        let mut names = assets.iter().map(|asset| asset.name);
        names.find(|name| name.starts_with("home-") && name.ends_with(extension))
    };
    Some((named(".js")?, named(".css")?))
}

/// The playground: an editor for queries.
pub fn playground(has_login: bool) -> Response {
    // The editor makes style sheets as it goes, and has its font and some images in its own sheet.
    let policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; \
                  object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    let html = page(&site().playground, has_login);
    (headers(policy), Html(html)).into_response()
}

/// A page may change with the program; what it loads does not, under one name.
fn headers(policy: &'static str) -> [(HeaderName, &'static str); 3] {
    [(header::CONTENT_SECURITY_POLICY, policy), (header::CACHE_CONTROL, "no-cache"), (header::VARY, "accept")]
}

#[cfg(test)]
mod tests;
