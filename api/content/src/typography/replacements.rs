//! Replacements: expressions whose matches are typesetting, and what the book prints in their place.

use super::line_breaks;
use crate::{Regex, pattern};
use std::sync::LazyLock;

/// Measures that a number is put before.
const MEASURES: &str = "foot|feet|inch|mile|yard|minute|hour|day|week|month|year|round|pound|gallon|pint|ounce|charge|level|point|hit";

/// Words that begin a clause, and that hardly a compound ends in: a hyphen before one was a dash.
const CLAUSE_WORDS: &str = "as|the|this|that|these|those|such|which|who|whose|when|where|while|because|although|though|it|its|they|their|he|she|his|her|you|your|we|is|are|was|were|has|have|but|even|usually|including|unless|until|if|not|only|often|perhaps|so|then|there|from|with|each|any|no|into|after|before|during|whether|what|a|an|and|or|for example|targeting|whichever";

/// A replacement: a text has nothing to mend where it lacks the sign.
pub(super) struct Replacement {
    pub sign: &'static str,
    pub pattern: Regex,
    pub printed: &'static str,
}

pub(super) fn rule(sign: &'static str, expression: &str, printed: &'static str) -> Replacement {
    Replacement {
        sign,
        pattern: pattern(&format!("(?-i){expression}")),
        printed,
    }
}

/// Replacements, in their order.
///
/// Correction (text): Several hyphens in a row are one hyphen within a measure (`10---foot`), and a dash between words.
///
/// Correction (text): A number and its unit that were joined (`25gp`, `1minute`) are parted, and a hyphen between them is
/// followed by no blank (`20- foot`). An asterisk in the hyphen's place is a hyphen, and so is a blank (`a 10 foot radius`).
///
/// Correction (text): Links to the interface of a source are their words, and a heading without a text at the end of a text
/// is left out, and so is a single letter behind the last sentence. References in the markup of other programs (`Cover|XPHB|Total Cover`, `srd:prone`) are their words.
///
/// Correction (text): A label of what follows a failed save (`First Failure:`) has its colon.
///
/// Correction (text): The stop of a label is as bold as the label (`**Curse.**`), and the title of a table does not say that it is one.
///
/// Correction (text): Words that were joined with a number, a stop or a comma (`for1 hour`, `DC 15.In`, `goat,any`) are parted, and
/// dice and measures that were parted (`10d 10`, `10 -foot`) are joined.
///
/// Correction (text): Feet that are written as a stroke (`30' long`) are spelt out, dice have blanks around their plus (`2d6 + 3`), and
/// a rarity that begins a part of a magic item (`Toad Shield (Rare).`) begins a paragraph.
///
/// Correction (text): A blank before a comma or an *'s*, a second blank within a sentence, and the indent of a paragraph are left out.
///
/// Correction (text): An apostrophe is the straight one, as most sources have it.
///
/// Correction (text): A hyphen in the place of an apostrophe (`can-t`, `the toad-s lair`) is one.
///
/// Correction (text): A label that begins a paragraph (`Curse.`) is emphasised.
///
/// Correction (text): Abilities have a capital before a check, a saving throw, a score or a modifier.
pub(super) static REPLACEMENTS: LazyLock<Vec<Replacement>> = LazyLock::new(|| {
    let measure = format!(r"(?P<before>\d)\* ?(?P<after>(?:{MEASURES})s?\b)");
    let mut all = line_breaks::replacements();
    all.extend([
        rule(
            "’",
            r"(?P<before>[\p{L}\d] ?)’(?P<after>\p{L})",
            "$before'$after",
        ),
        rule(
            "s’",
            r"(?P<before>\w)s’(?P<after>[ ,.;:)]|$)",
            "${before}s'$after",
        ),
        rule(
            "D",
            r"(?-i)\b(?P<count>\d+)D(?P<sides>\d+)\b",
            "${count}d$sides",
        ),
        rule("&", r"&(?:nbsp|[em]{2}sp|ensp|thinsp);", " "),
        rule(
            "\u{fffd}",
            r"(?P<before>\d) ?\u{fffd} ?(?P<after>\d)",
            "$before–$after",
        ),
        rule(
            "--",
            r"(?P<before>\d)-{2,3}(?P<after>\p{L})",
            "$before-$after",
        ),
        rule(
            "--",
            &format!(r"(?P<before>\b(?:{MEASURES}))-{{2,3}}(?P<after>\p{{Ll}})"),
            "$before-$after",
        ),
        rule(
            "--",
            r"(?P<before>[\w’'”)]) ?-{2,3} ?(?P<after>[\w“(])",
            "$before—$after",
        ),
        rule("*", &measure, "$before-$after"),
        rule(
            "-foot",
            r"(?P<before>\d-foot)(?P<after>radius|tall|high|wide|long|deep|thick|by\b)",
            "$before-$after",
        ),
        rule("-footsquare", "-footsquare", "-foot square"),
        rule(
            " foot ",
            r"(?P<before>(?:\A|[^/.\d])(?:[2-9]|[1-9]\d+)) foot (?P<after>(?:radius|diameter|wide|high|long|tall|deep|thick|[Ee]manation|[Cc]one|[Cc]ube|[Ss]quare|[Ss]phere|[Cc]ylinder|[Ll]ine)\b)",
            "$before-foot $after",
        ),
        rule(
            "level",
            r"(?P<before>\d(?:st|nd|rd|th))(?:- )?(?P<after>level)",
            "$before-$after",
        ),
        rule(
            "/day",
            r"(?P<before>\p{Ll}{3})(?P<after>\d/day\b)",
            "$before $after",
        ),
        rule(
            "to hit",
            r"(?P<before>[+−]\d+)(?P<after>to hit\b)",
            "$before $after",
        ),
        rule("( ", r"\( (?P<dice>\d[^()\n]{0,20}?) ?\)", "($dice)"),
        rule(
            "\n\n",
            r"(?P<before>[^\n#|*>-]{40,}[\p{Ll}\d])\n\n(?P<after>\d+ \p{Ll}|\(\d|bonus |Strength )",
            "$before $after",
        ),
        rule("\u{336}", "\u{336}", "—"),
        rule("––", "––", "—"),
        rule(
            " 's",
            r"(?P<before>\p{L}) (?P<after>'s[ ,.])",
            "$before$after",
        ),
        rule(
            " 's",
            r"(?P<before>\p{L}) (?P<after>'s[ ,.])",
            "$before$after",
        ),
        rule(
            "-s ",
            r"(?P<before>\p{Ll}{2})-(?P<after>s )",
            "$before'$after",
        ),
        rule(
            "n-t ",
            r"(?P<before>\b(?:[Cc]a|[Dd]o|[Ii]s|[Dd]oes|[Ww]o|[Aa]re|[Ww]as|[Hh]as)n)-(?P<after>t )",
            "$before'$after",
        ),
        rule(
            "ou-",
            r"(?P<before>\b[Yy]ou)-(?P<after>(?:re|ve|ll) )",
            "$before'$after",
        ),
        rule(
            " ,",
            r"(?P<before>[\w)”]) ,(?P<after>[ _*])",
            "$before,$after",
        ),
        rule(
            "  ",
            r"(?P<before>[\p{L},;]) {2,}(?P<after>\p{L})",
            "$before $after",
        ),
        rule(
            "\n\n  ",
            r"(?P<line>(?:\A|\n)[^\n*|#>\d-][^\n]*)\n\n {2,3}(?P<after>\p{Lu})",
            "$line\n\n$after",
        ),
        rule(
            "' ",
            r"\b(?P<article>an?) (?P<number>\d+)' ",
            "$article $number-foot ",
        ),
        rule(
            "'",
            r"(?P<before>[ (])(?P<number>\d+)'(?P<after>[ ,.;:/)]|$)",
            "$before$number feet$after",
        ),
        rule(
            "'+",
            r"(?P<before>[ (])(?P<number>\d+)'\+",
            "$before$number feet or more",
        ),
        rule(
            "+",
            r"\((?P<dice>\d+d\d+)\+(?P<bonus>\d+)\)",
            "($dice + $bonus)",
        ),
        rule(
            "are).",
            r"(?P<end>[.!?]) (?P<label>\p{Lu}[\w'’-]+ (?:(?:\p{Lu}[\w'’-]+|of|the|and) ){0,5}\((?:Very )?Rare\)\.) (?P<after>\p{Lu})",
            "$end\n\n**_${label}_** $after",
        ),
        rule(
            "ommon).",
            r"(?P<end>[.!?]) (?P<label>\p{Lu}[\w'’-]+ (?:(?:\p{Lu}[\w'’-]+|of|the|and) ){0,5}\((?:Unc|C)ommon\)\.) (?P<after>\p{Lu})",
            "$end\n\n**_${label}_** $after",
        ),
        rule("&ast;", "&ast;", r"\*"),
        rule(
            "_",
            r"(?P<before>^|[^\w_])_{1,2}(?P<words>[^_\n]+?) (?P<point>[.,;:])_(?P<after>\s|$)",
            "${before}_${words}_$point$after",
        ),
        rule(
            "__",
            r"(?P<before>^|[^\w_])__(?P<words>[^_\n]+?)(?P<point>[.,;])_(?P<after>\s|$)",
            "${before}_${words}_$point$after",
        ),
        rule(
            "_",
            r"(?P<before>^|[^\w_])_(?P<words>[^_\n]{3,}) (?P<word>\p{Ll}_\p{Ll})\b",
            "${before}_${words}_ $word",
        ),
        rule("_/_", r"(?P<word>\p{Ll})_/_", "$word"),
        rule(r"\[", r"\A\\\[", ""),
        rule("oft he", r"\boft he\b", "of the"),
        rule(
            "time",
            r"\b(?P<before>first|second|third|fourth|fifth|sixth)(?P<after>time)\b",
            "$before $after",
        ),
        rule(
            " b ",
            r"(?P<before>\d) b (?P<after>\d+ (?:ft|feet))",
            "$before by $after",
        ),
        rule(
            "d ",
            r"\b(?P<before>\d+)d (?P<after>4|6|8|10|12|20)\b",
            "${before}d$after",
        ),
        rule(
            " -",
            r"(?P<before>\d) -(?P<after>(?:foot|mile|inch|pound|day|minute|hour)\b)",
            "$before-$after",
        ),
        rule(
            "-foot",
            r"(?P<before>\ban? 1) (?P<after>\d-foot)",
            "$before$after",
        ),
        rule(
            "",
            r"\b(?P<before>for|of|to|in|at|by|within|than|least|gains?|deals?|takes?|makes?)(?P<after>\d+ \p{L})",
            "$before $after",
        ),
        rule(
            " to hit,",
            r"(?P<before>Attack Roll:[*_]{0,2} [+−]\d+) to hit,",
            "$before,",
        ),
        rule(
            "DC ",
            r"\b(?P<before>an?)(?P<after>DC \d)",
            "$before $after",
        ),
        rule(
            ".",
            r"(?P<before>[\p{Ll}\d]{2}\.)(?P<after>(?:In|You|The|If|When|While|It|This|As|Each|On)\b)",
            "$before $after",
        ),
        rule(
            ",",
            r"(?P<before>\p{Ll}{2},)(?P<after>\p{Ll}{3,})",
            "$before $after",
        ),
        rule("***", r"\*\*\*(?P<label>[^*\n]{1,40}:)\*\* ", "**$label** "),
        rule(
            ".** ",
            r"(?P<before>\A|\n)(?P<label>\p{Lu}[^*_\n.]{2,50}\.)\*\* ",
            "$before**$label** ",
        ),
        rule(
            "\n",
            r"\n(?P<label>\p{Lu}[\w'’-]{2,}(?: (?:of|the|and|to|for|with|\p{Lu}[\w'’-]*)){0,4}(?: \([^)\n]*\))?)\. (?P<after>[\p{Lu}“])",
            "\n**$label.** $after",
        ),
        rule(" o f ", " o f ", " of "),
        rule(
            "DC ",
            r"(?P<before>\bDC \d+)(?P<after>\p{Lu}\p{Ll})",
            "$before $after",
        ),
        rule(
            ":",
            r"(?P<before>\p{Ll}{3}:)(?P<after>\p{Lu}\p{Ll})",
            "$before $after",
        ),
        rule(
            ").",
            r"(?P<before>\p{Ll}\)\.)(?P<after>\p{Lu}\p{Ll})",
            "$before $after",
        ),
        rule(
            "",
            r"\b(?P<before>or|and|the|of|with|an|a) ?(?P<word>\p{Lu}\p{Ll}{4,})(?P<after>check|saving throw)\b",
            "$before $word $after",
        ),
        rule(
            "n't",
            r"(?P<before>n't)(?P<after>a|an|the|in|on|have|be)\b",
            "$before $after",
        ),
        rule("hitpoint", r"\bhitpoint", "hit point"),
        rule("ts not", r"\b(?P<before>[Ii]t)s not\b", "$before's not"),
        rule(
            "- ",
            &format!(r"(?P<before>\d)- (?P<after>(?:{MEASURES})s?\b)"),
            "$before-$after",
        ),
        rule(
            "",
            r"(?P<before>\d)(?P<after>(?:gp|sp|cp|pp|ep|hp|lbs?|ft)\b)",
            "$before $after",
        ),
        rule(
            "",
            &format!(r"(?P<before>\b\d+)(?P<after>(?:{MEASURES})s?\b)"),
            "$before $after",
        ),
        rule(
            "-",
            &format!(r"(?P<before>(?:^|[^\w-])\p{{L}}{{2,}})-(?P<after>(?:{CLAUSE_WORDS})[ ,])"),
            "$before—$after",
        ),
        rule(
            "](http",
            r"\[(?P<words>[^\]\n]+)\]\(https?://api\.open5e\.com/spells/[^)\s]*\)",
            "*$words*",
        ),
        rule(
            "](http",
            r"\[(?P<words>[^\]\n]+)\]\(https?://api\.open5e\.com[^)\s]*\)",
            "$words",
        ),
        rule(
            "|",
            r"\b\p{L}+(?: \[[\p{L} ]+\])?\|X?[A-Z]{3,5}\|(?P<first>\p{L})",
            "$first",
        ),
        rule(
            " Failure ",
            r"(?P<label>(?:^|\n|[.:] )(?:First|Second) Failure) (?P<after>\p{Lu})",
            "$label: $after",
        ),
        rule("Hitazard", r"\bHitazard (?P<word>\p{Ll})", "$word"),
        rule(
            "-based D20 Test ",
            r"(?P<before>-based D20 Test) (?P<after>and|or|until|for)\b",
            "${before}s $after",
        ),
        rule("&R", r"&Ref\p{L}+\[(?P<word>[\p{L} ]+)\]", "$word"),
        rule("", r"(?P<end>\p{L}[.!?]) \p{Ll}\s*\z", "$end"),
        rule(
            "**. ",
            r"(?P<before>\A|\n|\n- |\d\. )(?P<label>\*\*_?[^*_\n|]{1,60}[^*_\n|.])(?P<end>_?\*\*)\. (?P<after>\p{Lu})",
            "$before$label.$end $after",
        ),
        rule(
            " (table)**",
            r"(?P<title>\*\*[^*\n]{1,80}) \(table\)\*\*",
            "$title**",
        ),
        rule("#", r"\s*\n#{1,6} [^\n]*\s*\z", ""),
        rule("#", r"(?P<end>[.!?]) #{2,6} [^\n.]{1,40}\s*\z", "$end"),
    ]);
    all
});
