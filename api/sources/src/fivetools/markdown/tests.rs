use super::*;
use serde_json::json;

fn text(entries: Value) -> String {
    markdown(&entries, &Index::default())
}

#[test]
fn entries_of_every_type_become_markdown() {
    for (entries, expected) in [
        (json!(["One.", 2, null, true, ["Three."]]), "One.\n\n2\n\nThree."),
        (
            json!([{"type": "entries", "name": "Lid", "entries": ["Shut.", {"name": "Rim", "entries": ["Hot."]}]}]),
            "**Lid.** Shut.\n\n**Rim.** Hot.",
        ),
        (json!({"type": "section", "name": "Brews", "entries": ["Tea."]}), "### Brews\n\nTea."),
        (json!({"type": "inset", "name": "Aside", "entries": ["One.", "Two."]}), "> **Aside.** One.\n>\n> Two."),
        (
            json!({"type": "quote", "entries": ["Hot!"], "by": "A cook", "from": "the kitchen"}),
            "> Hot!\n>\n> — A cook, the kitchen",
        ),
        (
            json!({"type": "list", "items": ["a", {"type": "item", "name": "B", "entry": "b"}, {"type": "list", "items": ["c"]}]}),
            "- a\n- **B.** b\n  - c",
        ),
        (json!({"type": "list", "style": "list-decimal", "items": ["a", "b"]}), "1. a\n2. b"),
        (
            json!({"type": "table", "caption": "Pots", "colLabels": ["d4", "Pot"], "rows": [[{"type": "cell", "roll": {"min": 1, "max": 3}}, "a|b"], [{"type": "cell", "roll": {"exact": 4, "pad": true}}, {"type": "cell", "entry": "{@item pan}"}]], "footnotes": ["Hot."]}),
            "**Pots**\n\n| d4 | Pot |\n| --- | --- |\n| 1–3 | a\\|b |\n| 04 | pan |\n\nHot.",
        ),
        (
            json!({"type": "tableGroup", "name": "G", "tables": [{"type": "table", "rows": [["x"]]}]}),
            "**G**\n\n|  |\n| --- |\n| x |",
        ),
        (
            json!({"type": "options", "count": 1, "entries": [{"type": "entries", "name": "Z", "entries": ["z"]}, {"type": "entries", "name": "A", "entries": ["a"]}]}),
            "**A.** a\n\n**Z.** z",
        ),
        (
            json!({"type": "inline", "entries": ["a", {"type": "bonus", "value": 2}, {"type": "bonusSpeed", "value": 5}]}),
            "a +2 +5 ft.",
        ),
        (
            json!({"type": "abilityDc", "name": "Brew", "attributes": ["int", "wis"]}),
            "**Brew save DC** = 8 + your proficiency bonus + your Intelligence or Wisdom modifier",
        ),
        (
            json!({"type": "abilityAttackMod", "name": "Brew", "attributes": ["int"]}),
            "**Brew attack modifier** = your proficiency bonus + your Intelligence modifier",
        ),
        (
            json!({"type": "abilityGeneric", "name": "Heat", "text": "8 + your", "attributes": ["str"]}),
            "**Heat** = 8 + your Strength modifier",
        ),
        (json!({"type": "dice", "toRoll": [{"number": 2, "faces": 6, "modifier": -1}]}), "2d6 - 1"),
        (
            json!({"type": "link", "text": "tea", "href": {"type": "external", "url": "https://tea.example"}}),
            "[tea](https://tea.example)",
        ),
        (
            json!({"type": "attack", "name": "Pot", "attackType": "MW", "attackEntries": ["+3 to hit."], "hitEntries": ["1d4 heat."]}),
            "**Pot.** Melee Weapon Attack: +3 to hit. Hit: 1d4 heat.",
        ),
        (json!({"type": "statblock", "tag": "creature", "name": "Imp", "source": "X"}), "**Imp**"),
        (
            json!({"type": "statblockInline", "dataType": "item", "data": {"name": "Lid", "entries": ["Flat."]}}),
            "**Lid.** Flat.",
        ),
        (json!({"type": "refOptionalfeature", "optionalfeature": "Boil|X"}), "**Boil**"),
        (
            json!({"type": "flowchart", "blocks": [{"type": "flowBlock", "name": "Go", "entries": ["On."]}]}),
            "**Go.** On.",
        ),
        (json!([{"type": "image", "href": {}}, {"type": "hr"}, {"type": "unheard", "entries": ["x"]}]), "---\n\nx"),
        (json!({"type": "entries", "name": "L", "entries": [{"type": "list", "items": ["x"]}]}), "**L**\n\n- x"),
        (json!(["<script>x</script>It <i>boils</i>."]), "It _boils_."),
    ] {
        assert_eq!(text(entries.clone()), expected, "{entries}");
    }
}
