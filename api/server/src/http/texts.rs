//! Texts of the interface, from the file that the compendium has them from: `pages/texts/en.json`.

use minijinja::value::{Kwargs, Value as Data};
use minijinja::{Environment, Error};
use serde_json::Value;
use std::sync::LazyLock;

static TEXTS: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../pages/texts/en.json")).unwrap_or_else(|error| {
        tracing::error!(%error, "The texts of the interface are broken.");
        Value::Null
    })
});

/// Gives templates the texts, and the filters that complete them.
pub fn add_to(templates: &mut Environment<'_>) {
    templates.add_global("texts", Data::from_serialize(&*TEXTS));
    templates.add_filter("filled", filled);
    templates.add_filter("counted", counted);
}

/// A file with the texts in the place of their names, such as `{{ texts.common.brand }}`.
pub fn with_texts(name: &str, source: &'static str) -> String {
    let mut templates = Environment::new();
    add_to(&mut templates);
    templates.render_named_str(name, source, ()).unwrap_or_else(|error| {
        tracing::error!(%error, "The template of a page is broken.");
        source.to_owned()
    })
}

/// The text at a path, such as `/document/notFound`.
pub fn text(path: &str) -> &'static str {
    TEXTS.pointer(path).and_then(Value::as_str).unwrap_or_default()
}

/// A text with values in the place of its placeholders, such as `{name}`.
fn filled(text: &str, values: Kwargs) -> Result<String, Error> {
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let value: Data = values.get(name)?;
        filled.push_str(&value.to_string());
        filled.push_str(rest);
    }
    Ok(filled)
}

/// The text for a number of things, by the forms that English has.
fn counted(forms: Data, count: u64) -> Result<String, Error> {
    let form = forms.get_attr(if count == 1 { "one" } else { "other" })?;
    let values = Kwargs::from_iter([("count", Data::from(count))]);
    filled(form.as_str().unwrap_or_default(), values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::context;

    fn rendered(template: &str) -> String {
        let mut templates = Environment::new();
        add_to(&mut templates);
        let name = "{count} & more";
        templates.render_str(template, context! { name, zero => 0, one => 1 }).unwrap()
    }

    #[test]
    fn templates_fill_texts() {
        let text = rendered("{{ texts.document.nearest|filled(name=name) }}");
        assert_eq!(text, "Names like “{count} & more”:");
        let text = rendered("{{ texts.common.more|filled(count=7) }}");
        assert_eq!(text, "and 7 more");
    }

    #[test]
    fn files_have_texts_as_their_kind_writes_them() {
        let source = "{{ texts.frame.description }}";
        assert!(with_texts("page.html", source).contains("Dungeons &amp; Dragons"));
        assert!(with_texts("page.webmanifest", source).contains("Dungeons & Dragons"));
    }

    #[test]
    fn numbers_have_their_forms() {
        let text = rendered("{{ texts.common.entries|counted(one) }}");
        assert_eq!(text, "1 entry");
        let text = rendered("{{ texts.common.entries|counted(zero) }}");
        assert_eq!(text, "0 entries");
    }
}
