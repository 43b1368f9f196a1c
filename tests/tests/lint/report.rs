//! Reports: checks and contradictions by rule, disagreements of sources by field.

use lorekeeper_content::Row;
use lorekeeper_content::lint::{Finding, lint};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// A field that contradicts the text of its row, or the game's arithmetic.
pub struct Contradiction {
    pub rule: &'static str,
    /// The global id of the row.
    pub id: String,
    pub stated: String,
    pub expected: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, id, stated, expected } = self;
        write!(f, "{rule}\t{id}\t{stated}\t{expected}")
    }
}

/// What the linter and the sources say of rows.
#[derive(Default)]
pub struct Report {
    pub contradictions: Vec<Contradiction>,
    /// Checks and contradictions, by rule.
    by_rule: BTreeMap<&'static str, (usize, usize)>,
    /// Disagreements by family, field and rule of settlement.
    by_field: BTreeMap<(&'static str, String, String), usize>,
    /// Disagreements by document.
    by_document: BTreeMap<String, usize>,
    disagreements: Vec<String>,
}

impl Report {
    /// Adds a row.
    pub fn add<R: Row>(&mut self, row: &R) {
        let id = row.identity().global_id();
        for (rule, finding) in lint(row) {
            let counts = self.by_rule.entry(rule).or_default();
            counts.0 += 1;
            if let Finding::Contradiction { stated, expected } = finding {
                counts.1 += 1;
                let id = id.clone();
                self.contradictions.push(Contradiction { rule, id, stated, expected });
            }
        }
        for found in row.disagreements() {
            let family = R::FAMILY.name();
            let key = (family, found.field.clone(), found.settled_by.clone());
            *self.by_field.entry(key).or_default() += 1;
            *self.by_document.entry(row.document_key().to_owned()).or_default() += 1;
            let values = found.values.iter();
            let values: Vec<String> = values.map(|v| format!("{}: {}", v.source, v.value)).collect();
            self.disagreements.push(format!(
                "{id}\t{}\t{}\t{}\t{}",
                found.field,
                values.join(" | "),
                found.settled_by,
                found.reason
            ));
        }
    }

    /// How many checks were made.
    pub fn checks(&self) -> usize {
        self.by_rule.values().map(|(checks, _)| checks).sum()
    }

    /// Writes all contradictions and disagreements into a folder, one a line.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let lines = self.contradictions.iter().map(|found| format!("{found}\n"));
        std::fs::write(folder.join("contradictions.tsv"), lines.collect::<String>())?;
        let lines = self.disagreements.iter().map(|found| format!("{found}\n"));
        std::fs::write(folder.join("disagreements.tsv"), lines.collect::<String>())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<34}{:>8} checks, contradictions", "rule", "")?;
        for (rule, (checks, contradictions)) in &self.by_rule {
            writeln!(f, "{rule:<34}{checks:>8} {contradictions:>6}")?;
        }
        writeln!(f, "disagreements of sources, by field and by what settled them")?;
        for ((family, field, by), count) in &self.by_field {
            writeln!(f, "{family:<18}{field:<28}{by:<24}{count:>6}")?;
        }
        writeln!(f, "disagreements of sources, by document")?;
        for (document, count) in &self.by_document {
            writeln!(f, "{document:<18}{count:>6}")?;
        }
        Ok(())
    }
}
