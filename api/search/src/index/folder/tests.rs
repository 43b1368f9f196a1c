//! Parts that are whole, damaged, of another store, and of another process.

use super::*;

fn words(revision: &str) -> Contents {
    Contents::Words { revision: revision.to_owned(), recipe: 1 }
}

fn files(text: &str) -> Files {
    let mut files = Files::default();
    files.insert("text", text.as_bytes().to_vec());
    files
}

/// Writes a part, and gives where it is.
fn write(folder: &IndexFolder, contents: Contents, text: &str) -> PathBuf {
    let kind = kind(&contents);
    let writer = folder.writer().unwrap();
    folder.write(&writer, &files(text), contents).unwrap();
    let mut dirs = folder.folders(kind);
    let dir = dirs.next().unwrap();
    assert!(dirs.next().is_none());
    dir
}

fn text(folder: &IndexFolder, contents: &Contents) -> Option<String> {
    let files = folder.find(contents)?;
    let bytes = files.bytes("text").unwrap();
    Some(String::from_utf8(bytes.to_vec()).unwrap())
}

#[test]
fn a_part_is_found_by_what_it_is_of() {
    let data = tempfile::tempdir().unwrap();
    let folder = IndexFolder::open(data.path(), "pond").unwrap();
    assert!(folder.find(&words("1")).is_none());
    let first = write(&folder, words("1"), "frog");
    let vectors = Contents::Vectors { model: "m".to_owned(), dimension: 3 };
    write(&folder, vectors.clone(), "numbers");
    assert_eq!(text(&folder, &words("1")).as_deref(), Some("frog"));
    assert!(folder.find(&words("2")).is_none());
    // A later revision takes its place; vectors stay.
    write(&folder, words("2"), "toad");
    assert!(!first.exists() && folder.find(&words("1")).is_none());
    assert!(folder.find(&words("2")).is_some() && folder.find(&vectors).is_some());
    // Put beside another store's, it is not taken for that store's.
    let other = IndexFolder::open(data.path(), "lake").unwrap();
    let copied = folder.folders("words-").next().unwrap();
    let target = other.dir.join("words-copied");
    std::fs::create_dir(&target).unwrap();
    for name in ["text", MANIFEST] {
        std::fs::copy(copied.join(name), target.join(name)).unwrap();
    }
    assert!(other.find(&words("2")).is_none());
}

#[test]
fn a_damaged_part_is_not_found_and_is_replaced() {
    let damages: [fn(&Path); 6] = [
        |dir| std::fs::write(dir.join("text"), "frig").unwrap(),
        |dir| std::fs::write(dir.join("text"), "").unwrap(),
        |dir| std::fs::remove_file(dir.join("text")).unwrap(),
        |dir| std::fs::write(dir.join("more"), "").unwrap(),
        |dir| std::fs::write(dir.join(MANIFEST), "{").unwrap(),
        |dir| std::fs::remove_file(dir.join(MANIFEST)).unwrap(),
    ];
    for damage in damages {
        let data = tempfile::tempdir().unwrap();
        let folder = IndexFolder::open(data.path(), "pond").unwrap();
        let dir = write(&folder, words("1"), "frog");
        damage(&dir);
        assert!(folder.find(&words("1")).is_none());
        write(&folder, words("1"), "frog");
        assert!(folder.find(&words("1")).is_some() && !dir.exists());
    }
}

#[test]
fn one_writes_at_a_time_and_spares_what_others_write() {
    let data = tempfile::tempdir().unwrap();
    let folder = IndexFolder::open(data.path(), "pond").unwrap();
    let writer = folder.writer().unwrap();
    assert!(folder.writer().is_none());
    let of_another = folder.dir.join(format!("{UNFINISHED}pike"));
    let abandoned = folder.dir.join(format!("{UNFINISHED}perch"));
    for dir in [&of_another, &abandoned] {
        std::fs::create_dir(dir).unwrap();
    }
    drop(writer);
    write(&folder, words("1"), "frog");
    assert!(of_another.exists() && abandoned.exists());
    // What a process left behind long ago goes.
    let long_ago = std::time::SystemTime::now() - UNFINISHED_KEPT * 2;
    File::open(&abandoned).unwrap().set_modified(long_ago).unwrap();
    write(&folder, words("2"), "toad");
    assert!(of_another.exists() && !abandoned.exists());
}

#[cfg(unix)]
#[test]
fn other_users_cannot_enter_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().unwrap();
    let index = data.path().join("search-index");
    std::fs::create_dir(&index).unwrap();
    std::fs::set_permissions(&index, std::fs::Permissions::from_mode(0o755)).unwrap();
    let folder = IndexFolder::open(data.path(), "pond").unwrap();
    for dir in [&index, &folder.dir] {
        let mode = std::fs::metadata(dir).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", dir.display());
    }
}
