//! Tests of the effects, on invented spells.

use super::SpellEffect::{self, *};
use crate::Row;
use crate::spell::{CastingOption, Model};

/// The effects of a spell with a text.
fn of_text(text: &str) -> Vec<SpellEffect> {
    let mut row = Model { text: text.into(), damage_types: vec!["acid".into()], ..Model::default() };
    row.apply_rules();
    row.effects
}

/// An effect, a text that tells of it, and one that only sounds like it.
const CASES: [(SpellEffect, &str, &str); 39] = [
    (
        ForcedMovement,
        "On a failed save, the goat is pushed 10 feet away from you.",
        "On a success, the goat is not pushed.",
    ),
    (Teleports, "In a puff of soot, you teleport up to 30 feet.", "No one can teleport into the goat pen."),
    (
        PlanarTravel,
        "The target is transported to another plane of existence.",
        "It can't be sent to another plane while the pen stands.",
    ),
    (BlocksTravel, "Creatures can't teleport into the pen.", "You teleport to the pen. You can't bring the goat."),
    (Flight, "The target gains a flying speed of 60 feet.", "If it has a flying speed, the goat falls."),
    (Mobility, "The target's speed increases by 10 feet.", "Its speed is halved."),
    (Slows, "The target's Speed is halved until it sneezes.", "You can't move the pen."),
    (Heals, "The goat regains 2d8 hit points.", "The goat can't regain hit points until dawn."),
    (TemporaryHitPoints, "You gain 5 temporary hit points.", "You gain 5 wool."),
    (ChangesArmorClass, "The target has a +2 bonus to AC.", "The pen has AC 15 and 30 hit points."),
    (
        DamageResistance,
        "The target has resistance to acid damage.",
        "This damage ignores the resistance to acid damage that it has.",
    ),
    (
        EndsConditions,
        "You touch a goat and end one condition on it: blinded or deafened.",
        "The condition ends on a success.",
    ),
    (
        Resurrection,
        "The dead goat returns to life with 1 hit point.",
        "A goat that drowned this way can't be restored to life.",
    ),
    (
        Shapechange,
        "The target transforms into a beast of your choice.",
        "A shapechanger can't transform into another creature here.",
    ),
    (Invisibility, "A goat you touch has the Invisible condition.", "A creature that is invisible is seen here."),
    (
        Advantage,
        "The target has advantage on Wisdom checks.",
        "The target makes this save with advantage if you are fighting it.",
    ),
    (Disadvantage, "The target has disadvantage on attack rolls.", "You can't have disadvantage on this roll."),
    (
        BonusToRolls,
        "The target can roll a d4 and add the number rolled to one saving throw.",
        "The goat gives wool to its friends.",
    ),
    (ExtraDamage, "Your weapon attacks deal an extra 1d6 acid damage.", "The weapon deals no extra damage."),
    (
        DamageOverTime,
        "A creature that starts its turn there takes 2d6 acid damage.",
        "The target takes 2d6 acid damage.",
    ),
    (
        ExtraAction,
        "The target gains an additional action on each of its turns.",
        "The target takes its action as the goat does.",
    ),
    (StopsReactions, "The target can't take reactions until dawn.", "If the target can't take reactions, it naps."),
    (RequiresSight, "A creature you can see within range sneezes.", "A creature you touch sneezes."),
    (Communication, "You forge a telepathic link with the goat.", "The goat can't communicate."),
    (Detection, "You sense the presence of goats within 30 feet.", "A goat can't sense the presence of wolves."),
    (GrantsSenses, "The target has darkvision out to 60 feet.", "A creature that has darkvision sees nothing."),
    (RemoteSenses, "You create an invisible sensor in a barn that you know.", "You see the goat."),
    (BlocksScrying, "The goat can't be targeted by divination magic.", "You cast a divination on the goat."),
    (Summons, "You summon a celestial goat spirit.", "If the spell summons a creature, the goat hides."),
    (CreatesObjects, "You create a floating, spectral weapon.", "You create an illusory object."),
    (CreatesWall, "A wall of wool springs into existence.", "Your back is against a wall of wool."),
    (
        AffectsObjects,
        "Choose a creature or object within range.",
        "The goat takes the appearance of a creature or object.",
    ),
    (DifficultTerrain, "The ground becomes difficult terrain.", "The goat ignores difficult terrain."),
    (Light, "The wool sheds bright light in a 20-foot radius.", "The goat sneezes in bright light."),
    (Darkness, "Magical darkness spreads from the goat.", "The goat sees in darkness."),
    (Obscures, "The area is heavily obscured.", "The goat sees in an area that is heavily obscured."),
    (
        LaterActions,
        "On later turns, you can use a bonus action to shear the goat.",
        "You can use your action to end the spell.",
    ),
    (EndsOnDamage, "The goat wakes up if it takes any damage.", "The goat naps. It takes 2d6 acid damage."),
    (EndsMagic, "The interrupted spell fails with no effect.", "The spell lasts until dispelled."),
];

#[test]
fn each_effect_is_told_by_its_phrases() {
    let mut wrong = Vec::new();
    for (effect, told, near) in CASES {
        if !of_text(told).contains(&effect) {
            wrong.push((effect, told));
        }
        if of_text(near).contains(&effect) {
            wrong.push((effect, near));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn phrases_of_one_sentence_are_not_denied_by_another() {
    let effects = of_text("You teleport to the barn. Nobody else can't leave. The goat cannot teleport.");
    assert!(effects.contains(&Teleports), "{effects:?}");
}

#[test]
fn several_targets_by_text_and_fields() {
    for text in ["Each creature there sneezes.", "Up to six goats or up to three creatures nap."] {
        assert!(of_text(text).contains(&SeveralTargets), "{text}");
    }
    let none = of_text("At the end of each of the target's turns, it bleats.");
    assert!(!none.contains(&SeveralTargets));
    // An area that does no harm is light, or an image.
    let mut glow = Model { area_shape: Some("sphere".into()), ..Model::default() };
    glow.apply_rules();
    assert!(glow.effects.is_empty(), "{:?}", glow.effects);
    glow.saving_throw = Some("dexterity".into());
    glow.apply_rules();
    assert_eq!(glow.effects, [SeveralTargets]);
}

#[test]
fn higher_slots_by_text_and_options() {
    let mut row = Model {
        level: 2,
        concentration: true,
        higher_levels: Some("With a slot of level 4, it no longer requires concentration.".into()),
        ..Model::default()
    };
    row.apply_rules();
    assert_eq!(row.effects, [GrowsWithSlot, NoConcentrationWithHigherSlot]);
    row.higher_levels = None;
    row.casting_options =
        vec![CastingOption { kind: "slot_level_5".into(), concentration: Some(false), ..CastingOption::default() }]
            .into();
    row.apply_rules();
    assert_eq!(row.effects, [GrowsWithSlot, NoConcentrationWithHigherSlot]);
    // A cantrip has no slot.
    row.level = 0;
    row.concentration = false;
    row.apply_rules();
    assert!(row.effects.is_empty());
}

#[test]
fn effects_are_among_the_facts() {
    let mut row = Model { text: "You teleport to the barn.".into(), ..Model::default() };
    row.apply_rules();
    let passages = row.passages();
    assert!(passages[0].text.ends_with(", teleports"), "{:?}", passages[0]);
}
