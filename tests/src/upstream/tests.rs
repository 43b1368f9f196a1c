use super::*;
use lorekeeper_sources::Upstream as _;
use lorekeeper_sources::{dnd5e as dnd5e_source, open5e_v1, open5e_v2};

async fn get(upstream: &Upstream, path: &str) -> (u16, Value) {
    let url = format!("{}{path}", upstream.open5e_url);
    let client = crate::http::client().build().unwrap();
    let response = client.get(url).send().await.unwrap();
    let status = response.status().as_u16();
    let body = response.text().await.unwrap();
    (status, serde_json::from_str(&body).unwrap_or_default())
}

async fn json_of(upstream: &Upstream, path: &str) -> Value {
    let (status, body) = get(upstream, path).await;
    assert_eq!(status, 200, "{path}");
    body
}

#[test]
fn every_endpoint_of_the_sources_has_records() {
    let records = fixtures::records();
    let dnd5e = dnd5e_source::Dnd5e { base: String::new() }.endpoints();
    let open5e = open5e_v2::ENDPOINTS.map(|(name, _)| name.to_owned());
    let first = open5e_v1::ENDPOINTS.map(|(name, _)| format!("v1/{name}"));
    let names = open5e.into_iter().chain(dnd5e.into_iter().map(|e| e.name));
    // What the API has had since October 2026 is among the records of that edition.
    let names = names.filter(|name| !["2024/levels", "2024/spells"].contains(&name.as_str()));
    for endpoint in names.chain(first) {
        let keys: Vec<_> =
            records.get(&endpoint).map(|records| records.iter().map(key_of).collect()).unwrap_or_default();
        let unique: BTreeSet<_> = keys.iter().collect();
        assert!(!keys.is_empty(), "{endpoint}");
        assert_eq!(unique.len(), keys.len(), "{endpoint}");
        assert!(!unique.contains(&""), "{endpoint}");
    }
}

#[tokio::test]
async fn open5e_pages_with_absolute_links() {
    let upstream = Upstream::start().await;
    let total = upstream.records("spells").len();
    let mut next = json!(format!("{}/v2/spells/?limit=3", upstream.open5e_url));
    let mut seen = Vec::new();
    while let Some(url) = next.as_str() {
        let path = url.strip_prefix(&upstream.open5e_url).unwrap();
        let page = json_of(&upstream, path).await;
        assert_eq!(page["count"], total);
        assert_eq!(page["previous"].is_null(), seen.is_empty());
        seen.extend(page["results"].as_array().unwrap().clone());
        next = page["next"].clone();
    }
    assert_eq!(seen, upstream.records("spells"));
    assert_eq!(upstream.requests("/v2/spells"), total.div_ceil(3));
    assert_eq!(get(&upstream, "/v2/spells/?page=99").await.0, 404);
}

#[tokio::test]
async fn open5e_serves_details_and_redirects_to_the_slash() {
    let upstream = Upstream::start().await;
    let spell = json_of(&upstream, "/v2/spells/srd_ember-ward").await;
    assert_eq!(spell["name"], "Ember Ward");
    assert_eq!(get(&upstream, "/v2/spells/nothing/").await.0, 404);
    assert_eq!(get(&upstream, "/v2/nothing/").await.0, 404);
    let set = json_of(&upstream, "/v2/itemsets/kitchenware/").await;
    let link = format!("{}/v2/items/srd_copper-kettle/", upstream.open5e_url);
    assert_eq!(set["items"][0]["url"], link);
}

#[tokio::test]
async fn dnd5e_lists_references_and_serves_details() {
    let upstream = Upstream::start().await;
    let list = json_of(&upstream, "/api/2014/monsters").await;
    let expected = json!({"index": "lamp-warden", "name": "Lamp Warden", "url": "/api/2014/monsters/lamp-warden"});
    assert_eq!(list["count"], 2);
    assert_eq!(list["results"][0], expected);
    let monster = json_of(&upstream, "/api/2014/monsters/lamp-warden").await;
    assert_eq!(monster["challenge_rating"], 3);
    for missing in ["/api/2014/monsters/nobody", "/api/2014/levels", "/api/2023/monsters", "/api"] {
        assert_eq!(get(&upstream, missing).await.0, 404, "{missing}");
    }
}

#[tokio::test]
async fn dnd5e_serves_levels_below_their_owner() {
    let upstream = Upstream::start().await;
    let class = json_of(&upstream, "/api/2014/classes/lampwright/levels").await;
    let numbers: Vec<_> = class.as_array().unwrap().iter().map(|l| &l["level"]).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let subclass = json_of(&upstream, "/api/2014/subclasses/wickkeeper/levels").await;
    assert_eq!(subclass[0]["index"], "wickkeeper-3");
    assert_eq!(get(&upstream, "/api/2014/classes/nobody/levels").await.0, 404);
}

#[tokio::test]
async fn failures_end() {
    let upstream = Upstream::start().await;
    upstream.fail("/v2/creatures/", 503, 2);
    assert_eq!(get(&upstream, "/v2/creaturesets/").await.0, 200);
    for expected in [503, 503, 200] {
        assert_eq!(get(&upstream, "/v2/creatures/").await.0, expected);
    }
    upstream.fail("/", 500, usize::MAX);
    assert_eq!(get(&upstream, "/api/2024/feats").await.0, 500);
    upstream.recover();
    assert_eq!(get(&upstream, "/api/2024/feats").await.0, 200);
    assert_eq!(upstream.requests("/v2/creatures/"), 3);
    upstream.forget_counts();
    assert!(upstream.counts().is_empty());
}

#[tokio::test]
async fn records_change() {
    let upstream = Upstream::start().await;
    let before = upstream.records("conditions").len();
    upstream.remove("conditions", "peckish");
    assert_eq!(json_of(&upstream, "/v2/conditions/").await["count"], before - 1);
    upstream.replace("conditions", Vec::new());
    assert_eq!(json_of(&upstream, "/v2/conditions/").await["count"], 0);

    upstream.poison("spells", "srd_ember-ward");
    let spells = json_of(&upstream, "/v2/spells/").await;
    assert_eq!(spells["results"][0]["key"], "srd_ember-ward");
    assert!(spells["results"][0]["name"].is_null());
    assert_eq!(spells["results"][1]["name"], "Broth of Mending");

    upstream.poison("2024/feats", "early-riser");
    let feat = json_of(&upstream, "/api/2024/feats/early-riser").await;
    assert_eq!(feat["description"], 12345);
    let list = json_of(&upstream, "/api/2024/feats").await;
    assert_eq!(list["results"][0]["name"], "Early Riser");
}

#[tokio::test]
async fn answers_can_be_slow() {
    let upstream = Upstream::start().await;
    upstream.latency(Duration::from_millis(80));
    let began = std::time::Instant::now();
    json_of(&upstream, "/v2/").await;
    assert!(began.elapsed() >= Duration::from_millis(80));
}
