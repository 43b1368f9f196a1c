//! `OrcBrew` files end to end: every content type in, found, changed and out again; books of others' names.

use crate::nodes::{self, texts};
use lorekeeper_ingest as ingest;
use lorekeeper_ingest::import::Mode;
use lorekeeper_sources::import;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::json;
use std::collections::BTreeSet;

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

/// Everything in it, by family.
const ITEMS: [(&str, &str); 5] = [
    ("spells", "9 Crumbs, Ladle Lash, Steam Burst"),
    ("creatures", "Old Kettle, Toad Cook"),
    ("equipment", "Dried Peas, Great Ladle, Leather Apron, Spoon of Stirring"),
    (
        "characterOptions",
        "Cellar, Cook, Copper Pot, Pact of the Pot, Pan, Pantry Mage, Recipe, Samovar, Simmer, Spit Turner, Stirrer, \
         Taster, Teapot",
    ),
    ("rules", "Brunch, Porcelain"),
];

async fn names(lore: &Lore, field: &str, document: &str) -> Vec<String> {
    let query = format!("{{ list: {field}(documents: [\"{document}\"], first: 100) {{ nodes {{ name }} }} }}");
    let mut names = nodes::names(&lore.ask(&query).await["list"]);
    names.sort();
    names
}

async fn documents(lore: &Lore) -> BTreeSet<String> {
    let query = "{ documents(first: 100) { nodes { key } } }";
    let keys = texts(&lore.ask(query).await["documents"], "/key");
    keys.into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_content_type_comes_and_goes() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let (counts, revision) = (lore.counts().await, lore.revision().await);
    let all: usize = ITEMS.map(|(_, names)| names.split(", ").count()).iter().sum();

    // A dry run tells the same as often as it is asked, for it changes nothing.
    for _ in 0..2 {
        let report = lore.import(Mode::DryRun, "kitchen.orcbrew", KITCHEN).await;
        assert_eq!((report.files[0].changes.added, report.rows.any()), (all + 1, false));
        let told: usize = report.contents.iter().map(|content| content.count).sum();
        assert_eq!(told, all);
        assert_eq!((lore.counts().await, lore.revision().await), (counts.clone(), revision.clone()));
    }

    let report = lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    assert_eq!((report.files[0].skipped.len(), report.files[0].changes.added), (0, all + 1));
    assert!(lore.embed().await > all);
    for (field, expected) in ITEMS {
        let found = names(&lore, field, "kettle-spoon").await;
        if field == "characterOptions" {
            // Beside them stand the features that they grant.
            let mut expected = expected.split(", ");
            assert!(expected.all(|name| found.iter().any(|found| found == name)), "{found:?}");
        } else {
            assert_eq!(found.join(", "), expected);
        }
        for name in expected.split(", ") {
            let query = "query($name: String!) { search(query: $name, first: 1) { nodes { name } } }";
            let found = lore.query(query, json!({"name": name})).await;
            assert_eq!(nodes::names(&found["search"]), [name]);
        }
    }
    let linked = lore
        .ask(
            "{ class: characterOption(slug: \"pantry-mage\", kind: CLASS) { subclasses { name } }
               race: characterOption(slug: \"teapot\", kind: RACE) { subraces { name } }
               spell(slug: \"steam-burst\") { classes { name } source { raw } }
               creature(slug: \"toad-cook\") { legendaryActions { name } experiencePoints } }",
        )
        .await;
    assert_eq!(linked["class"]["subclasses"], json!([{"name": "Cellar"}]));
    assert_eq!(linked["race"]["subraces"], json!([{"name": "Samovar"}]));
    let classes = nodes::names(&linked["spell"]["classes"]);
    assert!(classes.contains(&"Pantry Mage".to_owned()), "{classes:?}");
    assert_eq!(linked["creature"]["experiencePoints"], 50);

    // Again, it changes nothing; nor does a restart.
    let report = lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    assert!(!report.rows.any() && report.files[0].changes.kept == all + 1, "{:?}", report.files);
    let stored = lore.counts().await;
    let lore = lore.restart().await;
    assert_eq!(lore.counts().await, stored);

    // What changes is changed, a field that cannot be read is left out, what is gone goes.
    let again = KITCHEN
        .replace("Each creature in a 15-foot cone", "Each creature in a 30-foot cone")
        .replace(":level 0 :school", ":level 77 :school")
        .replace(":languages {:porcelain", ":unheard-of {:porcelain");
    let report = lore.import(Mode::Store, "kitchen.orcbrew", &again).await;
    let file = &report.files[0];
    assert_eq!((file.changes.changed, file.changes.removed), (2, 1), "{file:?}");
    assert_eq!(file.file, "kitchen.orcbrew");
    assert!(file.skipped.is_empty(), "{file:?}");
    let unfit = "spells level: 1 of 3, \"the number 77\"".to_owned();
    assert!(file.notes.contains(&unfit), "{file:?}");
    let kept = names(&lore, "spells", "kettle-spoon").await;
    assert_eq!(kept.join(", "), ITEMS[0].1);
    assert_eq!(names(&lore, "rules", "kettle-spoon").await, ["Brunch"]);
    let spell = lore.ask("{ spell(slug: \"steam-burst\") { areaSize } }").await;
    assert_eq!(spell["spell"]["areaSize"], 30);

    // What is no EDN is refused with its place.
    let broken = b"{\"Kettle & Spoon\"\n {:a ]}".to_vec();
    let error = import::read_bytes("kitchen.orcbrew", broken).await;
    let error = error.unwrap_err().to_string();
    let place = "kitchen.orcbrew, line 2, column 6: ";
    assert!(error.starts_with(place), "{error}");

    let misspelt = ingest::remove(&lore.app.ingest, "Ketle & Spoon");
    let error = misspelt.await.unwrap_err().to_string();
    assert!(error.contains("Did you mean \"kettle-spoon\"?"), "{error}");
    let unlike = ingest::remove(&lore.app.ingest, "Something else");
    let error = unlike.await.unwrap_err().to_string();
    assert!(!error.contains("Did you mean"), "{error}");
    let removed = ingest::remove(&lore.app.ingest, "Kettle & Spoon");
    removed.await.unwrap();
    assert_eq!(lore.counts().await, counts);
    lore.stop().await;
}

/// The keys of books that people bring.
const OWN: [&str; 3] = ["srd-orcbrew", "system-reference-document-5-1-orcbrew", "own-book"];

fn book(name: &str, spell: &str) -> String {
    format!(
        "{{\"{name}\" {{:orcpub.dnd.e5/spells {{:own {{:name \"{spell}\" :level 1 :school \"evocation\" :spell-lists {{:wizard true}}}}}}}}}}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_book_of_anothers_name_has_its_own_key() {
    let upstream = Upstream::start().await;
    let official = Lore::filled(&upstream).await;
    let expected = official.counts().await;
    let spells = names(&official, "spells", "srd-2014").await;
    official.stop().await;
    // Before the sync, and after it: the keys are the same in the end.
    for before in [true, false] {
        let lore = if before { Lore::start(&upstream).await } else { Lore::filled(&upstream).await };
        for (file, name) in
            [("a.orcbrew", "SRD"), ("srd-2014.orcbrew", "System Reference Document 5.1"), ("srd.orcbrew", "Own Book")]
        {
            let report = lore.import(Mode::Store, file, &book(name, "Crumb Bolt")).await;
            if !before && name != "Own Book" {
                let key = &report.contents[0].document;
                assert!(key.ends_with("-orcbrew"), "{key}");
            }
        }
        if before {
            lore.sync().await;
        }
        let mut counts = lore.counts().await;
        counts.retain(|place, _| expected.contains_key(place));
        assert_eq!(counts, expected);
        let keys = documents(&lore).await;
        for key in OWN {
            assert!(keys.contains(key), "{key} in {keys:?}");
            assert_eq!(names(&lore, "spells", key).await, ["Crumb Bolt"]);
        }
        for official in ["srd", "srd-2014", "System Reference Document 5.1"] {
            assert_eq!(names(&lore, "spells", official).await, spells, "{official}");
        }
        let lore = lore.restart().await;
        assert_eq!(documents(&lore).await, keys);
        for key in OWN {
            let (removed, _) = ingest::remove(&lore.app.ingest, key).await.unwrap();
            assert_eq!(removed.key, key);
        }
        assert_eq!(lore.counts().await, expected);
        lore.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_book_in_two_files() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let spell = |name: &str| book("Shared", name).replace(":own", &format!(":{}", name.to_lowercase()));
    lore.import(Mode::Store, "one.orcbrew", &spell("Crumb")).await;
    lore.import(Mode::Store, "two.orcbrew", &spell("Crust")).await;
    assert_eq!(names(&lore, "spells", "shared").await, ["Crumb", "Crust"]);
    // Another book under the same name of a file, as programs give them, is no new version of this one.
    lore.import(Mode::Store, "two.orcbrew", &book("Other", "Crust")).await;
    assert_eq!(names(&lore, "spells", "shared").await, ["Crumb", "Crust"]);
    // Each file answers for its own items.
    lore.import(Mode::Store, "two.orcbrew", &spell("Crisp")).await;
    assert_eq!(names(&lore, "spells", "shared").await, ["Crisp", "Crumb"]);
    let shared = lore.ask("{ document(key: \"shared\") { name source } }").await;
    let expected = json!({"name": "Shared", "source": "orcbrew"});
    assert_eq!(shared["document"], expected);
    lore.stop().await;
}
