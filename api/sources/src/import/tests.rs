use super::archive::zipped;
use super::*;
use crate::{dnd5e, orcbrew, srd_data};

const MONSTERS: &[u8] = br#"[{"index": "grey-owl", "name": "Grey Owl", "url": "/api/2014/monsters/grey-owl"}]"#;
const MODERN: &[u8] = br#"[{"index": "grey-owl", "name": "Grey Owl", "url": "/api/2024/monsters/grey-owl"}]"#;
const OWL: &[u8] = br#"{"slug": "grey-owl", "name": "Grey Owl", "hp_dice": "1d4", "provenance": {"source_url": "https://owls.example/grey"}, "review": {}}"#;
const CALL: &[u8] =
    br#"{"slug": "owl-call", "name": "Owl Call", "entry_kind": "spell", "provenance": {}, "review": {}}"#;
const BREW: &[u8] =
    br#"{:orcpub.dnd.e5/spells {:owl-light {:name "Owl Light", :level 1, :school "evocation", :option-pack "Owls"}}}"#;

/// Sources and endpoints of readings, with how many records each has.
fn shape(readings: &[Reading]) -> Vec<(&str, Vec<(&str, usize)>)> {
    let shape = readings.iter().map(|reading| {
        let named = reading.records.0.iter();
        let counted = named.map(|(name, list)| (name.as_str(), list.len()));
        (reading.source.as_str(), counted.collect())
    });
    shape.collect()
}

#[tokio::test]
async fn a_folder_of_everything_falls_apart_by_source() {
    let dir = tempfile::tempdir().unwrap();
    let put = |path: &str, bytes: &[u8]| {
        let path = dir.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    put("src/2014/en/5e-SRD-Monsters.json", MONSTERS);
    put("src/2014/de/5e-SRD-Monsters.json", MONSTERS);
    put("src/2024/en/5e-SRD-Monsters.json", MODERN);
    put("canonical/monsters/grey-owl.json", OWL);
    put("canonical/spells/owl-call.json", CALL);
    put("brews.zip", &zipped(&[("home/owls.orcbrew", BREW)]));
    put("package.json", br#"{"name": "owls"}"#);
    put("README.md", b"# Owls");
    let readings = read(dir.path()).await.unwrap();
    let expected = vec![
        (orcbrew::NAME, vec![("books", 1), ("spells", 1)]),
        (dnd5e::NAME, vec![("2014/monsters", 1), ("2024/monsters", 1)]),
        (srd_data::NAME, vec![("monsters", 1), ("spells", 1)]),
    ];
    assert_eq!(shape(&readings), expected);
    assert_eq!(readings[0].file, "owls.orcbrew");
    assert_eq!(readings[2].records.endpoint("monsters")[0].url, "https://owls.example/grey");
    let notes = readings[0].notes.join(" ");
    assert!(notes.contains("package.json") && notes.contains("src/2014/de"), "{notes}");
}

#[tokio::test]
async fn an_upload_is_read_like_a_file() {
    let wheel = zipped(&[
        ("owls/__init__.py", b"\"\"\"Owls.\"\"\""),
        ("owls/canonical/monsters/grey-owl.json", OWL),
        ("../../owl.json", CALL),
    ]);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("owls-1.0-py3-none-any.whl");
    std::fs::write(&file, &wheel).unwrap();
    let read = read(&file).await.unwrap();
    let uploaded = read_bytes("somewhere/owls-1.0-py3-none-any.whl", wheel).await.unwrap();
    let expected = vec![(srd_data::NAME, vec![("monsters", 1), ("spells", 1)])];
    assert_eq!(shape(&read), expected);
    assert_eq!(shape(&uploaded), expected);
    assert_eq!(read[0].file, uploaded[0].file);
    assert!(read[0].notes.is_empty());
}

#[tokio::test]
async fn a_file_is_known_by_its_content() {
    for (bytes, source) in [(MONSTERS, dnd5e::NAME), (OWL, srd_data::NAME), (BREW, orcbrew::NAME)] {
        let readings = read_bytes("owl", bytes.to_vec()).await.unwrap();
        assert_eq!(readings.len(), 1);
        assert_eq!(readings[0].source, source);
    }
}

#[tokio::test]
async fn what_is_nothing_is_refused_with_what_it_seems_to_be() {
    for (bytes, what) in [
        (&b"\x89PNG"[..], "seems to be a picture"),
        (b"[{\"index\": 1}", "seems to be JSON that goes wrong at line 1"),
        (b"{\"monster\": []}", "seems to be JSON of another shape"),
        (b"PK\x03\x04", "is a damaged zip archive"),
        (b"SQLite format 3\0", "is a damaged SQLite database"),
        (b"", "seems to be an empty file"),
    ] {
        let refused = read_bytes("owl", bytes.to_vec()).await.unwrap_err().to_string();
        assert!(refused.starts_with(&format!("owl {what}")), "{refused}");
    }
    let picture = zipped(&[("owl.png", b"\x89PNG"), ("owl.json", b"[]")]);
    let refused = read_bytes("owl.zip", picture).await.unwrap_err().to_string();
    assert!(refused.starts_with("owl.zip holds nothing that can be imported. Accepted are"), "{refused}");
}

#[tokio::test]
async fn a_broken_orcbrew_file_is_an_error_wherever_it_is() {
    let broken = zipped(&[("owls.orcbrew", b"{:a"), ("note.txt", b"#Owls {")]);
    let refused = read_bytes("owls.zip", broken).await.unwrap_err();
    assert!(matches!(refused, ReadError::Syntax { file, .. } if file == "owls.orcbrew"));
}

/// Small archives of texts that would take gigabytes when read.
#[tokio::test]
async fn a_bomb_of_small_values_is_refused() {
    let edn = format!(
        "{{\"Owls\" {{:orcpub.dnd.e5/spells {{:owl {{:name \"Owl\" :many [{}]}}}}}}}}",
        "1 ".repeat(MAX_VALUES)
    );
    let json = format!("[{}[]]", "[],".repeat(MAX_VALUES));
    for (name, text) in [("owls.orcbrew", edn), ("owls.json", json)] {
        let packed = zipped(&[(name, text.as_bytes())]);
        assert!(packed.len() < 1 << 20, "{name}: {}", packed.len());
        for (file, bytes) in [("owls.zip", packed), (name, text.into_bytes())] {
            let refused = read_bytes(file, bytes).await.unwrap_err().to_string();
            assert!(refused.contains("more than the 3000000 values that are read at once"), "{refused}");
        }
    }
    // What several files hold is counted together.
    let json = format!("[{}[]]", "[],".repeat(MAX_VALUES / 3));
    let halves = zipped(&[("a.json", json.as_bytes()), ("b.json", json.as_bytes())]);
    let refused = read_bytes("owls.zip", halves).await.unwrap_err();
    assert!(refused.to_string().contains("values"), "{refused}");
}
