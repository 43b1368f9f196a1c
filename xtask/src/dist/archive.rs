//! The archive: the tree with both programs, as `.tar.gz`.

use super::release::Release;
use super::tree::strip;
use crate::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::path::{Path, PathBuf};
use tar::{Builder, HeaderMode};

/// Makes the archive. Two of the same tree are the same to the byte.
pub fn make(release: &Release, tree: &Path, adapter: Option<&Path>, out: &Path) -> Result<()> {
    let stem = release.stem(release.platform);
    let path = out.join(format!("{stem}.tar.gz"));
    let mut archive = Builder::new(GzEncoder::new(File::create(path)?, Compression::best()));
    archive.mode(HeaderMode::Deterministic);
    for file in files(tree)? {
        let name = Path::new(&stem).join(file.strip_prefix(tree)?);
        archive.append_path_with_name(&file, name)?;
    }
    if let Some(adapter) = adapter {
        let copy = tempfile::tempdir()?;
        let name = release.platform.executable("lorekeeper-mcp");
        let program = copy.path().join(&name);
        std::fs::copy(adapter, &program)?;
        strip(release, &program)?;
        archive.append_path_with_name(&program, Path::new(&stem).join("bin").join(name))?;
    }
    archive.into_inner()?.finish()?;
    Ok(())
}

/// The files below a folder, in the order of their paths.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
