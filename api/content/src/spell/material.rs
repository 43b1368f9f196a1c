//! Material components: the words in brackets behind the components.

use super::Model;
use crate::typography::is_english;

impl Model {
    /// Correction (spells): The material is no sentence: it begins with a small letter, and ends without a point.
    pub(super) fn correct_material(&mut self) {
        let Some(material) = &mut self.material_text else {
            return;
        };
        if let Some(words) = material.trim_end().strip_suffix('.').filter(|words| !words.contains(". ")) {
            *material = words.to_owned();
        }
        let first = material.split([' ', ',']).next().unwrap_or_default().to_owned();
        let mut letters = first.chars();
        let has_capital = letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase);
        let small = first.to_lowercase();
        if has_capital && (small == "a" || is_english(&small)) {
            material.replace_range(..first.len(), &small);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_material_is_no_sentence() {
        for (stated, printed) in [
            ("A pinch of mud.", "a pinch of mud"),
            ("Soft mud, which dries", "soft mud, which dries"),
            ("a toad. It must be wet.", "a toad. It must be wet."),
            ("Pondish mud worth 3 GP", "Pondish mud worth 3 GP"),
        ] {
            let mut spell = Model { material_text: Some(stated.to_owned()), ..Model::default() };
            spell.correct_material();
            assert_eq!(spell.material_text.as_deref(), Some(printed));
        }
    }
}
