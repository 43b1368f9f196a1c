//! Line breaks: where a text goes on, and what stands in a paragraph of its own.

use super::replacements::{Replacement, rule};

/// The replacements of breaks, and of marks beside them, in their order.
///
/// Correction (text): A line that ends within a sentence goes on.
///
/// Correction (text): A heading stands between blank lines, and so does a list of hyphens.
pub(super) fn replacements() -> Vec<Replacement> {
    vec![
        rule(
            "\n\n**_",
            r"(?P<before> (?:of|the|is|an?|and|or|to|from|with|in))\n\n\*\*_(?P<name>[^*_\n]+)_\*\*",
            "$before $name",
        ),
        rule(
            "See also",
            r"(?-i)(?P<before>[.)])\n\n(?P<also>[*_]See also[*_] )",
            "$before $also",
        ),
        rule("._", r"_\*\*(?P<label>[^*_\n]+)\*\*\._", "**_$label._**"),
        rule(
            "k:_", r"(?P<label>Attack:_)(?P<bonus>\+\d)", "$label $bonus",
        ),
        rule(
            ". ft",
            r"\b(?P<what>reach|range) (?P<number>\d+)\. ft\b",
            "$what $number ft",
        ),
        rule("__", r"(?-i)\b__(?P<label>\p{Lu}[^_\n]+)__\b", "**$label**"),
        rule(
            "\n#",
            r"(?P<before>[^\n])\n(?P<heading>#{2,6} )",
            "$before\n\n$heading",
        ),
        rule(
            "#",
            r"(?m)^(?P<heading>#{2,6} [^\n]+)\n(?P<after>[^\n])",
            "$heading\n\n$after",
        ),
        rule(
            "\n- ",
            r"(?m)^(?P<item>- [^\n]*?[.!?)]) *\n(?P<after>\p{Lu})",
            "$item\n\n$after",
        ),
        rule(
            "\n\\*",
            r"(?P<before>[^\n])\n(?P<after>\\\* ?\p{Lu})",
            "$before\n\n$after",
        ),
        rule(" \n- ", r"(?P<before>:) +\n- ", "$before\n\n- "),
        rule(" \n", r"(?P<before>\S) \n", "$before\n"),
        rule(
            "\n",
            r"(?P<before>[^\n|:]{39}[a-z,])\n(?P<after>[a-z])",
            "$before $after",
        ),
        rule(
            "\n",
            r"(?P<before> (?:on|the|of|a|an|to|and|or|with|in|from|by))\n(?P<after>\p{L})",
            "$before $after",
        ),
    ]
}
