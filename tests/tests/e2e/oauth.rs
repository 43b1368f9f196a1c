//! The login of an identity provider, which is faked on loopback: what its access tokens open, and what opens nothing.

mod served;
mod sign_in;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::routing::get;
use lorekeeper::config::{Config, KeyTimes, Layer};
use lorekeeper::http::{caller, identify, public};
use lorekeeper_graphql::Caller;
use lorekeeper_tests::provider::{Provider, SigningKey, encode, now};
use serde_json::{Value, json};
use std::time::Duration;
use tower::ServiceExt;

const METADATA: &str = "/.well-known/oauth-protected-resource";

const RESOURCE: &str = "https://lore.example";

/// Claims of a token that may read.
fn claims(provider: &Provider) -> Value {
    json!({
        "iss": provider.url,
        "aud": format!("{RESOURCE}/mcp"),
        "sub": "reader",
        "exp": now() + 600,
        "scope": "openid read",
    })
}

/// The claims with others in their place; null takes one away.
fn with(claims: &Value, others: Value) -> Value {
    let mut claims = claims.clone();
    for (name, value) in others.as_object().unwrap() {
        claims[name] = value.clone();
    }
    let fields = claims.as_object_mut().unwrap();
    fields.retain(|_, value| !value.is_null());
    claims
}

fn settings(provider: &Provider, others: &[(&'static str, &str)]) -> Config {
    let own = [
        ("data_dir", "data"),
        ("public_url", RESOURCE),
        ("allowed_hosts", "lore.example"),
        ("oauth_issuer", &provider.url),
    ];
    let layer = own.iter().chain(others);
    let layer: Layer = layer.map(|(key, value)| (*key, (*value).to_owned())).collect();
    Config::resolve(&[layer]).unwrap()
}

async fn who(request: Request) -> &'static str {
    match caller(request.extensions()) {
        Caller::Admin => "admin",
        Caller::Public | Caller::Owner | Caller::Internal(_) => "reader",
    }
}

/// A server that says who asks.
fn server(config: &Config) -> Router {
    let routes = Router::new().fallback(who).layer(identify(config));
    public(routes, config)
}

fn with_times(provider: &Provider, change: impl FnOnce(&mut KeyTimes)) -> Router {
    let mut config = settings(provider, &[]);
    change(&mut config.oauth.as_mut().unwrap().key_times);
    server(&config)
}

struct Reply {
    status: u16,
    challenge: String,
    headers: HeaderMap,
    body: String,
}

async fn ask(server: &Router, path: &str, token: Option<&str>) -> Reply {
    let mut request = Request::builder()
        .uri(path)
        .header(header::HOST, "lore.example")
        .header(header::ORIGIN, "http://localhost:6274");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let request = request.body(Body::empty()).unwrap();
    let (parts, body) = server.clone().oneshot(request).await.unwrap().into_parts();
    let body = to_bytes(body, 100_000).await.unwrap();
    let challenge = parts.headers.get(header::WWW_AUTHENTICATE);
    Reply {
        status: parts.status.as_u16(),
        challenge: challenge.map_or("", |value| value.to_str().unwrap()).to_owned(),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    }
}

#[tokio::test]
async fn clients_are_told_where_to_log_in() {
    let provider = Provider::start().await;
    let server = server(&settings(&provider, &[]));
    let refused = ask(&server, "/mcp", None).await;
    let expected = "Bearer realm=\"LoreKeeper\", resource_metadata=\"https://lore.example/.well-known/oauth-protected-resource/mcp\", scope=\"read\"";
    assert_eq!((refused.status, refused.challenge.as_str()), (401, expected));
    let exposed = &refused.headers[header::ACCESS_CONTROL_EXPOSE_HEADERS];
    assert!(exposed.to_str().unwrap().contains("www-authenticate"));
    let refused = ask(&server, "/graphql", None).await;
    assert_eq!(refused.challenge, expected.replace("resource/mcp", "resource"));
    assert!(refused.body.contains("UNAUTHENTICATED"), "{}", refused.body);
    for (path, resource, scopes) in [
        ("/.well-known/oauth-protected-resource/mcp", "https://lore.example/mcp", json!(["read"])),
        ("/.well-known/oauth-protected-resource", RESOURCE, json!(["read", "admin"])),
    ] {
        let metadata = ask(&server, path, None).await;
        assert_eq!(metadata.status, 200, "{path}");
        let allowed = &metadata.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN];
        assert_eq!(allowed, "http://localhost:6274");
        let metadata: Value = serde_json::from_str(&metadata.body).unwrap();
        assert_eq!(metadata["resource"], resource);
        assert_eq!(metadata["authorization_servers"], json!([provider.url]));
        assert_eq!(metadata["scopes_supported"], scopes);
    }
    let open = ask(&server, "/health/live", None).await;
    assert_eq!(open.status, 200);
}

#[tokio::test]
async fn without_a_provider_nothing_is_different() {
    let layer =
        [("data_dir", "data"), ("public_url", RESOURCE), ("allowed_hosts", "lore.example"), ("api_tokens", "one")];
    let layer: Layer = layer.map(|(key, value)| (key, value.to_owned())).into();
    let config = Config::resolve(&[layer]).unwrap();
    let routes = Router::new().route("/mcp", get(who));
    let server = public(routes, &config);
    for path in [METADATA, "/.well-known/oauth-protected-resource/mcp"] {
        assert_eq!(ask(&server, path, None).await.status, 404);
    }
    let refused = ask(&server, "/mcp", None).await;
    assert_eq!(refused.challenge, "Bearer realm=\"LoreKeeper\"");
    assert!(refused.body.contains("an API token"), "{}", refused.body);
}

#[tokio::test]
async fn scopes_say_what_a_token_opens() {
    let provider = Provider::start().await;
    let server = server(&settings(&provider, &[("api_tokens", "one"), ("admin_token", "keeper")]));
    let all = claims(&provider);
    for (scopes, status, body) in [
        (json!({}), 200, "reader"),
        (json!({"aud": ["other", RESOURCE], "scope": "read admin"}), 200, "admin"),
        (json!({"scope": null, "scp": ["admin"]}), 200, "admin"),
        (json!({"scope": null, "scp": "read"}), 200, "reader"),
        (json!({"scope": "reading"}), 403, "scopes"),
        (json!({"scope": null}), 403, "scopes"),
        (json!({"scope": ["openid"]}), 403, "scopes"),
    ] {
        let token = provider.key.sign(&with(&all, scopes.clone()));
        for path in ["/mcp", "/graphql", "/spell/hearth/soup", "/export/spells.csv"] {
            let reply = ask(&server, path, Some(&token)).await;
            assert_eq!(reply.status, status, "{path} {scopes}: {}", reply.body);
            assert!(reply.body.contains(body), "{path} {scopes}: {}", reply.body);
            let wants = "error=\"insufficient_scope\", resource_metadata=";
            assert_eq!(reply.challenge.contains(wants), status == 403, "{}", reply.challenge);
        }
    }
    // What is fixed stays.
    for (token, body) in [("one", "reader"), ("keeper", "admin")] {
        let reply = ask(&server, "/graphql", Some(token)).await;
        assert_eq!((reply.status, reply.body.as_str()), (200, body));
    }
}

#[tokio::test]
async fn bad_tokens_open_nothing() {
    let provider = Provider::start().await;
    let server = server(&settings(&provider, &[]));
    let all = claims(&provider);
    let sign = |others: Value| provider.key.sign(&with(&all, others));
    let good = sign(json!({}));
    let (header, _) = good.split_once('.').unwrap();
    let stranger = SigningKey::new("stranger");
    let impostor = SigningKey::new(&provider.key.id);
    let text = |value: Value| encode(value.to_string().as_bytes());
    let unsigned = format!("{}.{}.", text(json!({"alg": "none"})), text(all.clone()));
    let hs256 = json!({"alg": "HS256", "kid": provider.key.id});
    let confused = provider.key.sign_by_its_public_half(&hs256, &all);
    for (token, words) in [
        (sign(json!({"exp": now() - 120})), "expired"),
        (sign(json!({"exp": null})), "until when"),
        (sign(json!({"exp": "tomorrow"})), "neither"),
        (sign(json!({"exp": -1})), "until when"),
        (sign(json!({"nbf": now() + 600})), "not good yet"),
        (sign(json!({"nbf": "soon"})), "neither"),
        (sign(json!({"aud": "https://other.example/mcp"})), "another server"),
        (sign(json!({"aud": null})), "for whom"),
        (sign(json!({"aud": format!("{RESOURCE}/mcp/../x")})), "another server"),
        (sign(json!({"iss": "https://other.example"})), "another provider"),
        (sign(json!({"iss": ["https://other.example", provider.url]})), "neither"),
        (sign(json!({"iss": null})), "whose"),
        (stranger.sign(&all), "does not publish"),
        (impostor.sign(&all), "signature"),
        (unsigned, "neither"),
        (confused, "not signed by a public key"),
        (provider.key.sign_as("id_token+jwt", &all), "neither"),
        (format!("{header}..{}", "A".repeat(86)), "signature"),
        (format!("{good}A"), "signature"),
        ("a.b.c".to_owned(), "neither"),
        ("..".to_owned(), "neither"),
        (String::new(), "neither"),
        (sign(json!({"sub": "r".repeat(16 * 1024)})), "too long"),
    ] {
        for path in ["/mcp", "/graphql"] {
            let reply = ask(&server, path, Some(&token)).await;
            let start = token.get(..60).unwrap_or(&token);
            assert_eq!(reply.status, 401, "{start}: {}", reply.body);
            assert!(reply.body.contains(words), "{start}: {}", reply.body);
            assert!(reply.challenge.contains("error=\"invalid_token\""), "{}", reply.challenge);
        }
    }
    assert_eq!(ask(&server, "/mcp", Some(&good)).await.status, 200);
    // As long a header as can come: the connection has a limit of its own below it.
    let long = "a".repeat(1 << 20);
    assert_eq!(ask(&server, "/mcp", Some(&long)).await.status, 401);
}

#[tokio::test]
async fn a_new_key_is_fetched_and_an_invented_one_not_often() {
    let provider = Provider::start().await;
    let pause = Duration::from_millis(500);
    let server = with_times(&provider, |times| times.between_attempts = pause);
    let all = claims(&provider);
    let status = async |key: &SigningKey| ask(&server, "/mcp", Some(&key.sign(&all))).await.status;
    assert_eq!((status(&provider.key).await, provider.fetches()), (200, 1));
    let next = SigningKey::new("next");
    provider.publish(&next);
    // Within the pause a new key is not looked for.
    for _ in 0..20 {
        assert_eq!(status(&next).await, 401);
    }
    assert_eq!(provider.fetches(), 1);
    tokio::time::sleep(pause).await;
    assert_eq!((status(&next).await, status(&provider.key).await), (200, 200));
    assert_eq!(provider.fetches(), 2);
    tokio::time::sleep(pause).await;
    let invented: Vec<_> = (0..50).map(|n| SigningKey::new(&format!("invented {n}"))).collect();
    let asked = futures::future::join_all(invented.iter().map(&status)).await;
    assert!(asked.iter().all(|status| *status == 401), "{asked:?}");
    assert_eq!(provider.fetches(), 3);
}

#[tokio::test]
async fn known_keys_go_on_for_a_time_without_the_provider() {
    let provider = Provider::start().await;
    let server = with_times(&provider, |times| {
        times.refresh_after = Duration::from_millis(1);
        times.expire_after = Duration::from_secs(1);
        times.between_attempts = Duration::ZERO;
    });
    let good = provider.key.sign(&claims(&provider));
    let other = SigningKey::new("other").sign(&claims(&provider));
    let status = async |token: &str| ask(&server, "/mcp", Some(token)).await.status;
    assert_eq!(status(&good).await, 200);
    provider.fail(true);
    for _ in 0..10 {
        assert_eq!(status(&good).await, 200);
    }
    assert_eq!(status(&other).await, 503);
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(status(&good).await, 503);
    provider.fail(false);
    assert_eq!(status(&good).await, 200);
}

#[tokio::test]
async fn a_provider_that_was_never_there_is_a_sentence() {
    let provider = Provider::start().await;
    provider.fail(true);
    let server = server(&settings(&provider, &[]));
    let token = provider.key.sign(&claims(&provider));
    let reply = ask(&server, "/graphql", Some(&token)).await;
    assert_eq!((reply.status, &reply.headers[header::RETRY_AFTER]), (503, &HeaderValue::from(5)));
    assert!(reply.body.contains("does not answer"), "{}", reply.body);
    // Who shows none is told to log in all the same.
    assert_eq!(ask(&server, "/graphql", None).await.status, 401);
}

#[tokio::test]
async fn a_provider_of_another_name_is_not_believed() {
    let provider = Provider::start().await;
    let token = provider.key.sign(&claims(&provider));
    provider.name_itself("https://other.example");
    let server = server(&settings(&provider, &[]));
    assert_eq!(ask(&server, "/mcp", Some(&token)).await.status, 503);
}

#[tokio::test]
async fn a_login_is_one_client_wherever_it_comes_from() {
    let provider = Provider::start().await;
    let limits = [("rate_limit", "1"), ("rate_burst", "2")];
    let server = server(&settings(&provider, &limits));
    let token = |user: &str| provider.key.sign(&with(&claims(&provider), json!({"sub": user})));
    let (one, other) = (token("one"), token("other"));
    for (token, status) in [(&one, 200), (&one, 200), (&one, 429), (&other, 200)] {
        assert_eq!(ask(&server, "/mcp", Some(token)).await.status, status);
    }
}
