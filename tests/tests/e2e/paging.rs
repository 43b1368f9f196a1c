//! Pagination: pages in both directions, and the cursors that mark places in them.

use crate::nodes::{list, names, text};
use crate::sync::edit;
use lorekeeper_tests::harness::{Lore, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const PAGE: &str =
    "query($first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: SpellFilter) {
    spells(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter) {
        totalCount
        edges { cursor node { name } }
        pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    }
}";

async fn page(lore: &Reader, variables: Value) -> Value {
    lore.query(PAGE, variables).await["spells"].take()
}

/// What its page information says: whether there is more before, and more after.
fn more(page: &Value) -> (bool, bool) {
    let flag = |name: &str| page["pageInfo"][name].as_bool().unwrap();
    (flag("hasPreviousPage"), flag("hasNextPage"))
}

#[tokio::test]
async fn forward_and_backward() {
    let lore = Reader::shared().await;
    for search in [Value::Null, json!("fire embers kettle spell")] {
        let whole = page(&lore, json!({"first": 100, "search": search})).await;
        let all = names(&whole);
        let total = all.len();
        assert!(total >= 7, "{all:?}");
        assert_eq!(whole["totalCount"], total);
        assert_eq!(more(&whole), (false, false));

        let mut seen = Vec::new();
        let mut after = Value::Null;
        loop {
            let page = page(&lore, json!({"first": 4, "after": after, "search": search})).await;
            let got = names(&page);
            assert_eq!(page["totalCount"], total);
            let more_after = seen.len() + got.len() < total;
            assert_eq!(more(&page), (!seen.is_empty(), more_after));
            assert_eq!(page["pageInfo"]["startCursor"], page["edges"][0]["cursor"]);
            seen.extend(got);
            after = page["pageInfo"]["endCursor"].clone();
            if !more(&page).1 {
                break;
            }
        }
        assert_eq!(seen, all);
        let beyond = page(&lore, json!({"first": 4, "after": after, "search": search})).await;
        assert!(names(&beyond).is_empty());
        assert_eq!(more(&beyond), (true, false));

        let mut seen: Vec<String> = Vec::new();
        let mut before = Value::Null;
        loop {
            let paging = json!({"last": 4, "before": before, "search": search});
            let page = page(&lore, paging).await;
            let got = names(&page);
            let more_before = seen.len() + got.len() < total;
            assert_eq!(more(&page), (more_before, !seen.is_empty()));
            seen = [got, seen].concat();
            before = page["pageInfo"]["startCursor"].clone();
            if !more(&page).0 {
                break;
            }
        }
        assert_eq!(seen, all);

        // From the middle, and between two cursors.
        let cursor = |index: usize| whole["edges"][index]["cursor"].clone();
        for (count, expected) in [("first", &all[2..4]), ("last", &all[3..5])] {
            let between = json!({count: 2, "after": cursor(1), "before": cursor(5), "search": search});
            assert_eq!(names(&page(&lore, between).await), expected);
        }
    }

    // Twenty unless the client says otherwise; nothing is a page too.
    let data = lore.ask("{ rules { totalCount nodes { name } pageInfo { hasNextPage } } }").await;
    assert_eq!(names(&data["rules"]).len(), 20);
    assert_eq!(data["rules"]["pageInfo"]["hasNextPage"], true);
    let nothing = page(&lore, json!({"filter": {"level": {"eq": 9}}})).await;
    assert_eq!(nothing["totalCount"], 0);
    assert_eq!(more(&nothing), (false, false));
    assert_eq!(nothing["pageInfo"]["endCursor"], Value::Null);
}

#[tokio::test]
async fn in_any_order() {
    const ORDERED: &str =
        "query($first: Int, $after: String, $last: Int, $before: String, $order: [SpellOrder!], $name: String) {
        spells(first: $first, after: $after, last: $last, before: $before, orderBy: $order, name: $name) {
            nodes { name level range }
            pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
        }
    }";
    let lore = Reader::shared().await;
    let page = async |order: &Value, name: Option<&str>, paging: Value| {
        let mut variables = json!({"order": order, "name": name});
        let given = paging.as_object().unwrap().clone();
        variables.as_object_mut().unwrap().extend(given);
        lore.query(ORDERED, variables).await["spells"].take()
    };
    let nodes = |page: &Value| list(&page["nodes"]).to_vec();
    let by = |field: &str, direction: &str| json!({"field": field, "direction": direction});
    for (order, name) in [
        (json!([]), None),
        (json!([by("LEVEL", "DESC")]), None),
        (json!([by("RANGE", "ASC")]), None),
        (json!([by("RANGE", "DESC"), by("LEVEL", "ASC")]), None),
        // Without an order of the client's, a name puts what is closest to it first.
        (json!([]), Some("*e*")),
        (json!([]), Some("ember")),
    ] {
        let whole = nodes(&page(&order, name, json!({"first": 100})).await);
        assert!(whole.len() >= 2, "{order} {name:?}: {whole:?}");
        for count in [1, 2, 3] {
            let (mut forward, mut after) = (Vec::new(), Value::Null);
            loop {
                let next = page(&order, name, json!({"first": count, "after": after})).await;
                forward.extend(nodes(&next));
                after = next["pageInfo"]["endCursor"].clone();
                if !more(&next).1 {
                    break;
                }
            }
            assert_eq!(forward, whole, "{order} {name:?}");
            let (mut backward, mut before) = (Vec::new(), Value::Null);
            loop {
                let next = page(&order, name, json!({"last": count, "before": before})).await;
                backward = [nodes(&next), backward].concat();
                before = next["pageInfo"]["startCursor"].clone();
                if !more(&next).0 {
                    break;
                }
            }
            assert_eq!(backward, whole, "{order} {name:?}");
        }
    }
}

#[tokio::test]
async fn what_a_cursor_marks_may_go() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let whole = page(&lore, json!({"first": 100})).await;
    let all = names(&whole);
    let cursor = |index: usize| whole["edges"][index]["cursor"].clone();
    // One that no other source or book has.
    let sources = lore.ask("{ spells(first: 100) { nodes { source { names } } } }").await;
    let only = |index: &usize| {
        sources["spells"]["nodes"][index]["source"]["names"] == json!(["open5e_v2"])
            && all.iter().filter(|name| **name == all[*index]).count() == 1
    };
    let index = (1..all.len() - 1).find(only).expect("one of Open5e alone");
    let gone = all[index].clone();
    let ordered = async |paging: Value| {
        const ORDERED: &str = "query($first: Int, $last: Int, $before: String) {
            spells(first: $first, last: $last, before: $before, orderBy: [{field: LEVEL, direction: DESC}]) {
                edges { cursor node { name } }
                pageInfo { hasNextPage hasPreviousPage }
            }
        }";
        lore.query(ORDERED, paging).await["spells"].take()
    };
    let by_level = ordered(json!({"first": 100})).await;
    let sorted = names(&by_level);
    let place = sorted.iter().position(|name| *name == gone).unwrap();
    let by_level = by_level["edges"][place]["cursor"].clone();
    // What comes before the place, whoever has it.
    let before_it = async || {
        let page = ordered(json!({"last": 2, "before": by_level})).await;
        assert_eq!(more(&page), (place > 2, true));
        names(&page)
    };
    let expected = &sorted[place.saturating_sub(2)..place];
    assert_eq!(before_it().await, expected);
    // From the back no position is known.
    let last = page(&lore, json!({"last": all.len() - index})).await;
    assert_eq!(names(&last)[0], gone);

    // It may have moved in the order.
    let mut spells = upstream.records("spells");
    for spell in &mut spells {
        if spell["name"] == gone.as_str() {
            spell["level"] = json!(if place > 2 { 9 } else { 0 });
        }
    }
    upstream.replace("spells", spells);
    lore.sync().await;
    let moved = names(&ordered(json!({"first": 100})).await);
    assert_ne!(moved, sorted);
    assert_eq!(before_it().await, expected);

    let mut spells = upstream.records("spells");
    spells.retain(|spell| spell["name"] != gone.as_str());
    upstream.replace("spells", spells);
    lore.sync().await;
    let left = names(&page(&lore, json!({"first": 100})).await);
    assert_eq!(left.len(), all.len() - 1, "{gone}: {left:?} of {all:?}");

    let after = page(&lore, json!({"first": 100, "after": cursor(index)})).await;
    assert_eq!(names(&after), all[index + 1..]);
    assert_eq!(more(&after), (true, false));
    let before = page(&lore, json!({"last": 1, "before": cursor(index)})).await;
    assert_eq!(names(&before), all[index - 1..index]);
    assert_eq!(more(&before), (index > 1, true));
    let next = json!({"first": 100, "after": last["edges"][0]["cursor"]});
    assert_eq!(names(&page(&lore, next).await), all[index + 1..]);
    assert_eq!(before_it().await, expected);
    lore.stop().await;
}

#[tokio::test]
async fn refused() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let refused = async |variables: Value, word: &str| {
        lore.refuses(PAGE, variables, "BAD_USER_INPUT", word).await;
    };
    for number in [-1, 101, 1000] {
        refused(json!({"first": number}), "first").await;
        refused(json!({"last": number}), "last").await;
    }
    refused(json!({"last": 0}), "last").await;
    refused(json!({"first": 1, "last": 1}), "not both").await;

    let cursor = page(&lore, json!({"first": 1})).await["pageInfo"]["endCursor"].clone();
    let filter = json!({"level": {"eq": 1}});
    refused(json!({"after": cursor, "filter": filter}), "another query").await;
    refused(json!({"after": cursor, "search": "fire"}), "another query").await;
    for broken in ["", "?", "bm9uc2Vuc2U", "MXw", "\u{0}", text(&cursor, "").get(1..).unwrap()] {
        refused(json!({"before": broken}), "not one of ours").await;
    }

    // On a search, a cursor holds while content and vectors do.
    let found = page(&lore, json!({"first": 1, "search": "fire"})).await;
    let searched = &found["pageInfo"]["endCursor"];
    let next = json!({"first": 1, "after": searched, "search": "fire"});
    assert_eq!(names(&page(&lore, next).await).len(), 1);
    edit(&upstream, "spells", "srd_ember-ward", "desc", json!("Another text."));
    lore.sync().await;
    refused(json!({"after": searched, "search": "fire"}), "out of date").await;
    // Without one it holds regardless.
    assert_eq!(names(&page(&lore, json!({"after": cursor})).await).len(), 8);
    lore.stop().await;
}
