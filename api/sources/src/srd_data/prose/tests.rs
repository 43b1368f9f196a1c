use super::*;
use crate::foundry_text::fields::Fields;
use crate::srd_data::index::Index;
use crate::{Record, Records};
use serde_json::json;

fn records() -> Records {
    let spell = Record {
        key: "owl-call".into(),
        url: String::new(),
        raw: json!({"name": "Owl Call", "foundry_uuid": "Compendium.a.spells.Item.phbsplOwlCall000"}),
    };
    Records([("spells".to_owned(), vec![spell])].into())
}

fn plain(text: &str, activities: &serde_json::Value) -> String {
    let records = records();
    let index = Index::new(&records);
    let thing = json!({"activities": activities});
    markdown(text, &About::of(Fields::of(&thing), "Grey Owl", &index))
}

#[test]
fn references_links_and_embeds_are_words() {
    for (text, expected) in [
        ("It has the &amp;Reference[Prone apply=false] condition.", "It has the Prone condition."),
        ("Cast @UUID[Compendium.a.spells.Item.phbsplOwlCall000].", "Cast Owl Call."),
        ("Cast @UUID[Compendium.x]{Owl Light}.", "Cast Owl Light."),
        ("Casts phbsplOwlCall000 twice.", "Casts Owl Call twice."),
        ("One.\n\n@Embed[Compendium.y caption=false]\n\nTwo.", "One.\n\nTwo."),
        ("It casts Melf's Owl Call.", "It casts Owl Call."),
        ("It makes two mmSnowClaw000000 attacks.", "It makes two Snow Claw attacks."),
        ("Rats &lt; owls &amp; mice.", "Rats < owls & mice."),
    ] {
        assert_eq!(plain(text, &json!([])), expected);
    }
}

#[test]
fn commands_say_what_they_would_roll() {
    for (text, expected) in [
        ("Takes [[/damage 2d6 fire]] damage.", "Takes 2d6 Fire damage."),
        ("Takes [[/damage 2d6 type=cold average]] damage.", "Takes 7 (2d6) Cold damage."),
        ("A [[/save dex 15 format=long]].", "A DC 15 Dexterity saving throw."),
        ("A [[/save ability=con dc=@attributes.spell.dc format=long]].", "A Constitution saving throw."),
        ("A [[/check ability=str skill=ath dc=20 format=long]].", "A DC 20 Strength (Athletics) check."),
        ("A [[/check prc 12]] check.", "A DC 12 Wisdom (Perception) check."),
        ("A [[/skill arc]] check.", "A Intelligence (Arcana) check."),
        ("A [[/tool thief dex 15]] check.", "A DC 15 Dexterity check."),
        ("For [[/r 1d4#Days]] days.", "For 1d4 days."),
        ("A [[/r 1d100cs<21#Luck]]{20 percent} chance.", "A 20 percent chance."),
        ("Takes [[/award 7GP]].", "Takes 7 GP."),
        ("Makes two [[/item Claw]] attacks.", "Makes two Claw attacks."),
        ("Makes one [[/item .abc]]{Bite} attack.", "Makes one Bite attack."),
        ("Regains [[/healing 15 type=healing]].", "Regains 15 Hit Points."),
        ("It hoots. [[@item.level - 1]]{Number of hoots}", "It hoots."),
        ("Your die (now [[lookup @scale.owl.die]]) grows.", "Your die grows."),
    ] {
        assert_eq!(plain(text, &json!([])), expected);
    }
}

#[test]
fn lookups_read_the_activity_that_they_name() {
    let activities = json!([
        {"id": "a", "kind": "save", "damage": {"on_save": "half"}, "range": {"value": "60", "units": "ft"},
         "target": {"template": {"type": "cone", "size": "30", "units": "ft"}, "affects": {"type": "enemy", "count": "1"}}},
        {"id": "b", "kind": "utility", "activation": {"condition": "while &Reference[Bloodied]"}, "range": {"value": "90"}}
    ]);
    for (text, expected) in [
        (
            "Each [[lookup @target.affects.type activity=a]] in a [[lookup @target.template.size activity=a]]-foot [[lookup @target.template.type capitalize activity=a]].",
            "Each enemy in a 30-foot Cone.",
        ),
        (
            "Each in a [[lookup @target.template.size activity=a]]-foot-long, [[lookup @target.template.width activity=a]]-foot-wide [[lookup @target.template.type capitalize activity=a]].",
            "Each in a 30-foot Cone.",
        ),
        ("Targets [[lookup @target.affects.labels.statblock activity=a]].", "Targets one enemy."),
        ("Success: [[lookup @damage.onSave capitalize activity=a]] damage.", "*Success:* Half damage."),
        ("Within [[lookup @range.value activity=b]] feet.", "Within 90 feet."),
        ("It hoots [[lookup @activation.condition activity=b]].", "It hoots while Bloodied."),
        ("The [[lookup @name lowercase]]{monster} hoots.", "The grey owl hoots."),
    ] {
        assert_eq!(plain(text, &activities), expected);
    }
}

#[test]
fn a_label_may_hold_a_lookup() {
    let text = "Regain [[/healing @scale.owl.aid]]{[[lookup @name]] Hit Points} at dawn.";
    assert_eq!(plain(text, &json!([])), "Regain Grey Owl Hit Points at dawn.");
}
