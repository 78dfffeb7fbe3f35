//! Files that appear whole or not at all, and locks on them.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

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

/// Gives a folder its name, which may be that of an empty folder.
///
/// # Errors
/// If that cannot be done; the message names both.
pub(crate) fn rename_folder(from: &Path, to: &Path) -> Result<()> {
    let rename = || fs::rename(from, to).and_then(|()| sync_folder_of(to));
    rename().with_context(|| format!("cannot rename {} to {}", from.display(), to.display()))
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

/// Who looks at a lock holds it for a moment, so whoever wants it asks this often before believing that it is held.
const TRIES: usize = 10;

/// The time between two of those.
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// What a look at a lock tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Nobody holds it.
    Free,
    /// Somebody does.
    Held,
    /// The file system has no locks.
    Untold,
}

/// A file or a folder that one process holds at a time, as far as others ask.
///
/// Some network file systems have no locks, and outside Unix folders have none. There everybody is let in: files still
/// appear whole, whoever writes them.
#[derive(Debug)]
pub(crate) struct Lock {
    /// What is locked, if it could be.
    file: Option<File>,
}

impl Lock {
    /// Waits until nobody else holds the file, and makes it if there is none.
    ///
    /// # Errors
    /// If that cannot be done; the message names the path.
    pub(crate) fn wait(path: &Path) -> Result<Lock> {
        Self::wait_for(make(path)?, path)
    }

    /// The same for a folder, which must be there.
    ///
    /// # Errors
    /// As [`Lock::wait`].
    pub(crate) fn wait_for_folder(path: &Path) -> Result<Lock> {
        if !cfg!(unix) {
            return Ok(Lock { file: None });
        }
        Self::wait_for(File::open(path).with_context(|| cannot_lock(path))?, path)
    }

    fn wait_for(file: File, path: &Path) -> Result<Lock> {
        match file.lock() {
            Ok(()) => Ok(Lock { file: Some(file) }),
            Err(error) if error.kind() == ErrorKind::Unsupported => Ok(Lock { file: None }),
            Err(error) => Err(error).with_context(|| cannot_lock(path)),
        }
    }

    /// Takes the file, made if there is none, unless somebody else holds it.
    ///
    /// # Errors
    /// As [`Lock::wait`].
    pub(crate) fn now(path: &Path) -> Result<Option<Lock>> {
        let file = make(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { file: Some(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Some(Lock { file: None })),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| cannot_lock(path)),
        }
    }

    /// The same, but somebody who only looks does not count.
    ///
    /// # Errors
    /// As [`Lock::wait`].
    pub(crate) fn soon(path: &Path) -> Result<Option<Lock>> {
        for _ in 1..TRIES {
            if let Some(lock) = Lock::now(path)? {
                return Ok(Some(lock));
            }
            thread::sleep(BETWEEN_TRIES);
        }
        Lock::now(path)
    }

    /// Whether somebody holds a file, which must be there. The lock is shared, so those who look do not see each other,
    /// and it is given back at once.
    ///
    /// # Errors
    /// If it cannot be told; the message names the path.
    pub(crate) fn look(path: &Path) -> Result<Hold> {
        let file = File::open(path).with_context(|| cannot_lock(path))?;
        match file.try_lock_shared() {
            Ok(()) => {
                drop(Lock { file: Some(file) });
                Ok(Hold::Free)
            }
            Err(TryLockError::WouldBlock) => Ok(Hold::Held),
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Hold::Untold),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| cannot_lock(path)),
        }
    }
}

impl Drop for Lock {
    /// Closing the file would not do: a process that is being started holds a copy of it for a moment.
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            // If this fails, the file is closed all the same, which gives the lock back a little later.
            let _ = file.unlock();
        }
    }
}

fn make(path: &Path) -> Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}

fn cannot_lock(path: &Path) -> String {
    format!("cannot lock {}", path.display())
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
    /// What a process between fork and exec has: the same open file under another number.
    fn copy(lock: &Lock) -> File {
        lock.file.as_ref().expect("a file system with locks").try_clone().expect("a free descriptor")
    }

    #[test]
    fn a_lock_is_given_back_though_a_copy_of_its_file_is_open() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.lock");
        let now = || Lock::now(&path).expect("a writable folder");
        let lock = now().expect("nobody holds it");
        assert!(now().is_none(), "it is held");
        let _copy = copy(&lock);
        drop(lock);
        let lock = now().expect("it was given back");
        drop(lock);
        let lock = Lock::wait(&path).expect("a writable folder");
        assert!(now().is_none(), "it is held again");
        let _copy = copy(&lock);
        drop(lock);
        assert!(now().is_some(), "and given back again");
    }

    #[test]
    fn a_look_tells_who_holds_a_lock_and_holds_nobody_up() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.lock");
        let seen = || Lock::look(&path).expect("the file is there");
        let lock = Lock::now(&path).expect("a writable folder").expect("nobody holds it");
        assert_eq!(seen(), Hold::Held);
        drop(lock);
        assert_eq!(seen(), Hold::Free);
        // Somebody looks, and takes longer than anybody should.
        let looking = File::open(&path).expect("the file");
        looking.try_lock_shared().expect("nobody holds it");
        assert_eq!(seen(), Hold::Free, "two may look at the same time");
        assert!(Lock::now(&path).expect("a writable folder").is_none());
        let soon = thread::scope(|scope| {
            let soon = scope.spawn(|| Lock::soon(&path));
            thread::sleep(2 * BETWEEN_TRIES);
            looking.unlock().expect("a file system with locks");
            soon.join().expect("no panic").expect("a writable folder")
        });
        assert!(soon.is_some(), "it was only looked at");
        assert!(Lock::soon(&path).expect("a writable folder").is_none(), "now it is held");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_locked_and_given_back() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let is_free = || File::open(folder.path()).expect("the folder").try_lock().is_ok();
        let lock = Lock::wait_for_folder(folder.path()).expect("the folder");
        assert!(!is_free());
        let _copy = copy(&lock);
        drop(lock);
        assert!(is_free());
        let missing = Lock::wait_for_folder(&folder.path().join("none")).expect_err("there is no such folder");
        assert!(missing.to_string().starts_with("cannot lock "), "{missing}");
    }
}
