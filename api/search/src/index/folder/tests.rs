//! Parts that are whole, damaged, of another store, and of another process.

use super::*;

fn words(revision: &str) -> Contents {
    Contents::Words {
        revision: revision.to_owned(),
        recipe: 1,
    }
}

fn seal(folder: &IndexFolder, contents: Contents, text: &str) -> PathBuf {
    let writer = folder.writer().unwrap();
    let unfinished = folder.unfinished().unwrap();
    std::fs::write(unfinished.path().join("text"), text).unwrap();
    let part = folder.seal(&writer, unfinished, contents).unwrap();
    part.dir().to_owned()
}

#[test]
fn a_part_is_found_by_what_it_is_of() {
    let data = tempfile::tempdir().unwrap();
    let folder = IndexFolder::open(data.path(), "pond").unwrap();
    assert!(folder.find(&words("1")).is_none());
    let first = seal(&folder, words("1"), "frog");
    let vectors = Contents::Vectors {
        model: "m".to_owned(),
        dimension: 3,
    };
    seal(&folder, vectors.clone(), "numbers");
    let found = folder.find(&words("1")).unwrap();
    assert_eq!(found.dir(), first);
    assert!(folder.find(&words("2")).is_none());
    // A later revision takes its place; vectors stay.
    seal(&folder, words("2"), "toad");
    assert!(!first.exists() && folder.find(&words("1")).is_none());
    assert!(folder.find(&words("2")).is_some() && folder.find(&vectors).is_some());
    // Put beside another store's, it is not taken for that store's.
    let other = IndexFolder::open(data.path(), "lake").unwrap();
    let copied = folder.find(&words("2")).unwrap();
    let target = other.dir.join("words-copied");
    std::fs::create_dir(&target).unwrap();
    for name in ["text", MANIFEST] {
        std::fs::copy(copied.dir().join(name), target.join(name)).unwrap();
    }
    assert!(other.find(&words("2")).is_none());
}

#[test]
fn a_damaged_part_is_not_found_and_is_replaced() {
    let damages: [fn(&Path); 5] = [
        |dir| std::fs::write(dir.join("text"), "frig").unwrap(),
        |dir| std::fs::write(dir.join("text"), "").unwrap(),
        |dir| std::fs::remove_file(dir.join("text")).unwrap(),
        |dir| std::fs::write(dir.join(MANIFEST), "{").unwrap(),
        |dir| std::fs::remove_file(dir.join(MANIFEST)).unwrap(),
    ];
    for damage in damages {
        let data = tempfile::tempdir().unwrap();
        let folder = IndexFolder::open(data.path(), "pond").unwrap();
        let dir = seal(&folder, words("1"), "frog");
        damage(&dir);
        assert!(folder.find(&words("1")).is_none());
        seal(&folder, words("1"), "frog");
        assert!(folder.find(&words("1")).is_some() && !dir.exists());
    }
}

#[test]
fn one_writes_at_a_time_and_spares_what_others_write() {
    let data = tempfile::tempdir().unwrap();
    let folder = IndexFolder::open(data.path(), "pond").unwrap();
    let writer = folder.writer().unwrap();
    assert!(folder.writer().is_none());
    let of_another = folder.unfinished().unwrap();
    drop(writer);
    seal(&folder, words("1"), "frog");
    assert!(of_another.path().exists());
    // What a process left behind long ago goes.
    let abandoned = folder.unfinished().unwrap().keep();
    let long_ago = std::time::SystemTime::now() - UNFINISHED_KEPT * 2;
    File::open(&abandoned)
        .unwrap()
        .set_modified(long_ago)
        .unwrap();
    seal(&folder, words("2"), "toad");
    assert!(of_another.path().exists() && !abandoned.exists());
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
