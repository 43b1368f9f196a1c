use super::fixtures::read;
use super::*;
use crate::import::{ReadError, Reading};
use lorekeeper_content::character_option::Kind;
use std::fmt::Write;

/// A small pack in the shapes that real files have.
const PACK: &str = r#";; a pack of nobody's
{"Default Option Source" {}
 "Kettle & Spoon" #:orcpub.dnd.e5{
  :spells {:steam-burst {:name "Steam Burst", :key :steam-burst, :option-pack "Kettle & Spoon",
                         :level 1, :school "evocation", :casting-time "1 action", :range "Self",
                         :duration "Instantaneous", :components {:verbal true, :somatic true},
                         :spell-lists {:wizard true, :bard false, :pantry-mage true},
                         :description "Each creature in a 15-foot cone must make a Dexterity saving throw, taking 3d6 fire damage on a failed save, or half as much damage on a successful one.\nAt Higher Levels. It is hotter.",
                         :edit-event [:orcpub.dnd.e5.spells/edit-spell {:name "Old"}]},
           :gone nil, :off false, :broken 7, :9-crumbs {:name "9 Crumbs" :level 0}},
  :monsters {:toad-cook {:key :toad-cook :name "Toad Cook" :size :small :type :humanoid
                         :subtypes #{:toad} :alignment "neutral good" :armor-class 13
                         :hit-points {:die 6 :die-count 4 :modifier 4} :speed "20 ft., swim 30 ft."
                         :str 8 :dex 14 :con 12 :int 10 :wis 13 :cha 7 :challenge 0.25
                         :saving-throws {:dex 4} :skills {:stealth 6} :senses ##NaN
                         :languages "Common"
                         :traits [{:name "Slippery" :description "It slips."}
                                  {:name "Ladle" :type :action :description "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) bludgeoning damage."}
                                  {:name "Splash (Costs 2 Actions)" :type :legendary-action :description "It splashes."}]}}
  :classes {:pantry-mage {nil nil :name "Pantry Mage" :key :pantry-mage :hit-die 6 :subclass-level 2 :subclass-title "Shelf"
                          :spellcasting {:level-factor 1 :known-mode :schedule :ability :orcpub.dnd.e5.character/int
                                         :spells-known {1 2, 2 1} :cantrips-known {1 3, 4 1}}
                          :profs {:save {:orcpub.dnd.e5.character/int true, :orcpub.dnd.e5.character/wis true}
                                  :armor {:light true} :weapon {:simple false}
                                  :skill-options {:choose 2 :options {:arcana true, :nature true, :medicine false}}}
                          :ability-increase-levels [4 8]
                          :traits [{:name "Larder" :level 3 :description "It holds."} nil {:name nil}]
                          :level-modifiers [nil {:type :weapon-prof :value :dagger} {:type :damage-resistance :value :cold :level 6}]
                          :level-selections [{:type :recipes :level 2 :num 2}]}}
  :subclasses {:cellar {:name "Cellar" :class :pantry-mage :warlock-spells {1 {0 :steam-burst, 1 :fog-cloud}}
                        :level-modifiers [{:type :flying-speed :value 30 :level 10}]}}
  :selections {:recipes {:name "Recipe" :options [{:name "Broth" :description "Warm."} {:name "Bread" :description "Dry."}]}}
  :races {:teapot {:name "Teapot" :size :small :speed 25 :languages #{"Common" "Porcelain"} :darkvision 60
                   :abilities #:orcpub.dnd.e5.character{:con 2, :cha 1}
                   :props {:damage-resistance {:fire true, :cold false}}
                   :spells [{:level 3 :value {:key :steam-burst :ability :orcpub.dnd.e5.character/cha :level 1}}]
                   :traits [{:name "Lid" :description "It shuts."}]}}
  :subraces {:samovar {:name "Samovar" :race :teapot :abilities {:str 1}}}
  :feats {:stirrer {:name "Stirrer" :prereqs #{:orcpub.dnd.e5.character/dex :medium} :path-prereqs {:race {:teapot true}}
                    :ability-increases #{:orcpub.dnd.e5.character/str :orcpub.dnd.e5.character/dex :saves?}
                    :props {:initiative 5 :language-choice 2 :wobble-bonus 3}}}
  :backgrounds {:cook {:name "Cook" :profs {:skill {:insight true} :tool-options {:gaming-set 1}
                                           :language-options {:choose 1 :options {:any true}}}
                       :equipment {:pouch 1} :treasure {:gp 15 :sp 5}
                       :traits [{:name "Fed" :description "You eat."}]}}
  :languages {:porcelain {:name "Porcelain" :description "It chimes."}}
  :invocations {:simmer {:name "Simmer (Requires: 5th level)" :description "It simmers."}}
  :boons {:pact-of-the-pot {:name "Pact of the Pot" :description "A pot."}}
  :encounters {:brunch {:name "Brunch" :creatures [{:type :monster :creature {:monster :toad-cook :num 3}}]}}
  :mysteries {:a {:name "A"}}}}
"#;

fn reading() -> Reading {
    read("packs/kitchen.orcbrew", PACK.as_bytes()).unwrap()
}

#[test]
fn every_type_ends_in_a_row() {
    let reading = reading();
    let drafts = normalise(&reading.records);
    assert_eq!(drafts.skipped, []);
    let book = &drafts.documents[0].row;
    assert_eq!(
        (drafts.documents.len(), book.key.as_str()),
        (1, "kettle-spoon")
    );
    assert_eq!(book.name, "Kettle & Spoon");
    assert_eq!(book.aliases, ["Kettle & Spoon", "kitchen"]);
    assert_eq!((drafts.spells.len(), drafts.creatures.len()), (2, 1));
    let kinds = |kind| {
        drafts
            .character_options
            .iter()
            .filter(|d| d.row.kind == kind)
            .count()
    };
    assert_eq!(
        [
            Kind::Race,
            Kind::Subrace,
            Kind::Class,
            Kind::Subclass,
            Kind::Background,
            Kind::Feat
        ]
        .map(kinds),
        [1, 1, 1, 1, 1, 4]
    );
    assert_eq!(drafts.rules.len(), 2);
    assert!(
        drafts
            .spells
            .iter()
            .all(|d| d.row.document_key == "kettle-spoon")
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let reading = reading();
    assert_eq!(reading.skipped.len(), 1);
    assert_eq!(
        reading.skipped[0].key,
        "Kettle & Spoon/orcpub.dnd.e5/spells/broken"
    );
    assert_eq!(reading.skipped[0].reason, "it is a number, not a map");
    assert!(reading.notes[0].contains("orcpub.dnd.e5/mysteries"));
    let spell = &reading.records.endpoint("spells")[1];
    assert_eq!(spell.key, "kettle-spoon/steam-burst");
    assert_eq!(
        spell.url,
        "orcbrew:packs/kitchen.orcbrew#Kettle & Spoon/orcpub.dnd.e5/spells/steam-burst"
    );
    assert_eq!(spell.raw["spell-lists"]["bard"], false);
    assert_eq!(spell.raw.get("edit-event"), None);
}

#[test]
fn a_spell_is_read_whole() {
    let drafts = normalise(&reading().records);
    let spell = &drafts
        .spells
        .iter()
        .find(|d| d.row.slug == "steam-burst")
        .unwrap()
        .row;
    assert_eq!(spell.class_slugs, ["pantry-mage", "wizard"]);
    assert_eq!(spell.subclass_slugs, ["cellar"]);
    assert_eq!(
        (spell.area_shape.as_deref(), spell.area_size),
        (Some("cone"), Some(15))
    );
    assert_eq!(spell.saving_throw.as_deref(), Some("dexterity"));
    assert_eq!(spell.saving_throw_success.as_deref(), Some("half"));
    assert_eq!(spell.damage_roll.as_deref(), Some("3d6"));
    assert_eq!(spell.higher_levels.as_deref(), Some("It is hotter."));
    assert_eq!(
        (spell.level, spell.school.as_deref()),
        (1, Some("evocation"))
    );
    assert_eq!(drafts.spells[0].origin.source, NAME);
}

#[test]
fn an_option_pack_is_the_book_unless_it_says_nothing() {
    for (pack, around, expected) in [
        (r#""Own""#, Some(r#""Around""#), "own"),
        (r#""""#, Some(r#""Around""#), "around"),
        ("5", Some(r#""Around""#), "around"),
        (r#""2017""#, Some(r#""Around""#), "around"),
        ("nil", Some(r#""Default Option Source""#), "file"),
        (r#""Default Option Source""#, None, "file"),
        (r#""srd-2014""#, None, "srd-2014-orcbrew"),
    ] {
        let item = format!("{{:orcpub.dnd.e5/feats {{:x {{:name \"X\" :option-pack {pack}}}}}}}");
        let text = match around {
            Some(around) => format!("{{{around} {item}}}"),
            None => item,
        };
        let reading = read("file.orcbrew", text.as_bytes()).unwrap();
        assert_eq!(
            reading.records.endpoint("feats")[0].key,
            format!("{expected}/x"),
            "{text}"
        );
    }
}

#[test]
fn the_oldest_files_are_read() {
    let text = r#"{:orcpub.dnd.e5/plugins {:old-pack {:orcpub.dnd.e5.options/name "Old Pack"
        :orcpub.dnd.e5.options/owner nil
        :orcpub.dnd.e5.options/races [] :orcpub.dnd.e5.options/feats [{:key :nap :name "Nap"}]}}}"#;
    let reading = read("x.orcbrew", text.as_bytes()).unwrap();
    assert_eq!(reading.records.endpoint("feats")[0].key, "old-pack/nap");
}

#[test]
fn same_keys_count_once_and_like_keys_twice() {
    let text = r#"{"A" {:orcpub.dnd.e5/feats {:tough {:name "One" :option-pack "B"}
                                             :tough- {:name "Two" :option-pack "B"}}}
                  "B" {:disabled? true :orcpub.dnd.e5/feats {:tough {:name "Three"} :tough {:name "Four"}}}}"#;
    let reading = read("x.orcbrew", text.as_bytes()).unwrap();
    let keys: Vec<_> = reading
        .records
        .endpoint("feats")
        .iter()
        .map(|r| (r.key.as_str(), r.raw["name"].as_str().unwrap()))
        .collect();
    assert_eq!(keys, [("b/tough", "Four"), ("b/tough-2", "Two")]);
    assert_eq!(reading.notes.len(), 3, "{:?}", reading.notes);
}

#[test]
fn what_is_no_orcbrew_file_is_refused() {
    for (text, line, column) in [
        ("{:a 1\n :b [1 2}", 2, 9),
        ("{:a \"x", 1, 5),
        ("{:a}", 1, 4),
    ] {
        match read("x.orcbrew", text.as_bytes()) {
            Err(ReadError::Syntax {
                line: l, column: c, ..
            }) => assert_eq!((l, c), (line, column)),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(
        read("x", b"{:a {:b 1}}"),
        Err(ReadError::Unknown { .. })
    ));
    assert!(matches!(read("x", b"[1 2]"), Err(ReadError::Syntax { .. })));
    assert_eq!(read("x", b"{}").unwrap().records, Records::default());
}

#[test]
fn edn_is_told_from_json() {
    for (text, expected) in [
        ("\u{feff} ; hello\n{\"Book\" {}}", true),
        ("#:orcpub.dnd.e5{:spells {}}", true),
        ("{nil nil, :a 1}", true),
        ("{\"a\": {\"b\": 1}}", false),
        ("{\"a\\\" \" : 1}", false),
        ("{}", false),
        ("[1]", false),
        ("SQLite format 3\0", false),
        ("PK\u{3}\u{4}", false),
        ("", false),
    ] {
        assert_eq!(recognises(text.as_bytes()), expected, "{text}");
    }
    let utf16: Vec<u8> = "\u{feff}{:a {}}"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert!(recognises(&utf16));
}

#[test]
fn files_of_the_second_format_are_read() {
    let text = r#"{:orcbrew/format-version 2 :orcbrew/requires [:grants]
        :orcbrew/content {"Kettle" {:orcpub.dnd.e5/fighting-styles {:pan {:key :pan :name "Pan"}}}}}"#;
    let reading = read("x.orcbrew", text.as_bytes()).unwrap();
    assert_eq!(
        reading.records.endpoint("fighting-styles")[0].key,
        "kettle/pan"
    );
    assert_eq!(
        reading.records.endpoint("books")[0].url,
        "orcbrew:x.orcbrew#Kettle"
    );
    assert_eq!(reading.notes, Vec::<String>::new());
}

#[test]
fn several_books_and_a_single_one_are_read() {
    for (text, books) in [
        (
            r#"{"A" {:orcpub.dnd.e5/feats {:x {:name "X"}}} "B" {:orcpub.dnd.e5/feats {:x {:name "X"}}}}"#,
            &["a", "b"][..],
        ),
        (
            r#"{"A" {:orcpub.dnd.e5/feats {:x {:name "X"}}}} {"B" {:orcpub.dnd.e5/feats {:x {:name "X"}}}}"#,
            &["a", "b"],
        ),
        (r#"{:orcpub.dnd.e5/feats {:x {:name "X"}}}"#, &["my-file"]),
        (
            r#"#:orcpub.dnd.e5{:feats {:x {:name "X" :option-pack "Own"} :y {:name "Y"}}}"#,
            &["my-file", "own"],
        ),
        (
            r#"{"" {:orcpub.dnd.e5/feats {:x {:name "X" :option-pack 2017}}}}"#,
            &["my-file"],
        ),
    ] {
        let reading = read("My File.orcbrew", text.as_bytes()).unwrap();
        let mut found: Vec<_> = normalise(&reading.records)
            .documents
            .into_iter()
            .map(|d| d.row.key)
            .collect();
        found.sort();
        assert_eq!(found, books, "{text}");
    }
}

#[test]
fn what_is_off_is_not_there() {
    let text = r#"{"B" {:orcpub.dnd.e5/spells {:x {:name "X" :level 1 :ritual false :components {:verbal false :material nil}
        :spell-lists {:wizard false :bard true} :attack-roll? true :disabled? true}}}}"#;
    let reading = read("x.orcbrew", text.as_bytes()).unwrap();
    assert!(
        reading.notes[0].starts_with("1 book or item is switched off"),
        "{:?}",
        reading.notes
    );
    let spell = &normalise(&reading.records).spells[0].row;
    assert_eq!(
        (spell.ritual, spell.verbal, spell.material),
        (false, false, false)
    );
    assert_eq!(
        (spell.class_slugs.as_slice(), spell.attack_roll),
        (&["bard".to_owned()][..], true)
    );
}

#[test]
fn what_is_too_deep_is_refused_in_a_sentence() {
    let deep = format!(
        "{{\"B\" {{:orcpub.dnd.e5/feats {{:x {{:name \"X\" :a {}1{}}}}}}}}}",
        "[".repeat(150),
        "]".repeat(150)
    );
    let reading = read("x.orcbrew", deep.as_bytes()).unwrap();
    assert_eq!(reading.skipped[0].reason, "it is nested more than 100 deep");
    let deeper = "[".repeat(1_000_000);
    let refused = read("x.orcbrew", format!("{{:a {deeper}").as_bytes())
        .unwrap_err()
        .to_string();
    assert!(
        refused.ends_with("more than 256 brackets lie within each other"),
        "{refused}"
    );
}

#[test]
fn a_file_of_many_megabytes_is_read_in_seconds() {
    let mut text = String::from("{\"Large\" {:orcpub.dnd.e5/spells {");
    let words = "Each creature in a 20-foot-radius sphere must make a Dexterity saving throw, taking 3d6 fire damage on a failed save.\n";
    for n in 0..4500 {
        write!(
            text,
            ":spell-{n} {{:name \"Spell {n}\", :key :spell-{n}, :level {}, :school \"evocation\", :casting-time \"1 action\", \
             :range \"60 feet\", :duration \"Instantaneous\", :components {{:verbal true}}, :spell-lists {{:wizard true}}, \
             :description \"{}\"}}, ",
            n % 10,
            words.repeat(5).replace('\n', "\\n")
        )
        .unwrap();
    }
    text.push_str("}}}");
    assert!(text.len() > 3_500_000, "{}", text.len());
    let begun = std::time::Instant::now();
    let reading = read("large.orcbrew", text.as_bytes()).unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(reading.records.endpoint("spells").len(), 4500);
    // It takes well under one, also unoptimised; machines that do other things besides get time to spare.
    assert!(seconds < 10.0, "{seconds} s");
}

#[test]
fn a_name_that_all_below_it_would_repeat_is_bounded() {
    let long = "n".repeat(100_000);
    let items = (0..500).map(|n| format!(":i{n} {{:name \"Spoon {n}\"}}"));
    let items: String = items.collect();
    let good = "\"Pans\" {:orcpub.dnd.e5/spells {:pan {:name \"Pan\"}}}";
    for book in [
        format!("\"{long}\" {{:orcpub.dnd.e5/spells {{{items}}}}}"),
        format!("\"B\" {{:name \"{long}\" :orcpub.dnd.e5/spells {{{items}}}}}"),
        format!("\"B\" {{:orcpub.dnd.e5/spells {{:{long} {{:name \"Spoon\"}}}}}}"),
    ] {
        let text = format!("{{{book} {good}}}");
        let reading = read("pans.orcbrew", text.as_bytes()).unwrap();
        assert_eq!(reading.records.endpoint("spells").len(), 1);
        assert_eq!(reading.skipped.len(), 1);
        assert!(reading.skipped[0].reason.contains("longer than 300"));
        assert!(reading.skipped[0].key.len() < 200);
    }
    let refused = read(&format!("{long}.orcbrew"), b"{}").unwrap_err();
    assert!(refused.to_string().contains("rename it"), "{refused}");
}

#[test]
fn many_items_of_like_keys_are_told_apart_in_a_moment() {
    let items = (0..20_000).map(|n| {
        format!(
            ":pan{} {{:name \"Pan\"}} ",
            "!".repeat(n % 142 + 1) + &"?".repeat(n / 142)
        )
    });
    let text = format!(
        "{{\"Pans\" {{:orcpub.dnd.e5/spells {{{}}}}}}}",
        items.collect::<String>()
    );
    let start = std::time::Instant::now();
    let reading = read("pans.orcbrew", text.as_bytes()).unwrap();
    let spells = reading.records.endpoint("spells");
    let keys: std::collections::BTreeSet<&str> = spells.iter().map(|r| r.key.as_str()).collect();
    assert_eq!(keys.len(), 20_000);
    assert!(keys.contains("pans/pan") && keys.contains("pans/pan-20000"));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
