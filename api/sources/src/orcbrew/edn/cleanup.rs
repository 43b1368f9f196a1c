//! Clean-up of EDN text: rewrites syntax of real files that the parser refuses, each byte in its place.

use super::place::{Fault, place};

/// How deep brackets and tags may lie within each other: far deeper than content goes, and far from what a
/// stack can bear.
const MAX_DEPTH: usize = 256;

/// Stands for the backslash of an escape that the reader does not know. No text has it: it is taken out
/// when a file is decoded.
pub(super) const OTHER_ESCAPE: char = '\0';

/// Text that the parser accepts.
pub(super) struct CleanText {
    pub text: String,
    /// An upper bound of the number of values.
    pub values: usize,
}

/// Rewrites the syntax that the parser refuses: `##NaN`, `# {` for `#{`, escapes such as `\'`,
/// characters with a name or a number (`\formfeed`, `\u00e9`), numbers with `N` and `M`, numbers too large, a
/// colon alone. Unbalanced brackets are a fault that names the open one; more values than `most` are a fault, too.
pub(super) fn clean_up(text: &str, most: usize) -> Result<CleanText, Fault> {
    let mut cleaner = Cleaner {
        text,
        bytes: text.as_bytes().to_vec(),
        at: 0,
        open: Vec::new(),
        tags: 0,
        outer_tags: 0,
        values: 0,
        most,
    };
    cleaner.run()?;
    Ok(CleanText {
        values: cleaner.values,
        // Only ASCII was put in the place of ASCII.
        text: String::from_utf8(cleaner.bytes).unwrap_or_else(|_| text.to_owned()),
    })
}

/// The rest behind the closing quotation mark of a text; `None` when there is none.
pub(super) fn after_text(rest: &str) -> Option<&str> {
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return rest.get(at + 1..),
            _ => {}
        }
    }
    None
}

struct Cleaner<'t> {
    text: &'t str,
    bytes: Vec<u8>,
    at: usize,
    open: Vec<Open>,
    /// Tags and discards since the last value.
    tags: usize,
    /// Tags and discards before the open brackets.
    outer_tags: usize,
    /// Values, tags and discards so far.
    values: usize,
    most: usize,
}

struct Open {
    bracket: char,
    at: usize,
    tags: usize,
}

impl Cleaner<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        while let Some(c) = self.peek() {
            match c {
                c if c.is_whitespace() || c == ',' => {
                    self.at += c.len_utf8();
                    continue;
                }
                ';' => {
                    self.skip_while(|c| !matches!(c, '\n' | '\r'));
                    continue;
                }
                '"' => self.string()?,
                '\\' => self.character(),
                '#' => self.dispatch()?,
                '{' | '[' | '(' => self.open(c, self.at)?,
                '}' | ']' | ')' => {
                    self.close(c)?;
                    continue;
                }
                _ => self.token(),
            }
            self.values += 1;
            if self.values > self.most {
                let fault = Fault::at(
                    self.text,
                    self.at,
                    &format!(
                        "up to here are more than the {} values that are read at once; import the file in smaller parts",
                        self.most
                    ),
                );
                return Err(Fault { is_too_many: true, ..fault });
            }
        }
        match self.open.last() {
            None => Ok(()),
            Some(open) => {
                Err(Fault::at(self.text, open.at, &format!("\"{}\" is opened here and never closed", open.bracket)))
            }
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn put(&mut self, at: usize, new: &[u8]) {
        for (offset, byte) in new.iter().enumerate() {
            if let Some(place) = self.bytes.get_mut(at + offset) {
                *place = *byte;
            }
        }
    }

    fn skip_while(&mut self, more: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !more(c)).unwrap_or(rest.len());
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        loop {
            self.skip_while(|c| c != '"' && c != '\\');
            match self.peek() {
                None => {
                    return Err(Fault::at(self.text, start, "a text begins here and has no closing quotation mark"));
                }
                Some('"') => {
                    self.at += 1;
                    self.tags = 0;
                    return Ok(());
                }
                Some(_) => {
                    let backslash = self.at;
                    self.at += 1;
                    match self.peek() {
                        Some('t' | 'r' | 'n' | '\\' | '"') => self.at += 1,
                        _ => self.put(backslash, &[OTHER_ESCAPE as u8]),
                    }
                }
            }
        }
    }

    /// `\a`, `\newline`: the sign after the backslash belongs to it, whatever it is.
    fn character(&mut self) {
        let start = self.at;
        self.at += 1;
        self.at += self.peek().map_or(0, char::len_utf8);
        self.skip_while(|c| !(c.is_whitespace() || ",;()[]{}".contains(c)));
        self.tags = 0;
        let name = self.text.get(start + 1..self.at).unwrap_or_default();
        if let Some(meant) = named_character(name) {
            // A text of one character says the same, and is never longer.
            let mut said = format!("\"{meant}\"").into_bytes();
            said.resize(self.at - start, b' ');
            self.put(start, &said);
        }
    }

    fn dispatch(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if self.rest().starts_with("##") {
            self.skip_while(|c| !is_boundary(c));
            let blank = vec![b' '; self.at - start];
            self.put(start, &blank);
            self.put(start, b"nil");
            self.tags = 0;
            return Ok(());
        }
        self.at += 1;
        match self.peek() {
            Some('_') => self.at += 1,
            Some('{') => return self.open('{', start),
            Some(c) if c.is_whitespace() => {
                self.skip_while(char::is_whitespace);
                if self.peek() == Some('{') {
                    self.put(start, b" ");
                    self.put(self.at - 1, b"#");
                    return self.open('{', start);
                }
            }
            _ => self.skip_while(|c| !is_boundary(c)),
        }
        self.tags += 1;
        self.check_depth(start)
    }

    fn open(&mut self, bracket: char, at: usize) -> Result<(), Fault> {
        self.open.push(Open { bracket, at, tags: self.tags });
        self.outer_tags += self.tags;
        self.tags = 0;
        self.at += 1;
        self.check_depth(at)
    }

    fn close(&mut self, bracket: char) -> Result<(), Fault> {
        let fault = |problem: String| Err(Fault::at(self.text, self.at, &problem));
        let Some(open) = self.open.pop() else {
            return fault(format!("\"{bracket}\" closes nothing; more brackets are closed than were opened"));
        };
        let expected = match open.bracket {
            '{' => '}',
            '[' => ']',
            _ => ')',
        };
        if bracket != expected {
            let (line, column) = place(self.text, open.at);
            return fault(format!(
                "\"{bracket}\" stands here, but \"{}\" of line {line}, column {column} is still open",
                open.bracket
            ));
        }
        self.outer_tags -= open.tags;
        self.tags = 0;
        self.at += 1;
        Ok(())
    }

    fn check_depth(&self, at: usize) -> Result<(), Fault> {
        if self.open.len() + self.outer_tags + self.tags <= MAX_DEPTH {
            return Ok(());
        }
        Err(Fault::at(self.text, at, &format!("more than {MAX_DEPTH} brackets lie within each other")))
    }

    fn token(&mut self) {
        let start = self.at;
        // A sign that is no boundary by itself is at least one character long.
        self.at += self.peek().map_or(0, char::len_utf8);
        self.skip_while(|c| !is_boundary(c));
        let token = self.text.get(start..self.at).unwrap_or_default();
        if token == ":" {
            self.put(start, b"_");
        }
        let digits = number_suffix(token).unwrap_or(token.len());
        if digits < token.len() {
            self.put(start + digits, b" ");
        }
        if is_too_large(token.get(..digits).unwrap_or_default()) {
            // The same number, but for its last two digits.
            self.put(start + digits - 2, b"e2");
        }
        self.tags = 0;
    }
}

fn is_boundary(c: char) -> bool {
    c.is_whitespace() || ",;()[]{}\"".contains(c)
}

/// Where the `N` or `M` of a number stands.
fn number_suffix(token: &str) -> Option<usize> {
    let digits = token.strip_suffix(['N', 'M'])?;
    let bare = digits.trim_start_matches(['+', '-']);
    let plain = bare.starts_with(|c: char| c.is_ascii_digit()) && bare.parse::<f64>().is_ok();
    plain.then_some(digits.len())
}

/// The character that a name of several letters stands for, where the reader does not know it.
fn named_character(name: &str) -> Option<char> {
    match name {
        "backspace" => Some('\u{8}'),
        "formfeed" => Some('\u{c}'),
        _ => {
            let (digits, radix) = match (name.strip_prefix('u'), name.strip_prefix('o')) {
                (Some(digits), _) if digits.len() == 4 => (digits, 16),
                (_, Some(digits)) if (1..=3).contains(&digits.len()) => (digits, 8),
                _ => return None,
            };
            let code = u32::from_str_radix(digits, radix).ok()?;
            char::from_u32(code).filter(|c| !matches!(c, '"' | '\\' | '\0'))
        }
    }
}

fn is_too_large(token: &str) -> bool {
    let bare = token.trim_start_matches(['+', '-']);
    bare.len() > 3 && bare.chars().all(|c| c.is_ascii_digit()) && token.trim_start_matches('+').parse::<i64>().is_err()
}
