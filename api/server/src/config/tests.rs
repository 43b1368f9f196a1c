//! Unit tests of the settings: their defaults, and what is said about wrong ones.

use super::models::similar_model;
use super::*;

fn layer(pairs: &[(&'static str, &str)]) -> Layer {
    let mut layer = Layer::from([("data_dir", "data".to_owned())]);
    layer.extend(pairs.iter().map(|(k, v)| (*k, (*v).to_owned())));
    layer
}

fn config(pairs: &[(&'static str, &str)]) -> Config {
    Config::resolve(&[layer(pairs)]).unwrap()
}

#[test]
fn the_first_layer_decides() {
    let config =
        Config::resolve(&[layer(&[("cache_ttl", "1h")]), layer(&[("cache_ttl", "2h"), ("offline", "yes")])]).unwrap();
    assert_eq!(config.ingest.cache_ttl, Duration::from_hours(1));
    assert!(config.ingest.offline);
    assert_eq!(config.ingest.upstreams.open5e_url, "https://api.open5e.com");
}

#[test]
fn an_unknown_key_names_the_nearest() {
    let variable = |name: &str| environment([(name.into(), OsString::new())].into_iter());
    let error = variable("LOREKEEPER_BINDD").unwrap_err();
    assert!(error.message.contains("LOREKEEPER_BIND?"), "{error}");
    let error = file::parse("x.toml", "cache_tll = '1d'").unwrap_err();
    assert!(error.message.contains("\"cache_ttl\""), "{error}");
    assert!(variable("LOREKEEPER_TEST_X").is_ok());
}

#[cfg(unix)]
#[test]
fn variables_that_are_not_utf_8_are_refused_only_as_settings() {
    use std::os::unix::ffi::OsStringExt;
    let bytes = || OsString::from_vec(vec![b'/', 0xff]);
    let variable = |name: OsString| environment([(name, bytes())].into_iter());
    assert!(variable("PS1".into()).is_ok());
    assert!(variable(bytes()).is_ok());
    let error = variable("LOREKEEPER_DATA_DIR".into()).unwrap_err();
    assert!(error.message.contains("LOREKEEPER_DATA_DIR is not text"));
}

#[test]
fn bad_values_say_what_is_expected() {
    for (key, value, word) in [
        ("bind", "nowhere", "127.0.0.1:8080"),
        ("cache_ttl", "soon", "7d"),
        ("offline", "perhaps", "true or false"),
        ("open5e_url", "ftp://x", "http://"),
        ("sources", "open5e_v3", "open5e_v2"),
        ("model", "gpt-2", "model_dir"),
        ("model", "bge-smal-en-v1.5", "Did you mean bge-small-en-v1.5?"),
        ("mcp_tools", "everything", "search, lookup, graphql, table or all"),
        ("allowed_origins", "example.com", "https://example.com"),
        ("allowed_origins", "https://example.com/page", "https://example.com"),
        ("max_complexity", "much", "a whole number"),
        ("query_timeout", "soon", "30s"),
        ("query_timeout", "30d", "24h"),
        ("introspection", "perhaps", "true or false"),
        ("trusted_documents", "nowhere.json", "cannot be read"),
        ("rate_limit", "0", "or none"),
        ("rate_limit", "often", "requests a minute"),
        ("rate_burst", "-1", "number of requests"),
        ("trusted_proxies", "proxy.example", "10.0.0.0/8"),
        ("trusted_proxies", "10.0.0.0/33", "10.0.0.0/8"),
        ("api_tokens", " , ", "no token in it"),
        ("shutdown_timeout", "soon", "30s"),
        ("log_format", "xml", "text or json"),
        ("otlp_endpoint", "localhost:4318", "http://"),
        ("public_url", "lore.example", "http://"),
        ("oauth_issuer", "login.example", "OpenID provider"),
        ("oauth_issuer", "https://login.example", "needs public_url"),
        ("oauth_client_id", "pages", "needs oauth_issuer"),
        ("oauth_issuer", "https://login.example/?tenant=1", "OpenID provider"),
    ] {
        let error = Config::resolve(&[layer(&[(key, value)])]).unwrap_err();
        assert!(error.message.contains(word), "{error}");
    }
}

#[test]
fn a_password_is_not_shown() {
    let url = "postgres://me:secret@one/lore";
    let config = config(&[("database_url", url)]);
    assert_eq!(config.store.database_url.as_deref(), Some(url));
    assert!(!format!("{config:?}").contains("secret"), "{config:?}");
}

#[test]
fn limits_have_defaults() {
    let limits = config(&[]).limits;
    assert_eq!((limits.max_complexity, limits.max_batch_size), (200_000, 10));
    assert_eq!(limits.response_cache_size, 8 << 20);
    assert!(limits.introspection && limits.trusted_documents.is_none());
}

#[test]
fn trusted_documents_come_from_a_manifest() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "[]").unwrap();
    let named = [("trusted_documents", file.path().to_str().unwrap())];
    let error = Config::resolve(&[layer(&named)]).unwrap_err();
    assert!(error.message.contains("no manifest"), "{error}");
    std::fs::write(file.path(), r#"{"a": "{ __typename }"}"#).unwrap();
    assert!(config(&named).limits.trusted_documents.is_some());
}

#[test]
fn protection_has_defaults() {
    let default = config(&[]).protection;
    assert_eq!(default.rate_limit, None);
    assert!(default.trusted_proxies.is_empty() && default.api_tokens.is_empty());
    assert_eq!(default.shutdown_timeout, Duration::from_secs(30));
    let limit = |pairs: &[(&'static str, &str)]| {
        let limit = config(pairs).protection.rate_limit;
        let each = |limit: governor::Quota| limit.replenish_interval().as_millis();
        limit.map(|limit| (60_000 / each(limit), limit.burst_size().get()))
    };
    assert_eq!(limit(&[("rate_limit", "600")]), Some((600, 100)));
    assert_eq!(limit(&[("rate_limit", "6")]), Some((6, 10)));
    let both = [("rate_limit", "60"), ("rate_burst", "5")];
    assert_eq!(limit(&both), Some((60, 5)));
    assert_eq!(limit(&[("rate_limit", "none")]), None);
    let given = config(&[("trusted_proxies", "10.0.0.1, fd00::/8"), ("api_tokens", "one, two")]);
    let given = given.protection;
    assert_eq!(given.trusted_proxies.len(), 2);
    assert!(given.api_tokens.iter().any(|token| token.is("two")));
}

#[test]
fn telemetry_has_defaults() {
    let default = config(&[]);
    assert_eq!(default.log_format, LogFormat::Text);
    assert_eq!(default.otlp_endpoint, None);
    let given = config(&[("log_format", "JSON"), ("otlp_endpoint", "http://localhost:4318/")]);
    assert_eq!(given.log_format, LogFormat::Json);
    let endpoint = given.otlp_endpoint.as_deref();
    assert_eq!(endpoint, Some("http://localhost:4318"));
}

#[test]
fn a_model_has_one_name_however_it_is_written() {
    let model =
        config(&[("model", "baai/BGE-small-en-v1.5"), ("model_query_prefix", "ask: "), ("model_passage_prefix", "")])
            .model;
    assert_eq!(model.name, "bge-small-en-v1.5");
    assert_eq!(model.query_prefix.as_deref(), Some("ask: "));
    assert_eq!(model.passage_prefix.as_deref(), Some(""));
    assert_eq!(config(&[]).model, Choice::default());
    let pinned = config(&[("model", "sentence-transformers/all-MiniLM-L6-v2")]);
    assert_eq!(pinned.model, Choice::default());
    let folder = config(&[("model", "mine"), ("model_dir", "there")]);
    assert_eq!(folder.model.name, "mine");
}

#[test]
fn an_unknown_model_names_a_similar_one() {
    assert_eq!(similar_model("bge-smal-en-v1.5"), "bge-small-en-v1.5");
    assert_eq!(similar_model("bge-small"), "bge-small-en-v1.5");
}
