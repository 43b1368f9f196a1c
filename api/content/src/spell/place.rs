//! Place of effect: the point or the area at which a spell is cast, from its first sentence.

use super::Model;
use crate::Pattern;

impl Model {
    /// Corrects the target of a spell that is cast at a place.
    ///
    /// Correction (spells): A target that is a creature, where the first sentence names none and has a point, a space or an area within
    /// range, is that. An area around a point that the caster chooses is cast at the point.
    ///
    /// Correction (spells): A spell on the caster's own body (*Self*) is on a creature, one that touches a thing on an object, and one that
    /// points a finger is on no point.
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
        let (range, kind) = (self.range_text.as_deref(), self.target_type.as_deref());
        let believed = match (range, kind) {
            (Some("Self"), Some("object" | "point")) if ON_CASTER.is_match(&self.text) => Some("creature"),
            (Some("Touch"), Some("creature")) if is_on_thing(&self.text) => Some("object"),
            (_, Some("point")) if POINTING.is_match(&self.text) && !SPOT.is_match(&self.text) => Some("creature"),
            _ => None,
        };
        if let Some(kind) = believed {
            self.target_type = Some(kind.to_owned());
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

/// That the first sentence is about the caster's own body.
static ON_CASTER: Pattern = Pattern::new(
    r"^[^.]*?\b(?:yourself|your (?:own )?(?:body|skin|form|hands?|arms?|fists?|flesh|eyes|appearance|shape|head|face))\b",
);

/// *Point* as a word for what a finger does.
static POINTING: Pattern = Pattern::new(
    r"\bpoint(?:s|ing)? (?:your|a|one) (?:\w+ )?(?:finger|hand|wand|weapon)s?\b|\bpoint(?:ing)? (?:toward|at) an? (?:creature|target)\b",
);

/// A place.
static SPOT: Pattern = Pattern::new(
    r"\b(?:an?|the|that|this|chosen|same|any|each) (?:\w+ )?(?:point|spot|space|location|square)s?\b|\bpoints? (?:within|of|you|on)\b",
);

/// Whether the first sentence has the caster touch a thing, and no being.
fn is_on_thing(text: &str) -> bool {
    static TOUCHED: Pattern = Pattern::new(r"^You touch (?:an?|one|two|the|up to)\b[^.]*");
    static BEING: Pattern = Pattern::new(
        r"\b(?:creature|humanoid|individual|target|all(?:y|ies)|beast|undead|construct|person|being|animal|monster|you|yourself|body|elemental|plant)s?\b",
    );
    let touched = TOUCHED.find(text);
    // What the touch does may be told of `you`.
    touched.is_some_and(|sentence| !BEING.is_match(sentence.as_str().get(4..).unwrap_or_default()))
}

/// The center of an area, in the first two sentences.
static CENTER: Pattern =
    Pattern::new(r"^(?:[^.]*\.)?[^.]*?\b(?:centered on|at|from|touch) a (?:chosen )?(?:point|spot)\b");

/// What the first sentence of a spell is cast at, if that is no being: `point` or `area`.
fn place(text: &str) -> Option<&'static str> {
    static POINT: Pattern = Pattern::new(
        r"^[^.]*?\b(?:(?:centered on|starting from|to|at|from) (?:a|the) (?:point|spot)|(?:in|fills?|within|occup\w+) an? (?:unoccupied )?space)\b[^.]*?(?:within range|you can see|of your choice)",
    );
    static AREA: Pattern = Pattern::new(
        r"^(?:(?:you|this spell) (?:make|turn|transform|cover|fill|alter|create|conjure|summon)s?\b[^.]*?\b(?:terrain|ground|floor|surface)\b[^.]*?(?:within range|you can see|mile|feet|-foot)|[^.]*?\d+-foot[- ](?:cube|radius|square|cylinder)[^.]*?(?:within range|you choose|you can see|of your choice))",
    );
    static BEING: Pattern =
        Pattern::new(r"\b(?:creature|humanoid|target|ally|allies|beast|undead|yourself|object)s?\b");
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
            ("Self", "Mud flies. Each creature in a 15-foot cone is wet.", None),
            ("Self", "Mud flies. You choose one toad in the cone.", Some(1)),
            ("Touch", "You touch a toad. Each creature in the area is wet.", Some(1)),
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
    fn bodies_things_and_fingers_are_no_points() {
        for (range, kind, text, expected) in [
            ("Self", "object", "You make yourself look wet.", "creature"),
            ("Self", "point", "You turn your fists to mud.", "creature"),
            ("Self", "point", "You summon a toad at a point.", "point"),
            ("Touch", "creature", "You touch a closed door, and it is mud.", "object"),
            ("Touch", "creature", "You touch a toad creature.", "creature"),
            ("30 feet", "point", "You point your finger, and a toad hops.", "creature"),
            ("30 feet", "point", "You point a finger at a point you see.", "point"),
        ] {
            let mut mud = Model {
                range_text: Some(range.into()),
                target_type: Some(kind.into()),
                text: text.into(),
                ..Model::default()
            };
            mud.correct_target();
            assert_eq!(mud.target_type.as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_place_is_named_before_any_being() {
        for (text, kind) in [
            ("A pond opens at a point you choose within range. Each creature sinks.", Some("point")),
            ("You fill the ground with mud in a 20-foot circle within range.", Some("area")),
            ("A toad lands on a creature at a point within range.", None),
            ("A toad hops.", None),
        ] {
            assert_eq!(place(text), kind, "{text}");
        }
    }
}
