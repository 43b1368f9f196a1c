//! Parts of a page: its headings that have a text of their own in an appendix, which the page embeds.

use lorekeeper_content::Pattern;

/// A heading with the embed below it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub name: &'a str,
    pub level: i32,
    pub html: &'a str,
}

static PART: Pattern =
    Pattern::new(r"<h(?P<level>[2-6])[^>]*>(?P<name>[^<]+)</h[2-6]>\s*(?P<html><p>\s*@Embed\[[^\]]*\]\s*</p>)");

/// The parts in the order of the page.
pub(super) fn parts(html: &str) -> Vec<Part<'_>> {
    let parts = PART.captures_iter(html).filter_map(|found| {
        let name = found.name("name")?.as_str().trim();
        Some(Part { name, level: found.name("level")?.as_str().parse().ok()?, html: found.name("html")?.as_str() })
    });
    parts.filter(|part| !part.name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_headings_with_embeds() {
        let html = "<p>Owls.</p><h2>Hooting</h2><p>@Embed[.a inline]</p><h2>Sleep</h2><p>By day.</p><h3 id=\"x\">Nests</h3> <p>@Embed[.b]</p>";
        let parts = parts(html);
        let found: Vec<_> = parts.iter().map(|part| (part.name, part.level, part.html)).collect();
        assert_eq!(found, [("Hooting", 2, "<p>@Embed[.a inline]</p>"), ("Nests", 3, "<p>@Embed[.b]</p>")]);
    }
}
