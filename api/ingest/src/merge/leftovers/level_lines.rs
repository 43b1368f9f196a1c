//! Tables whose cells a source has as lines by level (`Level 3. Mud Ball`), below the names of the rows.

/// What begins the first line of each row.
pub(super) const SIGN: &str = "\n\nLevel 1. ";

/// Longest name of a row, in words.
const MAX_NAME_WORDS: usize = 3;

/// A row: its name, and its lines, each the level and what one gains.
type Row<'t> = (&'t str, Vec<(&'t str, &'t str)>);

/// Sets the table of such lines, below the title that stands before them.
///
/// Correction (text): A table of what one gains by level is one, where a source has its cells as lines.
pub(super) fn set_table(text: &mut String) {
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let is_level = |paragraph: &&str| level_line(paragraph).is_some();
    let Some(first) = paragraphs.iter().position(is_level) else {
        return;
    };
    let (Some(title), true) = (first.checked_sub(2), first > 2) else {
        return;
    };
    let mut rest = paragraphs.get(title + 1..).unwrap_or_default();
    let mut rows: Vec<Row<'_>> = Vec::new();
    while let [name, after @ ..] = rest
        && is_name(name)
    {
        let lines: Vec<(&str, &str)> = after.iter().map_while(|line| level_line(line)).collect();
        if lines.is_empty() {
            break;
        }
        rest = after.get(lines.len()..).unwrap_or_default();
        rows.push((name.trim_end_matches('.'), lines));
    }
    let Some(head) = rows.first().map(levels) else {
        return;
    };
    let caption = paragraphs.get(title).copied().unwrap_or_default();
    if rows.len() < 2 || !is_name(caption) || rows.iter().any(|row| levels(row) != head) {
        return;
    }
    let row = |cells: &[&str]| format!("| {} |", cells.join(" | "));
    let first = singular(caption.rsplit(' ').next().unwrap_or_default());
    let mut table =
        vec![row(&[&[first.as_str()], head.as_slice()].concat()), format!("|{}", "---|".repeat(head.len() + 1))];
    table.extend(rows.iter().map(|(name, lines)| {
        let cells = lines.iter().map(|(_, gain)| *gain);
        row(&std::iter::once(*name).chain(cells).collect::<Vec<_>>())
    }));
    let (caption, table) = (format!("**{caption}**"), table.join("\n"));
    let mut laid_out: Vec<&str> = paragraphs.iter().take(title).copied().collect();
    laid_out.extend([caption.as_str(), table.as_str()]);
    laid_out.extend(rest);
    *text = laid_out.join("\n\n");
}

fn levels<'t>(row: &Row<'t>) -> Vec<&'t str> {
    row.1.iter().map(|(level, _)| *level).collect()
}

/// The level of a line, and what one gains: `Level 3`, `Mud Ball`.
fn level_line(paragraph: &str) -> Option<(&str, &str)> {
    let (level, gain) = paragraph.split_once(". ")?;
    let number = level.strip_prefix("Level ")?;
    let is_level = number.parse::<i32>().is_ok() && !gain.contains('\n');
    is_level.then_some((level, gain))
}

fn is_name(paragraph: &str) -> bool {
    paragraph.split(' ').count() <= MAX_NAME_WORDS && !paragraph.contains(['\n', '|', ':', '*', '#'])
}

/// `Legacies` is `Legacy`.
fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.trim_end_matches('s').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_level_are_a_table() {
        for (text, expected) in [
            (
                "Choose a pond.\n\nToad Ponds\n\nWet.\n\nLevel 1. You swim.\n\nLevel 3. Mud Ball\n\nDry Pond.\n\nLevel 1. You hop.\n\nLevel 3. Dust\n\nYou rest.",
                "Choose a pond.\n\n**Toad Ponds**\n\n| Pond | Level 1 | Level 3 |\n|---|---|---|\n| Wet | You swim. | Mud Ball |\n| Dry Pond | You hop. | Dust |\n\nYou rest.",
            ),
            ("You rest.\n\nLevel 1. You swim.", "You rest.\n\nLevel 1. You swim."),
        ] {
            let mut mended = text.to_owned();
            set_table(&mut mended);
            assert_eq!(mended, expected);
        }
    }
}
