//! The log of a first start.

use crate::Program;
use crate::leadership::{Server, free_address, wait};
use std::fs::{File, read_to_string};

#[test]
fn a_source_that_is_out_of_reach_is_one_line() {
    let program = Program::new();
    let log = program.data_dir().join("log");
    let (open5e, dnd5e) = (free_address(), free_address());
    let settings = [
        ("LOREKEEPER_OFFLINE", "false".to_owned()),
        ("LOREKEEPER_OPEN5E_URL", format!("http://{open5e}")),
        ("LOREKEEPER_DND5E_URL", format!("http://{dnd5e}")),
        // No model is fetched.
        ("LOREKEEPER_MODEL_DIR", "none".to_owned()),
    ];
    let server = Server::with(&program, settings, File::create(&log).expect("a file"));
    let lines_with = |words: &str| {
        let log = read_to_string(&log).expect("the log");
        log.lines().filter(|line| line.contains(words)).count()
    };
    wait(|| lines_with("open5e_v1 is not read now") > 0);
    assert_eq!(lines_with("The store is empty: content is read now."), 1);
    for (address, sources) in [(open5e, 2), (dnd5e, 1)] {
        assert_eq!(lines_with(&address), sources, "{address}");
    }
    assert_eq!(lines_with("It is tried again every 5 minutes."), 3);
    drop(server);
}
