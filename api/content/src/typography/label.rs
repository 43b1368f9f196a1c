//! Run-in headings: labels that begin a paragraph, emphasised by each source in its own way.

use crate::{Pattern, Regex, pattern};
use regex::Captures;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A label in asterisks and underscores at the beginning of a line, with the point inside or behind.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    let kinds = [(r"\*\*\*", r"\*\*\*"), (r"\*\*_", r"_\*\*"), (r"_\*\*", r"\*\*_"), (r"\*\*", r"\*\*")];
    let kinds = kinds.map(|(open, close)| format!(r"{open}(?:[^*_.|\n]{{1,70}}\.{close}|[^*_.|\n]{{1,70}}{close}\.)"));
    pattern(&format!(r"(?m)^(?P<before>(?:[-*] |> )?)(?P<label>{})(?P<after>[ \n]|$)", kinds.join("|")))
});

/// A text whose run-in headings are bold and italic, as the books print them: `**_Curse._** This axe is cursed.`
///
/// Correction (text): A label that begins a paragraph is emphasised in one way, whichever source it is from.
pub fn emphasise(text: &str) -> Cow<'_, str> {
    LABEL.replace_all(text, |found: &Captures<'_>| {
        let words = found["label"].trim_matches(['*', '_', '.']);
        format!("{}**_{words}._**{}", &found["before"], &found["after"])
    })
}

/// The labels of attacks, saving throws and what follows them, at the beginning of a text or behind a sentence.
static EFFECT: Pattern = Pattern::new(
    r"(?m)(?-i)(?P<before>^|[.)] )\*?(?P<label>(?:Melee|Ranged|Melee or Ranged) (?:(?:Weapon|Spell) Attack|Attack Roll)|(?:Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) Saving Throw|Failure or Success|(?:First |Second |Third )?Failure|Success|Hit or Miss|Hit|Miss|Trigger|Response):\*?(?P<after> )",
);

/// A text whose labels of attacks and effects are in italics: `_Melee Weapon Attack:_ +4 to hit, …. _Hit:_ 5 damage.`
pub fn emphasise_effects(text: &str) -> Cow<'_, str> {
    // Labels may follow each other, and a match takes the blank before the next one.
    match EFFECT.replace_all(text, "${before}_${label}:_$after") {
        Cow::Borrowed(text) => Cow::Borrowed(text),
        Cow::Owned(text) => {
            let again = EFFECT.replace_all(&text, "${before}_${label}:_$after");
            Cow::Owned(again.into_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_effects_are_in_italics() {
        for (printed, expected) in [
            (
                "Melee Weapon Attack: +4 to hit, one target. Hit: 5 (1d6 + 2) damage.",
                "_Melee Weapon Attack:_ +4 to hit, one target. _Hit:_ 5 (1d6 + 2) damage.",
            ),
            (
                "Dexterity Saving Throw: DC 12, one fly. Failure: It falls. Failure or Success: It hops.",
                "_Dexterity Saving Throw:_ DC 12, one fly. _Failure:_ It falls. _Failure or Success:_ It hops.",
            ),
            ("*Hit:* 5 damage. *Miss:* It croaks.", "_Hit:_ 5 damage. _Miss:_ It croaks."),
            ("The toad has a Hit: it croaks.", "The toad has a Hit: it croaks."),
        ] {
            assert_eq!(emphasise_effects(printed), expected);
            assert_eq!(emphasise_effects(expected), expected);
        }
    }

    #[test]
    fn labels_are_emphasised_in_one_way() {
        for (printed, expected) in [
            ("***Soup.*** It boils.", "**_Soup._** It boils."),
            ("***Soup***. It boils.", "**_Soup._** It boils."),
            (
                "**Soup.** It boils.\n\n- **Ladle (Rare).** It stirs.",
                "**_Soup._** It boils.\n\n- **_Ladle (Rare)._** It stirs.",
            ),
            ("_**Soup.**_ It boils.", "**_Soup._** It boils."),
        ] {
            assert_eq!(emphasise(printed), expected);
            assert_eq!(emphasise(expected), expected);
        }
        for kept in [
            "**Hit Points:** 10", "**Armor Class** 15", "It is **very hot.** So it is.", "_**Soup.** It boils._",
            "| **Soup.** | hot |", "*Soup.* It boils.",
        ] {
            assert_eq!(emphasise(kept), kept);
        }
    }
}
