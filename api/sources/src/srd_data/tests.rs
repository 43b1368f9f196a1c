use super::*;
use lorekeeper_content::{character_option, rule};
use serde_json::json;

fn records() -> Records {
    let common = json!({"provenance": {"source_url": "https://owls.example"}, "review": {}});
    let mut records = UniqueRecords::default();
    let mut list = Vec::new();
    for raw in [
        json!({"entry_kind": "class", "slug": "owler", "name": "Owler", "identifier": "owler", "hit_die": "d8",
            "description": "Core Owler Traits\n\nSkill Proficiencies\n\nChoose 2: Arcana, History, or Nature\n\nArmor Training\n\nLight armor\n\nStarting Equipment\n\nChoose A or B: (A) Owl and [[/award 7GP]]; or (B) [[/award 50GP]]",
            "primary_ability": {"value": ["wis"], "all": true}, "saving_throws": ["wis", "int"],
            "spellcasting": {"ability": "wis", "progression": "full"},
            "advancement": [{"type": "Subclass", "level": 3},
                {"type": "ScaleValue", "title": "Cantrips Known", "configuration": {"type": "number", "scale": {"1": {"value": 2}}}},
                {"type": "ScaleValue", "title": "Hoots", "configuration": {"type": "number", "scale": {"2": {"value": 3}}}}],
            "granted_features": [{"ref_type": "feature", "slug": "hoot", "level": 1}, {"ref_type": "feature", "slug": "spellcasting", "level": 1}],
            "feature_choices": [{"pool": [{"ref_type": "feature", "slug": "hoot-loud"}], "schedule": [{"level": 2, "count": 1}]}]}),
        json!({"entry_kind": "subclass", "slug": "grey", "name": "Circle of Grey", "class_identifier": "owler",
            "description": "Be Grey\n\nThe grey are quiet.", "spellcasting": {"ability": "", "progression": "none"},
            "granted_features": [{"ref_type": "feature", "slug": "hoot-loud", "level": 3}]}),
        json!({"entry_kind": "feature", "slug": "hoot", "name": "Hoot", "description": "You hoot.", "source_slug": "owler"}),
        json!({"entry_kind": "feature", "slug": "hoot-loud", "name": "Loud Hoot", "description": "You hoot loudly.", "source_slug": "owler"}),
        json!({"entry_kind": "feature", "slug": "spellcasting", "name": "Spellcasting", "description": "A Mouser casts.", "source_slug": "mouser"}),
        json!({"entry_kind": "feature", "slug": "night", "name": "Night Eyes", "description": "You see.", "source_slug": "elf"}),
        json!({"entry_kind": "species", "slug": "elf-owl", "name": "Elf, Owl", "size": "medium", "movement": {"walk": 30},
            "creature_type": {"value": "humanoid"}, "granted_features": [{"ref_type": "feature", "slug": "night"}],
            "description": "Elf Traits\n\nSize: Medium or Small\n\nSpeed: 30 feet\n\nNight Eyes. You see in the dark."}),
        json!({"entry_kind": "background", "slug": "keeper", "name": "Keeper",
            "description": "Ability Scores: Wisdom\n\nSkill Proficiencies: Nature and Arcana\n\nEquipment: An owl\n\nYou kept owls."}),
        json!({"entry_kind": "feat", "slug": "owlish", "name": "Owlish", "category": "fighting_style", "repeatable": true,
            "description": "You gain this.\n\nAbility Score Increase. Wisdom by 1.\n\nWide Eyes. You stare.\n\nFoundry Note\n\nClick.",
            "prerequisites": [{"level": 4, "feats": ["owl-style"], "requirement": "Wisdom 13+"}]}),
        json!({"slug": "owled", "name": "Owled", "implies": ["mute"], "description": "Can’t Speak. You hoot."}),
        json!({"slug": "mute", "name": "Mute", "implies": [], "description": "You are quiet."}),
        json!({"item_kind": "item", "slug": "owl-pit", "name": "Owl Pit", "description": "Nuisance Trap (Levels 1–4)\n\nTrigger: An owl lands"}),
    ] {
        let mut raw = raw;
        raw.as_object_mut()
            .unwrap()
            .extend(common.as_object().unwrap().clone());
        list.push(raw);
    }
    // What comes twice counts once, and what is no record not at all.
    list.extend([list[0].clone(), json!({"slug": "mouse"}), json!(1)]);
    read_list(list, &mut records);
    records.finish()
}

fn option(drafts: &Drafts, slug: &str) -> character_option::Model {
    let mut options = drafts.character_options.iter().map(|draft| &draft.row);
    options.find(|row| row.slug == slug).unwrap().clone()
}

#[test]
fn records_are_filed_by_category() {
    let records = records();
    let counts: Vec<_> = records
        .0
        .iter()
        .map(|(name, list)| (name.as_str(), list.len()))
        .collect();
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
    assert!(
        attribution.contains("System Reference Document 5.2"),
        "{attribution}"
    );
}

#[test]
fn a_class_has_its_table_and_its_features() {
    let class = option(&normalise(&records()), "owler");
    assert_eq!(
        (class.hit_die, class.caster_type.as_deref()),
        (Some(8), Some("FULL"))
    );
    assert_eq!(class.saving_throws, ["intelligence", "wisdom"]);
    assert_eq!(class.proficiencies.fixed, ["light-armor"]);
    assert_eq!(class.proficiencies.choices[0].choose, 2);
    assert_eq!(
        class.starting_equipment.as_deref(),
        Some("Choose A or B: (A) Owl and 7 GP; or (B) 50 GP")
    );
    assert_eq!(class.levels.len(), 20);
    let third = &class.levels[2];
    assert_eq!(
        (third.spell_slots.as_slice(), third.cantrips_known),
        (&[4, 2][..], Some(2))
    );
    assert_eq!(third.features, ["Owler Subclass"]);
    assert_eq!(third.columns[0].value, "3");
    let features: Vec<_> = class
        .features
        .iter()
        .map(|f| (f.slug.as_str(), f.text.as_str(), f.option_of.as_deref()))
        .collect();
    // The text of another class's spellcasting is not this one's.
    assert_eq!(
        features,
        [
            ("hoot", "You hoot.", None),
            ("spellcasting", "", None),
            ("loud-hoot", "You hoot loudly.", Some("Hoot"))
        ]
    );
    let minimum = &class.multiclassing.as_ref().unwrap().prerequisites[0];
    assert_eq!((minimum.ability.as_str(), minimum.minimum), ("wisdom", 13));
    let subclass = option(&normalise(&records()), "circle-of-grey");
    assert_eq!(subclass.parent_slug.as_deref(), Some("owler"));
    assert_eq!(subclass.summary.as_deref(), Some("Be Grey"));
    assert_eq!(
        (subclass.text.as_str(), subclass.features.len()),
        ("The grey are quiet.", 1)
    );
}

#[test]
fn a_lineage_has_its_species() {
    let drafts = normalise(&records());
    let elf = option(&drafts, "elf");
    assert_eq!(
        (elf.kind, elf.speed),
        (character_option::Kind::Race, Some(30))
    );
    assert_eq!(elf.sizes, ["small", "medium"]);
    let traits: Vec<_> = elf.traits.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(traits, ["Size", "Speed", "Night Eyes"]);
    let owl = option(&drafts, "elven-lineage-owl-elf");
    assert_eq!(
        (owl.kind, owl.parent_slug.as_deref()),
        (character_option::Kind::Subrace, Some("elf"))
    );
    assert_eq!(owl.traits[0].text, "You see.");
}

#[test]
fn backgrounds_and_feats_have_benefits() {
    let drafts = normalise(&records());
    let keeper = option(&drafts, "keeper");
    assert_eq!(keeper.text, "You kept owls.");
    assert_eq!(keeper.proficiencies.fixed, ["skill-nature", "skill-arcana"]);
    assert_eq!(keeper.benefits.len(), 3);
    let feat = option(&drafts, "owlish");
    assert_eq!(
        (feat.feat_category.as_deref(), feat.repeatable),
        (Some("fighting-style"), Some(true))
    );
    assert_eq!(
        feat.prerequisites.as_deref(),
        Some("Level 4+, Owl Style Feature, Wisdom 13+")
    );
    assert_eq!(feat.text, "You gain this.");
    let benefits: Vec<_> = feat
        .benefits
        .iter()
        .map(|b| (b.name.as_deref(), b.kind.as_deref()))
        .collect();
    assert_eq!(
        benefits,
        [
            (Some("Ability Score Increase"), Some("ability_score")),
            (Some("Wide Eyes"), None)
        ]
    );
}

#[test]
fn conditions_and_traps_are_rules() {
    let drafts = normalise(&records());
    let rules: Vec<_> = drafts
        .rules
        .iter()
        .map(|d| (d.row.kind, d.row.slug.as_str()))
        .collect();
    assert_eq!(
        rules,
        [
            (rule::Kind::Condition, "owled"),
            (rule::Kind::Condition, "mute"),
            (rule::Kind::Rule, "owl-pit")
        ]
    );
    assert_eq!(drafts.rules[0].row.text, "**Can’t Speak.** You hoot.");
    assert_eq!(drafts.rules[0].row.related_slugs, ["mute"]);
    assert!(drafts.equipment.is_empty());
}
