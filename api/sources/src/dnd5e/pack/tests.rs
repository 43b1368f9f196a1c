use super::*;
use crate::Records;
use sqlx::raw_sql;

async fn read_database(bytes: &[u8], records: &mut UniqueRecords) -> Result<(), PackError> {
    super::read_database(bytes, records, &mut Allowance::default()).await
}

const OWL: &str = r#"{"index": "grey-owl", "name": "Grey Owl", "url": "/api/2014/monsters/grey-owl"}"#;
const MOUSE: &str = r#"{"index": "mouse", "name": "Mouse"}"#;

async fn new_database(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.create_if_missing(true).connect().await.unwrap()
}

async fn execute(database: &mut SqliteConnection, sql: &str) {
    raw_sql(AssertSqlSafe(sql)).execute(database).await.unwrap();
}

async fn database(file: &Path, edition: &str) {
    let mut database = new_database(file).await;
    let statements = [
        "CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL)".to_owned(),
        format!("INSERT INTO metadata VALUES ('edition', '{edition}')"),
    ];
    for sql in statements {
        execute(&mut database, &sql).await;
    }
    for table in ["monsters", "weapon_properties", "ships"] {
        let columns = r#"("index" TEXT PRIMARY KEY, name TEXT, data TEXT NOT NULL)"#;
        let sql = format!("CREATE TABLE {table} {columns}");
        execute(&mut database, &sql).await;
        for (index, data) in [("z", OWL), ("a", MOUSE), ("b", "{")] {
            let sql = format!("INSERT INTO {table} VALUES ('{index}', NULL, '{data}')");
            execute(&mut database, &sql).await;
        }
    }
    database.close().await.unwrap();
}

#[tokio::test]
async fn databases_are_filed_as_the_api_lists_them() {
    let dir = tempfile::tempdir().unwrap();
    let mut records = UniqueRecords::default();
    for edition in ["2014", "2024"] {
        let file = dir.path().join(format!("{edition}.sqlite3"));
        database(&file, edition).await;
        let bytes = std::fs::read(file).unwrap();
        assert!(is_database(&bytes));
        // A second copy changes nothing.
        read_database(&bytes, &mut records).await.unwrap();
        read_database(&bytes, &mut records).await.unwrap();
    }
    let records: Records = records.finish();
    let endpoints: Vec<_> = records.0.keys().map(String::as_str).collect();
    assert_eq!(endpoints, ["2014/monsters", "2014/weapon-properties", "2024/monsters", "2024/weapon-properties"]);
    let monsters = records.endpoint("2014/monsters");
    let keys: Vec<_> = monsters.iter().map(|record| record.key.as_str()).collect();
    assert_eq!(keys, ["grey-owl", "mouse"]);
    assert_eq!(monsters[0].url, "https://www.dnd5eapi.co/api/2014/monsters/grey-owl");
    assert_eq!(monsters[0].raw["name"], "Grey Owl");
    assert_eq!(monsters[1].url, "https://www.dnd5eapi.co/api/2014/monsters/mouse");
}

#[test]
fn a_list_is_filed_by_its_name_and_addresses() {
    let record = |url: &str| serde_json::json!({"index": "grey-owl", "name": "Grey Owl", "url": url});
    for (name, url, endpoint) in [
        ("5e-SRD-Monsters", "/api/2014/monsters/grey-owl", Some("2014/monsters")),
        ("owls", "/api/2024/monsters/grey-owl", Some("2024/monsters")),
        ("owls", "/api/monsters/grey-owl", Some("2014/monsters")),
        ("5e-SRD-Levels", "/api/2014/classes/owl/levels/1", Some("2014/levels")),
        ("x", "/api/2014/subclasses/owl/levels/1", Some("2014/levels")),
        ("owls", "/api/2014/owls/grey-owl", None),
        ("owls", "/owls", None),
    ] {
        let mut records = UniqueRecords::default();
        let found = read_list(name, vec![record(url)], &mut records);
        let records = records.finish();
        let endpoints: Vec<_> = records.0.keys().map(String::as_str).collect();
        assert_eq!(endpoints.first().copied(), endpoint, "{name} {url}");
        assert_eq!(found, endpoint.is_some());
    }
}

#[tokio::test]
async fn another_database_is_refused() {
    let mut records = UniqueRecords::default();
    let torn = read_database(b"SQLite format 3\0and no more", &mut records).await;
    assert_eq!(torn, Err(PackError::Damaged));
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("other.sqlite3");
    let mut other = new_database(&file).await;
    execute(&mut other, "CREATE TABLE owls (name TEXT)").await;
    other.close().await.unwrap();
    let bytes = std::fs::read(file).unwrap();
    let refused = read_database(&bytes, &mut records).await;
    assert_eq!(refused, Err(PackError::NotAPack));
    assert!(records.finish().0.is_empty());
}

/// A database of a pack whose monsters are made by these statements.
async fn pack_with(statements: &[&str]) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pack.sqlite3");
    let mut database = new_database(&file).await;
    let metadata = "CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL);
        INSERT INTO metadata VALUES ('edition', '2014')";
    for sql in [metadata].iter().chain(statements) {
        execute(&mut database, sql).await;
    }
    database.close().await.unwrap();
    std::fs::read(file).unwrap()
}

#[tokio::test]
async fn a_database_that_computes_what_it_holds_is_refused() {
    for statements in [
        &[
            "CREATE TABLE monsters (n INTEGER, data TEXT AS (printf('%.*c', 300000000, 'x')))",
            "INSERT INTO monsters (n) VALUES (1), (2), (3), (4), (5), (6), (7), (8)",
        ][..],
        &["CREATE VIEW monsters AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT '{}' AS data FROM n"],
    ] {
        let bytes = pack_with(statements).await;
        let mut records = UniqueRecords::default();
        let refused = read_database(&bytes, &mut records).await.unwrap_err();
        assert_eq!(refused, PackError::Computed);
        assert!(refused.to_string().contains("compute what they hold"));
        assert!(records.finish().0.is_empty());
    }
}

#[tokio::test]
async fn a_database_with_too_many_values_is_refused() {
    let bytes = pack_with(&[
        "CREATE TABLE monsters (data TEXT)",
        "INSERT INTO monsters VALUES ('[[],[],[],[]]'), ('[[],[],[],[]]')",
    ])
    .await;
    let mut allowance = Allowance { values: 15, ..Allowance::default() };
    let mut records = UniqueRecords::default();
    let refused = super::read_database(&bytes, &mut records, &mut allowance).await;
    assert_eq!(refused, Err(PackError::TooManyValues));
}

#[test]
fn a_long_list_is_read_in_a_moment() {
    let record = |n: usize| {
        let url = format!("/api/2014/monsters/owl-{}", n / 2);
        serde_json::json!({"index": format!("owl-{}", n / 2), "url": url})
    };
    let start = std::time::Instant::now();
    let mut records = UniqueRecords::default();
    assert!(read_list("owls", (0..120_000).map(record).collect(), &mut records));
    assert_eq!(records.finish().endpoint("2014/monsters").len(), 60_000);
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}
