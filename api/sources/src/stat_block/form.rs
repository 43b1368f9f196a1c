//! Form of a shapechanger that an action is limited to, printed behind its name: `Claw (Hag Form Only)`.

use lorekeeper_content::Pattern;

/// The brackets with a form; how often the action can be used may follow within them.
static FORM: Pattern =
    Pattern::new(r"\s*\((?:\d+/day[,;]? )?(?P<form>[^()]*?\b(?:only|form))(?:[,;]? recharge [^()]*)?\)");

static BRACKETS: Pattern = Pattern::new(r"\s*\([^()]*\)");

/// A name without the form behind it, and the form.
///
/// Correction (creatures): `(Hag Form Only)` in a name becomes `limitedToForm`.
pub fn split(name: &str) -> (String, Option<String>) {
    let form = FORM.captures(name).and_then(|found| found.name("form"));
    match form {
        Some(form) => (FORM.replace(name, "").trim().to_owned(), Some(form.as_str().to_owned())),
        None => (name.trim().to_owned(), None),
    }
}

/// The form as a source states it, without how often the action can be used.
///
/// Correction (creatures): A form has no usage in it (`Recharge 5-6, Pine Only`).
pub(super) fn stated(form: &str) -> Option<String> {
    static USAGE: Pattern = Pattern::new(r"(?:\brecharges? [^,;]*|\b\d+/day\b)[,;]? ?");
    let form = USAGE.replace_all(form, "");
    let form = form.trim().trim_end_matches([',', ';']);
    (!form.is_empty()).then(|| form.to_owned())
}

/// The name of an attack without what is said of its action.
///
/// Correction (creatures): What stands in brackets in the name of an attack (`Claw (Hag Form Only) attack`) is said of
/// the action, and is no part of the attack's name.
pub(super) fn without_brackets(name: &str) -> String {
    let bare = BRACKETS.replace_all(name, "");
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_no_part_of_a_name() {
        for (printed, name, form) in [
            ("Claw (Owl Form Only)", "Claw", Some("Owl Form Only")),
            ("Croak (Toad or True Form)", "Croak", Some("Toad or True Form")),
            ("Spit (Wet Only Recharge 5-6)", "Spit", Some("Wet Only")),
            ("Spit (3/Day; Wet Form Only)", "Spit", Some("Wet Form Only")),
            ("Bite (Brutal)", "Bite (Brutal)", None),
            ("Sleep (Formless)", "Sleep (Formless)", None),
        ] {
            let expected = (name.to_owned(), form.map(str::to_owned));
            assert_eq!(split(printed), expected, "{printed}");
        }
        for (form, expected) in [
            ("Recharge 5-6, Pine Only", Some("Pine Only")),
            ("1/Day at Dusk Only", Some("at Dusk Only")),
            ("Recharges after a Long Rest", None),
        ] {
            assert_eq!(stated(form).as_deref(), expected);
        }
        assert_eq!(without_brackets("Claw (Owl Form Only)  attack"), "Claw attack");
    }
}
