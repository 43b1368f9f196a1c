use super::*;
use crate::document;
use crate::equipment::Kind;
use std::fmt::Write as _;

fn book(key: &str, system: &str) -> document::Model {
    document::Model { key: key.into(), game_system: Some(system.into()), ..document::Model::default() }
}

fn thing(document: &str, name: &str, subcategory: Option<&str>) -> equipment::Model {
    equipment::Model {
        kind: Kind::Gear,
        document_key: document.into(),
        slug: crate::slugify(name),
        name: name.into(),
        subcategory: subcategory.map(str::to_owned),
        ..equipment::Model::default()
    }
}

/// Things of the book `hearth`; `pond` is of another edition, `attic` of one without equipment.
fn equipment() -> Vec<equipment::Model> {
    let plain = [
        "Ladle", "Poker", "Sling, coal", "Hearth Armor", "Cord, woollen (50 feet)", "Coal (bag of 1000)", "Scuttle",
        "Lump", "Apron, Sunday", "Baker's Tools", "Soot (1 ounce)", "Pony (grey)", "Pony (dun)", "Shield",
        "Crossbow bolt",
    ];
    let foci = [("Ember", "arcane-foci"), ("Amulet", "holy-symbols")];
    let mut things: Vec<_> = plain.map(|name| thing("hearth", name, None)).into();
    things.extend(foci.map(|(name, kind)| thing("hearth", name, Some(kind))));
    things.push(thing("pond", "Reed", None));
    things.push(thing("pond", "Ladle", None));
    things
}

/// The starting items of a text in short: `2 ladle=ladle (note) [CATEGORY] + 5 gp; a: … | b: …`.
fn read(document: &str, text: &str) -> Option<String> {
    let books = [book("hearth", "5e-2014"), book("pond", "5e-2024"), book("attic", "a5e")];
    let mut options =
        [Model { document_key: document.into(), starting_equipment: Some(text.into()), ..Model::default() }];
    read_starting_items(&mut options, &equipment(), &Editions::new(&books));
    let [option] = options;
    let read = option.starting_items?;
    let mut groups = vec![short(&read.items, read.gold)];
    groups.retain(|group| !group.is_empty());
    groups.extend(read.choices.iter().map(|choice| {
        let options = choice.options.iter().map(|option| {
            let label = option.label.as_ref().map(|label| format!("{label}: "));
            label.unwrap_or_default() + &short(&option.items, option.gold)
        });
        options.collect::<Vec<_>>().join(" | ")
    }));
    Some(groups.join("; "))
}

fn short(items: &[StartingItem], gold: Option<f64>) -> String {
    let items = items.iter().map(|item| {
        let mut short = format!("{} {}", item.count, item.name);
        if let Some(slug) = &item.equipment_slug {
            write!(short, "={slug}").unwrap();
        }
        if let Some(note) = &item.note {
            write!(short, " ({note})").unwrap();
        }
        if !item.categories.is_empty() {
            write!(short, " {:?}", item.categories).unwrap();
        }
        short
    });
    let gold = gold.map(|gold| format!("{gold} gp"));
    items.chain(gold).collect::<Vec<_>>().join(", ")
}

#[test]
fn texts_are_read_whole() {
    for (text, expected) in [
        // A list of choices and of what comes without one.
        (
            "You start with the following equipment, in addition to your broom:\n\
             * (*a*) a ladle or (*b*) any simple melee weapon\n\
             * (*a*) two pokers, (*b*) a coal sling, or (*c*) hearth armor (if proficient)\n\
             * (*a*) a martial weapon and a shield or (*b*) two martial weapons\n\
             * A scuttle of 20 lumps, hearth armor, and four bolts",
            "1 scuttle=scuttle, 20 lumps=lump, 1 hearth armor=hearth-armor, 4 bolts=crossbow-bolt; \
             a: 1 ladle=ladle | b: 1 simple melee weapon [SimpleMeleeWeapon]; \
             a: 2 pokers=poker | b: 1 coal sling=sling-coal | \
             c: 1 hearth armor=hearth-armor (if proficient); \
             a: 1 martial weapon [MartialWeapon], 1 shield=shield | \
             b: 2 martial weapons [MartialWeapon]",
        ),
        // Options in one line.
        (
            "*Choose A or B:* (A) Ladle, 2 Pokers, Coat (grey), Soot (8 sheets), Arcane Focus (ember), \
             Holy Symbol, and 8 GP; or (B) 1,050 GP",
            "A: 1 Ladle=ladle, 2 Pokers=poker, 1 Coat (grey), 8 Soot=soot-1-ounce, \
             1 Arcane Focus=ember (ember), 1 Holy Symbol [HolySymbol], 8 gp | B: 1050 gp",
        ),
        (
            "Choose A, B, or C: (A) Hearth Armor, and 4 GP; (B) Artisan's Tools or Musical Instrument chosen \
             for the trade above; or (C) 5 sp",
            "A: 1 Hearth Armor=hearth-armor, 4 gp | \
             B: 1 Artisan's Tools or Musical Instrument (chosen for the trade above) \
             [ArtisansTools, MusicalInstrument] | C: 0.5 gp",
        ),
        // Prose.
        (
            "A ladle, poker, or shield, a set of Sunday aprons, an old kettle from your aunt, 50 feet of woollen cord, \
             a bag of 1,000 coals, a gaming set of your choice, and a belt purse containing 15 gp",
            "1 set of Sunday aprons=apron-sunday, 1 old kettle (from your aunt), \
             1 50 feet of woollen cord=cord-woollen-50-feet, 1 bag of 1,000 coals=coal-bag-of-1000, \
             1 gaming set (of your choice) [GamingSet], 1 belt purse, 15 gp; \
             1 ladle=ladle | 1 poker=poker | 1 shield=shield",
        ),
        (
            "One set of artisan's tools or one instrument, 7 days rations, a set of lids of copper, shield bearing a kettle.",
            "7 rations, 1 set of lids of copper, 1 shield=shield (bearing a kettle), \
             1 set of artisan's tools or instrument [ArtisansTools, MusicalInstrument]",
        ),
        // Lists that other programs export.
        (
            "- Lump (20)\n- 4 × ladle\n- Apron, Sunday\n- any of Holy Symbols\n- Weapon: 2 × poker, shield or ladle\n- 10 gp",
            "20 Lump=lump, 4 ladle=ladle, 1 Apron, Sunday=apron-sunday, 1 Holy Symbols [HolySymbol], 10 gp; \
             2 poker=poker | 1 shield=shield | 1 ladle=ladle",
        ),
        ("- (a) a bakers' tools, two ladles", "1 bakers' tools=bakers-tools, 2 ladles=ladle"),
    ] {
        assert_eq!(read("hearth", text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn what_cannot_be_read_whole_has_no_structure() {
    for text in [
        "",
        "You start with 200 gp. Choose a set:\n\n- **Cook (cost 193 gp):** ladle, poker",
        "* What a cook starts with\n* a ladle and much more",
        "A collection of lids, handles, or other parts, and a pouch",
        "A ladle collecting songs, pokers, or aprons",
        "A ladle, poem, or apron",
        "A ladle, 1d4 pokers",
        "A ladle and any lid",
        "A ladle, several pokers",
        "A letter from your aunt, research notes",
        "two ladles or pokers",
        "a ladle or a poker and a shield",
        "(a) a ladle or (c) a poker",
        "Choose: (a) a ladle or (b) a poker",
        "A ladle.\n\nA poker.",
    ] {
        assert_eq!(read("hearth", text), None, "{text}");
    }
}

#[test]
fn equipment_is_of_the_same_edition() {
    let text = "A reed, a ladle, a pony";
    for (document, expected) in [
        ("hearth", "1 reed, 1 ladle=ladle, 1 pony"),
        ("pond", "1 reed=reed, 1 ladle=ladle, 1 pony"),
        ("attic", "1 reed=reed, 1 ladle=ladle, 1 pony"),
    ] {
        assert_eq!(read(document, text).as_deref(), Some(expected));
    }
}

#[test]
fn a_focus_is_only_found_as_one() {
    assert_eq!(read("hearth", "an amulet").as_deref(), Some("1 amulet"));
    assert_eq!(read("hearth", "a holy symbol (amulet)").as_deref(), Some("1 holy symbol=amulet (amulet)"));
}

#[test]
fn a_pack_has_what_its_text_lists() {
    let books = [book("hearth", "5e-2014")];
    let contents = |text: &str, listed: &[(&str, i32)]| {
        let mut things = equipment();
        let quantity = |(name, quantity): &(&str, i32)| crate::Quantity {
            name: (*name).into(),
            slug: crate::slugify(name),
            quantity: *quantity,
        };
        things.push(thing("hearth", "Case, Map or Scroll", None));
        things.push(equipment::Model {
            text: text.into(),
            contents: listed.iter().map(quantity).collect::<Vec<_>>().into(),
            ..thing("hearth", "Cook's Pack", None)
        });
        read_pack_contents(&mut things, &Editions::new(&books));
        let pack = things.last().unwrap();
        let item = |c: &crate::Quantity| format!("{} {} ({})", c.quantity, c.name, c.slug);
        pack.contents.iter().map(item).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        contents(
            "A Cook's Pack contains the following items: Ladle, 2 Pokers, 7 flasks of Soot, 2 Map or Scroll Cases, and Scuttle.",
            &[("Ladle", 1), ("Shield", 1)],
        ),
        "1 Ladle (ladle), 2 Poker (poker), 7 Soot (1 ounce) (soot-1-ounce), \
         2 Case, Map or Scroll (case-map-or-scroll), 1 Scuttle (scuttle)"
    );
    // A list with a thing that is no equipment leaves what a source lists.
    assert_eq!(contents("It contains a ladle and a variety of spoons.", &[("Shield", 1)]), "1 Shield (shield)");
}
