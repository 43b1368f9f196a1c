use super::*;

const OWL: &str =
    r#"{"index": "grey-owl", "name": "Grey Owl", "url": "/api/2014/monsters/grey-owl"}"#;
const MOUSE: &str = r#"{"index": "mouse", "name": "Mouse"}"#;

async fn database(file: &Path, edition: &str) {
    let url = format!("sqlite:{}?mode=rwc", file.display());
    let database = Database::connect(url).await.unwrap();
    let statements = [
        "CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL)".to_owned(),
        format!("INSERT INTO metadata VALUES ('edition', '{edition}')"),
    ];
    for sql in statements {
        database.execute_unprepared(&sql).await.unwrap();
    }
    for table in ["monsters", "weapon_properties", "ships"] {
        let columns = r#"("index" TEXT PRIMARY KEY, name TEXT, data TEXT NOT NULL)"#;
        let sql = format!("CREATE TABLE {table} {columns}");
        database.execute_unprepared(&sql).await.unwrap();
        for (index, data) in [("z", OWL), ("a", MOUSE), ("b", "{")] {
            let sql = format!("INSERT INTO {table} VALUES ('{index}', NULL, '{data}')");
            database.execute_unprepared(&sql).await.unwrap();
        }
    }
    database.close().await.unwrap();
}

#[tokio::test]
async fn a_folder_of_databases_is_filed_as_the_api_lists_it() {
    // A name that would need escaping in an address.
    let dir = tempfile::Builder::new()
        .prefix("a pack%20?")
        .tempdir()
        .unwrap();
    let plain = tempfile::tempdir().unwrap();
    for edition in ["2014", "2024"] {
        let file = plain.path().join(format!("{edition}.sqlite3"));
        database(&file, edition).await;
        std::fs::copy(&file, dir.path().join(format!("{edition}.sqlite3"))).unwrap();
    }
    let records = read(dir.path()).await.unwrap();
    let endpoints: Vec<_> = records.0.keys().map(String::as_str).collect();
    assert_eq!(
        endpoints,
        [
            "2014/monsters",
            "2014/weapon-properties",
            "2024/monsters",
            "2024/weapon-properties"
        ]
    );
    let monsters = records.of("2014/monsters");
    let keys: Vec<_> = monsters.iter().map(|record| record.key.as_str()).collect();
    assert_eq!(keys, ["grey-owl", "mouse"]);
    assert_eq!(
        monsters[0].url,
        "https://www.dnd5eapi.co/api/2014/monsters/grey-owl"
    );
    assert_eq!(monsters[0].raw["name"], "Grey Owl");
    assert_eq!(
        monsters[1].url,
        "https://www.dnd5eapi.co/api/2014/monsters/mouse"
    );
}

#[tokio::test]
async fn a_json_file_is_filed_by_its_name_and_addresses() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("5e-SRD-Monsters.json");
    std::fs::write(&file, format!("[{OWL}]")).unwrap();
    let records = read(&file).await.unwrap();
    assert_eq!(records.of("2014/monsters").len(), 1);
}

#[tokio::test]
async fn anything_else_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let note = dir.path().join("note.json");
    std::fs::write(&note, "[]").unwrap();
    assert!(matches!(read(&note).await, Err(PackError::NotAPack(_))));
    let torn = dir.path().join("torn.sqlite3");
    std::fs::write(&torn, b"SQLite format 3\0and no more").unwrap();
    assert!(matches!(read(&torn).await, Err(PackError::Damaged(_))));
    let absent = dir.path().join("absent");
    assert!(matches!(read(&absent).await, Err(PackError::Unreadable(_))));
}
