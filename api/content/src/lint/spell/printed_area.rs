//! Areas in the text of a spell: shapes and their sizes, in feet.
//!
//! Light, what fits into a cube, and how near an attacker stands are lengths, too, but no areas.

use crate::spell::Model;
use crate::{Pattern, Regex, pattern};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A shape and its size. Round areas are spheres: a text gives the radius of a sphere, a cylinder and an emanation alike.
type Area = (&'static str, i32);

/// A pattern of areas: its shape, and by how much the number is divided (a diameter is two radii).
struct Shape {
    name: &'static str,
    divisor: i32,
    regex: Regex,
}

static SHAPES: LazyLock<[Shape; 7]> = LazyLock::new(|| {
    let shape = |name, divisor, regex| Shape { name, divisor, regex: pattern(regex) };
    [
        shape("cone", 1, r"\b(\d+)[- ]f(?:oo|ee)t(?:[- ]long)? cone\b"),
        shape(
            "cube",
            1,
            r"\b(?:in|into|fills?|is|covers?|covering|affects?) an? (\d+)[- ]f(?:oo|ee)t[- ]cube\b(?:[^- ]|$| [^p])|\bcube (?:that is )?(?:up to )?(\d+) feet",
        ),
        shape(
            "line",
            1,
            r"\b(\d+)[- ]f(?:oo|ee)t[- ]long[^.]{0,20} line\b|\bline (?:of [^.,]{1,40} )?(?:that is )?(\d+) feet long|\b(\d+)[- ]foot line\b",
        ),
        shape(
            "sphere",
            1,
            r"\b(\d+)[- ]f(?:oo|ee)t[- ]radius\b|\bradius of (\d+) feet|\b(\d+) feet in radius|\b(\d+)[- ]foot emanation",
        ),
        shape("sphere", 2, r"\bcylind\w*[^.]{0,40}?\b(\d+) feet in diameter"),
        shape("sphere", 1, r"\bwithin (\d+) feet of (?:that|a|the) point"),
        shape(
            "sphere",
            1,
            r"\b(?:each|all)\b[^.]{0,40} within (\d+) feet of you\b[^.]{0,40}\b(?:must|makes?|takes?|has|have|can’t|can't|becomes?|are|is)\b",
        ),
    ]
});

/// Lengths that are no areas: what light reaches, what something fits into, and where an attacker stands.
static NO_AREA: Pattern = Pattern::new(
    r"\bshed(?:s|ding)?\b|\b(?:bright|dim) light (?:in|within|out to)\b|\bfits? (?:\w+ )?(?:in|inside|within|into)\b|\bhits? you\b|\bdestination\b|\bexceed\b|\b(?:blind|true)sight\b|\bdarkvision\b",
);

/// A shape in words. Without one, what moves in any direction has no area.
static SHAPE: Pattern = Pattern::new(r"\b(?:radius|spher\w*|cones?|cubes?|lines?|cylinder|emanation)\b");

/// The sentences that may give an area.
fn area_sentences(row: &Model) -> impl Iterator<Item = &str> {
    let range = row.range_text.as_deref().unwrap_or_default();
    let sentences = row.text.split(['.', '\n', '!', '?']).chain([range]);
    sentences.filter(|sentence| {
        let moves = sentence.contains("feet in any direction") && !SHAPE.is_match(sentence);
        !moves && !NO_AREA.is_match(sentence)
    })
}

/// The areas that the text, or the range as printed, gives.
pub(super) fn areas(row: &Model) -> BTreeSet<Area> {
    let mut areas = BTreeSet::new();
    for sentence in area_sentences(row) {
        for shape in SHAPES.iter() {
            for found in shape.regex.captures_iter(sentence) {
                let size = found.iter().skip(1).flatten().next();
                let size = size.and_then(|size| size.as_str().replace(',', "").parse::<i32>().ok());
                areas.extend(size.map(|size| (shape.name, size / shape.divisor)));
            }
        }
    }
    areas
}

/// A cylinder in words, and other round areas.
static CYLINDER: Pattern = Pattern::new(r"\bcylind");
static ROUND: Pattern = Pattern::new(r"\b(?:spher|emanation|globe|orb|bubble|dome)");

/// A circle by its diameter.
static CIRCLE: Pattern = Pattern::new(r"\b(\d+)[- ]f(?:oo|ee)t[- ]diameter circle\b");

/// An area of miles around the caster.
static MILES: Pattern = Pattern::new(r"\bwithin (\d+) miles? of you\b");

/// The one area of the text, where the row has none or another size. No area, where nothing in the text has the shape or
/// the size that a source states.
///
/// Correction (spells): An area that only the text gives is the area: a cone, a cube, a line, a cylinder, or what lies
/// within a radius. What light reaches, what fits into a cube, and a square on the ground are none. Its unit is the mile where
/// the text says so.
pub(super) fn area(row: &Model) -> Vec<(&'static str, Value)> {
    let printed = areas(row);
    let one = printed.iter().next().filter(|_| printed.len() == 1);
    let is_cylinder = CYLINDER.is_match(&row.text);
    let stated = row.area_shape.as_deref();
    let miles = MILES.captures(&row.text);
    let miles = miles.and_then(|found| found[1].parse::<i32>().ok());
    if stated.is_some() && one.is_none() && miles.is_some_and(|miles| row.area_size == Some(miles)) {
        return vec![("area_unit", json!("miles"))];
    }
    let circle = CIRCLE.captures(&row.text);
    let circle = circle.and_then(|found| found[1].parse::<i32>().ok());
    if stated == Some("sphere") && one.is_none() && circle.is_some() && row.area_size == circle {
        return vec![("area_size", json!(circle.map(|diameter| diameter / 2)))];
    }
    let is_round = ROUND.is_match(&row.text);
    let shape = match (one, stated) {
        (Some(("sphere", _)), Some("cylinder") | None) if is_cylinder => "cylinder",
        (Some(("sphere", _)), Some("sphere")) if is_cylinder && !is_round => "cylinder",
        (Some(("sphere", _)), Some("sphere" | "cylinder")) => "sphere",
        (Some((shape, _)), None) => shape,
        (Some((shape, _)), Some("cylinder")) if !is_cylinder => shape,
        (Some((shape, _)), Some(stated)) if *shape != "sphere" && (*shape == stated || !is_printed(row, stated)) => {
            shape
        }
        (_, Some(stated)) if is_named(row) && !is_printed(row, stated) => {
            return ["area_shape", "area_size", "area_unit"].map(|column| (column, Value::Null)).to_vec();
        }
        _ => return Vec::new(),
    };
    let size = one.map(|(_, size)| *size);
    vec![("area_shape", json!(shape)), ("area_size", json!(size)), ("area_unit", json!("feet"))]
}

/// Whether the text has the size, in whatever sense.
fn is_named(row: &Model) -> bool {
    let size = row.area_size.unwrap_or_default().to_string();
    let text = row.text.replace(',', "");
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    numbers.any(|number| number == size)
}

/// Whether some sentence has the shape, and the size in feet as a radius or a diameter.
fn is_printed(row: &Model, shape: &str) -> bool {
    let words: &[&str] = match shape {
        "cone" => &["cone"],
        "cube" => &["cube", "cubic", "on a side"],
        "line" => &["line", "long", "wide", "wall", "path"],
        _ => &[""],
    };
    let size = row.area_size.unwrap_or_default();
    let sizes = [size, 2 * size];
    area_sentences(row).any(|sentence| {
        let sentence = sentence.to_lowercase().replace(',', "");
        let has_word = words.iter().any(|word| sentence.contains(word));
        let mut numbers = sentence.split(|c: char| !c.is_ascii_digit());
        let has_size = numbers.any(|number| number.parse().is_ok_and(|n: i32| sizes.contains(&n)));
        has_word && (has_size || sentence.contains("mile"))
    })
}
