//! GraphQL over HTTP: media types, statuses, what caches may do, and documents that are named instead of sent.

use lorekeeper_tests::harness::{Lore, Model, Reader, Reply};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");
const NEW: (&str, &str) = ("accept", "application/graphql-response+json");

async fn post(lore: &Reader, headers: &[(&str, &str)], body: Value) -> Reply {
    lore.send("/graphql", headers, Some(body.to_string())).await
}

#[tokio::test]
async fn the_media_type_is_the_one_that_is_asked_for() {
    let lore = Reader::shared().await;
    let fine = json!({"query": "{ __typename }"});
    for (accept, kind) in [
        (None, "application/json; charset=utf-8"),
        (Some("*/*"), "application/json; charset=utf-8"),
        (Some("application/json"), "application/json; charset=utf-8"),
        (
            Some("application/graphql-response+json, application/json;q=0.9"),
            "application/graphql-response+json; charset=utf-8",
        ),
    ] {
        let mut headers = vec![JSON];
        headers.extend(accept.map(|accept| ("accept", accept)));
        let reply = post(&lore, &headers, fine.clone()).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, kind));
        assert_eq!(reply.json(), json!({"data": {"__typename": "Query"}}));
    }
    let reply = post(&lore, &[JSON, ("accept", "text/html")], fine.clone()).await;
    assert_eq!((reply.status, reply.code().as_str()), (406, "BAD_USER_INPUT"));
    for kind in ["text/plain", "application/x-www-form-urlencoded"] {
        let reply = post(&lore, &[("content-type", kind)], fine.clone()).await;
        assert_eq!((reply.status, reply.code().as_str()), (415, "BAD_USER_INPUT"));
    }
}

#[tokio::test]
async fn the_status_says_whether_a_request_was_executed() {
    let lore = Reader::shared().await;
    let id = "query($id: ID!) { node(id: $id) { id } }";
    for refused in [
        json!({"query": "{"}),
        json!({"query": "{ nonsense }"}),
        json!({"query": id, "variables": {"id": null}}),
        json!({"query": "query A { __typename } query B { __typename }"}),
    ] {
        let reply = post(&lore, &[JSON, NEW], refused.clone()).await;
        assert_eq!(reply.status, 400, "{refused}");
        assert!(reply.json().get("data").is_none(), "{}", reply.body);
        assert_eq!(reply.code(), "BAD_USER_INPUT");
        // The older type has no way to say so.
        assert_eq!(post(&lore, &[JSON], refused).await.status, 200);
    }
    for unreadable in ["", "{", "[]", "1", "{}", "{\"query\": 1}", "{\"query\": \"{a}\", \"variables\": []}"] {
        let body = Some(unreadable.to_owned());
        let reply = lore.send("/graphql", &[JSON], body).await;
        let told = (reply.status, reply.code());
        assert_eq!(told, (400, "BAD_USER_INPUT".to_owned()), "{unreadable}");
    }
    // A field that fails is another matter: the rest is there.
    let partly = json!({"query": "{ ok: __typename spells(first: 101) { totalCount } }"});
    let reply = post(&lore, &[JSON, NEW], partly).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.json()["data"], Value::Null);
}

#[tokio::test]
async fn a_query_in_the_address_is_as_good_but_changes_nothing() {
    let lore = Reader::shared().await;
    let address = "/graphql?query=query%20A(%24n%3AString)%7Bspells(name%3A%24n)%7BtotalCount%7D%7Dquery%20B%7B__typename%7D&operationName=A&variables=%7B%22n%22%3A%22fire*%22%7D";
    let reply = lore.send(address, &[], None).await;
    assert_eq!(reply.status, 200);
    assert!(reply.json()["data"]["spells"]["totalCount"].is_number(), "{}", reply.body);
    for mutation in [
        "mutation%7BremoveDocument(document%3A%22x%22)%7Bkey%7D%7D",
        "query%20A%7B__typename%7Dmutation%20B%7B__typename%7D&operationName=B",
    ] {
        let reply = lore.send(&format!("/graphql?query={mutation}"), &[NEW], None).await;
        assert_eq!((reply.status, reply.header("allow")), (405, "POST"));
        assert_eq!(reply.code(), "BAD_USER_INPUT");
    }
    assert_eq!(lore.send("/graphql", &[], None).await.status, 400);
    assert_eq!(lore.send("/graphql?query=%7B", &[NEW], None).await.status, 400);
}

#[tokio::test]
async fn the_admin_is_known_on_get_too() {
    let upstream = Upstream::start().await;
    let settings = [("admin_token", "sesame"), ("introspection", "false")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let admin = [("authorization", "Bearer sesame")];
    let jobs = "/graphql?query=%7Bjobs%7Bid%7D%7D";
    let schema = "/graphql?query=%7B__schema%7BqueryType%7Bname%7D%7D%7D";
    for (address, code) in [(jobs, "UNAUTHENTICATED"), (schema, "BAD_USER_INPUT")] {
        for headers in [&[][..], &[("authorization", "Bearer simsim")]] {
            assert_eq!(lore.send(address, headers, None).await.code(), code);
        }
        let reply = lore.send(address, &admin, None).await;
        assert_eq!((reply.status, reply.code().as_str()), (200, ""));
        assert!(!reply.json()["data"].is_null(), "{}", reply.body);
        // What anybody else is refused is in no cache.
        assert_eq!(reply.header("cache-control"), "no-store");
        assert_eq!(lore.send(address, &[], None).await.code(), code);
    }
    let mutation = "/graphql?query=mutation%7BremoveDocument(document%3A%22x%22)%7Bkey%7D%7D";
    assert_eq!(lore.send(mutation, &admin, None).await.status, 405);
    lore.stop().await;
}

#[tokio::test]
async fn a_batch_is_answered_in_its_order_and_has_a_limit() {
    let upstream = Upstream::start().await;
    let settings = [("max_batch_size", "3"), ("max_complexity", "100")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let one = |text: &str| json!({"query": text});
    let three = ["{ a: __typename }", "{ b", "{ c: __typename }"].map(one);
    let answers = post(&lore, &[JSON], json!(three)).await.json();
    assert_eq!(answers[0]["data"]["a"], "Query");
    assert_eq!(answers[1]["errors"][0]["extensions"]["code"], "BAD_USER_INPUT");
    assert_eq!(answers[2]["data"]["c"], "Query");
    let reply = post(&lore, &[JSON], json!(vec![one("{ __typename }"); 4])).await;
    assert_eq!((reply.status, reply.code().as_str()), (400, "TOO_COMPLEX"));
    assert!(reply.body.contains("has 4 requests, but at most 3"), "{}", reply.body);
    // Each of them may be asked, but not both at once.
    let page = one("{ spells(first: 60) { nodes { name } } }");
    let reply = post(&lore, &[JSON], json!([page])).await;
    assert!(reply.json()[0]["data"].is_object(), "{}", reply.body);
    let reply = post(&lore, &[JSON], json!([page, page])).await;
    assert_eq!(reply.json()[1]["errors"][0]["extensions"]["code"], "TOO_COMPLEX");
    assert!(reply.body.contains("complexity of 124, but at most 100"), "{}", reply.body);
    lore.stop().await;
}

#[tokio::test]
async fn what_a_client_has_is_not_sent_again_until_it_changes() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let address = "/graphql?query=%7Bspells%7BtotalCount%7D%7D";
    let first = lore.send(address, &[], None).await;
    assert_eq!(first.header("cache-control"), "public, max-age=60");
    assert!(first.header("vary").contains("Accept"));
    let tag = first.header("etag");
    assert!(tag.starts_with("W/\""), "{tag}");
    for known in [tag, &format!("\"other\", {tag}"), tag.trim_start_matches("W/"), "*"] {
        let again = lore.send(address, &[("if-none-match", known)], None).await;
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{known}");
        assert_eq!(again.header("etag"), tag);
    }
    upstream.remove("spells", "hearth-2024_cinder-dart");
    lore.sync_with(lorekeeper_store::Removals::All).await;
    let changed = lore.send(address, &[("if-none-match", tag)], None).await;
    assert_eq!(changed.status, 200);
    assert_ne!(changed.body, first.body);
    // What is never the same twice, and what went wrong, is not kept.
    for other in ["%7Bstatus%7Bsyncing%7D%7D", "%7Bnonsense%7D"] {
        let reply = lore.send(&format!("/graphql?query={other}"), &[], None).await;
        assert_eq!((reply.header("cache-control"), reply.header("etag")), ("no-cache", ""));
    }
    lore.stop().await;
}

#[tokio::test]
async fn only_trusted_documents_are_answered_where_there_are_some() {
    let upstream = Upstream::start().await;
    let folder = tempfile::tempdir().unwrap();
    let manifest = folder.path().join("trusted.json");
    let text = "query Spells($name: String) { spells(name: $name) { totalCount } }";
    std::fs::write(&manifest, json!({"sha256:abc": text}).to_string()).unwrap();
    let path = manifest.to_str().unwrap();
    let lore = Lore::filled_with(&upstream, &[("trusted_documents", path)]).await;
    for known in [
        json!({"documentId": "sha256:abc", "variables": {"name": "*"}}),
        json!({"query": text, "variables": {"name": "*"}}),
    ] {
        let reply = post(&lore, &[JSON], known).await;
        assert_eq!(reply.json()["data"]["spells"]["totalCount"], 9, "{}", reply.body);
    }
    let reply = post(&lore, &[JSON, NEW], json!({"query": "{ __typename }"})).await;
    assert_eq!((reply.status, reply.code().as_str()), (400, "BAD_USER_INPUT"));
    assert!(reply.body.contains("known documents only"), "{}", reply.body);
    // Tools bring documents of their own.
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_spell", "arguments": {"limit": 1}}});
    let headers = [JSON, ("accept", "application/json, text/event-stream")];
    let reply = lore.send("/mcp", &headers, Some(call.to_string())).await;
    assert_eq!(reply.json()["result"]["structuredContent"]["count"], 1, "{}", reply.body);
    lore.stop().await;
}
