//! Notation of the records: three-letter codes of abilities and skills, formulas, dice.

use super::fields::Fields;
use lorekeeper_content::vocabulary::SKILLS;

pub use crate::prose::heading as title;

/// The codes of skills that are not the first letters of their names.
const SKILL_CODES: [(&str, &str); 5] = [
    ("itm", "intimidation"),
    ("per", "persuasion"),
    ("prc", "perception"),
    ("prf", "performance"),
    ("slt", "sleight-of-hand"),
];

/// The slug of a skill, by its code (`slt`) or its name.
pub fn skill(code: &str) -> Option<&'static str> {
    let coded = SKILL_CODES.iter().find(|(known, _)| *known == code);
    let begins = || {
        let mut skills = SKILLS.iter().map(|(slug, _)| *slug);
        skills.find(|slug| *slug == code || (code.len() == 3 && slug.starts_with(code)))
    };
    coded.map(|(_, slug)| *slug).or_else(begins)
}

/// The value of a sum such as `8 + @mod + @prof * 2`; `None` when it has what `value` does not know.
pub fn sum(formula: &str, value: impl Fn(&str) -> Option<i32>) -> Option<i32> {
    let compact: String = formula.chars().filter(|c| !c.is_whitespace()).collect();
    let signed = compact.replace('-', "+-");
    let mut total = 0;
    for term in signed.split('+').filter(|term| !term.is_empty()) {
        let (sign, term) = term.strip_prefix('-').map_or((1, term), |term| (-1, term));
        let mut product = sign;
        for factor in term.split('*') {
            product *= match factor.strip_prefix('@') {
                Some(name) => value(name)?,
                None => factor.parse().ok()?,
            };
        }
        total += product;
    }
    (!compact.is_empty()).then_some(total)
}

/// The dice of a part (`2d6`), grown by so many, without its bonus.
pub fn dice(part: Fields<'_>, more: i32) -> Option<String> {
    let number = part.int("number").map(|number| number + more);
    let number = number.filter(|number| *number > 0)?;
    let sides = part.positive("denomination")?;
    Some(format!("{number}d{sides}"))
}

/// A bonus behind dice (` + 3`, ` - 1`); nothing for 0.
pub fn bonus(number: i32) -> String {
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
    fn codes_stand_for_skills() {
        for (code, slug) in [
            ("slt", "sleight-of-hand"),
            ("per", "persuasion"),
            ("prc", "perception"),
            ("inv", "investigation"),
            ("animal-handling", "animal-handling"),
        ] {
            assert_eq!(skill(code), Some(slug));
        }
        assert_eq!((skill("xyz"), skill("st")), (None, None));
    }

    #[test]
    fn formulas_add_up() {
        let value = |name: &str| (name == "mod").then_some(3);
        assert_eq!(sum("8 + @mod - 1", value), Some(10));
        assert_eq!(sum("1 + @mod * 2", value), Some(7));
        assert_eq!(sum("@prof", value), None);
        assert_eq!(sum("", value), None);
        assert_eq!(format!("1d6{}{}", bonus(2), bonus(-1)), "1d6 + 2 - 1");
    }
}
