//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// What the name of a file ends in while it is being written.
pub const TEMPORARY: &str = "tmp";

/// Writes a file under a temporary name in the same folder, sees it on the disk, then gives it its name. Whoever
/// opens the path finds the old file or the new one, even after a crash.
///
/// # Errors
/// If it cannot be written; the message names the path, and the temporary file is gone.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let temporary = temporary(path, &std::process::id().to_string());
    write_through(&temporary, path, bytes)
}

/// The same, by way of a temporary name of the caller's choice.
///
/// # Errors
/// As [`write_atomically`].
pub fn write_through(temporary: &Path, path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || {
        let mut file = File::create(temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(temporary, path)?;
        sync_folder_of(path)
    };
    write().map_err(|error: std::io::Error| {
        // If this fails, too, there is nothing more to say than the first error.
        let _ = fs::remove_file(temporary);
        anyhow::Error::new(error).context(format!("cannot write {}", path.display()))
    })
}

/// The name that a file has while it is being written: hidden, and ending in the owner and [`TEMPORARY`].
#[must_use]
pub fn temporary(path: &Path, owner: &str) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{owner}.{TEMPORARY}"))
}

/// Makes a rename last: a folder is a file, too, and its new entry may otherwise be lost with the power.
fn sync_folder_of(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Keeps other processes out of a folder, as far as they ask, until what is returned is dropped.
///
/// # Errors
/// If that cannot be done; the message names the path.
pub(crate) fn lock_folder(path: &Path) -> Result<Option<File>> {
    // Elsewhere folders cannot be opened, and some network file systems have no locks.
    if !cfg!(unix) {
        return Ok(None);
    }
    let cannot = || format!("cannot lock {}", path.display());
    let folder = File::open(path).with_context(cannot)?;
    match folder.lock() {
        Ok(()) => Ok(Some(folder)),
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(None),
        Err(error) => Err(error).with_context(cannot),
    }
}

/// Makes a folder and those above it.
///
/// # Errors
/// If that cannot be done; the message names the path.
pub fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_no_temporary_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.json");
        for text in ["one", "two"] {
            write_atomically(&path, text.as_bytes()).expect("a writable folder");
            assert_eq!(fs::read_to_string(&path).expect("the file"), text);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }

    #[test]
    fn a_failure_names_the_path() {
        let error = write_atomically(Path::new("/dev/null/a.json"), b"").expect_err("/dev/null is no folder");
        assert_eq!(error.to_string(), "cannot write /dev/null/a.json");
    }
}
