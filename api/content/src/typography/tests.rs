//! Tests of typography: what a text becomes, and what stays as it is.

use super::*;

fn lexicon() -> Lexicon {
    let mut builder = LexiconBuilder::default();
    for _ in 0..30 {
        builder.count("The toad is partly worked of single-use stone");
    }
    builder.count("partlyworked");
    builder.build(&LexiconBuilder::default())
}

#[test]
fn texts_are_as_the_book_prints_them() {
    let lexicon = lexicon();
    for (text, printed) in [
        // Blanks, feet and dice.
        ("the toad ’s tongue , wet", "the toad's tongue, wet"),
        ("it hops, and  sings", "it hops, and sings"),
        ("You hop.\n\n  When you sing, it rains.", "You hop.\n\nWhen you sing, it rains."),
        ("- You hop.\n\n  When you sing", "- You hop.\n\n  When you sing"),
        ("toads of the pond (DC 3 negates).Wet", "toads of the pond (DC 3 negates). Wet"),
        ("a 30' line within 60' of it", "a 30-foot line within 60 feet of it"),
        ("7 (2d4+2) damage", "7 (2d4 + 2) damage"),
        ("It is green. Toad Shield (Very Rare). You hop.", "It is green.\n\n**_Toad Shield (Very Rare)._** You hop."),
        // Dashes.
        ("a 10---foot---radius pond", "a 10-foot-radius pond"),
        ("a 60--foot line", "a 60-foot line"),
        ("toads--the wet ones--hop", "toads—the wet ones—hop"),
        ("toads --- all of them", "toads—all of them"),
        ("| a | b |\n|---|---|\n| c | d |", "| a | b |\n|---|---|\n| c | d |"),
        ("the spring-this is the pond", "the spring—this is the pond"),
        ("tools-such as bones", "tools—such as bones"),
        ("hand-to-hand, a would-be toad", "hand-to-hand, a would-be toad"),
        ("know-it-all, built-in", "know-it-all, built-in"),
        ("the pond-a wet place-sings", "the pond—a wet place-sings"),
        ("a one- or two-handed toad", "a one- or two-handed toad"),
        ("a hop-and-croak song", "a hop-and-croak song"),
        // Markup of other programs.
        (
            "a 20-foot Sphere [Area of Effect]|XPHB|Sphere has Cover|XPHB|Total Cover",
            "a 20-foot Sphere has Total Cover",
        ),
        (
            "it is srd:prone, as srd:actions-in-combat says, or &Referrence[blinded]",
            "it is prone, as “Actions in Combat” says, or blinded",
        ),
        (
            "Toads start Hitazard burning. Second Failure The toad rests.",
            "Toads start burning. Second Failure: The toad rests.",
        ),
        (
            "Strength-based D20 Test and a wisdom saving throw of wisdom",
            "Strength-based D20 Tests and a Wisdom saving throw of wisdom",
        ),
        ("The toad rests. s", "The toad rests."),
        // Words.
        ("the the toad that that had", "the toad that that had"),
        ("the pond o f mud", "the pond of mud"),
        ("the edge oft he pond, a fourthtime, for1 hour", "the edge of the pond, a fourth time, for 1 hour"),
        (
            "makes aDC 13 save, wet,muddy pond.In it a toad sits",
            "makes a DC 13 save, wet, muddy pond. In it a toad sits",
        ),
        (
            "a 10 -foot ring, a 1 5-foot cone, 5 b 5 ft., 10d 10 mud",
            "a 10-foot ring, a 15-foot cone, 5 by 5 ft., 10d10 mud",
        ),
        (
            "the toads of the pond have to leave it and spend\n\n15 feet of movement",
            "the toads of the pond have to leave it and spend 15 feet of movement",
        ),
        (
            "Melee Attack Roll: +4 to hit, reach 5 ft. Melee Weapon Attack: +4 to hit, reach 5 ft.",
            "Melee Attack Roll: +4, reach 5 ft. Melee Weapon Attack: +4 to hit, reach 5 ft.",
        ),
        // Words that stand twice.
        ("Even the the toad", "Even the toad"),
        ("If it hits with any weapon weapon deals 2 damage.", "If it hits with any weapon, weapon deals 2 damage."),
        ("hooked around a toad toad: DC 9", "hooked around a toad: DC 9"),
        ("Liar Liar", "Liar Liar"),
        // Labels.
        (
            "The staff hums.\n\nMud Burst. Mud flies.\n\nWet Toads (Rare). They croak.",
            "The staff hums.\n\n**Mud Burst.** Mud flies.\n\n**Wet Toads (Rare).** They croak.",
        ),
        ("***Use:** Worn.\nHopping Away.** When it rains", "**Use:** Worn.\n**Hopping Away.** When it rains"),
        ("The staff hums.\n\nIt is wet. Toads come.", "The staff hums.\n\nIt is wet. Toads come."),
        ("a 10-footradius, 40-foottall pond", "a 10-foot-radius, 40-foot-tall pond"),
        ("a 9thlevel toad of 2nd- level", "a 9th-level toad of 2nd-level"),
        ("croak3/day, +4to hit, its not wet", "croak 3/day, +4 to hit, it's not wet"),
        ("The wall falls. ### U-Z Toads", "The wall falls."),
        // Numbers and units.
        ("worth at least 1,000gp and 5 cp", "worth at least 1,000 gp and 5 cp"),
        ("lasts 1minute and 10minutes", "lasts 1 minute and 10 minutes"),
        ("a 20- foot radius", "a 20-foot radius"),
        ("a 10* foot radius", "a 10-foot radius"),
        ("3rd-level, 2d6, 5th", "3rd-level, 2d6, 5th"),
        ("1minute", "1 minute"),
        // Asterisks.
        ("a single* use stone", "a single-use stone"),
        ("the wet stone* spell", "the wet stone spell"),
        ("the *wet stone* spell", "the *wet stone* spell"),
        ("* a list\n* of stones", "* a list\n* of stones"),
        // Split and joined words.
        ("par- tly worked", "partly worked"),
        ("pond- stone", "pond-stone"),
        ("short- and long-range", "short- and long-range"),
        ("of partlyworked stone", "of partly worked stone"),
        // Markup.
        (
            "see [wet stone](https://api.open5e.com/spells/wet-stone) and [toads](https://api.open5e.com/monsters/toads).",
            "see *wet stone* and toads.",
        ),
        ("wet&emsp;stone", "wet stone"),
        ("| 01-05 | 1-2 wet stones |\n| **06-10** | none |", "| 01–05 | 1-2 wet stones |\n| **06–10** | none |"),
        ("it ﬁghts, pays 3 *x* 10 gp, and  hops", "it fights, pays 3 × 10 gp, and hops"),
        ("**_Wet._**\n\nIt hops.", "**_Wet._** It hops."),
        ("a \"wet\" stone", "a “wet” stone"),
        ("Round 5\u{fffd}10", "Round 5–10"),
        ("It hops.\n\n### U-Z Ponds", "It hops."),
        ("### Ponds\n\nIt hops.", "### Ponds\n\nIt hops."),
        (
            "Roll. | d4 | Pond | |----|------| | 1 | Wet | | 2 | Dry | Then hop.",
            "Roll.\n\n| d4 | Pond |\n| ---- | ------ |\n| 1 | Wet |\n| 2 | Dry |\n\nThen hop.",
        ),
    ] {
        assert_eq!(mend(text, "Toad", &lexicon), printed, "{text}");
        // What is mended needs no mending.
        assert_eq!(mend(printed, "Toad", &lexicon), printed);
    }
}
