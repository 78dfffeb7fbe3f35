//! The records of a run as JSON lines, written as they come, so that a run that was ended can go on.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Number, Value};

use super::Experiment;
use super::run::Record;
use crate::files;

/// A folder with the records of one run: `spec.toml` says of what, `run.txt` all that they depend on, `records.jsonl` holds
/// the records, `part.jsonl` those of a run that has not come to its end, `learned.json` what was learned.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    /// Kept while we are at work, so that nobody else is.
    _lock: files::Lock,
}

/// The file of records while there may be more.
const PART: &str = "part.jsonl";
/// The file of what was learned.
const LEARNED: &str = "learned.json";
/// The file of all that the records depend on.
const IDENTITY: &str = "run.txt";
/// The file of all records.
const WHOLE: &str = "records.jsonl";

impl Journal {
    /// Opens the folder of an experiment, makes it if it is new, and forgets what is in it if `is_fresh`.
    ///
    /// # Errors
    /// If it cannot be written, another process is at work in it, or it holds records of another spec.
    pub fn open(folder: &Path, experiment: &Experiment, is_fresh: bool) -> Result<Journal> {
        files::make_folder(folder)?;
        let Some(lock) = files::Lock::now(&folder.join(".lock"))? else {
            bail!("another process is at work in {}", folder.display());
        };
        let journal = Journal { folder: folder.to_path_buf(), _lock: lock };
        let path = folder.join(IDENTITY);
        let identity = experiment.identity();
        let known = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        match known {
            Some(known) if !is_fresh && known != identity => {
                let mut lines = known.lines().zip(identity.lines());
                let (old, new) = lines.find(|(old, new)| old != new).unwrap_or(("fewer algorithms", "more"));
                bail!(
                    "{} holds records of another run (`{old}`, now `{new}`): say --fresh to measure anew, or --out for another folder",
                    folder.display()
                );
            }
            Some(_) if !is_fresh => {}
            _ => journal.clear(&identity)?,
        }
        files::write_atomically(&folder.join("spec.toml"), experiment.source.as_bytes())?;
        Ok(journal)
    }

    fn clear(&self, identity: &str) -> Result<()> {
        for name in [PART, WHOLE, LEARNED] {
            let path = self.folder.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
                _ => {}
            }
        }
        files::write_atomically(&self.folder.join(IDENTITY), identity.as_bytes())
    }

    /// Keeps what was learned.
    pub(super) fn keep_learned(&self, learned: &[(usize, String)]) -> Result<()> {
        files::write_atomically(
            &self.folder.join(LEARNED),
            serde_json::to_string(learned).expect("numbers and text are JSON").as_bytes(),
        )
    }

    /// What was learned when all was measured.
    pub(super) fn learned(&self) -> Result<Vec<(usize, String)>> {
        let path = self.folder.join(LEARNED);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))
    }

    /// The records that are there already, and a pen for more. A last line that was cut short is forgotten.
    ///
    /// # Errors
    /// If a line is not a record, with its number.
    pub(super) fn records(&self, names: &Names<'_>) -> Result<(Vec<Record>, Pen)> {
        let whole = self.folder.join(WHOLE);
        let is_whole = whole.exists();
        let path = if is_whole { whole } else { self.folder.join(PART) };
        let cannot = || format!("cannot write {}", path.display());
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).with_context(cannot)?;
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        let read = |(index, line): (usize, &str)| {
            names.read(line).with_context(|| format!("{}, line {}", path.display(), index + 1))
        };
        let records = text[..end].lines().enumerate().map(read).collect::<Result<Vec<_>>>()?;
        let ends = text[..end]
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(place, _)| place as u64 + 1)
            .collect();
        file.seek(SeekFrom::Start(end as u64)).with_context(cannot)?;
        Ok((records, Pen { file, path, folder: self.folder.clone(), ends, is_whole }))
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Writes records.
#[derive(Debug)]
pub(super) struct Pen {
    file: File,
    path: PathBuf,
    folder: PathBuf,
    /// Where each line ends that was there.
    ends: Vec<u64>,
    is_whole: bool,
}

impl Pen {
    /// Forgets all but the first records.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn keep(&mut self, records: usize) -> Result<()> {
        let end = records.checked_sub(1).map_or(0, |last| self.ends[last]);
        let cut = || {
            self.file.set_len(end)?;
            (&self.file).seek(SeekFrom::Start(end))
        };
        cut().map(drop).with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Adds records.
    ///
    /// # Errors
    /// If the file cannot be written, as when the disk is full; what was written before is kept.
    pub(super) fn write(&mut self, records: &[Record], names: &Names<'_>) -> Result<()> {
        let text: String = records.iter().map(|record| names.line(record) + "\n").collect();
        self.file.write_all(text.as_bytes()).with_context(|| {
            format!(
                "cannot write {}: what was measured before is kept, and the same command goes on",
                self.path.display()
            )
        })
    }

    /// Says that all records are there.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn finish(self) -> Result<()> {
        let finish = || {
            self.file.sync_all()?;
            if self.is_whole { Ok(()) } else { fs::rename(&self.path, self.folder.join(WHOLE)) }
        };
        finish().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The words of records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'a> {
    pub(super) experiment: &'a Experiment,
    pub(super) metrics: &'a [&'a str],
}

impl Names<'_> {
    /// A record as JSON on one line.
    fn line(&self, record: &Record) -> String {
        let mut object = Map::new();
        object.insert("part".to_string(), self.experiment.parts[record.part].name.clone().into());
        object.insert("seed".to_string(), record.seed.into());
        object.insert("deals".to_string(), record.deals.into());
        object.insert("algorithm".to_string(), record.algorithm.into());
        object.insert("with".to_string(), self.experiment.algorithms[record.algorithm].with.clone().into());
        for (metric, number) in self.metrics.iter().zip(&record.numbers) {
            object.insert((*metric).to_string(), json(*number));
        }
        Value::Object(object).to_string()
    }

    fn read(&self, line: &str) -> Result<Record> {
        let value: Value = serde_json::from_str(line).context("it is not JSON")?;
        let whole = |key: &str| {
            value.get(key).and_then(Value::as_u64).with_context(|| format!("there is no whole number '{key}'"))
        };
        let name = value.get("part").and_then(Value::as_str).context("there is no text 'part'")?;
        let part = self.experiment.parts.iter().position(|part| part.name == name);
        let algorithm = usize::try_from(whole("algorithm")?)?;
        let with = value.get("with").and_then(Value::as_str).context("there is no text 'with'")?;
        if self.experiment.algorithms.get(algorithm).is_none_or(|known| known.with != with) {
            bail!("algorithm {algorithm} is not {with}");
        }
        let numbers = self.metrics.iter().map(|metric| {
            value.get(metric).and_then(Value::as_f64).with_context(|| format!("there is no number '{metric}'"))
        });
        Ok(Record {
            part: part.with_context(|| format!("there is no part '{name}'"))?,
            seed: whole("seed")?,
            deals: whole("deals")?,
            algorithm,
            numbers: numbers.collect::<Result<_>>()?,
        })
    }
}

/// Whole numbers without a point.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be whole and small")]
fn json(number: f64) -> Value {
    if number >= 0.0 && number.fract() == 0.0 && number < 9e15 {
        (number as u64).into()
    } else {
        Number::from_f64(number).map_or(Value::Null, Value::Number)
    }
}
