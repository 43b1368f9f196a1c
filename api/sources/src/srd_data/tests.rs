use super::*;
use serde_json::json;

fn owls() -> Value {
    serde_json::from_str(include_str!("../../cases/owls.json")).unwrap()
}

/// The records of a file. What comes twice counts once, and what is no record not at all.
fn records() -> Records {
    let mut list = owls()["records"].as_array().unwrap().clone();
    list.extend([list[0].clone(), json!({"slug": "mouse"}), json!(1)]);
    let mut records = UniqueRecords::default();
    read_list(list, &mut records);
    records.finish()
}

#[test]
fn records_are_filed_by_category() {
    let records = records();
    let counts: Vec<_> = records.0.iter().map(|(name, list)| (name.as_str(), list.len())).collect();
    assert_eq!(
        counts,
        [
            ("backgrounds", 1),
            ("classes", 1),
            ("conditions", 2),
            ("feats", 1),
            ("features", 4),
            ("items", 1),
            ("species", 1),
            ("subclasses", 1)
        ]
    );
    let drafts = normalise(&records);
    assert_eq!(drafts.skipped, []);
    let [document] = drafts.documents.as_slice() else {
        panic!("one document expected");
    };
    assert_eq!(document.row.key, "srd-2024");
    let attribution = document.row.attribution.as_deref().unwrap();
    assert!(attribution.contains("System Reference Document 5.2"), "{attribution}");
}

#[test]
fn the_records_of_a_file_become_rows() {
    crate::cases::check("owls", &owls()["rows"], &normalise(&records()));
}
