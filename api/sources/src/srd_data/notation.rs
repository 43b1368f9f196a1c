//! Notation of the records: three-letter codes of abilities, skills and languages; formulas; dice.

use super::wire::Part;

/// The abilities, by their codes.
pub(super) const ABILITIES: [(&str, &str); 6] = [
    ("str", "strength"),
    ("dex", "dexterity"),
    ("con", "constitution"),
    ("int", "intelligence"),
    ("wis", "wisdom"),
    ("cha", "charisma"),
];

/// The skills, by their codes, with the ability that each goes by.
const SKILLS: [(&str, &str, &str); 18] = [
    ("acr", "acrobatics", "dex"),
    ("ani", "animal-handling", "wis"),
    ("arc", "arcana", "int"),
    ("ath", "athletics", "str"),
    ("dec", "deception", "cha"),
    ("his", "history", "int"),
    ("ins", "insight", "wis"),
    ("itm", "intimidation", "cha"),
    ("inv", "investigation", "int"),
    ("med", "medicine", "wis"),
    ("nat", "nature", "int"),
    ("prc", "perception", "wis"),
    ("prf", "performance", "cha"),
    ("per", "persuasion", "cha"),
    ("rel", "religion", "int"),
    ("slt", "sleight-of-hand", "dex"),
    ("ste", "stealth", "dex"),
    ("sur", "survival", "wis"),
];

/// The ability of a code (`dex`).
pub(super) fn ability(code: &str) -> Option<&'static str> {
    ABILITIES
        .iter()
        .find(|(known, _)| *known == code)
        .map(|(_, name)| *name)
}

/// The slug of a skill, by its code (`slt`) or its name.
pub(super) fn skill(code: &str) -> Option<&'static str> {
    let found = SKILLS
        .iter()
        .find(|(known, slug, _)| *known == code || *slug == code);
    found.map(|(_, slug, _)| *slug)
}

/// The code of the ability that a skill goes by.
pub(super) fn skill_ability(code: &str) -> Option<&'static str> {
    let found = SKILLS
        .iter()
        .find(|(known, slug, _)| *known == code || *slug == code);
    found.map(|(_, _, ability)| *ability)
}

/// The slugs and codes of all skills, with the codes of their abilities.
pub(super) fn skills() -> impl Iterator<Item = (&'static str, &'static str)> {
    SKILLS.iter().map(|(_, slug, ability)| (*slug, *ability))
}

/// A slug's words, each with a capital (`sleight-of-hand` → `Sleight of Hand`).
pub(super) fn title(slug: &str) -> String {
    crate::prose::heading(slug)
}

/// The value of a sum such as `8 + @mod + @prof`; `None` when it has what `value` does not know.
pub(super) fn sum(formula: &str, value: impl Fn(&str) -> Option<i32>) -> Option<i32> {
    let compact: String = formula.chars().filter(|c| !c.is_whitespace()).collect();
    let signed = compact.replace('-', "+-");
    let mut total = 0;
    for term in signed.split('+').filter(|term| !term.is_empty()) {
        let (sign, term) = term.strip_prefix('-').map_or((1, term), |term| (-1, term));
        let number = match term.strip_prefix('@') {
            Some(name) => value(name)?,
            None => term.parse().ok()?,
        };
        total += sign * number;
    }
    (!compact.is_empty()).then_some(total)
}

/// The dice of a part (`2d6`), without its bonus.
pub(super) fn dice(part: &Part) -> Option<String> {
    let number = part.number.filter(|n| *n > 0)?;
    let sides = part.denomination.filter(|n| *n > 0)?;
    Some(format!("{number}d{sides}"))
}

/// A number with its sign (`+3`, `-1`).
pub(super) fn signed(number: i32) -> String {
    format!("{number:+}")
}

/// A bonus behind dice (` + 3`, ` - 1`); nothing for 0.
pub(super) fn bonus(number: i32) -> String {
    match number {
        0 => String::new(),
        n if n > 0 => format!(" + {n}"),
        n => format!(" - {}", n.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_words() {
        assert_eq!(ability("wis"), Some("wisdom"));
        assert_eq!(ability("spellcasting"), None);
        assert_eq!(skill("slt"), Some("sleight-of-hand"));
        assert_eq!(skill_ability("stealth"), Some("dex"));
        assert_eq!(title("sleight-of-hand"), "Sleight of Hand");
        assert_eq!(skills().count(), 18);
    }

    #[test]
    fn sums_add_up() {
        let value = |name: &str| match name {
            "mod" => Some(4),
            "prof" => Some(3),
            _ => None,
        };
        for (formula, expected) in [
            ("8 + @mod + @prof", Some(15)),
            ("13", Some(13)),
            ("@mod - 5", Some(-1)),
            ("-3", Some(-3)),
            ("", None),
            ("@flags.x", None),
            ("2d6", None),
        ] {
            assert_eq!(sum(formula, value), expected, "{formula}");
        }
    }

    #[test]
    fn dice_need_both_numbers() {
        let part = |number, denomination| Part {
            number,
            denomination,
            ..Part::default()
        };
        assert_eq!(dice(&part(Some(2), Some(6))).as_deref(), Some("2d6"));
        assert_eq!(dice(&part(None, Some(6))), None);
        assert_eq!(dice(&part(Some(1), Some(0))), None);
        assert_eq!(
            (bonus(2).as_str(), bonus(-2).as_str(), bonus(0).as_str()),
            (" + 2", " - 2", "")
        );
        assert_eq!(signed(-1), "-1");
    }
}
