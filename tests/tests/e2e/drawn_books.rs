//! Books are drawn apart: an import draws imported books alone, and its rows are those that a drawing of everything makes.

use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::{self as ingest, Due, Materialised};
use lorekeeper_store::{self as store, Removals, sql};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

/// A book whose names other rows mention, with what it takes from other books: a class of the kitchen, the numbers of a
/// base item, a language of the core document, a spell of the reference document, and the starting equipment of a
/// background.
pub const PANTRY: &str = r#"{"Pantry Tales"
 #:orcpub.dnd.e5{
  :spells
  {:toad-lamp {:name "Toad Lamp" :key :toad-lamp :option-pack "Pantry Tales" :level 2 :school "evocation"
    :spell-lists {:pantry-mage true :wizard true}
    :description "You cast *ember ward*, and the toad lamp shines like steam burst. Whoever casts toad lamp is blinded."}}
  :subclasses
  {:lamp-shelf {:name "Lamp Shelf" :key :lamp-shelf :option-pack "Pantry Tales" :class :pantry-mage
    :traits [{:name "Wick" :level 3 :description "You cast toad lamp without a slot."}]}}
  :languages {:common {:name "Common" :key :common :option-pack "Pantry Tales"}}
  :magic-items
  {:lamp-poker
   #:orcpub.dnd.e5.magic-items{:name "Lamp Poker" :type :weapon :subtypes #{:poker} :rarity :rare
                               :description "It shines."}}
  :backgrounds
  {:lamplighter {:name "Lamplighter" :key :lamplighter :option-pack "Pantry Tales"
    :equipment {:poker 1 :kettle 2} :treasure {:gp 5}
    :traits [{:name "Night Walk" :description "You know the toad lamp."}]}}}}"#;

/// All rows but for when they were fetched and their keys in the store, and what is searched.
async fn content(lore: &Lore) -> Vec<String> {
    let mut all = Vec::new();
    for table in ["document", "spell", "creature", "equipment", "character_option", "rule"] {
        let statement = format!(
            "SELECT (to_jsonb(t) - 'fetched_at' - 'changed_at' - 'id')::text AS line FROM {table} t ORDER BY 1"
        );
        all.extend(lines(lore, &statement).await);
    }
    let words =
        "SELECT concat_ws(' ', family, document_key, kind, slug, name, terms) AS line FROM search_entry ORDER BY 1";
    all.extend(lines(lore, words).await);
    all
}

async fn lines(lore: &Lore, statement: &str) -> Vec<String> {
    let rows = lore.app.store.pool.query_all_raw(sql(statement)).await;
    let rows = rows.unwrap().into_iter();
    rows.map(|row| row.try_get("", "line").unwrap()).collect()
}

/// Draws all books, and expects what is there already.
async fn draws_the_same(lore: &Lore, step: &str) {
    let before = content(lore).await;
    let pool = &lore.app.store.pool;
    store::set_fact(pool, store::ROWS_PENDING, step).await.unwrap();
    let drawn = lore.fetch(Due::Stale, Removals::Guarded).await.rows;
    assert!(store::pending_marks(pool).await.unwrap().is_empty());
    for (before, after) in before.iter().zip(&content(lore).await) {
        assert_eq!(before, after, "{step}");
    }
    assert!(!drawn.any(), "{step}: {:?}", drawn.summary());
}

/// What changed in the tables of the families and of the books.
fn changed(drawn: &Materialised) -> Vec<&str> {
    let tables = drawn.tables.iter().filter(|(_, changes)| changes.any());
    tables.map(|(table, _)| table.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_books_are_drawn_as_with_all_others() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let import = async |file: &str, text: &str| {
        let report = lore.import(Mode::Store, file, text).await;
        assert!(report.rows.any(), "{file}");
        draws_the_same(&lore, file).await;
    };
    let untouched = content(&lore).await;

    // A class that is named before its book is there, and with it; and once it is another.
    import("pantry.orcbrew", PANTRY).await;
    import("kitchen.orcbrew", KITCHEN).await;
    import("kitchen.orcbrew", &KITCHEN.replace("\"Pantry Mage\"", "\"Larder Mage\"")).await;
    // Names that texts mention go and come.
    import("pantry.orcbrew", &PANTRY.replace("\"Toad Lamp\"", "\"Newt Lamp\"")).await;
    import("pantry.orcbrew", PANTRY).await;
    // A book under the name of one of the sources, with a name of theirs.
    let spell = "{\"SRD\" {:orcpub.dnd.e5/spells {:ember-ward {:name \"Ember Ward\" :level 9 :school \"abjuration\" \
        :description \"The ember ward is no ember ward of theirs.\"}}}}";
    import("srd.orcbrew", spell).await;

    for book in ["kettle-spoon", "srd-orcbrew", "pantry-tales"] {
        ingest::remove(&lore.app.ingest, book).await.unwrap();
        draws_the_same(&lore, book).await;
    }
    assert_eq!(content(&lore).await, untouched);
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_draws_no_book_of_a_source() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    // What is drawn again is written again.
    lore.run("UPDATE spell SET content_hash = '' WHERE document_key = 'srd-2014'").await;
    let report = lore.import(Mode::Store, "pantry.orcbrew", PANTRY).await;
    let (_, spells) = report.rows.tables.iter().find(|(table, _)| table == "spell").unwrap();
    assert_eq!((spells.added, spells.changed, spells.kept), (1, 0, 0));

    // Where it is not known what the sources' books give to others, they are drawn.
    lore.run("DELETE FROM store_fact WHERE key = 'rows_import_context'").await;
    let (_, drawn) = ingest::remove(&lore.app.ingest, "pantry-tales").await.unwrap();
    let (_, spells) = drawn.tables.iter().find(|(table, _)| table == "spell").unwrap();
    assert!(spells.changed > 0, "{:?}", changed(&drawn));
    draws_the_same(&lore, "afterwards").await;
    lore.stop().await;
}
