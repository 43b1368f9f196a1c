//! Links of character options: every slug of one names a row.

use lorekeeper_content::character_option::Kind;
use lorekeeper_content::rule;
use lorekeeper_ingest::Rows;
use std::collections::BTreeSet;

/// The links that lead nowhere, in words.
pub fn broken(rows: &Rows) -> Vec<String> {
    let mut broken = Vec::new();
    let mut known: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    for option in &rows.character_options {
        let kind = kind(option.kind);
        if !known.insert((&option.document_key, kind, &option.slug)) {
            broken.push(format!(
                "{kind} {} of {} stands twice",
                option.slug, option.document_key
            ));
        }
    }
    let somewhere = |kinds: &[&str], slug: &str| {
        let mut all = known.iter();
        all.any(|(_, kind, known)| kinds.contains(kind) && *known == slug)
    };
    let spells: BTreeSet<&str> = rows
        .spells
        .iter()
        .map(|spell| spell.slug.as_str())
        .collect();
    let mut check = |from: &str, slug: &str, leads: bool| {
        if !leads {
            broken.push(format!("{from}: {slug}"));
        }
    };
    for option in &rows.character_options {
        let book = option.document_key.as_str();
        let from = format!("{} {} of {book}", kind(option.kind), option.slug);
        let feature = |slug: &str| known.contains(&(book, "feature", slug));
        for part in option.features.iter() {
            check(&from, &part.slug, feature(&part.slug));
        }
        for level in option.levels.iter() {
            for slug in &level.feature_slugs {
                check(&from, slug, feature(slug));
            }
            for slug in &level.spell_slugs {
                check(&from, slug, spells.contains(slug.as_str()));
            }
        }
        if let Some(slug) = &option.parent_slug {
            check(&from, slug, somewhere(&["class", "race"], slug));
        }
        if let Some(slug) = &option.option_of_slug {
            check(&from, slug, feature(slug));
        }
        if let (Some(owner), Some(slug)) = (option.owner_kind, &option.owner_slug) {
            check(&from, slug, somewhere(&[kind(owner)], slug));
        }
    }
    for spell in &rows.spells {
        for slug in &spell.subclass_slugs {
            let of_book = known.contains(&(&spell.document_key, "subclass", slug));
            check(
                &format!("spell {} of {}", spell.slug, spell.document_key),
                slug,
                of_book,
            );
        }
    }
    for rule in rows
        .rules
        .iter()
        .filter(|rule| rule.kind == rule::Kind::Proficiency)
    {
        let from = format!("proficiency {} of {}", rule.slug, rule.document_key);
        let links: [(&[&str], &Vec<String>); 3] = [
            (&["class"], &rule.class_slugs),
            (&["race", "subrace"], &rule.race_slugs),
            (&["background"], &rule.background_slugs),
        ];
        for (kinds, slugs) in links {
            for slug in slugs {
                check(&from, slug, somewhere(kinds, slug));
            }
        }
    }
    broken
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Class => "class",
        Kind::Subclass => "subclass",
        Kind::Race => "race",
        Kind::Subrace => "subrace",
        Kind::Background => "background",
        Kind::Feat => "feat",
        Kind::Feature => "feature",
    }
}
