//! Long values that the store cannot hold: the record that has them is left out and named, and its neighbours come in.

use crate::fault_injection::of_spells;
use lorekeeper_ingest::Due;
use lorekeeper_ingest::import::Mode;
use lorekeeper_store::{self as store, Removals, Unannounced, sql};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Letters that no compression makes shorter.
fn letters(random: &mut fastrand::Rng, length: usize) -> String {
    (0..length).map(|_| random.alphabetic()).collect()
}

/// Lists spells of names that no other book has; answers with them.
fn list_spells(upstream: &Upstream) -> Vec<Value> {
    let mut spells = upstream.records("spells");
    for (number, spell) in spells.iter_mut().enumerate() {
        spell["name"] = json!(format!("Kettle Song {number}"));
    }
    upstream.replace("spells", spells.clone());
    spells
}

async fn has(lore: &Lore, name: &str) -> bool {
    let query = "query($name: String!) { spells(filter: {name: {eq: $name}}) { totalCount } }";
    let found = lore.query(query, json!({"name": name})).await;
    found["spells"]["totalCount"] == 1
}

async fn is_settled(lore: &Lore) -> bool {
    let db = &lore.app.store.pool;
    store::pending_marks(db).await.unwrap().is_empty() && !store::is_unannounced(db, Unannounced::Rows).await.unwrap()
}

#[tokio::test]
async fn an_imported_name_that_is_too_long_is_left_out() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let mut random = fastrand::Rng::with_seed(5);
    let book = |items: &str| format!("{{\"Long Book\" {{:orcpub.dnd.e5/spells {{{items}}}}}}}");
    let long = letters(&mut random, 4000);
    let text = book(&format!(":long {{:name \"{long}\" :level 1}} :steam {{:name \"Steam Song\" :level 1}}"));
    let report = lore.import(Mode::Store, "long.orcbrew", &text).await;
    let skipped = &report.files[0].skipped;
    assert_eq!(skipped.len(), 1, "{skipped:?}");
    assert_eq!(skipped[0].key, "Long Book/orcpub.dnd.e5/spells/long");
    assert!(skipped[0].reason.contains("longer than 300 characters"));
    assert!(has(&lore, "Steam Song").await);

    // A record of many megabytes is one message too many for the embedded store, and no book has so long a text.
    let chapter = "Steam. ".repeat(9_000);
    let huge = format!("\"{chapter}\" ").repeat(80);
    let text = book(&format!(
        ":huge {{:name \"Huge\" :level 1 :notes [{huge}]}} :endless {{:name \"Endless\" :level 1 :description \"{chapter}{chapter}\"}} \
         :lid {{:name \"Lid Song\" :level 1}}"
    ));
    let report = lore.import(Mode::Store, "huge.orcbrew", &text).await;
    let reasons = report.files[0].skipped.iter();
    let mut reasons: Vec<&str> = reasons.map(|skipped| &*skipped.reason).collect();
    reasons.sort_unstable();
    let expected = ["description: it is longer than 65536 bytes", "it is larger than 4 MiB"];
    assert_eq!(reasons, expected);
    assert!(has(&lore, "Lid Song").await && is_settled(&lore).await);
    lore.stop().await;
}

#[tokio::test]
async fn an_upstream_name_that_is_too_long_is_left_out() {
    let upstream = Upstream::start().await;
    let good = list_spells(&upstream);
    let mut spells = good.clone();
    let mut random = fastrand::Rng::with_seed(6);
    spells[3]["name"] = json!(letters(&mut random, 4000));
    let victim = spells[3]["key"].as_str().unwrap().to_owned();
    upstream.replace("spells", spells);
    let lore = Lore::filled(&upstream).await;
    let report = lore.fetch(Due::All, Removals::Guarded).await;
    let listing = of_spells(&report);
    assert!(listing.notice.as_ref().is_some_and(|n| n.contains(&victim)));
    for (place, spell) in good.iter().enumerate() {
        let name = spell["name"].as_str().unwrap();
        assert_eq!(has(&lore, name).await, place != 3, "{name}");
    }
    assert!(is_settled(&lore).await);
    upstream.replace("spells", good.clone());
    lore.sync().await;
    assert!(has(&lore, good[3]["name"].as_str().unwrap()).await);
    lore.stop().await;
}

/// Whatever the store refuses costs the row or record that has it, and no other.
#[tokio::test]
async fn what_the_store_refuses_keeps_nothing_else_out() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let spells = list_spells(&upstream);
    let of = |place: usize, field: &str| spells[place][field].as_str().unwrap().to_owned();
    let (row, record) = (of(1, "name"), of(2, "key"));
    let refuse = format!(
        "ALTER TABLE spell ADD CONSTRAINT no_row CHECK (name <> '{row}');
         ALTER TABLE source_record ADD CONSTRAINT no_record CHECK (key <> '{record}')"
    );
    lore.run(&refuse).await;
    let synced = lore.sync().await;
    let listing = of_spells(&synced.report);
    assert!(listing.notice.as_ref().is_some_and(|n| n.contains(&record)));
    assert_eq!(listing.changes.added, spells.len() - 1);
    let drawn = &synced.report.rows.skipped;
    assert!(drawn.iter().any(|s| s.key == of(1, "key")), "{drawn:?}");
    for place in 0..spells.len() {
        let name = of(place, "name");
        assert_eq!(has(&lore, &name).await, place != 1 && place != 2, "{name}");
    }
    assert!(is_settled(&lore).await);
    lore.stop().await;
}

/// Fields of all lengths, in an import as in a listing: what can be stored is.
#[tokio::test]
async fn no_length_of_a_field_stops_the_others() {
    let upstream = Upstream::start().await;
    let mut random = fastrand::Rng::with_seed(7);
    let lengths = [0, 1, 299, 300, 301, 900, 2_700, 9_000];
    let original = list_spells(&upstream).swap_remove(0);
    let mut spells = vec![original.clone()];
    for number in 0..60 {
        let mut spell = original.clone();
        spell["name"] = json!(format!("Lid Song {number}"));
        for field in spell.as_object_mut().unwrap().values_mut() {
            if field.is_string() && random.u8(..4) == 0 {
                let length = random.choice(lengths).unwrap();
                *field = Value::from(letters(&mut random, length));
            }
        }
        spell["key"] = json!(format!("srd_{number}-{}", {
            let length = random.choice(lengths).unwrap();
            letters(&mut random, length)
        }));
        spells.push(spell);
    }
    let name = original["name"].as_str().unwrap().to_owned();
    let count = spells.len();
    upstream.replace("spells", spells);
    let lore = Lore::start(&upstream).await;
    let report = lore.fetch(Due::All, Removals::Guarded).await;
    let listing = of_spells(&report);
    let left_out = listing.skipped.iter().map(|s| s.key.as_str());
    let left_out: BTreeSet<&str> = left_out.collect();
    assert_eq!(left_out.len() + listing.changes.added, count);
    assert!(!left_out.is_empty() && left_out.len() < count);
    assert!(has(&lore, &name).await && is_settled(&lore).await);

    let mut items = String::new();
    for number in 0..60 {
        let mut text = |most: usize| {
            let length = random.choice(lengths).unwrap().min(most);
            letters(&mut random, length)
        };
        let (key, name, school, pack) = (text(9_000), text(9_000), text(9_000), text(900));
        let (time, range) = (text(9_000), text(9_000));
        let item = format!(
            ":k{number}{key} {{:name \"{name}\" :school \"{school}\" :casting-time \"{time}\" :range \"{range}\" \
             :option-pack \"{pack}\" :level 1 :spell-lists {{:{name}x true}}}}\n"
        );
        items += &item;
    }
    let text =
        format!("{{\"Lengths\" {{:orcpub.dnd.e5/spells {{{items} :good {{:name \"Good Length\" :level 1}}}}}}}}");
    let report = lore.import(Mode::Store, "lengths.orcbrew", &text).await;
    assert!(!report.files[0].skipped.is_empty());
    assert!(has(&lore, "Good Length").await && is_settled(&lore).await);
    let longest = "SELECT max(greatest(length(name), length(slug), length(document_key)))::bigint FROM search_entry";
    let longest = lore.number(longest).await;
    assert!(longest <= 300, "{longest}");
    lore.stop().await;
}

/// Every text that an index of rows holds is among those whose length is bounded, in `ingest/bounds.rs`.
#[tokio::test]
async fn every_indexed_text_is_bounded() {
    let bounded = "\
        character_option: document_key kind name option_of_slug owner_slug parent_slug slug
        creature: creature_type document_key name size slug spell_slugs
        equipment: base_armor_slug base_weapon_slug category document_key kind name rarity slug
        rule: document_key kind name parent_slug section_slug slug
        spell: casting_time class_slugs document_key name school slug subclass_slugs";
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    for line in bounded.lines() {
        let (table, columns) = line.trim().split_once(": ").unwrap();
        let statement = format!(
            "SELECT coalesce(string_agg(DISTINCT a.attname::text, ' ' ORDER BY a.attname::text), '') AS columns \
             FROM pg_index i \
             JOIN pg_depend d ON d.objid = i.indexrelid AND d.refobjid = i.indrelid \
             JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = d.refobjsubid \
             WHERE i.indrelid = '{table}'::regclass AND a.atttypid IN ('text'::regtype, 'text[]'::regtype)"
        );
        let row = lore.app.store.pool.query_one_raw(sql(&statement)).await;
        let row = row.unwrap().unwrap();
        let indexed: String = row.try_get("", "columns").unwrap();
        assert_eq!(indexed, columns, "{table}");
    }
    lore.stop().await;
}
