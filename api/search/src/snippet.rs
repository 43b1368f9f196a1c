//! Snippets: the piece of a hit's text that matches the query best.

use super::ranking::AnalyzedQuery;
use crate::Result;
use lorekeeper_store::bound;
use lorekeeper_store::vector_text;
use sea_orm::{DatabaseConnection, FromQueryResult};
use std::collections::HashMap;

/// Marks around what matched, in the store's answer: no text has them.
const MARKS: [char; 2] = ['\u{E000}', '\u{E001}'];

/// Words of a snippet, at least and at most.
const SNIPPET_WORDS: (usize, usize) = (18, 32);

/// A piece of text with what matched marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet(String);

impl Snippet {
    /// The text, with these around what matched.
    #[must_use]
    pub fn marked(&self, before: &str, after: &str) -> String {
        let mut text = String::with_capacity(self.0.len());
        for c in self.0.chars() {
            match MARKS.iter().position(|mark| *mark == c) {
                Some(0) => text.push_str(before),
                Some(_) => text.push_str(after),
                None => text.push(c),
            }
        }
        text
    }

    /// A piece of `passage`: without the signs of Markdown, and with dots where it was cut.
    fn of(headline: &str, passage: &str) -> Self {
        let bare: String = headline.chars().filter(|c| !MARKS.contains(c)).collect();
        let start = passage.find(bare.trim_end());
        let mut text = plain(headline);
        if start.is_some_and(|start| start > 0) {
            text.insert_str(0, "… ");
        }
        if start.is_some_and(|start| start + bare.trim_end().len() < passage.trim_end().len()) {
            text.push_str(" …");
        }
        Self(text)
    }
}

/// The passage of an entity that is nearest to a query, and what of it matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPassage {
    /// The heading that it stands under, in a rule with headings, or its kind (`description`, `trait`).
    pub label: String,
    /// The passage, as Markdown.
    pub text: String,
    /// The piece of it that matches best.
    pub snippet: Snippet,
}

/// The passages of an entity, the most similar ones, whose words are looked at: to split a text into words takes longer
/// than to compare a hundred vectors.
const MAX_PASSAGES_READ: u8 = 4;

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    label: String,
    text: String,
    headline: String,
}

/// Of some entities the passages that are nearest to the query by words and meaning. Of a rule it is the paragraph that
/// decides: its passage as a whole, which has the beginning of all of them, comes last. So does the list of facts, which
/// no book prints, unless words of the query are in it.
pub async fn best_passages(
    db: &DatabaseConnection,
    ids: &[i64],
    query: &AnalyzedQuery,
) -> Result<HashMap<i64, BestPassage>> {
    let phrases = query.analysis.terms.iter().flat_map(|term| &term.phrases);
    let (texts, prefixes): (Vec<String>, Vec<bool>) = phrases
        .map(|phrase| (phrase.text.clone(), phrase.prefix))
        .unzip();
    let vector = query.vector.as_ref();
    let [opening, closing] = MARKS;
    let (least, most) = SNIPPET_WORDS;
    let statement = format!(
        "WITH looked AS (
            SELECT string_agg(q::text, ' | ')::tsquery AS q FROM (
                SELECT CASE WHEN prefix THEN to_tsquery('lore', quote_literal(w) || ':*') ELSE phraseto_tsquery('lore', w) END AS q
                FROM unnest($2::text[], $3::bool[]) AS g(w, prefix)
            ) words WHERE numnode(q) > 0
        ),
        near AS (
            SELECT *, row_number() OVER (PARTITION BY id ORDER BY similarity DESC, ord) AS place FROM (
                SELECT p.entity_id AS id, p.ord, e.name, p.label, p.text, r.id IS NOT NULL AS is_whole, r.text AS rule,
                    coalesce(1 - (v.embedding <=> $5::vector), 0) AS similarity
                FROM passage p JOIN search_entry e ON e.id = p.entity_id
                    LEFT JOIN rule r ON r.id = p.entity_id AND p.ord = 0
                    LEFT JOIN passage_vector v ON v.entity_id = p.entity_id AND v.ord = p.ord AND v.model = $4
                WHERE p.entity_id = ANY($1)
            ) all_of_them
        ),
        best AS (
            SELECT DISTINCT ON (id) id, name, label, text, rule
            FROM looked, (
                SELECT *, to_tsvector('lore', text) AS words FROM near
                WHERE place <= {MAX_PASSAGES_READ} OR similarity = 0 OFFSET 0
            ) p
            ORDER BY id, is_whole, label = 'facts' AND NOT coalesce(words @@ looked.q, false),
                coalesce(ts_rank(words, looked.q), 0) + similarity DESC, ord
        ),
        told AS (
            SELECT id, CASE WHEN rule IS NULL THEN label ELSE 'text' END AS label,
                CASE WHEN starts_with(bare, label || '. ') THEN substr(bare, length(label) + 3) ELSE bare END AS text
            FROM (
                SELECT id, label, rule,
                    coalesce(rule, CASE WHEN starts_with(text, name || '. ') THEN substr(text, length(name) + 3) ELSE text END) AS bare
                FROM best
            ) named
        )
        SELECT told.id, told.label, told.text,
            coalesce(ts_headline('lore', told.text, coalesce(looked.q, ''::tsquery), 'StartSel={opening}, StopSel={closing}, MinWords={least}, MaxWords={most}'), '') AS headline
        FROM looked, told"
    );
    let rows = Row::find_by_statement(bound(
        &statement,
        [
            ids.to_vec().into(),
            texts.into(),
            prefixes.into(),
            vector.map(|v| v.model.clone()).into(),
            vector.map(|v| vector_text(&v.vector)).into(),
        ],
    ))
    .all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let snippet = Snippet::of(&row.headline, &row.text);
            let Row {
                id, label, text, ..
            } = row;
            (
                id,
                BestPassage {
                    label,
                    text,
                    snippet,
                },
            )
        })
        .collect())
}

/// Text without the signs of Markdown, in one line.
fn plain(text: &str) -> String {
    let bare: String = text
        .chars()
        .filter(|c| !matches!(c, '*' | '#' | '|' | '`'))
        .collect();
    let words: Vec<&str> = bare
        .split_whitespace()
        .filter(|word| !word.starts_with("---"))
        .map(|word| word.trim_matches('_'))
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snippet(headline: &str, passage: &str) -> String {
        Snippet::of(headline, passage).marked("<b>", "</b>")
    }

    #[test]
    fn what_matched_is_marked_and_what_was_cut_dotted() {
        let passage = "cantrip, fire. A **kettle** bursts | --- | and scalds _everyone_ near it.";
        assert_eq!(
            snippet("A **\u{E000}kettle\u{E001}** bursts | --- | and", passage),
            "… A <b>kettle</b> bursts and …"
        );
        assert_eq!(
            snippet("cantrip, \u{E000}fire\u{E001}. A **kettle**", passage),
            "cantrip, <b>fire</b>. A kettle …"
        );
        assert_eq!(
            snippet("\u{E000}scalds\u{E001} _everyone_ near it.", passage),
            "… <b>scalds</b> everyone near it."
        );
        assert_eq!(snippet("", ""), "");
    }
}
