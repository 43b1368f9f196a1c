//! Place of effect: the point or the area at which a spell is cast, from its first sentence.

use super::Model;
use crate::Pattern;

impl Model {
    /// Corrects the target of a spell that is cast at a place.
    ///
    /// Correction (spells): A target that is a creature, where the first sentence names none and has a point, a space or an area within
    /// range, is that. An area around a point that the caster chooses is cast at the point.
    ///
    /// Correction (spells): A spell on all that is in its area (`Each creature in a 15-foot cone`) has no number of targets; one at a
    /// point has the point.
    pub(super) fn correct_target(&mut self) {
        if self.target_type.as_deref() == Some("creature")
            && let Some(kind) = place(&self.text)
        {
            self.target_type = Some(kind.to_owned());
        }
        if self.target_type.as_deref() == Some("area") && CENTER.is_match(&self.text) {
            self.target_type = Some("point".to_owned());
        }
        let is_touched = self.range_text.as_deref() == Some("Touch");
        let is_at_point = self.target_type.as_deref() == Some("point");
        if !is_at_point && !is_touched && self.area_shape.is_some() && is_on_all(&self.text) {
            self.target_count = None;
        }
    }
}

/// How far from the beginning of a text, in bytes, the sentence begins that names all in the area. What comes later is an effect of
/// something else.
const MAX_LEAD: usize = 260;

/// Whether the first sentences name all that is in the area.
fn is_on_all(text: &str) -> bool {
    static ALL: Pattern = Pattern::new(
        r"\b(?:each|every|all)(?: other)? (?:creature|object|animal|beast|humanoid|target)s?(?: other than you)? (?:(?:with)?in (?:a |the |that )?(?:\d+[- ](?:foot|feet)|area|cone|line|cube|sphere|emanation|radius)|affected)",
    );
    ALL.find(text).is_some_and(|all| all.start() <= MAX_LEAD)
}

/// The center of an area, in the first two sentences.
static CENTER: Pattern = Pattern::new(
    r"^(?:[^.]*\.)?[^.]*?\b(?:centered on|at|from|touch) a (?:chosen )?(?:point|spot)\b",
);

/// What the first sentence of a spell is cast at, if that is no being: `point` or `area`.
fn place(text: &str) -> Option<&'static str> {
    static POINT: Pattern = Pattern::new(
        r"^[^.]*?\b(?:(?:centered on|starting from|to|at|from) (?:a|the) (?:point|spot)|(?:in|fills?|within|occup\w+) an? (?:unoccupied )?space)\b[^.]*?(?:within range|you can see|of your choice)",
    );
    static AREA: Pattern = Pattern::new(
        r"^(?:(?:you|this spell) (?:make|turn|transform|cover|fill|alter|create|conjure|summon)s?\b[^.]*?\b(?:terrain|ground|floor|surface)\b[^.]*?(?:within range|you can see|mile|feet|-foot)|[^.]*?\d+-foot[- ](?:cube|radius|square|cylinder)[^.]*?(?:within range|you choose|you can see|of your choice))",
    );
    static BEING: Pattern = Pattern::new(
        r"\b(?:creature|humanoid|target|ally|allies|beast|undead|yourself|object)s?\b",
    );
    let kinds = [("point", &POINT), ("area", &AREA)];
    kinds.into_iter().find_map(|(kind, pattern)| {
        let found = pattern.find(text)?;
        (!BEING.is_match(found.as_str())).then_some(kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spell_on_all_in_its_area_has_no_number_of_targets() {
        for (range, text, count) in [
            (
                "Self",
                "Mud flies. Each creature in a 15-foot cone is wet.",
                None,
            ),
            (
                "Self",
                "Mud flies. You choose one toad in the cone.",
                Some(1),
            ),
            (
                "Touch",
                "You touch a toad. Each creature in the area is wet.",
                Some(1),
            ),
        ] {
            let mut mud = Model {
                range_text: Some(range.into()),
                target_type: Some("creature".into()),
                target_count: Some(1),
                area_shape: Some("cone".into()),
                text: text.into(),
                ..Model::default()
            };
            mud.correct_target();
            assert_eq!(mud.target_count, count, "{text}");
        }
    }

    #[test]
    fn a_place_is_named_before_any_being() {
        for (text, kind) in [
            (
                "A pond opens at a point you choose within range. Each creature sinks.",
                Some("point"),
            ),
            (
                "You fill the ground with mud in a 20-foot circle within range.",
                Some("area"),
            ),
            ("A toad lands on a creature at a point within range.", None),
            ("A toad hops.", None),
        ] {
            assert_eq!(place(text), kind, "{text}");
        }
    }
}
