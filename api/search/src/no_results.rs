//! No results: why a query found nothing, and what would help.

use crate::Result;
use crate::Search;
use crate::did_you_mean;
use crate::ranking::{Mode, SearchRequest};
use crate::scope::Scope;
use crate::unknown_words::{self, Word};
use lorekeeper_content::Family;
use sea_orm::sea_query::Condition;

/// Most characters of a client's text that a sentence repeats.
const MAX_EXCERPT_CHARS: usize = 60;

/// What to say while content is being loaded.
pub const LOADING: &str = "Content is being loaded right now: ask again in a moment.";

/// A query that found nothing.
pub struct Question<'a> {
    /// The table it looked into.
    pub table: &'static str,
    /// What one and what several of the things are called.
    pub nouns: (&'static str, &'static str),
    /// The documents it looked at.
    pub scope: &'a Scope,
    /// All that its arguments leave, but for the name.
    pub filtered: Condition,
    /// The name, and what it leaves of that.
    pub named: Option<(&'a str, Condition)>,
    /// The search, and whether meaning took part in it.
    pub searched: Option<(&'a SearchRequest, bool)>,
    /// The words that its filter asks for.
    pub words: &'a (dyn Fn() -> Vec<Word> + Send + Sync),
    /// The arguments that narrow it.
    pub given: Vec<&'static str>,
    /// What may help besides.
    pub advice: Option<&'a str>,
}

/// What one and what several of a family are called.
pub fn nouns(family: Family) -> (&'static str, &'static str) {
    match family {
        Family::Spell => ("spell", "spells"),
        Family::Creature => ("creature", "creatures"),
        Family::Equipment => ("piece of equipment", "equipment"),
        Family::CharacterOption => ("character option", "character options"),
        Family::Rule => ("rule", "rules"),
    }
}

/// Why nothing was found, and what would help.
pub async fn explain(search: &Search, question: &Question<'_>) -> Result<String> {
    let db = &search.connection();
    let Question { table, nouns: (one, many), scope, .. } = question;
    if did_you_mean::is_empty(db).await? {
        return Ok(nothing_stored(search));
    }
    if search.index.is_writing().await? {
        return Ok(format!("Nothing was found yet. {LOADING}"));
    }
    if scope.keys.as_ref().is_some_and(Vec::is_empty) {
        return Ok(if question.given.contains(&"gameSystem") {
            "None of the documents asked for belongs to that game system. Leave out `documents` or `gameSystem`."
        } else {
            "No document was asked for, so there is nothing to find. Leave out `documents` to look into all of them."
        }
        .to_owned());
    }
    if !did_you_mean::any(db, table, scope.condition()).await? {
        return Ok(if scope.keys.is_some() {
            format!(
                "There are no {many} in what {} asks for.",
                listed(&question.given_of(&["documents", "gameSystem"]))
            )
        } else {
            format!("No {many} are stored yet.")
        });
    }
    let advice = question.advice.map_or(String::new(), |advice| format!(" {advice}"));
    if !did_you_mean::any(db, table, question.filtered.clone()).await? {
        if let Some(unknown) = unknown_words::explain(search, table, (question.words)()).await? {
            return Ok(format!("{unknown}{advice}"));
        }
        let given = &question.given;
        let help = if given.len() > 1 { "Loosen one of them or leave it out." } else { "Loosen it or leave it out." };
        return Ok(format!(
            "No {one} matches {}{}. {help}{advice}",
            listed(given),
            if given.len() > 1 { " together" } else { "" },
        ));
    }
    if let Some((name, condition)) = &question.named
        && !did_you_mean::any(db, table, condition.clone()).await?
    {
        let near = did_you_mean::names_like(db, table, question.filtered.clone(), name).await?;
        let elsewhere = if near.is_empty() && !question.given.is_empty() {
            did_you_mean::names_like(db, table, Condition::all(), name).await?
        } else {
            Vec::new()
        };
        let sentence = unknown_name(one, name, &near, &elsewhere, &question.given);
        return Ok(format!("{sentence}{advice}"));
    }
    Ok(match question.searched {
        Some((request, semantic)) => format!("{}{advice}", not_ranked(request, semantic)),
        None => format!("No {one} matches."),
    })
}

impl Question<'_> {
    fn given_of(&self, names: &[&'static str]) -> Vec<&'static str> {
        let given = self.given.iter().copied();
        given.filter(|name| names.contains(name)).collect()
    }
}

/// What to say where nothing at all is stored.
pub fn nothing_stored(search: &Search) -> String {
    let help = if search.store.syncing.is_locked() {
        LOADING
    } else if search.models.assets.offline {
        "This server is set to stay off the network: start it without --offline, or give it a data directory that was filled elsewhere."
    } else {
        "The server loads content by itself as soon as it reaches a source; \"lorekeeper sync\" does it now, and says what is in the way."
    };
    format!("Nothing is stored yet. {help}")
}

fn unknown_name(one: &str, name: &str, near: &[String], elsewhere: &[String], given: &[&str]) -> String {
    let shown = quote_excerpt(name);
    let is_it = |known: &String| known.to_lowercase() == name.trim().to_lowercase();
    if !near.is_empty() {
        format!("No {one} is called {shown}. Did you mean {}?", quoted(near))
    } else if let Some(known) = elsewhere.iter().find(|known| is_it(known)) {
        format!("\"{known}\" is there, but {} left it out. Loosen what was asked for, or leave it out.", listed(given))
    } else if !elsewhere.is_empty() {
        format!("No {one} is called {shown}. Without {} there is {}.", listed(given), quoted(elsewhere))
    } else if name.contains(['*', '%']) {
        format!("No {one} has a name like {shown}. Use `search` to find things by what they are.")
    } else {
        format!(
            "No {one} is called {shown}, or anything like it. Try a part of the name, a wildcard such as \"fire*\", or `search`."
        )
    }
}

fn not_ranked(request: &SearchRequest, semantic: bool) -> String {
    let shown = quote_excerpt(request.search.as_deref().unwrap_or_default());
    if let Some(minimum) = request.min_similarity.filter(|m| *m > 0.0) {
        return format!(
            "Nothing that was found for {shown} ranks at {minimum} or above. Lower `minSimilarity`, or leave it out."
        );
    }
    match (request.mode.unwrap_or_default(), semantic) {
        (Mode::Lexical, _) => format!(
            "Nothing has the words of {shown}, or a name like it. Try other words, or leave out `mode` to search by meaning too."
        ),
        (_, false) => format!(
            "Nothing has the words of {shown}, or a name like it, and meaning cannot be searched right now. Try other words."
        ),
        (_, true) => format!(
            "Nothing was found for {shown}. Try other words; what has no vectors yet can be found by its words only."
        ),
    }
}

/// A client's text in quotes, cut where it is long.
pub fn quote_excerpt(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= MAX_EXCERPT_CHARS {
        return format!("\"{text}\"");
    }
    let beginning: String = text.chars().take(MAX_EXCERPT_CHARS).collect();
    format!("\"{}…\"", beginning.trim_end())
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    joined(&names, "or")
}

/// The names of arguments: marked, so that whoever passes the sentence on can put its own in their place.
fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    joined(&names, "and")
}

pub fn joined<T: AsRef<str>>(words: &[T], with: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} {with} {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_not_there() {
        let names = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        let say = |name: &str, near: &[&str], elsewhere: &[&str]| {
            unknown_name("spell", name, &names(near), &names(elsewhere), &["filter"])
        };
        assert_eq!(
            say("Fierball", &["Fireball", "Fire Bolt"], &[]),
            "No spell is called \"Fierball\". Did you mean \"Fireball\" or \"Fire Bolt\"?"
        );
        assert_eq!(
            say("fireball", &[], &["Fireball"]),
            "\"Fireball\" is there, but `filter` left it out. Loosen what was asked for, or leave it out."
        );
        assert_eq!(
            say("fierball", &[], &["Fireball"]),
            "No spell is called \"fierball\". Without `filter` there is \"Fireball\"."
        );
        assert!(say("xyz*", &[], &[]).contains("has a name like"));
        assert!(say(&"x".repeat(150), &[], &[]).len() < 250);
    }

    #[test]
    fn a_search_that_ranks_nothing() {
        let say = |mode, min_similarity, semantic| {
            let request =
                SearchRequest { search: Some("soup".into()), mode, min_similarity, ..SearchRequest::default() };
            not_ranked(&request, semantic)
        };
        assert!(say(Some(Mode::Lexical), None, false).contains("leave out `mode`"));
        assert!(say(None, Some(0.9), true).contains("Lower `minSimilarity`"));
        assert!(say(None, None, false).contains("meaning cannot be searched"));
    }
}
