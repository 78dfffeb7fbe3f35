//! Options written after a colon, as in `birds:rows=5,cols=5`: what they may be, and how they are read.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use thiserror::Error;

/// An option of a game or a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What is written before the `=`.
    pub name: &'static str,
    /// What may be written after it, and what holds if nothing is.
    pub kind: Kind,
    /// What it does, in one line.
    pub help: &'static str,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Whole {
        /// Where nothing is written.
        default: u64,
        /// The values allowed.
        range: RangeInclusive<u64>,
    },
    /// A number.
    Real {
        /// Where nothing is written.
        default: f64,
        /// The values allowed.
        range: RangeInclusive<f64>,
    },
    /// One of a few words.
    Word {
        /// The words allowed; the first holds where nothing is written.
        words: &'static [&'static str],
    },
    /// A word, or one of some others with a number, as in `swaps-20`.
    Counted {
        /// The word that holds where nothing is written; it has no number.
        word: &'static str,
        /// The words that have one.
        counted: &'static [&'static str],
        /// The largest number.
        most: u64,
    },
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// A whole number.
    Whole(u64),
    /// A number.
    Real(f64),
    /// A word.
    Word(&'static str),
    /// A word with a number.
    Counted(&'static str, u64),
}

/// Text that names no game, or no search of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSpec {
    /// There is no such game or search.
    #[error("there is no {what} '{found}', only {known}")]
    Name {
        /// Whether a game or an algorithm was looked for.
        what: &'static str,
        /// The name.
        found: String,
        /// The names that exist.
        known: String,
    },
    /// An option is not of the form `name=value`.
    #[error("{owner}, option {number}: '{found}' is not of the form name=value")]
    Shape {
        /// The game or search.
        owner: String,
        /// Which option, counted from 1.
        number: usize,
        /// The option as written.
        found: String,
    },
    /// There is no such option.
    #[error("{owner}, option {number}: there is no '{found}', {known}")]
    Option {
        /// The game or search.
        owner: String,
        /// Which option, counted from 1.
        number: usize,
        /// Its name.
        found: String,
        /// What there is instead.
        known: String,
    },
    /// An option is given twice.
    #[error("{owner}, option {number}: '{found}' is given a second time")]
    Twice {
        /// The game or search.
        owner: String,
        /// Which option, counted from 1.
        number: usize,
        /// Its name.
        found: String,
    },
    /// The value is none of those allowed.
    #[error("{owner}, option '{option}': '{found}' is not {expected}")]
    Value {
        /// The game or search.
        owner: String,
        /// The option.
        option: &'static str,
        /// Its value as written.
        found: String,
        /// What could have been written.
        expected: String,
    },
    /// Each option may be right, but not together.
    #[error("{owner}: {problem}")]
    Together {
        /// The game or search.
        owner: String,
        /// Why not.
        problem: String,
    },
}

/// The options of one game or search: a value for each of its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    settings: Vec<(&'static str, Setting)>,
    /// Those that were written, in the order of the parameters.
    written: Vec<&'static str>,
}

/// Options are the same if their values are, written or not.
impl PartialEq for Options {
    fn eq(&self, other: &Options) -> bool {
        self.settings == other.settings
    }
}

impl Options {
    /// Reads what follows the name; `text` is `None` where there is no colon.
    pub(crate) fn read(owner: &str, text: Option<&str>, parameters: &[Parameter]) -> Result<Options, BadSpec> {
        let defaults = parameters.iter().map(|parameter| (parameter.name, parameter.kind.default()));
        let mut settings: Vec<_> = defaults.collect();
        let mut is_written = vec![false; parameters.len()];
        for (number, option) in (1..).zip(text.into_iter().flat_map(|text| text.split(','))) {
            let owner = owner.to_string();
            let Some((name, value)) = option.split_once('=') else {
                return Err(BadSpec::Shape { owner, number, found: option.to_string() });
            };
            let Some(index) = parameters.iter().position(|parameter| parameter.name == name) else {
                let known = match parameters {
                    [] => format!("{owner} has no options"),
                    _ => format!("only {}", list(parameters.iter().map(|parameter| parameter.name))),
                };
                return Err(BadSpec::Option { owner, number, found: name.to_string(), known });
            };
            if std::mem::replace(&mut is_written[index], true) {
                return Err(BadSpec::Twice { owner, number, found: name.to_string() });
            }
            let (option, kind) = (parameters[index].name, &parameters[index].kind);
            let bad = || BadSpec::Value { owner, option, found: value.to_string(), expected: kind.to_string() };
            settings[index].1 = kind.read(value).ok_or_else(bad)?;
        }
        let names = parameters.iter().map(|parameter| parameter.name);
        let written = names.zip(is_written).filter_map(|(name, is_written)| is_written.then_some(name)).collect();
        Ok(Options { settings, written })
    }

    /// Whether a value was written; if not, it is the one that holds then.
    pub(crate) fn is_written(&self, name: &str) -> bool {
        self.written.contains(&name)
    }

    /// Only the options whose values are not those that hold where nothing is written.
    pub(crate) fn without_defaults(&self, parameters: &[Parameter]) -> Options {
        let is_default = |&(name, value): &(&'static str, Setting)| {
            parameters.iter().any(|parameter| parameter.name == name && parameter.kind.default() == value)
        };
        let settings = self.settings.iter().copied().filter(|setting| !is_default(setting)).collect();
        Options { settings, written: self.written.clone() }
    }

    /// The same with another whole number for an option; `None` where there is no such option.
    pub(crate) fn with_whole(&self, name: &str, number: u64) -> Option<Options> {
        let mut options = self.clone();
        let setting =
            options.settings.iter_mut().find(|(other, value)| *other == name && matches!(value, Setting::Whole(_)))?;
        setting.1 = Setting::Whole(number);
        Some(options)
    }

    /// The same with the value that `other` has for an option.
    pub(crate) fn with_setting_of(&self, other: &Options, name: &str) -> Options {
        let mut options = self.clone();
        for (own, value) in &mut options.settings {
            if *own == name {
                *value = other.value(name);
            }
        }
        options
    }

    /// The value of a [`Kind::Whole`].
    pub(crate) fn whole(&self, name: &str) -> u64 {
        match self.value(name) {
            Setting::Whole(number) => number,
            other => panic!("{name} is declared as a whole number, not {other:?}"),
        }
    }

    /// The value of a [`Kind::Real`].
    pub(crate) fn real(&self, name: &str) -> f64 {
        match self.value(name) {
            Setting::Real(number) => number,
            other => panic!("{name} is declared as a number, not {other:?}"),
        }
    }

    /// The value of a [`Kind::Word`].
    pub(crate) fn word(&self, name: &str) -> &'static str {
        match self.value(name) {
            Setting::Word(word) => word,
            other => panic!("{name} is declared as a word, not {other:?}"),
        }
    }

    /// The value of a [`Kind::Counted`]: the word, and its number if it has one.
    pub(crate) fn counted(&self, name: &str) -> (&'static str, Option<u64>) {
        match self.value(name) {
            Setting::Word(word) => (word, None),
            Setting::Counted(word, count) => (word, Some(count)),
            other => panic!("{name} is declared as a word with a number, not {other:?}"),
        }
    }

    fn value(&self, name: &str) -> Setting {
        let setting = self.settings.iter().find(|setting| setting.0 == name);
        setting.expect("only declared parameters are asked for").1
    }
}

impl Display for Options {
    /// All options with their values, `:` first; nothing where there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// The name and what follows its colon.
pub(crate) fn split_name(text: &str) -> (&str, Option<&str>) {
    text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)))
}

/// `a, b and c`.
pub(crate) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    joined(names, "and")
}

/// `a, b or c`.
pub(crate) fn choice<'a>(names: impl Iterator<Item = &'a str>) -> String {
    joined(names, "or")
}

fn joined<'a>(names: impl Iterator<Item = &'a str>, word: &str) -> String {
    let names: Vec<_> = names.collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_string(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

impl Kind {
    /// The value where nothing is written.
    #[must_use]
    pub fn default(&self) -> Setting {
        match self {
            Kind::Whole { default, .. } => Setting::Whole(*default),
            Kind::Real { default, .. } => Setting::Real(*default),
            Kind::Word { words } => Setting::Word(words[0]),
            Kind::Counted { word, .. } => Setting::Word(word),
        }
    }

    fn read(&self, text: &str) -> Option<Setting> {
        match self {
            Kind::Whole { range, .. } => {
                let is_plain = text.bytes().all(|digit| digit.is_ascii_digit());
                let number = text.parse().ok().filter(|number| is_plain && range.contains(number));
                number.map(Setting::Whole)
            }
            // Adding zero turns -0 into 0, which is written without a sign.
            Kind::Real { range, .. } => {
                text.parse().ok().filter(|number| range.contains(number)).map(|number: f64| Setting::Real(number + 0.0))
            }
            Kind::Word { words } => words.iter().find(|word| **word == text).map(|word| Setting::Word(word)),
            Kind::Counted { word, .. } if text == *word => Some(Setting::Word(word)),
            Kind::Counted { counted, most, .. } => {
                let (name, count) = text.split_once('-')?;
                let word = counted.iter().find(|word| **word == name)?;
                let is_plain = !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit());
                let count = count.parse().ok().filter(|count| is_plain && count <= most)?;
                Some(Setting::Counted(word, count))
            }
        }
    }
}

impl Display for Kind {
    /// What may be written, as in `a whole number from 1 to 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Whole { range, .. } => write!(f, "a whole number from {} to {}", range.start(), range.end()),
            Kind::Real { range, .. } => write!(f, "a number from {} to {}", range.start(), range.end()),
            Kind::Word { words } => f.write_str(&choice(words.iter().copied())),
            Kind::Counted { word, counted, most } => {
                let counted: Vec<_> = counted.iter().map(|word| format!("{word}-N")).collect();
                let words = [*word].into_iter().chain(counted.iter().map(String::as_str));
                write!(f, "{}, with N from 0 to {most}", choice(words))
            }
        }
    }
}

impl Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Whole(number) => write!(f, "{number}"),
            Setting::Real(number) => write!(f, "{number}"),
            Setting::Word(word) => f.write_str(word),
            Setting::Counted(word, count) => write!(f, "{word}-{count}"),
        }
    }
}
