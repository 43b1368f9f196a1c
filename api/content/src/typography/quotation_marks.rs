//! Quotation marks: straight ones, in pairs, as the books print them.

use std::borrow::Cow;

/// Curls the straight quotation marks of a text.
///
/// Correction (text): Straight quotation marks that are pairs within a paragraph are curved ones (`“wet”`), with the blank behind
/// the closing one (`"wet"toads`, `"wet " toads`).
pub(super) fn curl(text: &str) -> Cow<'_, str> {
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(curl_line).collect();
    let is_changed = lines.iter().any(|line| matches!(line, Cow::Owned(_)));
    if is_changed { Cow::Owned(lines.join("\n")) } else { Cow::Borrowed(text) }
}

/// The line with pairs of quotation marks; as it is, where one of them stands where none can open or close (`6" long`).
fn curl_line(line: &str) -> Cow<'_, str> {
    let places: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
    if places.is_empty() || !places.len().is_multiple_of(2) {
        return Cow::Borrowed(line);
    }
    let mut curled = String::with_capacity(line.len() + 2 * places.len());
    let mut copied = 0;
    for (number, at) in places.into_iter().enumerate() {
        let before = line.get(..at).unwrap_or_default();
        let after = line.get(at + 1..).unwrap_or_default();
        let is_opening = number.is_multiple_of(2);
        let (end, mark) = if is_opening {
            let opens = before.chars().next_back().is_none_or(|c| c.is_whitespace() || "([—–-/*_|“".contains(c));
            let is_in_place = opens && after.starts_with(|c: char| !c.is_whitespace());
            (is_in_place.then_some(at), "“")
        } else {
            // A blank that stands before the mark belongs behind it.
            let quoted = before.trim_end();
            let is_glued = after.starts_with(char::is_alphanumeric);
            let is_measure = is_glued && quoted.ends_with(|c: char| c.is_ascii_digit());
            let is_in_place = !is_measure && (quoted == before || !is_glued);
            (is_in_place.then_some(quoted.len()), if is_glued { "” " } else { "”" })
        };
        let Some(end) = end else { return Cow::Borrowed(line) };
        curled.push_str(line.get(copied..end).unwrap_or_default());
        curled.push_str(mark);
        copied = at + 1;
    }
    curled.push_str(line.get(copied..).unwrap_or_default());
    Cow::Owned(curled)
}

#[cfg(test)]
mod tests {
    use super::curl;

    #[test]
    fn pairs_are_curled() {
        let text = "It says \"wet,\" or (\"dry\").\n\n\"Hop!\" A pond 6\" wide, 4\" deep. It ends \"here.";
        let curled = "It says “wet,” or (“dry”).\n\n\"Hop!\" A pond 6\" wide, 4\" deep. It ends \"here.";
        assert_eq!(curl(text), curled);
        assert_eq!(curl("**\"Hop!\"** it said"), "**“Hop!”** it said");
        assert_eq!(curl("a pond 6\" by 4\""), "a pond 6\" by 4\"");
        assert_eq!(curl("the \"wet,\"one hops, \"Hop, \" \"Leap\""), "the “wet,” one hops, “Hop,” “Leap”");
    }
}
