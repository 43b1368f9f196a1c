//! Stat blocks of Improved Initiative and Fantasy Statblocks, as these programs read them.

use super::{Format, book, drake, export};
use crate::creature::{Action, Model};
use crate::{Image, Json, Trait, UsageLimit};
use serde_json::{Value, json};

/// The drake with changes, as Improved Initiative gets it.
fn tracked(change: impl FnOnce(&mut Model)) -> Value {
    let mut drake = drake();
    change(&mut drake);
    let made = export(&drake, Some(&book()), Format::ImprovedInitiative).unwrap();
    serde_json::from_str(&made).unwrap()
}

/// The drake with changes, as Fantasy Statblocks gets it.
fn noted(change: impl FnOnce(&mut Model)) -> String {
    let mut drake = drake();
    change(&mut drake);
    export(&drake, Some(&book()), Format::FantasyStatblocks).unwrap()
}

fn action(name: &str, text: &str) -> Action {
    Action { name: name.into(), text: text.into(), ..Action::default() }
}

fn per_day(times_in_lair: Option<i32>) -> UsageLimit {
    UsageLimit { kind: "PER_DAY".into(), times: Some(3), times_in_lair, ..UsageLimit::default() }
}

#[test]
fn a_subtitle_has_no_unknown_parts() {
    let made = noted(|drake| {
        (drake.size, drake.creature_type) = (None, None);
        (drake.subtype, drake.alignment) = (None, None);
    });
    let start = "layout: \"Basic 5e Layout\"\nname: \"Kettle Drake\"\nac: 17\n";
    assert!(made.starts_with(start), "{made}");
}

#[test]
fn the_line_of_an_armor_class_is_told_once() {
    for (detail, ac, notes) in [
        ("natural armor", "ac: 17\nac_class: \"natural armor\"\n", "(natural armor)"),
        ("18 with shield", "ac: 17\nac_class: \"18 with shield\"\n", "(18 with shield)"),
        (
            "17 (natural armor), 11 while prone",
            "ac: \"17 (natural armor), 11 while prone\"\nhp: 136\n",
            "(natural armor), 11 while prone",
        ),
        (
            "17 in kettle form, 18 in cup form",
            "ac: \"17 in kettle form, 18 in cup form\"\nhp: 136\n",
            "in kettle form, 18 in cup form",
        ),
        (
            "in kettle form, 18 in cup form",
            "ac: \"17 in kettle form, 18 in cup form\"\nhp: 136\n",
            "in kettle form, 18 in cup form",
        ),
        (
            "natural armor), 18 in steam",
            "ac: \"17 (natural armor), 18 in steam\"\nhp: 136\n",
            "(natural armor), 18 in steam",
        ),
        ("(natural armor)", "ac: \"17 (natural armor)\"\nhp: 136\n", "(natural armor)"),
    ] {
        let armored = |drake: &mut Model| drake.armor_detail = Some(detail.into());
        let made = noted(armored);
        assert!(made.contains(ac), "{detail}: {made}");
        let made = tracked(armored);
        assert_eq!(made["AC"], json!({"Value": 17, "Notes": notes}), "{detail}");
    }
    let made = noted(|drake| drake.armor_class = None);
    assert!(made.contains("\nac: \"natural armor\"\nhp: "), "{made}");
}

#[test]
fn actions_of_one_name_are_one_in_fantasy_statblocks() {
    let made = noted(|drake| {
        let actions = [("Boil", "It boils."), ("Nap", "It naps."), ("Boil", "It boils more.")];
        drake.actions = Json(actions.map(|(name, text)| action(name, text)).into());
        drake.lair_preamble = Some("On initiative 20:".into());
        drake.lair_actions = Json(vec![action("", "Steam rises.")]);
    });
    let actions = "actions:\n  - name: \"Boil\"\n    desc: \"It boils.\\n\\nIt boils more.\"\n  - name: \"Nap\"\n";
    assert!(made.contains(actions), "{made}");
    let lair = "lair_actions:\n  - name: \"\"\n    desc: \"On initiative 20:\\n\\nSteam rises.\"\nd";
    assert!(made.contains(lair), "{made}");
}

#[test]
fn lair_actions_stand_in_the_description_of_improved_initiative() {
    let lair = |actions: Vec<Action>| {
        let made = tracked(|drake| {
            drake.lair_preamble = Some("On initiative 20:".into());
            drake.lair_actions = Json(actions);
        });
        let text = made["Description"].as_str().unwrap();
        let text = text.strip_prefix("It nests in {{ovens}}.\n\n").unwrap();
        text.split_once("\n\nThe Hearthside").unwrap().0.to_owned()
    };
    let actions = vec![action("Steam", "Steam rises."), action("", "It quakes.")];
    assert_eq!(lair(actions), "On initiative 20:\n\n***Steam.*** Steam rises.\n\nIt quakes.");
    assert_eq!(lair(Vec::new()), "On initiative 20:");
}

#[test]
fn an_action_without_a_name_has_no_empty_one_in_the_homebrewery() {
    let mut drake = drake();
    drake.lair_actions = Json(vec![action("", "It quakes.")]);
    let made = export(&drake, Some(&book()), Format::Homebrewery).unwrap();
    assert!(made.contains("### Lair Actions\nIt quakes.\n"), "{made}");
}

#[test]
fn improved_initiative_gets_each_limit_in_brackets_of_its_own() {
    let made = tracked(|drake| {
        let form = || Some("Cup Form Only".to_owned());
        drake.actions = Json(vec![
            Action { limited_to_form: form(), usage: Some(per_day(None)), ..action("Scare", "It scares.") },
            Action { limited_to_form: form(), ..action("Pour (Hot)", "It pours.") },
            Action { usage: Some(per_day(None)), ..action("Pour (Cold)", "It pours.") },
        ]);
        drake.traits = Json(vec![Trait {
            name: "Stubborn".into(),
            text: "It succeeds.".into(),
            usage: Some(per_day(Some(4))),
            ..Trait::default()
        }]);
        drake.legendary_actions = Json(vec![Action { legendary_cost: Some(2), ..action("Whistle", "It whistles.") }]);
    });
    let names = |list: &str| -> Vec<String> {
        let entries = made[list].as_array().unwrap().iter();
        let names = entries.map(|entry| entry["Name"].as_str().unwrap().to_owned());
        names.collect()
    };
    assert_eq!(
        names("Actions"),
        ["Scare (3/Day) (Cup Form Only)", "Pour (Hot) (Cup Form Only)", "Pour (3/Day) (Cold)"]
    );
    assert_eq!(names("Traits"), ["Stubborn (3/Day) (4/Day in Lair)"]);
    assert_eq!(names("LegendaryActions"), ["Legendary Actions", "Whistle (Costs 2 Actions)"]);
}

#[test]
fn a_description_is_tidied() {
    let labelled = |drake: &mut Model| drake.text = "**Warm.**It nests.<br>It boils.".into();
    let tidy = "**Warm.** It nests.\\n\\nIt boils.";
    let made = tracked(labelled)["Description"].to_string();
    assert!(made.starts_with(&format!("\"{tidy}")), "{made}");
    assert!(noted(labelled).contains(&format!("description: \"{tidy}\"\n")));
}

#[test]
fn improved_initiative_counts_slots_of_spells() {
    let slots = "- Cantrips (at will): warm\n- **1st Level** (4 slots): _fog_\n- **2nd-Level (1 slot)**:_boil_\n- **3rd level (2 slots):** _fizz_";
    let spellcaster = |drake: &mut Model| {
        drake.traits = Json(vec![Trait { name: "Spellcasting".into(), text: slots.into(), ..Trait::default() }]);
    };
    let made = tracked(spellcaster);
    assert_eq!(
        made["Traits"][0]["Content"],
        "- Cantrips (at will): warm\n- **1st level (4 slots):** _fog_\n- **2nd level (1 slot):** _boil_\n- **3rd level (2 slots):** _fizz_"
    );
    // Others have the words of the book.
    assert!(noted(spellcaster).contains("**1st Level** (4 slots): _fog_"));
}

#[test]
fn a_picture_has_a_whole_address() {
    let pictured = |url: &str| {
        let image = Image { url: url.into(), ..Image::default() };
        move |drake: &mut Model| drake.illustration = Some(Json(image))
    };
    let whole = "https://example.org/drake.png";
    assert_eq!(tracked(pictured(whole))["ImageURL"], whole);
    assert!(noted(pictured(whole)).contains(&format!("\nimage: \"{whole}\"\n")));
    assert_eq!(tracked(pictured("/drake.png"))["ImageURL"], "");
    assert!(!noted(pictured("/drake.png")).contains("image:"));
}
