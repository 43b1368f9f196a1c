//! The files of the search index beside a store that is not the one they were made of.

use crate::{Program, text};
use std::path::Path;
use std::process::Command;

impl Program {
    /// Imports a book of one spell.
    fn import_spell(&self, book: &str, spell: &str, description: &str) {
        let file = self.data_dir().join("book.orcbrew");
        let content = format!(
            r#"{{"{book}" {{:orcpub.dnd.e5/spells {{:s {{:key :s :name "{spell}" :level 1 :school "evocation" :description "{description}"}}}}}}}}"#
        );
        std::fs::write(&file, content).expect("a file");
        let file = file.display().to_string();
        let output = self.run(&["import", &file, "--no-embed"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

fn copy(from: &Path, to: &Path) {
    if to.exists() {
        std::fs::remove_dir_all(to).expect("it goes");
    }
    let copied = Command::new("cp").arg("-a").args([from, to]).status();
    assert!(copied.expect("cp runs").success());
}

#[test]
fn a_store_that_was_put_back_is_searched_by_its_own_words() {
    let program = Program::new();
    let (store, backup) = (program.data_dir().join("store"), program.data_dir().join("backup"));
    program.import_spell("Pond", "Basis of Ponds", "The base.");
    program.succeeds(&["search", "basis"], &["Basis of Ponds"]);
    copy(&store, &backup);
    program.import_spell("Alpha", "Alphaword Ray", "A ray of alphaword.");
    program.succeeds(&["search", "alphaword"], &["Alphaword Ray"]);
    // The store counts as many changes again as it had before.
    copy(&backup, &store);
    program.import_spell("Beta", "Betaword Burst", "A burst of betaword.");
    program.succeeds(&["search", "betaword"], &["Betaword Burst"]);
    let found = program.prints(&["search", "alphaword"]);
    assert!(!found.contains("Alphaword Ray"), "{found}");
}
