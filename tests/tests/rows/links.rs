//! Links of rows: every slug and every mention of one names a row.

use lorekeeper_content::character_option::Kind;
use lorekeeper_content::{RowCore, rule};
use lorekeeper_ingest::Rows;
use std::collections::BTreeSet;

/// The links that lead nowhere, in words.
pub fn broken(rows: &Rows) -> Vec<String> {
    let mut broken = Vec::new();
    let mut known: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    for option in &rows.character_options {
        let kind = kind(option.kind);
        if !known.insert((&option.document_key, kind, &option.slug)) {
            broken.push(format!("{kind} {} of {} stands twice", option.slug, option.document_key));
        }
    }
    let somewhere = |kinds: &[&str], slug: &str| {
        let mut all = known.iter();
        all.any(|(_, kind, known)| kinds.contains(kind) && *known == slug)
    };
    let spells: BTreeSet<&str> = rows.spells.iter().map(|spell| spell.slug.as_str()).collect();
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
            check(&format!("spell {} of {}", spell.slug, spell.document_key), slug, of_book);
        }
    }
    for rule in rows.rules.iter().filter(|rule| rule.kind == rule::Kind::Proficiency) {
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
    for broken_link in
        equipment_links(rows).into_iter().chain(creature_links(rows)).chain(rule_links(rows)).chain(mentions(rows))
    {
        broken.push(broken_link);
    }
    broken
}

/// The base items and the variants of items, in their book or another.
fn equipment_links(rows: &Rows) -> Vec<String> {
    let slugs: BTreeSet<&str> = rows.equipment.iter().map(|item| &*item.slug).collect();
    let links = rows.equipment.iter().flat_map(|item| {
        let bases = [&item.base_weapon_slug, &item.base_armor_slug, &item.variant_of_slug];
        let links = bases.into_iter().flatten().chain(&item.variant_slugs);
        links.map(|slug| (item.identity().global_id(), slug.as_str()))
    });
    dead(links, |slug| slugs.contains(slug))
}

/// The spells that creatures of the SRDs cast, and the other forms of all. Other books cast spells that no open book has.
fn creature_links(rows: &Rows) -> Vec<String> {
    let spells: BTreeSet<&str> = rows.spells.iter().map(|spell| &*spell.slug).collect();
    let creatures: BTreeSet<&str> = rows.creatures.iter().map(|creature| &*creature.slug).collect();
    let of_srds = rows.creatures.iter().filter(|row| row.document_key.starts_with("srd-"));
    let cast = of_srds.flat_map(|creature| {
        let slugs = creature.spell_slugs.iter();
        slugs.map(|slug| (creature.identity().global_id(), slug.as_str()))
    });
    let forms = rows.creatures.iter().flat_map(|creature| {
        let slugs = creature.forms.iter();
        slugs.map(|slug| (creature.identity().global_id(), slug.as_str()))
    });
    let mut broken = dead(cast, |slug| spells.contains(slug));
    broken.extend(dead(forms, |slug| creatures.contains(slug)));
    broken
}

/// The sections that rules stand in, what they are parts of, and the parts of sections.
fn rule_links(rows: &Rows) -> Vec<String> {
    let slugs: BTreeSet<&str> = rows.rules.iter().map(|rule| &*rule.slug).collect();
    let links = rows.rules.iter().flat_map(|rule| {
        let above = [&rule.section_slug, &rule.parent_slug];
        let is_section = rule.kind == rule::Kind::Section;
        let parts = rule.related_slugs.iter().filter(move |_| is_section);
        let links = above.into_iter().flatten().chain(parts);
        links.map(|slug| (rule.identity().global_id(), slug.as_str()))
    });
    dead(links, |slug| slugs.contains(slug))
}

/// The entities that texts name.
fn mentions(rows: &Rows) -> Vec<String> {
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut named: Vec<(String, String)> = Vec::new();
    macro_rules! gather {
        ($($plural:ident),*) => { $(
            for row in &rows.$plural {
                let id = row.identity().global_id();
                named.extend(row.mentions().iter().map(|mention| (id.clone(), mention.id.clone())));
                ids.insert(id);
            }
        )* };
    }
    gather!(spells, creatures, equipment, character_options, rules);
    let links = named.iter().map(|(from, id)| (from.clone(), id.as_str()));
    dead(links, |id| ids.contains(id))
}

/// The links that lead to nothing known, in words.
fn dead<'a>(links: impl Iterator<Item = (String, &'a str)>, leads: impl Fn(&str) -> bool) -> Vec<String> {
    let dead = links.filter(|(_, slug)| !leads(slug));
    dead.map(|(from, slug)| format!("{from}: {slug}")).collect()
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
