//! Backups of the embedded store, and what is not restored.

use crate::leadership::Server;
use crate::{Program, refused};

const BOOK: &str = r#"{"Pantry Tales" #:orcpub.dnd.e5{
    :spells {:soup-ward {:name "Soup Ward" :level 2 :school "abjuration" :casting-time "1 action"
                         :range "Touch" :duration "1 hour" :components {:verbal true}
                         :spell-lists {:wizard true} :description "Soup keeps you from cold."}}}}"#;

#[test]
fn a_store_is_the_same_in_another_directory() {
    let program = Program::new();
    std::fs::write(program.data_dir().join("pantry.orcbrew"), BOOK).expect("a file");
    // By itself, and beside a server.
    program.prints(&["import", "--no-embed", "pantry.orcbrew"]);
    program.succeeds(&["backup", "alone.tar.gz"], &["alone.tar.gz has", "MiB"]);
    let server = Server::ready(&program);
    program.succeeds(&["backup", "beside.tar.gz"], &["beside.tar.gz has", "MiB"]);
    let again = ["restore", "beside.tar.gz"];
    refused(&program.run(&again), &["is in use by process"]);
    server.terminate();
    assert!(server.ended().success());
    refused(&program.run(&again), &["has a store already", "--data-dir"]);
    for archive in ["alone.tar.gz", "beside.tar.gz"] {
        let place = format!("restored-{archive}");
        let restored = ["restore", archive, "--data-dir", &place];
        program.succeeds(&restored, &["has the store of", "MiB"]);
        program.succeeds(&["documents", "--data-dir", &place], &["Pantry Tales"]);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let archive = std::fs::metadata(program.data_dir().join("alone.tar.gz"));
        let mode = archive.expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn what_is_no_backup_is_not_restored() {
    let program = Program::new();
    let whole = program.data_dir().join("whole.tar.gz");
    program.prints(&["backup", "whole.tar.gz"]);
    let bytes = std::fs::read(&whole).expect("an archive");
    let mut damaged = bytes.clone();
    let middle = bytes.len() / 2;
    damaged[middle] ^= 0xff;
    for (name, bytes, word) in [
        ("cut.tar.gz", &bytes[..bytes.len() / 3], "cut off"),
        ("short.tar.gz", &bytes[..bytes.len() - 4], "cut off"),
        ("head.tar.gz", &bytes[..20], "cut off"),
        ("damaged.tar.gz", &damaged, "damaged"),
        ("text.tar.gz", b"soup".as_slice(), ""),
        ("empty.tar.gz", b"".as_slice(), ""),
    ] {
        std::fs::write(program.data_dir().join(name), bytes).expect("a file");
        let output = program.run(&["restore", name, "--data-dir", "new"]);
        refused(&output, &[name, word, "Nothing was restored"]);
        let left = std::fs::read_dir(program.data_dir().join("new")).expect("a directory");
        let left: Vec<_> = left.flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["holder.lock"], "{name}");
    }
    let missing = program.run(&["restore", "nothing.tar.gz", "--data-dir", "new"]);
    refused(&missing, &["is not there"]);
    let database = "postgres://me:secret@127.0.0.1:1/lore";
    for command in ["backup", "restore"] {
        let output = program.run_with(&[command, "whole.tar.gz"], "DATABASE_URL", database);
        refused(&output, &["pg_dump", "pg_restore"]);
    }
}
