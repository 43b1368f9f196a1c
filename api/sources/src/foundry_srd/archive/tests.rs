use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use tar::{Builder, EntryType, Header};

const OWL: &str = "_key: '!items!owl'\nname: Owl Call\ntype: spell\nsystem:\n  source:\n    license: CC-BY-4.0\n";

/// An archive with these files; a path with `->` is a link.
fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (path, text) in files {
        let mut header = Header::new_gnu();
        header.set_mode(0o644);
        header.set_size(text.len() as u64);
        if let Some((path, target)) = path.split_once("->") {
            header.set_entry_type(EntryType::Symlink);
            header.set_size(0);
            archive.append_link(&mut header, path, target).unwrap();
        } else {
            // Names that the writer would refuse.
            let name = path.as_bytes();
            header.as_old_mut().name[..name.len()].copy_from_slice(name);
            header.set_cksum();
            archive.append(&header, text.as_bytes()).unwrap();
        }
    }
    archive.into_inner().unwrap().finish().unwrap()
}

fn read(bytes: &[u8]) -> Result<Packs, ArchiveError> {
    super::read(bytes, &mut Allowance::default(), || {})
}

fn keys(packs: &Packs) -> Vec<&str> {
    let records = packs.records.endpoint(ENDPOINT).iter();
    records.map(|record| record.key.as_str()).collect()
}

#[test]
fn open_documents_of_packs_are_read() {
    let closed = OWL.replace("CC-BY-4.0", "All rights reserved");
    let bytes = packed(&[
        ("d/lang/en.json", "{}"),
        ("d/packs/_source/spells/2nd/hoot.yml", OWL),
        ("d/packs/_source/spells/1st/owl.yml", OWL),
        ("d/packs/_source/spells/closed.yml", &closed),
        ("d/packs/_source/spells/torn.yml", "name: [owl"),
        ("d/packs/_source/spells/_folder.yml", "_key: '!folders!a'"),
        ("d/packs/_source/monsterfeatures/claw.yml", OWL),
        ("d/packs/_source/../../evil.yml", OWL),
        ("/d/packs/_source/spells/evil.yml", OWL),
        ("d/packs/_source/spells/link.yml->/etc/passwd", ""),
        ("d/packs/spells.db", OWL),
        ("d/tokens/owl.png", "picture"),
        ("d/packs/_source/spells/late.yml", OWL),
    ]);
    let packs = read(&bytes).unwrap();
    assert_eq!(keys(&packs), ["spells/1st/owl", "spells/2nd/hoot"]);
    assert_eq!(packs.unmarked, 1);
    assert_eq!(packs.unread.len(), 1);
    assert_eq!(packs.unread[0].0, "spells/torn");
    let only =
        packed(&[("other/packs/_source/spells/1st/owl.yml", OWL), ("other/packs/_source/spells/2nd/hoot.yml", OWL)]);
    assert_eq!(read(&only).unwrap().content, packs.content, "the content is verified, not the archive");
    let changed = packed(&[("d/packs/_source/spells/1st/owl.yml", &OWL.replace("Call", "Cry"))]);
    assert_ne!(read(&changed).unwrap().content, packs.content);
}

#[test]
fn other_archives_are_refused() {
    let bytes = packed(&[("d/packs/_source/spells/owl.yml", OWL)]);
    for (bytes, expected) in [
        (packed(&[("d/README.md", "Owls.")]), ArchiveError::NoPacks),
        (packed(&[]), ArchiveError::NoPacks),
        (bytes[..bytes.len() / 2].to_vec(), ArchiveError::Damaged),
        (b"\x1f\x8bnothing".to_vec(), ArchiveError::Damaged),
    ] {
        assert_eq!(read(&bytes).unwrap_err(), expected);
    }
}

#[test]
fn there_are_limits() {
    let bytes = packed(&[("d/packs/_source/spells/a.yml", OWL), ("d/packs/_source/spells/b.yml", OWL)]);
    let limits: [fn(&mut Allowance); 3] = [
        |allowance| allowance.bytes = OWL.len() as u64,
        |allowance| allowance.entries = 1,
        |allowance| allowance.values = 12,
    ];
    for limit in limits {
        let mut allowance = Allowance::default();
        limit(&mut allowance);
        let read = super::read(bytes.as_slice(), &mut allowance, || {});
        assert_eq!(read.unwrap_err(), ArchiveError::TooLarge);
    }
}

#[test]
fn a_bomb_does_not_go_off() {
    let mut stream = GzEncoder::new(Vec::new(), Compression::fast());
    let mut header = Header::new_gnu();
    header.set_path("d/icons/bomb.svg").unwrap();
    header.set_size(1 << 40);
    header.set_cksum();
    stream.write_all(header.as_bytes()).unwrap();
    stream.write_all(&vec![0; 2 << 20]).unwrap();
    let bomb = stream.finish().unwrap();
    assert!(bomb.len() < 64 << 10);
    let read = read_up_to(1 << 20, bomb.as_slice(), &mut Allowance::default(), || {});
    assert_eq!(read.unwrap_err(), ArchiveError::TooLarge);
}
