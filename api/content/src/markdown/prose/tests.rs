use super::*;

#[test]
fn headings_come_below_a_level() {
    assert_eq!(
        normalise("Before\n# Lids\nRound.\n### Handles\nBent.", 3),
        "Before\n\n### Lids\n\nRound.\n\n##### Handles\n\nBent."
    );
    assert_eq!(normalise("###Archery\n\nAim.", 4), "#### Archery\n\nAim.");
    assert_eq!(normalise("#1 is a number", 4), "#1 is a number");
}

#[test]
fn lists_and_tables_stand_apart() {
    assert_eq!(
        normalise("You gain:\n- one\n- two\n| d4 | Lid |\n|----|----|\n| 1 | Tin |", 2),
        "You gain:\n\n- one\n- two\n\n| d4 | Lid |\n|----|----|\n| 1 | Tin |"
    );
    let two = "| d4 | Lid |\n|---|---|\n| 1 | Tin |\n\n| Your Pot … | Lid |\n|---|---|\n| 1 | Tin |";
    assert_eq!(normalise(two, 2), two);
    assert_eq!(normalise("Including:\n\n    A lid\n    A pot", 2), "Including:\n\n- A lid\n- A pot");
    assert_eq!(normalise("- a lid\n    of tin", 2), "- a lid\n    of tin");
}

#[test]
fn tables_of_any_make_are_tables() {
    let table = "| d4 | Lid |\n|---|---|\n| 1 | Tin |";
    assert_eq!(normalise("d4 | Lid |\n|---|---|\n1 | Tin |", 2), table);
    assert_eq!(normalise("Roll a die. | d4 | Lid |\n|---|---|\n| 1 | Tin |", 2), format!("Roll a die.\n\n{table}"));
    assert_eq!(normalise("Roll. | d4 | Lid | |---|---| | 1 | Tin |", 2), format!("Roll.\n\n{table}"));
    assert_eq!(normalise("| 1 | Tin |\n| 2 | Iron |", 2), "|   |   |\n| --- | --- |\n| 1 | Tin |\n| 2 | Iron |");
}

#[test]
fn line_breaks_are_what_they_were_meant_for() {
    assert_eq!(normalise("One.\\n\\nTwo.", 2), "One.\n\nTwo.");
    assert_eq!(normalise("One.\r\n\r\n\r\nTwo.  ", 2), "One.\n\nTwo.");
    assert_eq!(normalise("One.<br>Two.", 2), "One.\n\nTwo.");
    assert_eq!(
        normalise("It casts\nAt will: boil\n3/day each: simmer", 2),
        "It casts\n\nAt will: boil\n\n3/day each: simmer"
    );
    assert_eq!(normalise("a line that was\ncut in two", 2), "a line that was\ncut in two");
}

#[test]
fn a_repeated_title_goes() {
    assert_eq!(without_title("## Kettle Lore\n\nOld.", "Kettle Lore"), "Old.");
    assert_eq!(without_title("**Kettle Lore.**\nOld.", "Kettle lore"), "Old.");
    assert_eq!(without_title("Kettle Lore", "Kettle Lore"), "Kettle Lore");
    assert_eq!(without_title("**Kettle** lore is old.\nYes.", "Kettle"), "**Kettle** lore is old.\nYes.");
}

#[test]
fn a_bold_label_ends_before_what_it_labels() {
    for (written, expected) in [
        ("**3/Day Each:**Fog, **Boil**", "**3/Day Each:** Fog, **Boil**"),
        ("- **At Will:**_Fog_", "- **At Will:**_Fog_"),
        ("_**Hot.**_ It boils.", "_**Hot.**_ It boils."),
        ("**Hot.**It boils.", "**Hot.** It boils."),
        ("**At Will:** Fog", "**At Will:** Fog"),
        ("It says:**Fog** and **Boil:**Now", "It says:**Fog** and **Boil:** Now"),
        ("***Hot:***Fog", "***Hot:***Fog"),
        ("**Hot:**", "**Hot:**"),
    ] {
        assert_eq!(normalise(written, 2), expected);
    }
}

#[test]
fn parts_run_in_or_stand_alone() {
    assert_eq!(run_in("Steam", "It hisses.", 3), "***Steam.*** It hisses.");
    assert_eq!(run_in("Who goes there?", "It asks.", 3), "***Who goes there?*** It asks.");
    assert_eq!(run_in("Steam", "- hot\n- wet", 3), "***Steam.***\n\n- hot\n- wet");
    assert_eq!(run_in("", "It hisses.", 3), "It hisses.");
    assert_eq!(with_heading(3, "Steam", "## Hot\n\nVery."), "### Steam\n\n#### Hot\n\nVery.");
}

#[test]
fn plain_text_has_no_marks() {
    for (markdown, expected) in [
        ("**Bold**, _slanted_ and ***both***", "Bold, slanted and both"),
        ("snake_case and 2 * 3", "snake_case and 2 * 3"),
        ("See [boil](https://example.org/boil) and ![a lid](lid.png).", "See boil and a lid."),
        ("[not a link] (really)", "[not a link] (really)"),
        ("a < b, <em>c</em> &amp; `d`", "a < b, c & d"),
        (r"5\* lids", "5* lids"),
        ("# Lids\n\nRound", "Lids. Round"),
        ("You gain:\n- one\n- two!\n- three", "You gain: one. two! three"),
        ("1. First\n2. Second", "1. First. 2. Second"),
        ("> quoted\n> twice", "quoted twice"),
        ("Before\n\n**Lids (table)**\n\n| d4 | Lid |\n|---|---|\n| 1 | Tin |\n\nAfter", "Before. After"),
        ("Over\n\n* * *\n\nUnder", "Over. Under"),
        ("Two\\nlines\nor three", "Two lines or three"),
        ("| 1 | only a table |", ""),
        ("", ""),
    ] {
        assert_eq!(plain_text(markdown), expected, "{markdown}");
    }
}

#[test]
fn a_cut_ends_a_word() {
    let text = "Éclairs, crème brûlée and tea";
    assert_eq!(truncate(text, 29), text);
    assert_eq!(truncate(text, 28), "Éclairs, crème brûlée and…");
    assert_eq!(truncate(text, 22), "Éclairs, crème brûlée…");
    assert_eq!(truncate(text, 21), "Éclairs, crème…");
    assert_eq!(truncate(text, 10), "Éclairs…", "no comma before the ellipsis");
    assert_eq!(truncate("Brühwürfelverpackung", 8), "Brühwür…");
    for length in 1..40 {
        assert!(truncate(text, length).chars().count() <= length.max(1));
    }
}

#[test]
fn saying_does_not_depend_on_spaces_and_case() {
    assert!(contains_phrase("It takes 2D6+3 fire damage", "2d6 + 3"));
    assert!(!contains_phrase("It takes 2d6", "2d8"));
}
