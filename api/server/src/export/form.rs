//! Forms of exported files: how they are named, and how entities make them up.

use lorekeeper_content::Family;
use lorekeeper_graphql::error::{Error, Result};
use serde_json::json;

/// The form of an exported file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FileForm {
    /// How its name ends.
    pub extension: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// The format of an entity in it, as the schema names it.
    pub(super) format: &'static str,
    /// How entities make it up.
    pub(super) layout: Layout,
}

/// How entities make up a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// A line for each.
    Lines,
    /// A table with a head.
    Table,
    /// Documents with an empty line between them.
    Documents,
    /// An object with a key for each.
    Object,
    /// Blocks of code with an empty line between them.
    Blocks,
    /// A list.
    Array,
    /// The list of a homebrew file; its sources stand behind it, when all are known.
    Homebrew,
    /// Elements of a compendium.
    Compendium,
}

impl FileForm {
    pub(super) const fn new(
        extension: &'static str,
        media_type: &'static str,
        format: &'static str,
        layout: Layout,
    ) -> Self {
        Self { extension, media_type, format, layout }
    }

    /// Whether entities of a family have the format.
    pub(super) fn has(self, family: Family) -> bool {
        match self.format {
            "IMPROVED_INITIATIVE" | "FANTASY_STATBLOCKS" => family == Family::Creature,
            "FOUNDRY" | "FIGHT_CLUB" => family != Family::Rule,
            _ => true,
        }
    }
}

const JSON: &str = "application/json";
pub(super) const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// The head of a compendium.
const COMPENDIUM: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<compendium version=\"5\" auto_indent=\"NO\">\n";

/// The program imports the keys of an object, and nothing of a bare stat block.
const IMPROVED_INITIATIVE: FileForm =
    FileForm::new("improved-initiative.json", JSON, "IMPROVED_INITIATIVE", Layout::Object);

/// The forms of lists.
pub const LISTS: [FileForm; 9] = [
    FileForm::new("ndjson", "application/x-ndjson", "JSON", Layout::Lines),
    FileForm::new("csv", "text/csv; charset=utf-8", "JSON", Layout::Table),
    FileForm::new("md", MARKDOWN, "MARKDOWN", Layout::Documents),
    IMPROVED_INITIATIVE,
    FileForm::new("fantasy-statblocks.md", MARKDOWN, "FANTASY_STATBLOCKS", Layout::Blocks),
    FileForm::new("homebrewery.md", MARKDOWN, "HOMEBREWERY", Layout::Documents),
    FileForm::new("foundry.json", JSON, "FOUNDRY", Layout::Array),
    FileForm::new("5etools.json", JSON, "FIVE_E_TOOLS", Layout::Homebrew),
    FIGHT_CLUB,
];

const FIGHT_CLUB: FileForm = FileForm::new("fight-club.xml", "application/xml", "FIGHT_CLUB", Layout::Compendium);

/// The forms of a single entity.
pub(super) const ENTITIES: [FileForm; 9] = [
    FileForm::new("json", JSON, "JSON", Layout::Documents),
    FileForm::new("md", MARKDOWN, "MARKDOWN", Layout::Documents),
    IMPROVED_INITIATIVE,
    FileForm::new("fantasy-statblocks.yaml", "application/yaml", "FANTASY_STATBLOCKS", Layout::Documents),
    FileForm::new("homebrewery.md", MARKDOWN, "HOMEBREWERY", Layout::Documents),
    FileForm::new("obsidian.md", MARKDOWN, "OBSIDIAN", Layout::Documents),
    FileForm::new("foundry.json", JSON, "FOUNDRY", Layout::Documents),
    FileForm::new("5etools.json", JSON, "FIVE_E_TOOLS", Layout::Documents),
    FIGHT_CLUB,
];

/// The stem and the form of a file's name.
pub(super) fn split<'a>(name: &'a str, forms: &[FileForm]) -> Result<(&'a str, FileForm)> {
    let split = name.split_once('.');
    let form = split.and_then(|(stem, extension)| {
        let mut forms = forms.iter();
        let form = forms.find(|form| form.extension == extension)?;
        Some((stem, *form))
    });
    form.ok_or_else(|| {
        let known: Vec<&str> = forms.iter().map(|form| form.extension).collect();
        Error::not_found(format!("There is no file \"{name}\". Names end in: {}.", known.join(", ")))
    })
}

impl Layout {
    /// What begins the file, the head of a table aside.
    pub(super) fn head(self) -> &'static str {
        match self {
            Self::Object => "{\n",
            Self::Array => "[\n",
            Self::Compendium => COMPENDIUM,
            Self::Homebrew | Self::Lines | Self::Table | Self::Documents | Self::Blocks => "",
        }
    }

    /// Writes the file of an entity into the file of all.
    pub(super) fn write(self, part: &mut String, id: &str, file: &str) {
        match self {
            Self::Lines => part.extend([file, "\n"]),
            Self::Documents | Self::Table | Self::Array | Self::Homebrew | Self::Compendium => {
                part.push_str(file);
            }
            Self::Object => {
                part.extend([&json!(format!("Creatures.{id}")).to_string(), ":", file]);
            }
            Self::Blocks => part.extend(["```statblock\n", file, "```\n"]),
        }
    }

    /// What stands between two entities.
    pub(super) fn gap(self) -> &'static str {
        match self {
            Self::Lines | Self::Table | Self::Compendium | Self::Homebrew => "",
            Self::Documents | Self::Blocks => "\n",
            Self::Object | Self::Array => ",\n",
        }
    }

    /// What ends the file.
    pub(super) fn tail(self) -> &'static str {
        match self {
            Self::Object => "\n}\n",
            Self::Array => "\n]\n",
            Self::Compendium => "</compendium>\n",
            Self::Homebrew | Self::Lines | Self::Table | Self::Documents | Self::Blocks => "",
        }
    }
}
