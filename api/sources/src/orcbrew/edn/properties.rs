//! Property tests of the EDN reader: written values read back unchanged, and invalid EDN is a fault with a place.

use super::{Fault, Parsed, cleanup};
use crate::orcbrew::property_settings::{pieces, property_settings};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Number, Value};
use std::fmt::Write;

fn read(text: &str) -> Result<Parsed, Fault> {
    super::read(text, usize::MAX)
}

/// A value of EDN.
#[derive(Clone, Debug)]
enum Form {
    Nil,
    Symbolic(&'static str),
    Bool(bool),
    Int(i64),
    Big(String),
    Float(f64),
    Ratio(i32, u16),
    Char(char),
    Text(String),
    Keyword(String),
    Tagged(&'static str, Box<Form>),
    Vector(Vec<Form>),
    List(Vec<Form>),
    Set(Vec<Form>),
    Map(Vec<(Form, Form)>),
}

impl Form {
    /// The form as JSON.
    fn value(&self) -> Value {
        let values = |items: &[Form]| items.iter().map(Form::value).collect::<Vec<_>>();
        match self {
            Form::Nil | Form::Symbolic(_) => Value::Null,
            Form::Bool(truth) => Value::Bool(*truth),
            Form::Int(number) => Value::Number((*number).into()),
            Form::Big(digits) => digits.parse().ok().and_then(Number::from_f64).into(),
            Form::Float(number) => Number::from_f64(*number).into(),
            Form::Ratio(over, under) => Value::String(format!("{over}/{under}")),
            Form::Char(c) => Value::String(c.to_string()),
            Form::Text(text) | Form::Keyword(text) => Value::String(text.clone()),
            Form::Tagged(_, inner) => inner.value(),
            Form::Vector(items) | Form::List(items) => Value::Array(values(items)),
            Form::Set(items) => {
                let mut once: Vec<Value> = Vec::new();
                for value in values(items) {
                    if !once.contains(&value) {
                        once.push(value);
                    }
                }
                Value::Array(once)
            }
            Form::Map(entries) => {
                let mut map = Map::new();
                for (key, value) in entries {
                    match key.value() {
                        Value::Null => {}
                        Value::String(key) => {
                            map.insert(key, value.value());
                        }
                        other => {
                            map.insert(other.to_string(), value.value());
                        }
                    }
                }
                Value::Object(map)
            }
        }
    }
}

/// Writes forms in one of the many ways that say the same.
struct Writer<'a> {
    text: String,
    ways: std::iter::Cycle<std::slice::Iter<'a, u8>>,
}

impl Writer<'_> {
    fn way(&mut self, of: u8) -> u8 {
        self.ways.next().map_or(0, |way| way % of)
    }

    fn put(&mut self, words: std::fmt::Arguments<'_>) {
        self.text.write_fmt(words).unwrap();
    }

    fn gap(&mut self) {
        let gap = match self.way(12) {
            0 => ",",
            1 => " ,, ",
            2 => "\n",
            3 => "\r\n\t",
            4 => " ; {[(\"\\ #{ a remark\n",
            5 => " #_ :gone ",
            6 => " #_{:a [1 \"}\"]} ",
            7 => " #_ #_ 1 2 ",
            8 => "\u{2003}",
            9 => "; a remark\r",
            _ => " ",
        };
        self.text.push_str(gap);
    }

    fn form(&mut self, form: &Form) {
        match form {
            Form::Nil => self.text.push_str("nil"),
            Form::Symbolic(name) => self.text.push_str(name),
            Form::Bool(truth) => self.text.push_str(if *truth { "true" } else { "false" }),
            Form::Int(number) => {
                let sign = if *number >= 0 && self.way(4) == 0 { "+" } else { "" };
                let suffix = if self.way(4) == 0 { "N" } else { "" };
                self.put(format_args!("{sign}{number}{suffix}"));
            }
            Form::Big(digits) => {
                self.text.push_str(digits);
                let suffix = ["", "N"][usize::from(self.way(2))];
                self.text.push_str(suffix);
            }
            Form::Float(number) => {
                self.put(format_args!("{number:?}"));
                let suffix = ["", "M"][usize::from(self.way(2))];
                self.text.push_str(suffix);
            }
            Form::Ratio(over, under) => self.put(format_args!("{over}/{under}")),
            Form::Char(c) => self.character(*c),
            Form::Text(text) => self.text_form(text),
            Form::Keyword(name) => self.put(format_args!(":{name}")),
            Form::Tagged(tag, inner) => {
                self.text.push_str(tag);
                self.gap();
                self.form(inner);
            }
            Form::Vector(items) => self.items("[", items, "]"),
            Form::List(items) => self.items("(", items, ")"),
            Form::Set(items) => {
                let open = ["#{", "# {"][usize::from(self.way(2))];
                self.items(open, items, "}");
            }
            Form::Map(entries) => self.map(entries),
        }
    }

    fn items(&mut self, open: &str, items: &[Form], close: &str) {
        self.text.push_str(open);
        for item in items {
            self.gap();
            self.form(item);
        }
        self.gap();
        self.text.push_str(close);
    }

    /// A map; where all keys have one namespace, sometimes before it instead of in each of them.
    fn map(&mut self, entries: &[(Form, Form)]) {
        let namespace = entries.iter().find_map(|(key, _)| match key {
            Form::Keyword(name) => name.split_once('/').map(|(namespace, _)| namespace),
            _ => None,
        });
        let namespace = namespace.filter(|_| self.way(2) == 0).map(str::to_owned);
        if let Some(namespace) = &namespace {
            self.put(format_args!("#:{namespace}"));
        }
        self.text.push('{');
        for (key, value) in entries {
            self.gap();
            match (key, &namespace) {
                (Form::Keyword(name), Some(namespace)) => match name.split_once('/') {
                    Some((own, bare)) if own == namespace => {
                        self.put(format_args!(":{bare}"));
                    }
                    Some(_) => self.put(format_args!(":{name}")),
                    None => self.put(format_args!(":_/{name}")),
                },
                _ => self.form(key),
            }
            self.gap();
            self.form(value);
        }
        self.gap();
        self.text.push('}');
    }

    fn character(&mut self, c: char) {
        match c {
            '\n' => self.text.push_str("\\newline"),
            '\t' => self.text.push_str("\\tab"),
            '\u{c}' => self.text.push_str("\\formfeed"),
            '\u{8}' => self.text.push_str("\\backspace"),
            ' ' => self.text.push_str("\\space"),
            c if c > ' ' && u32::from(c) < 0x10000 && !"\"\\".contains(c) && self.way(2) == 0 => {
                self.put(format_args!("\\u{:04x}", u32::from(c)));
            }
            c => self.put(format_args!("\\{c}")),
        }
    }

    fn text_form(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            match (c, self.way(5)) {
                ('"' | '\\', _) => self.text.extend(['\\', c]),
                ('\n', 1..) => self.text.push_str("\\n"),
                ('\u{c}', 1..) => self.text.push_str("\\f"),
                ('\u{8}', 1..) => self.text.push_str("\\b"),
                (_, 4) => {
                    let mut units = [0; 2];
                    for unit in c.encode_utf16(&mut units) {
                        self.put(format_args!("\\u{unit:04x}"));
                    }
                }
                _ => self.text.push(c),
            }
        }
        self.text.push('"');
    }
}

fn written(form: &Form, ways: &[u8]) -> String {
    let mut writer = Writer { text: String::new(), ways: ways.iter().cycle() };
    writer.gap();
    writer.form(form);
    writer.gap();
    writer.text
}

/// Any character but NUL, which is taken out of every file.
fn any_char() -> impl Strategy<Value = char> {
    prop_oneof![
        3 => any::<char>(),
        2 => prop::sample::select(vec!['"', '\\', '\n', '\r', '#', '{', ']', ';', ':', ',', '\u{c}', '\u{8}', 'é']),
    ]
    .prop_map(|c| if c == '\0' { ' ' } else { c })
}

/// Texts with syntax that would be cleaned up outside of a text.
fn tricky_text() -> impl Strategy<Value = String> {
    let traps = pieces(concat!(
        "##NaN|##Inf|# {|#{|123456789012345678901234|5N|1.5M| : |#_|;|nil nil|",
        "\\formfeed|\\u0041|#:a{|\\|\"|\\'|\r\n|, }|]|é"
    ));
    vec(traps, 0..8).prop_map(|parts| parts.concat())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![vec(any_char(), 0..12).prop_map(String::from_iter), tricky_text()]
}

fn keyword() -> impl Strategy<Value = String> {
    let bare = "[a-z0-9*!_?<>=+&%$|'.é-]{1,8}".prop_filter("a trap of its own", |k| k != "_");
    let space = prop::sample::select(vec!["", "", "orcpub.dnd.e5", "a.b"]);
    (space, bare).prop_map(|(space, bare)| match space {
        "" => bare,
        _ => format!("{space}/{bare}"),
    })
}

fn form() -> impl Strategy<Value = Form> {
    let plain = prop_oneof![
        Just(Form::Nil),
        prop::sample::select(vec!["##NaN", "##Inf", "##-Inf"]).prop_map(Form::Symbolic),
        any::<bool>().prop_map(Form::Bool),
        any::<i64>().prop_map(Form::Int),
        "-?[1-9][0-9]{19,40}".prop_map(Form::Big),
        any::<f64>()
            .prop_filter("a number", |n| n.is_finite())
            // In a set the two zeros are one.
            .prop_map(|n| Form::Float(n + 0.0)),
        (any::<i32>(), 2..u16::MAX).prop_map(|(over, under)| Form::Ratio(over, under)),
        any_char()
            .prop_filter("a character that can stand alone", |c| !c.is_control() || "\n\t\u{c}\u{8}".contains(*c))
            .prop_map(Form::Char),
        text().prop_map(Form::Text),
        keyword().prop_map(Form::Keyword),
    ];
    plain.prop_recursive(5, 48, 6, |inner| {
        let tags = prop::sample::select(vec!["#inst", "#uuid", "#foo/bar"]);
        prop_oneof![
            (tags, inner.clone()).prop_map(|(tag, form)| Form::Tagged(tag, Box::new(form))),
            vec(inner.clone(), 0..6).prop_map(Form::Vector),
            vec(inner.clone(), 0..6).prop_map(Form::List),
            vec(inner.clone(), 0..6).prop_map(Form::Set),
            vec((key(), inner), 0..6).prop_map(Form::Map),
        ]
    })
}

fn key() -> impl Strategy<Value = Form> {
    prop_oneof![
        6 => keyword().prop_map(Form::Keyword),
        2 => text().prop_map(Form::Text),
        1 => any::<i64>().prop_map(Form::Int),
        1 => Just(Form::Nil),
    ]
}

/// The same but for the last digits of numbers that are too large for 64 bits.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => {
            let (Some(x), Some(y)) = (a.as_f64(), b.as_f64()) else {
                return false;
            };
            a == b || (x.abs() > 9e18 && (x / y - 1.0).abs() < 1e-9)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            let same = |(key, a): (&String, &Value)| b.get(key).is_some_and(|b| is_same(a, b));
            a.len() == b.len() && a.iter().all(same)
        }
        _ => one == other,
    }
}

/// Words of the notation, whole and torn.
fn soup() -> impl Strategy<Value = String> {
    let words = pieces(concat!(
        "{|}|[|]|(|)|#{|#|#_|##|##NaN|#:a|#:|#inst|\"|\\|\\a|\\newline|\\u00|:|::|:a|:a/b|nil|true|1|-|+5|",
        "1/2|1/0|9999999999999999999N|1e999|0xZ|99r1|é|½|\u{feff}|\0|;|\n|\r|,|^|'|@|~"
    ));
    let spaced = (words, prop::sample::select(vec!["", " ", " "])).prop_map(|(word, gap)| format!("{word}{gap}"));
    vec(spaced, 0..40).prop_map(|words| words.concat())
}

fn is_a_place(text: &str, line: usize, column: usize) -> bool {
    let lines: Vec<&str> = text.split('\n').collect();
    let width = line.checked_sub(1).and_then(|at| lines.get(at)).map(|line| line.chars().count());
    width.is_some_and(|width| (1..=width + 1).contains(&column))
}

proptest! {
    #![proptest_config(property_settings(256))]

    #[test]
    fn what_is_written_reads_back(entries in vec((key(), form()), 0..8), ways in vec(any::<u8>(), 1..64)) {
        let form = Form::Map(entries);
        let text = written(&form, &ways);
        let said = read(&text);
        prop_assert!(said.is_ok(), "{text:?}: {said:?}");
        let maps = said.unwrap().maps;
        prop_assert_eq!(maps.len(), 1);
        prop_assert!(is_same(&maps[0], &form.value()), "{text:?}\nis read as {}\nand means {}", maps[0], form.value());
    }

    #[test]
    fn clean_up_leaves_texts_alone(text in text(), before in soup(), ways in vec(any::<u8>(), 1..16)) {
        let quoted = written(&Form::Text(text.clone()), &ways);
        let said = read(&format!("{{:a {quoted}}}"));
        prop_assert_eq!(&said.unwrap().maps[0]["a"], &Value::String(text.clone()));
        // Byte by byte: nothing but backslashes is ever marked, wherever the text stands.
        let file = format!("{{:a {quoted} :b [{before}]}}");
        if let Ok(clean) = cleanup::clean_up(&file, usize::MAX) {
            let clean = clean.text;
            prop_assert_eq!(clean.len(), file.len());
            let (start, end) = (4, 4 + quoted.len());
            for (was, is) in file.bytes().zip(clean.bytes()).skip(start).take(end - start) {
                prop_assert!(was == is || (was, is) == (b'\\', 0) , "{file:?} becomes {clean:?}");
            }
        }
    }

    #[test]
    fn nothing_overturns_the_reader(text in prop_oneof![any::<String>(), soup()]) {
        if let Err(fault) = read(&text) {
            prop_assert!(is_a_place(&text, fault.line, fault.column), "{text:?}: {fault:?}");
            prop_assert!(!fault.problem.is_empty());
        }
    }

    #[test]
    fn no_bytes_overturn_the_reader(bytes in vec(any::<u8>(), 0..200)) {
        let _ = crate::orcbrew::recognises(&bytes);
        let _ = crate::orcbrew::fixtures::read("any.orcbrew", &bytes);
    }
}
