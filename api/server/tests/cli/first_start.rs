//! The log of a first start.

use crate::Program;
use crate::leadership::{Server, free_address, wait};
use std::fs::{File, read_to_string};

#[test]
fn sources_that_are_out_of_reach_are_one_line() {
    let program = Program::new();
    let log = program.data_dir().join("log");
    let [open5e, dnd5e, foundry] = [(); 3].map(|()| free_address());
    let settings = [
        ("LOREKEEPER_OFFLINE", "false".to_owned()),
        ("LOREKEEPER_OPEN5E_URL", format!("http://{open5e}")),
        ("LOREKEEPER_DND5E_URL", format!("http://{dnd5e}")),
        ("LOREKEEPER_FOUNDRY_URL", format!("http://{foundry}")),
        // No model is fetched.
        ("LOREKEEPER_MODEL_DIR", "none".to_owned()),
    ];
    let server = Server::with(&program, settings, File::create(&log).expect("a file"));
    let lines_with = |words: &str| {
        let log = read_to_string(&log).expect("the log");
        log.lines().filter(|line| line.contains(words)).count()
    };
    wait(|| lines_with("Out of reach now: ") > 0);
    assert_eq!(lines_with("The store is empty: content is read now."), 1);
    let line = "Out of reach now: open5e_v2, dnd5e_api, foundry_srd, open5e_v1. They are tried again every 5 minutes";
    assert_eq!(lines_with(line), 1);
    for address in [open5e, dnd5e, foundry] {
        assert_eq!(lines_with(&address), 0, "{address}");
    }
    drop(server);
}
