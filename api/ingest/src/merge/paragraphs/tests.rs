use super::*;

#[test]
fn dashes_are_taken_where_the_words_are_the_same() {
    let theirs = "The toad—an old one, and wet—sings in the rain. It hops—far.";
    for (mine, expected) in [
        (
            "The toad-an old one, and wet sings in the rain. It hops around.",
            "The toad—an old one, and wet—sings in the rain. It hops around.",
        ),
        ("The toad (an old one, and wet) sings in the rain.", "The toad (an old one, and wet) sings in the rain."),
    ] {
        let mut mended = mine.to_owned();
        take_dashes(&mut mended, theirs);
        assert_eq!(mended, expected);
    }
}

#[test]
fn labels_are_taken_where_the_words_are_the_same() {
    let mine = "It is muddy:\n * Slow. It hops half as far.";
    for (theirs, is_taken) in [
        ("It is muddy:\n\n***Slow.*** It hops half as far.", true),
        ("It is muddy:\n\n***Slow.*** It hops as far.", false),
        ("It is muddy: slow. It hops half as far.", false),
    ] {
        let mut mended = mine.to_owned();
        take_labels(&mut mended, theirs);
        assert_eq!(mended == theirs, is_taken, "{theirs}");
    }
}

#[test]
fn a_break_is_taken_before_the_same_words() {
    let mut mended = "It sings, says the Book of Toads. The toad of the pond then hops in the rain.".to_owned();
    let theirs = "It sings, says another book.\n\nThe toad of the pond then hops in the rain.";
    take_breaks(&mut mended, theirs);
    assert_eq!(mended, "It sings, says the Book of Toads.\n\nThe toad of the pond then hops in the rain.");
}

#[test]
fn breaks_are_taken_and_words_stay() {
    for (mine, theirs, expected) in [
        (
            "The toad sings in the rain. Curse. This toad is cursed for good, says the newt.",
            "The *toad* sings in the rain.\n\n**_Curse._** This toad is cursed for ever.",
            "The toad sings in the rain.\n\n**Curse.** This toad is cursed for good, says the newt.",
        ),
        (
            "The toad sings in the rain. It hops around the pond.",
            "The toad sings in the rain.\n\nIt hops around the pond.",
            "The toad sings in the rain.\n\nIt hops around the pond.",
        ),
        (
            "The toad sings in the rain. Mud.* This toad is dirty for good.",
            "The toad sings in the rain.\n\n**Mud.** This toad is dirty.",
            "The toad sings in the rain.\n\n**Mud.** This toad is dirty for good.",
        ),
        (
            "The toad sings in the rain. \"It hops\" is around the pond.",
            "The toad sings in the rain.\n\n\"It hops\" is around the pond.",
            "The toad sings in the rain.\n\n\"It hops\" is around the pond.",
        ),
        (
            "The toad sings of the pond: - Frogs - Newts (small) - Herons For now it hops. Mud. It is dirty.",
            "The toad sings of the pond:\n\n- Frogs\n- Newts (small)\n- Herons\n\nFor now it hops.\n\n**Mud.** It is dirty.",
            "The toad sings of the pond:\n\n- Frogs\n- Newts (small)\n- Herons\n\nFor now it hops.\n\n**Mud.** It is dirty.",
        ),
        (
            "The toad sings in the rain.\n\nMud. This toad is dirty.",
            "The toad sings in the rain.\n\n**Mud.** This toad is dirty.",
            "The toad sings in the rain.\n\n**Mud.** This toad is dirty.",
        ),
        // Another wording, a list, and a break that is there.
        (
            "The toad sings in the rain. It hops around the pond.",
            "The toad sings in the sun.\n\nIt hops around the pond.",
            "The toad sings in the rain. It hops around the pond.",
        ),
        (
            "- The toad sings in the rain. It hops around the pond.",
            "The toad sings in the rain.\n\nIt hops around the pond.",
            "- The toad sings in the rain. It hops around the pond.",
        ),
        (
            "The toad sings in the rain.\nIt hops around the pond.",
            "The toad sings in the rain.\n\nIt hops around the pond.",
            "The toad sings in the rain.\nIt hops around the pond.",
        ),
    ] {
        let mut text = mine.to_owned();
        take_breaks(&mut text, theirs);
        assert_eq!(text, expected);
    }
}
