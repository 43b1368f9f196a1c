//! Migrations that have landed are never edited: stores out there have run them, and would differ from new ones.

use super::{has_extension, read, root};
use lorekeeper_content::digest::sha256;
use std::collections::BTreeMap;

/// Every statement file with its SHA-256. A new migration gets a line; a line never changes.
const LANDED: [(&str, &str); 13] = [
    (
        "m0001_content.sql",
        "12a510297d8854b46bc4ab5f0d13736061f6ee024bfe9b298f86f76e3c1be242",
    ),
    (
        "m0001_store.sql",
        "b8b4e73b45249bf94a3f915693b0bb76d770d8cc443a30e2f375aced5306d4de",
    ),
    (
        "m0002_search.sql",
        "14688fe0171f8a315ee8e7828ce73d0c7d2790b4353036c4e1f23b662982a219",
    ),
    (
        "m0003_freshness.sql",
        "1daf98f8a0caa6c8372aaa1e07fccdf7209b3fc346f40da749db7cdfdd6f18db",
    ),
    (
        "m0004_ranking.sql",
        "725750d35e2cc47593ee6920bd1639f0d1de6cd005e1ea491bd1be2ed47bcfd5",
    ),
    (
        "m0005_inflicts.sql",
        "eaa49315f78e58fb5cb659af5dc60734b38b1bd319594d7a342e03eafdf3b192",
    ),
    (
        "m0006_lookups.sql",
        "34e4ff675a5caffe0cd0b78359da9450178c858189aa7f04fa25fc2917bc456f",
    ),
    (
        "m0007_orders.sql",
        "3a1b161af6a172c132d319b46dc6aece5ef3e2401772c9cf17246cd510c92197",
    ),
    (
        "m0008_identity.sql",
        "a52189131089370eda53c5fe9e1e071df34d4a59d57583f758799bff8036cd40",
    ),
    (
        "m0009_whole_orders.sql",
        "a80c32b1b380e49207eba13d4e0d16beb7003c40c068f62efc14ae6d526355e9",
    ),
    (
        "m0010_vectors_by_family.sql",
        "2f65e0e33163c88b5255e59540348301281f405b78f4f80b324f56efaf10a4d6",
    ),
    (
        "m0011_family_of_vectors.sql",
        "e425d930281f3b406dd94359552bc345b5f80831ed62d597d7db452f4e62fe65",
    ),
    (
        "m0012_imports_and_shrinking.sql",
        "3815647e127f7776b4f934fa1a06bff5b0f125b503ef075dcd444d132d63c495",
    ),
];

#[test]
fn no_migration_that_has_landed_is_edited() {
    let folder = root().join("migrations/src");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| {
        let name = entry.unwrap().file_name();
        name.into_string().unwrap()
    });
    let found: BTreeMap<String, String> = names
        .filter(|name| has_extension(name, "sql"))
        .map(|name| {
            let hash = sha256(read(&format!("migrations/src/{name}")));
            (name, hash)
        })
        .collect();
    for (name, hash) in LANDED {
        let now = found.get(name).map(String::as_str);
        assert_eq!(now, Some(hash), "{name} has landed: write another one");
    }
    for (name, hash) in &found {
        let landed = LANDED.iter().any(|(landed, _)| landed == name);
        assert!(landed, "{name} is new: put it into LANDED with {hash}");
    }
}
