//! Name forms: how texts write the name of an entity.

/// The forms of a name in which texts use it, in lower case: as it stands, without what stands in brackets, with what
/// stands behind a comma put first (`Lantern, Hooded`), in the singular and the plural, with either apostrophe.
pub fn name_forms(name: &str) -> Vec<String> {
    let printed = name.trim().replace('’', "'");
    let name = printed.to_lowercase();
    let mut forms = vec![name.clone()];
    // The case of other letters than those of ASCII is not ignored.
    if !printed.is_ascii() {
        forms.push(printed);
    }
    if let Some((before, _)) = name.split_once(" (") {
        forms.push(before.trim().to_owned());
    }
    if let Some((noun, adjective)) = name.split_once(", ")
        && !adjective.contains([',', '+', '('])
        && !adjective.starts_with(|c: char| c.is_ascii_digit())
    {
        forms.push(format!("{} {}", adjective.trim(), noun.trim()));
    }
    let others = OTHER_NAMES.iter().filter(|(known, _)| *known == name);
    forms.extend(others.map(|(_, other)| (*other).to_owned()));
    for form in forms.clone() {
        forms.extend(other_number(&form));
    }
    // Texts print either apostrophe.
    let curly = forms.iter().filter(|form| form.contains('\''));
    forms.extend(curly.map(|form| form.replace('\'', "’")).collect::<Vec<_>>());
    forms.retain(|form| form.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS);
    forms.sort();
    forms.dedup();
    forms
}

/// What texts call a rule that has another name.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("advantage and disadvantage", "advantage"),
    ("advantage and disadvantage", "disadvantage"),
    ("hit point dice", "hit point die"),
    ("grappling", "grapple"),
    ("proficiency", "proficiency bonus"),
];

/// Shorter names are no words.
const MIN_LETTERS: usize = 2;

/// The plural of a name in the singular, or the other way.
fn other_number(name: &str) -> Option<String> {
    let (before, last) = name.rsplit_once(' ').unwrap_or(("", name));
    if !last.chars().all(|c| c.is_ascii_alphabetic()) || last.len() < 3 {
        return None;
    }
    let other = match last.strip_suffix('s') {
        Some(stem) if !last.ends_with("ss") && !last.ends_with("us") => {
            if let Some(stem) = stem.strip_suffix("ie") {
                format!("{stem}y")
            } else if ["xe", "che", "she", "sse"].iter().any(|end| stem.ends_with(end)) {
                stem.strip_suffix('e').unwrap_or(stem).to_owned()
            } else {
                stem.to_owned()
            }
        }
        _ => plural(last),
    };
    Some(if before.is_empty() { other } else { format!("{before} {other}") })
}

fn plural(noun: &str) -> String {
    let vowel = |c: char| "aeiou".contains(c);
    if let Some(stem) = noun.strip_suffix("man") {
        return format!("{stem}men");
    }
    if let Some(stem) = noun.strip_suffix('y')
        && !stem.ends_with(vowel)
    {
        return format!("{stem}ies");
    }
    if let Some(stem) = noun.strip_suffix("lf") {
        return format!("{stem}lves");
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end)) {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_texts_write_them() {
        for (name, form) in [
            ("Lantern, Hooded", "hooded lantern"),
            ("Marsh Gnome (Mirelin)", "marsh gnome"),
            ("Reed Wolf", "reed wolves"),
            ("Mud Harpy", "mud harpies"),
            ("Opportunity Jabs", "opportunity jab"),
            ("Torch", "torches"),
            ("Boxes", "box"),
            ("Boatman", "boatmen"),
            ("Glass", "glasses"),
        ] {
            let forms = name_forms(name);
            assert!(forms.iter().any(|f| f == form), "{name}: {forms:?}");
        }
        assert!(name_forms("X").is_empty());
    }
}
