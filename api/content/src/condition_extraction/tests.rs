use super::inflicted_conditions;

fn read(text: &str) -> Vec<String> {
    inflicted_conditions("", "Old Bog Goat", [text])
}

#[test]
fn conditions_of_targets_count() {
    for (text, expected) in [
        ("*Hit:* 3 damage, and the target is poisoned for 1 hour.", "poisoned"),
        ("The target makes a DC 12 save or be knocked prone.", "prone"),
        ("Whoever hears it becomes magically frightened of the goat.", "frightened"),
        ("If it is a Small creature, it is grappled (escape DC 11).", "grappled"),
        ("*Failure:* The target has the Grappled condition (escape DC 11).", "grappled"),
        ("The target has the Blinded and Deafened conditions until dawn.", "blinded deafened"),
        ("Until this grapple ends, the target is restrained.", "restrained"),
        ("A swallowed creature is blinded and restrained.", "blinded restrained"),
        ("The target must save or fall unconscious for an hour.", "unconscious"),
        ("A creature that fails the save is stunned.", "stunned"),
        ("The goat may knock the target prone.", "prone"),
        ("It is pushed 10 feet away and knocked prone.", "prone"),
        ("The goat spits out the creature, which falls prone.", "prone"),
        ("Each creature there takes 7 damage and suffers one level of exhaustion.", "exhaustion"),
        ("On a failed save the target gains 1 Exhaustion level.", "exhaustion"),
        ("While Grappled, the target has the Restrained condition.", "restrained"),
        ("The target is stable but poisoned for an hour, and is paralyzed while poisoned.", "paralyzed poisoned"),
        ("The target is grappled (escape DC 13), restrained, and poisoned.", "grappled poisoned restrained"),
        ("The goat can grapple the target (escape DC 13).", "grappled"),
        ("A creature that touches the goat is grappled by it.", "grappled"),
        ("It is pulled into the bog and restrained.", "restrained"),
        ("It is turned to mud and subjected to the petrified condition.", "petrified"),
        ("It turns to mud, during which the target has the Stunned condition.", "stunned"),
        // Phrases of short stat blocks.
        ("Each creature in area: blinded for 1 min (DC 15 Con negates).", "blinded"),
        ("Target: DC 12 Wis save or charmed 1 min.", "charmed"),
        ("Target incapacitated until the end of its next turn.", "incapacitated"),
        ("When the goat hits a creature, it must succeed on a DC 12 save or be stunned.", "stunned"),
        (
            "When the goat bleats all creatures within 30 feet of it must succeed on a save or become frightened.",
            "frightened",
        ),
        // Phrases of a source that lost its commas.
        ("If the target is a creature it must make DC 13 Str save or be knocked prone.", "prone"),
        ("On a failure  it is petrified.", "petrified"),
        ("If target is a Medium or smaller creature it is grappled.", "grappled"),
    ] {
        assert_eq!(read(text).join(" "), expected, "{text}");
    }
}

#[test]
fn other_mentions_do_not_count() {
    for text in [
        "The goat can't be charmed or frightened.",
        "The goat has advantage on saves against being frightened.",
        "The goat is immune to the poisoned condition.",
        "If the target is already grappled, it takes 3 damage.",
        "If the target is prone, the goat gores it.",
        "While charmed, the creature hums.",
        "The charmed creature can repeat the save.",
        "A creature that has the poisoned condition smells.",
        "On a success, it takes half the damage and isn't knocked prone.",
        "It takes half damage, and isn't pushed or knocked prone.",
        "An ally within 5 feet isn't incapacitated.",
        "The target is no longer poisoned.",
        "It uses 10 feet of movement to end the Grappled condition.",
        "Instead of falling unconscious, the goat turns into a bog.",
        "In daylight, the goat is blinded.",
        "When the goat eats salt, it is stunned until it drinks.",
        "The goat gains one level of exhaustion.",
        "Any effect that would knock it prone fails.",
        "The goat has advantage on attacks against a restrained target.",
        "The restrained creature can use an action to get free.",
        "You are incapacitated while you dream.",
        "An invisible wall is there, and it is invisible.",
        "In a dry place, the goat must succeed on a DC 12 save or fall unconscious.",
        "Whenever the goat eats salt, it must succeed on a DC 12 save or be incapacitated for 1 minute.",
        "If targeted by salt the goat must succeed on a DC 12 save or fall unconscious for 1 minute.",
        "When it eats salt or is grappled or restrained, the goat becomes incorporeal.",
        "You end any effect that causes a creature to be charmed.",
        "The target can't be pushed by or gain the Prone condition from it.",
        "The condition can be blinded or poisoned.",
        "",
    ] {
        assert!(read(text).is_empty(), "{text}: {:?}", read(text));
    }
}

#[test]
fn conditions_are_listed_once_and_in_order() {
    let texts = ["The target is poisoned.", "The target is blinded or poisoned."];
    assert_eq!(inflicted_conditions("", "Goat", texts), ["blinded", "poisoned"]);
    assert_eq!(inflicted_conditions("", "", ["A creature that you touch becomes invisible."]), ["invisible"]);
}

#[test]
fn a_game_has_its_own_conditions() {
    let text = "The target is rattled, and a creature becomes confused and poisoned.";
    let of_book = |book: &str| inflicted_conditions(book, "Goat", [text]);
    assert_eq!(of_book("a5e-mm"), ["confused", "poisoned", "rattled"]);
    assert_eq!(of_book("srd-2014"), ["poisoned"]);
}

#[test]
fn hit_points_name_nobody() {
    for text in [
        "When the goat has 0 hit points, it reverts to its bog form and is paralyzed for an hour.",
        "The old goat turns to mud, and it has 1 hit point. She is then paralyzed until dawn.",
    ] {
        assert!(read(text).is_empty(), "{text}: {:?}", read(text));
    }
}
