//! What is bent: invented files, and the words of the notation.

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

const SMALL: &[&str] = &[
    r#"{:orcpub.dnd.e5/spells {:a {:name "A" :level 1 :option-pack "P"}}}"#,
    r#"{"B" #:orcpub.dnd.e5{:feats {:a {:name "A" :prereqs #{:str} nil nil}, :b nil :c false :d 7}}}"#,
    "\u{feff}; remark\r\n{\"B\" {:orcpub.dnd.e5/languages {:l {:key :l, :name \"L\\u00e9\\n\",}} :disabled? true}}",
    r"{:orcpub.dnd.e5/plugins {:old {:orcpub.dnd.e5.options/feats [{:key :n :name #inst \x} {:name \newline}]}}}",
    r#"{:orcbrew/format-version 2 :orcbrew/requires [] :orcbrew/content {"B" {:orcpub.dnd.e5/boons {:b {:name "B"}}}}}"#,
    r#"{"B" {:orcpub.dnd.e5/monsters {:m {:name "M" :challenge 1/4 :str 3N :dex 2.5M :con ##NaN :hit-points "9 (2d8)" :speed {:walk 30}}}}}"#,
    r#"{"B" {:orcpub.dnd.e5/races {:9r {:name "R" :abilities #:orcpub.dnd.e5.character{:str -1} :size #{"Small" :medium}}}}} {"C" {}}"#,
    r#"{#_ :x #_{:y 1} "B" {:orcpub.dnd.e5/encounters {:e {:name "E" :creatures ({:creature {:monster :m :num 2}})}}}}"#,
];

/// Words of the notation and of the files, whole and torn.
pub(super) const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "#{",
    "#",
    "#_",
    "##NaN",
    "##",
    "#:orcpub.dnd.e5{",
    "#inst ",
    "\"",
    "\\",
    "\\\"",
    "\\u",
    "\\ud83d",
    ":",
    "::",
    ":a ",
    ":_/a ",
    ":orcpub.dnd.e5/spells ",
    ":orcpub.dnd.e5/feats ",
    ":name ",
    ":level ",
    ":option-pack ",
    ":level-modifiers ",
    ":spellcasting ",
    ":traits ",
    ":props ",
    "nil ",
    "nil nil ",
    "true ",
    "false ",
    "0 ",
    "-1 ",
    "1/2 ",
    "99999999999999999999 ",
    "1N ",
    "2.5M ",
    "1e999 ",
    "0x1F ",
    "36rZZ ",
    "\u{feff}",
    "\0",
    ";",
    "\n",
    "\r",
    ",",
    "\t",
    "é",
    "😀",
    "\u{d7ff}",
    "½",
    "\"\" ",
    "\"1d6\" ",
    "\"20 ft., fly 60 ft.\" ",
    "{:a 1} ",
    "[1 :any] ",
    "#{:str} ",
];

/// The files to begin with: small ones, and every content type of the large one by itself.
pub(super) fn files() -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<u8>> = SMALL.iter().map(|text| text.as_bytes().to_vec()).collect();
    // Content types are set apart by an empty line.
    let parts = KITCHEN.split("\n\n").skip(1);
    files.extend(parts.map(|part| {
        let part = part.trim_end().trim_end_matches("}}");
        format!("{{\"K\" #:orcpub.dnd.e5{{\n{part}\n}}}}").into_bytes()
    }));
    files
}
