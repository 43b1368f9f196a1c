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
/// Correction (text): A label that begins a paragraph is emphasised in one way, whichever source it is from; one that nothing follows is
/// left out.
pub fn emphasise(text: &str) -> Cow<'_, str> {
    let emphasised = LABEL.replace_all(text, |found: &Captures<'_>| {
        let words = found["label"].trim_matches(['*', '_', '.']);
        format!("{}**_{words}._**{}", &found["before"], &found["after"])
    });
    if EMPTY.is_match(&emphasised) { Cow::Owned(EMPTY.replace(&emphasised, "").into_owned()) } else { emphasised }
}

/// A label at the end of a text, behind which nothing stands.
static EMPTY: Pattern = Pattern::new(r"\n+\*\*_[^*_\n]{1,60}\._\*\*\s*$");

/// The labels of attacks, saving throws and what follows them, at the beginning of a text or behind a sentence.
static EFFECT: Pattern = Pattern::new(
    r"(?m)(?-i)(?P<before>^|[.)] |ft\., |[:.]_?\*\*_? )\*?(?P<label>(?:Melee|Ranged|Melee or Ranged) (?:(?:Weapon|Spell|Magical) Attack|Attack Roll)|Melee Weapon or Ranged Attack|(?:Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) Saving Throw|Failure or Success|Failure by \d+ or More|Additional Effects|(?:First |Second |Third )?Failure|Success|Hit or Miss|Hit|Miss|Trigger|Response):\*?(?P<after> )",
);

/// The effect of a hit without a blank before it: `Hit:7 (1d6 + 4)`.
static GLUED_HIT: Pattern = Pattern::new(r"(?-i)\bHit:(?P<number>\d)");

/// A text whose labels of attacks and effects are in italics: `_Melee Weapon Attack:_ +4 to hit, …. _Hit:_ 5 damage.`
pub fn emphasise_effects(text: &str) -> Cow<'_, str> {
    let spaced = GLUED_HIT.replace_all(text, "Hit: $number");
    // Labels may follow each other, and a match takes the blank before the next one.
    let once = EFFECT.replace_all(&spaced, "${before}_${label}:_$after");
    let twice = EFFECT.replace_all(&once, "${before}_${label}:_$after");
    if twice == text { Cow::Borrowed(text) } else { Cow::Owned(twice.into_owned()) }
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
            (
                "**_Croak:_** Ranged Magical Attack: +4 to hit, range 10 ft., Hit:5 (1d6 + 2) damage.",
                "**_Croak:_** _Ranged Magical Attack:_ +4 to hit, range 10 ft., _Hit:_ 5 (1d6 + 2) damage.",
            ),
            (
                "- **_First Croak._** Wisdom Saving Throw: DC 12. Failure by 5 or More: It naps.",
                "- **_First Croak._** _Wisdom Saving Throw:_ DC 12. _Failure by 5 or More:_ It naps.",
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
            ("It boils.\n\n**Ladles.**", "It boils."),
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
