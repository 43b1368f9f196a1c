//! Entity pages: an HTML document for each entity and for each family, rendered by the server and complete without a script.
//!
//! `/spell/srd-2024/fireball` is the page of `spell:srd-2024:fireball`, `/spell` the list of all spells. Each page is a
//! GraphQL operation and a template. Where scripts run, the compendium takes the place of an entity's page.

mod html;

use super::State;
use super::admin::For;
use super::graphql::unless_known;
use super::{pages, texts};
use crate::export::{ask, variables_of};
use crate::in_process::InProcessExecutor;
use axum::Router;
use axum::extract::{OriginalUri, Query, State as Shared};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use lorekeeper_content::digest::sha256;
use lorekeeper_content::{Family, Identity, Regex, other_editions, pattern};
use lorekeeper_graphql::error::{Code, Error, Result};
use minijinja::{AutoEscape, Environment, context};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Policy of lists and of what is not there: nothing but the style sheet is loaded, and nothing runs.
const PLAIN_POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|_| AutoEscape::Html);
    texts::add_to(&mut templates);
    for (name, source) in [
        ("frame.html", include_str!("../../pages/entity/frame.html")),
        ("entity.html", include_str!("../../pages/entity/entity.html")),
        ("family.html", include_str!("../../pages/entity/family.html")),
        ("missing.html", include_str!("../../pages/entity/missing.html")),
    ] {
        if let Err(error) = templates.add_template(name, source) {
            tracing::error!(%error, "A page's template is broken.");
        }
    }
    templates
});

const ENTITY: &str = "query($id: ID!) {
  node(id: $id) {
    ... on Entity {
      id name family excerpt(length: 200) markdown(links: true)
      document { name displayName gameSystemName publisher attribution licenses { name } }
      mentionedBy(first: 30) { totalCount nodes { id name document { displayName name } } }
    }
    ... on Spell { otherVersions { ...Version } }
    ... on Creature { otherVersions { ...Version } }
    ... on Equipment { otherVersions { ...Version } }
    ... on CharacterOption { otherVersions { ...Version } }
    ... on Rule { otherVersions { ...Version } }
  }
}
fragment Version on Entity { id name document { displayName name } }";

const SUGGESTIONS: &str = "query($text: String!) {
  suggest(text: $text, first: 8) { id name document { displayName name } }
}";

/// Entities of a page of a list.
const PAGE_SIZE: usize = 100;

/// Variants that are listed with the item that stands for them.
const MAX_VARIANTS: usize = 60;

/// The routes of the pages.
pub fn routes() -> Router<State> {
    Family::ALL.into_iter().fold(Router::new(), |router, family| {
        let root = format!("/{}", family.name());
        router
            .route(&root, get(move |state, query, reader, headers| list(family, state, query, reader, headers)))
            .route(&format!("{root}/{{document}}/{{slug}}"), get(entity))
            .route(&format!("{root}/{{document}}/{{kind}}/{{slug}}"), get(entity))
    })
}

/// The page of an entity.
async fn entity(
    Shared(state): Shared<State>,
    OriginalUri(uri): OriginalUri,
    For(reader): For,
    headers: HeaderMap,
) -> Response {
    let path = percent_decoded(uri.path());
    let id = path.trim_matches('/').replace('/', ":");
    let executor = InProcessExecutor::new(state.pipeline.clone(), reader);
    let page = async {
        let data = ask(&executor, ENTITY, variables_of([("id", json!(id))])).await?;
        let node = data.get("node").filter(|node| node.is_object());
        match node {
            Some(node) => {
                let public_url = state.public_url.as_deref().unwrap_or_default();
                render("entity.html", &entity_context(node, public_url)).map(|page| (StatusCode::OK, page))
            }
            None => missing(&executor, &id).await.map(|page| (StatusCode::NOT_FOUND, page)),
        }
    };
    match page.await {
        Ok((StatusCode::NOT_FOUND, page)) => match renamed(&executor, &id).await {
            Some(path) => Redirect::temporary(&path).into_response(),
            None => answer(Ok((StatusCode::NOT_FOUND, page)), &headers, pages::POLICY),
        },
        page => answer(page, &headers, pages::POLICY),
    }
}

/// The page of what an edition renamed, at the address of its other name (`/creature/srd-2024/goblin`).
async fn renamed(executor: &InProcessExecutor, id: &str) -> Option<String> {
    let (before, slug) = id.rsplit_once(':')?;
    for other in other_editions(slug) {
        let data = ask(executor, ENTITY, variables_of([("id", json!(format!("{before}:{other}")))])).await.ok()?;
        if let Some(id) = data.pointer("/node/id").and_then(Value::as_str) {
            return Some(page_of(id));
        }
    }
    None
}

/// What the template of an entity shows.
fn entity_context(node: &Value, public_url: &str) -> Value {
    let text = |path: &str| node.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let book = [text("/document/displayName"), text("/document/name")];
    let book = book.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let (name, excerpt) = (text("/name"), text("/excerpt"));
    let url = format!("{public_url}{}", page_of(text("/id")));
    let rich = pages::script_and_style();
    let about = json!({
        "@context": "https://schema.org",
        "@type": "Article",
        "name": name,
        "headline": name,
        "description": excerpt,
        "isPartOf": { "@type": "Book", "name": text("/document/name") },
        "license": node.pointer("/document/licenses/0/name"),
        "url": url,
    });
    json!({
        "title": format!("{name} ({book})"),
        "name": name,
        "description": excerpt,
        "url": url,
        "image": image(public_url),
        "script": rich.map(|(script, _)| script),
        "style": rich.map(|(_, style)| style),
        "id": text("/id"),
        "family": text("/family").to_lowercase(),
        "card": html::render(text("/markdown")),
        "about": about.to_string().replace('<', "\\u003c"),
        "versions": links(node.get("otherVersions")),
        "mentioned_by": links(node.pointer("/mentionedBy/nodes")),
        "mentioned_by_count": node.pointer("/mentionedBy/totalCount"),
        "attribution": node.pointer("/document/attribution"),
    })
}

/// The picture of a preview, whose address must be whole: none where the server does not know its own.
fn image(public_url: &str) -> Option<String> {
    (!public_url.is_empty()).then(|| format!("{public_url}/assets/icon-180.png"))
}

/// The names and the pages of entities.
fn links(nodes: Option<&Value>) -> Vec<Value> {
    let nodes = nodes.and_then(Value::as_array).into_iter().flatten();
    nodes.map(link).collect()
}

fn link(node: &Value) -> Value {
    let text = |path: &str| node.pointer(path).and_then(Value::as_str);
    json!({
        "name": text("/name"),
        "path": text("/id").map(page_of),
        "book": text("/document/displayName").or_else(|| text("/document/name")),
    })
}

/// The entities of a list, each with the variants that it stands for.
fn entries(edges: Option<&Value>) -> Vec<Value> {
    let edges = edges.and_then(Value::as_array).into_iter().flatten();
    edges
        .map(|edge| {
            let node = edge.get("node").unwrap_or(&Value::Null);
            let mut entry = link(node);
            if let Some(entry) = entry.as_object_mut() {
                let count = edge.get("variantCount").cloned().unwrap_or_default();
                entry.insert("variant_count".into(), count);
                let variants = links(edge.get("variants"));
                entry.insert("variants".into(), variants.into());
            }
            entry
        })
        .collect()
}

/// The path of the page of a global id.
fn page_of(id: &str) -> String {
    Identity::parse(id).map_or_else(|| "/".to_owned(), |identity| identity.path())
}

/// A key with its sign, exact words, or a word that must not be there: as the search box of the pages with a script reads it.
static CONDITION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?i)(^|[\s(!-])[a-z][\w-]*\s?(:|[<>]=?|!?=)|["“”]|(^|[\s(])-[\w(]"#));

/// The list of a family: `?after=` continues it, `?q=` searches it, by words or by conditions (`level:3 class:wizard`), `?where=` by
/// conditions.
async fn list(
    family: Family,
    Shared(state): Shared<State>,
    Query(given): Query<HashMap<String, String>>,
    For(reader): For,
    headers: HeaderMap,
) -> Response {
    let executor = InProcessExecutor::new(state.pipeline.clone(), reader);
    let (field, _) = crate::export::parameters::of(family);
    let query = format!(
        "query($after: String, $search: String, $where: String) {{
           page: {field}(first: {PAGE_SIZE}, after: $after, search: $search, where: $where) {{
             totalCount
             edges {{
               variantCount
               variants(first: {MAX_VARIANTS}) {{ id name }}
               node {{ id name document {{ displayName name }} }}
             }}
             pageInfo {{ endCursor hasNextPage }}
           }}
         }}"
    );
    let page = async {
        let given = |name: &str| given.get(name).map(|text| json!(text)).unwrap_or_default();
        let is_conditions = given("q").as_str().is_some_and(|text| CONDITION.is_match(text));
        let (search, conditions) = if is_conditions { (Value::Null, given("q")) } else { (given("q"), given("where")) };
        let variables = variables_of([("after", given("after")), ("search", search), ("where", conditions)]);
        let data = ask(&executor, &query, variables).await?;
        let next = data
            .pointer("/page/pageInfo/hasNextPage")
            .and_then(Value::as_bool)
            .filter(|has_next| *has_next)
            .and_then(|_| data.pointer("/page/pageInfo/endCursor"));
        let code = family.name().to_uppercase();
        let public_url = state.public_url.as_deref().unwrap_or_default();
        let listed = texts::text(&format!("/families/{code}/all"));
        let page = render(
            "family.html",
            &json!({
                "title": texts::text(&format!("/families/{code}/many")),
                "description": texts::text("/document/listOf").replace("{family}", listed),
                "path": format!("/{}", family.name()),
                "url": format!("{public_url}/{}", family.name()),
                "image": image(public_url),
                "count": data.pointer("/page/totalCount"),
                "entries": entries(data.pointer("/page/edges")),
                "next": next,
                "q": given("q"),
            }),
        )?;
        Ok((StatusCode::OK, page))
    };
    answer(page.await, &headers, PLAIN_POLICY)
}

/// The page for an entity that is not stored: the nearest names.
async fn missing(executor: &InProcessExecutor, id: &str) -> Result<String> {
    let slug = id.rsplit(':').next().unwrap_or_default();
    let words = slug.replace('-', " ");
    let text: String = words.chars().take(MAX_NAME_CHARS).collect();
    let data = ask(executor, SUGGESTIONS, variables_of([("text", json!(text))])).await?;
    render(
        "missing.html",
        &json!({
            "title": texts::text("/document/notFound"),
            "name": words,
            "description": texts::text("/document/nothingHere"),
            "nearest": links(data.get("suggest")),
        }),
    )
}

/// The answer at an address that nothing is at: a page for a browser, a sentence for others.
pub async fn not_found(headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    let nothing_here = texts::text("/document/nothingHere");
    if !accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        return (StatusCode::NOT_FOUND, nothing_here.to_owned()).into_response();
    }
    let page = render(
        "missing.html",
        &json!({
            "title": texts::text("/document/notFound"),
            "name": "",
            "description": nothing_here,
            "nearest": [],
        }),
    );
    answer(page.map(|page| (StatusCode::NOT_FOUND, page)), &headers, PLAIN_POLICY)
}

/// Characters of a name that the nearest names are looked for.
const MAX_NAME_CHARS: usize = 100;

fn render(template: &str, content: &Value) -> Result<String> {
    let broken = |cause: minijinja::Error| Error::internal("The page could not be made.", cause);
    let template = TEMPLATES.get_template(template).map_err(broken)?;
    template.render(context! { page => content }).map_err(broken)
}

fn answer(page: Result<(StatusCode, String)>, headers: &HeaderMap, policy: &'static str) -> Response {
    let (status, page) = match page {
        Ok(page) => page,
        Err(error) => {
            let status = match error.code {
                Code::NotFound => StatusCode::NOT_FOUND,
                Code::Internal | Code::UpstreamUnavailable => StatusCode::SERVICE_UNAVAILABLE,
                _ => StatusCode::BAD_REQUEST,
            };
            let content = json!({ "title": texts::text("/common/brand"), "description": error.message, "name": "", "nearest": [] });
            let page = render("missing.html", &content);
            (status, page.unwrap_or(error.message))
        }
    };
    let tag = format!("\"{}\"", sha256(&page));
    let caching = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    let policy = [(header::CONTENT_SECURITY_POLICY, policy)];
    unless_known((status, caching, policy, Html(page)).into_response(), headers)
}

/// A path with its escaped characters as they are; as given where they are no text.
fn percent_decoded(path: &str) -> String {
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8();
    decoded.map_or_else(|_| path.to_owned(), std::borrow::Cow::into_owned)
}
