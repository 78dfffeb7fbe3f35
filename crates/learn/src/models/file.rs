//! Models in files: text that a person can read and compare, with a version, an end to each model, and errors that name
//! the line.
//!
//! ```text
//! kibitzer models 1
//! # a line that begins with # says nothing
//! model lr logistic
//! bias -2.5
//! weight moves 0.25
//! weight pairs -0.125
//! end
//! model board boosted 1
//! columns moves pairs
//! bias 0.5
//! tree 0<3.5 -1 1.5
//! end
//! ```
//!
//! A tree of depth d lists its 2^d - 1 questions, `column<threshold`, or `-` where nothing is asked and all go left, and
//! then its 2^d leaves. Numbers are written so that they read back exactly.

use std::fmt::{self, Display};

use thiserror::Error;

use super::{Boosted, Linear, Logistic, Split};

const FIRST_LINE: &str = "kibitzer models 1";
const DEEPEST: u32 = 12;

/// Models with names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    models: Vec<Named>,
}

#[derive(Clone, Debug, PartialEq)]
struct Named {
    name: String,
    columns: Vec<String>,
    model: Model,
}

/// A model of a kind that can be kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// A weighted sum.
    Linear(Linear),
    /// Odds by a weighted sum.
    Logistic(Logistic),
    /// Boosted trees.
    Boosted(Boosted),
}

/// A file that does not hold models, or not the one that was wanted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}, line {line}: {problem}")]
pub struct BadModel {
    /// The name that the file was given.
    pub file: String,
    /// The line, counted from 1; one past the last if the file ends too early.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Another version, or no models at all.
    #[error("expected `{FIRST_LINE}`, found `{0}`")]
    Version(String),
    /// The file is cut short.
    #[error("the file ends within a model")]
    CutShort,
    /// A word that is not expected here.
    #[error("expected {expected}, found `{found}`")]
    Unexpected {
        /// What could stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A number that is none, or not finite.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A tree with too few or too many parts.
    #[error("a tree of depth {depth} has {expected} parts, not {found}")]
    TreeSize {
        /// The depth that the model has.
        depth: u32,
        /// The questions and leaves it should have.
        expected: usize,
        /// Those it has.
        found: usize,
    },
    /// A question about a column that the model does not have.
    #[error("there is no column {0}")]
    NoColumn(u32),
    /// Two models of one name.
    #[error("there are two models called `{0}`")]
    Twice(String),
}

impl Library {
    /// Adds a model. The columns are the names of its features, in their order.
    ///
    /// # Panics
    /// If a name is empty, has spaces or is taken, or the model does not have that many columns.
    pub fn insert(&mut self, name: &str, columns: Vec<String>, model: Model) {
        let is_word = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
        assert!(is_word(name) && columns.iter().all(|column| is_word(column)), "names are words");
        assert!(self.models.iter().all(|other| other.name != name), "{name} is taken");
        let width = match &model {
            Model::Linear(linear) | Model::Logistic(Logistic(linear)) => linear.weights.len(),
            Model::Boosted(_) => columns.len(),
        };
        assert_eq!(width, columns.len(), "{name} has one name for each column");
        self.models.push(Named { name: name.to_string(), columns, model });
    }

    /// The model of this name, if it is there and reads exactly these columns.
    #[must_use]
    pub fn get(&self, name: &str, columns: &[String]) -> Option<&Model> {
        self.models.iter().find(|model| model.name == name && model.columns == columns).map(|model| &model.model)
    }

    /// The names of all models.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.models.iter().map(|model| model.name.as_str())
    }

    /// Reads models; `file` is what errors call the text.
    ///
    /// # Errors
    /// If the text is not what [`Library`] writes, with the first line that is wrong.
    pub fn read(file: &str, text: &str) -> Result<Self, BadModel> {
        let mut reader = Reader { lines: text.lines().enumerate(), line: 0 };
        reader.library().map_err(|problem| BadModel { file: file.to_string(), line: reader.line, problem })
    }
}

struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The line at hand, counted from 1.
    line: usize,
}

impl<'a> Reader<'a> {
    /// The next line that says something, as words.
    fn next(&mut self) -> Option<(&'a str, Vec<&'a str>)> {
        loop {
            let Some((index, line)) = self.lines.next() else {
                self.line += 1;
                return None;
            };
            self.line = index + 1;
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.first().is_some_and(|word| !word.starts_with('#')) {
                return Some((line, words));
            }
        }
    }

    fn library(&mut self) -> Result<Library, Problem> {
        match self.next() {
            Some((line, _)) if line.trim_end() == FIRST_LINE => {}
            Some((line, _)) => return Err(Problem::Version(line.to_string())),
            None => return Err(Problem::Version(String::new())),
        }
        let mut library = Library::default();
        while let Some((line, words)) = self.next() {
            let unexpected = || Problem::Unexpected {
                expected: "`model NAME linear`, `model NAME logistic` or `model NAME boosted DEPTH`",
                found: line.to_string(),
            };
            let &[word, name, kind, ref depth @ ..] = words.as_slice() else { return Err(unexpected()) };
            if library.names().any(|other| other == name) {
                return Err(Problem::Twice(name.to_string()));
            }
            let (columns, model) = match (word, kind, depth) {
                ("model", "linear", []) => self.linear().map(|(columns, sum)| (columns, Model::Linear(sum)))?,
                ("model", "logistic", []) => {
                    self.linear().map(|(columns, sum)| (columns, Model::Logistic(Logistic(sum))))?
                }
                ("model", "boosted", [depth]) => match depth.parse() {
                    Ok(depth @ 1..=DEEPEST) => self.boosted(depth)?,
                    _ => return Err(unexpected()),
                },
                _ => return Err(unexpected()),
            };
            library.models.push(Named { name: name.to_string(), columns, model });
        }
        Ok(library)
    }

    fn linear(&mut self) -> Result<(Vec<String>, Linear), Problem> {
        let bias = self.bias()?;
        let (mut columns, mut weights) = (Vec::new(), Vec::new());
        loop {
            let (line, words) = self.next().ok_or(Problem::CutShort)?;
            match words.as_slice() {
                ["end"] => return Ok((columns, Linear { weights, bias })),
                ["weight", column, weight] => {
                    columns.push((*column).to_string());
                    weights.push(number(weight)?);
                }
                _ => return Err(unexpected("`weight COLUMN NUMBER` or `end`", line)),
            }
        }
    }

    fn boosted(&mut self, depth: u32) -> Result<(Vec<String>, Model), Problem> {
        let columns: Vec<String> = match self.next().ok_or(Problem::CutShort)? {
            (_, words) if words[0] == "columns" => words[1..].iter().map(ToString::to_string).collect(),
            (line, _) => return Err(unexpected("`columns NAME ...`", line)),
        };
        let bias = self.bias()?;
        let mut model = Boosted { bias, depth, splits: Vec::new(), leaves: Vec::new() };
        loop {
            let (line, words) = self.next().ok_or(Problem::CutShort)?;
            match words.as_slice() {
                ["end"] => return Ok((columns, Model::Boosted(model))),
                ["tree", parts @ ..] => add_tree(&mut model, parts, columns.len())?,
                _ => return Err(unexpected("`tree ...` or `end`", line)),
            }
        }
    }

    fn bias(&mut self) -> Result<f64, Problem> {
        match self.next().ok_or(Problem::CutShort)? {
            (_, words) if words.len() == 2 && words[0] == "bias" => number(words[1]),
            (line, _) => Err(unexpected("`bias NUMBER`", line)),
        }
    }
}

fn add_tree(model: &mut Boosted, parts: &[&str], columns: usize) -> Result<(), Problem> {
    let inner = (1 << model.depth) - 1;
    if parts.len() != 2 * inner + 1 {
        return Err(Problem::TreeSize { depth: model.depth, expected: 2 * inner + 1, found: parts.len() });
    }
    for part in &parts[..inner] {
        let split = match part.split_once('<') {
            _ if *part == "-" => Split { column: 0, threshold: f32::INFINITY },
            Some((column, threshold)) => Split {
                column: column.parse().map_err(|_| Problem::NotANumber(column.to_string()))?,
                threshold: small_number(threshold)?,
            },
            None => return Err(unexpected("`COLUMN<NUMBER` or `-`", part)),
        };
        // Where nothing is asked column 0 stands for all, so there must be one.
        if split.column as usize >= columns {
            return Err(Problem::NoColumn(split.column));
        }
        model.splits.push(split);
    }
    for part in &parts[inner..] {
        model.leaves.push(small_number(part)?);
    }
    Ok(())
}

fn unexpected(expected: &'static str, found: &str) -> Problem {
    Problem::Unexpected { expected, found: found.to_string() }
}

fn number(text: &str) -> Result<f64, Problem> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| Problem::NotANumber(text.to_string()))
}

fn small_number(text: &str) -> Result<f32, Problem> {
    text.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(|| Problem::NotANumber(text.to_string()))
}

impl Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        for Named { name, columns, model } in &self.models {
            match model {
                Model::Linear(linear) => write_linear(f, name, "linear", columns, linear)?,
                Model::Logistic(Logistic(linear)) => write_linear(f, name, "logistic", columns, linear)?,
                Model::Boosted(boosted) => write_boosted(f, name, columns, boosted)?,
            }
            writeln!(f, "end")?;
        }
        Ok(())
    }
}

fn write_linear(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    kind: &str,
    columns: &[String],
    linear: &Linear,
) -> fmt::Result {
    writeln!(f, "model {name} {kind}\nbias {}", linear.bias)?;
    columns.iter().zip(&linear.weights).try_for_each(|(column, weight)| writeln!(f, "weight {column} {weight}"))
}

fn write_boosted(f: &mut fmt::Formatter<'_>, name: &str, columns: &[String], model: &Boosted) -> fmt::Result {
    let Boosted { bias, depth, splits, leaves } = model;
    writeln!(f, "model {name} boosted {depth}\ncolumns {}\nbias {bias}", columns.join(" "))?;
    let inner = (1 << depth) - 1;
    for (splits, leaves) in splits.chunks_exact(inner).zip(leaves.chunks_exact(inner + 1)) {
        write!(f, "tree")?;
        for Split { column, threshold } in splits {
            if threshold.is_finite() { write!(f, " {column}<{threshold}")? } else { write!(f, " -")? }
        }
        leaves.iter().try_for_each(|leaf| write!(f, " {leaf}"))?;
        writeln!(f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SAMPLE: &str = "kibitzer models 1\n# said by hand\nmodel lr logistic\nbias -2.5\nweight moves 0.25\nend\n\
        model board boosted 1\ncolumns moves pairs\nbias 0.5\ntree 0<3.5 -1 1.5\ntree - 0.25 0\nend\n";

    #[test]
    fn a_file_reads_back_exactly() {
        let library = Library::read("sample", SAMPLE).expect("it is right");
        assert_eq!(library.names().collect::<Vec<_>>(), ["lr", "board"]);
        assert_eq!(library.to_string(), SAMPLE.replace("# said by hand\n", ""));
        let Some(Model::Boosted(board)) = library.get("board", &["moves".to_string(), "pairs".to_string()]) else {
            panic!("{library:?}")
        };
        assert!((board.odds(&[3.0, 0.0]) - (0.5 - 1.0 + 0.25)).abs() < 1e-9);
        assert!((board.odds(&[4.0, 0.0]) - (0.5 + 1.5 + 0.25)).abs() < 1e-9);
        assert_eq!(library.get("board", &["pairs".to_string(), "moves".to_string()]), None, "columns are told apart");
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
        let error = |text: &str| Library::read("weights.txt", text).expect_err("it is wrong").to_string();
        let changed = |from: &str, to: &str| error(&SAMPLE.replacen(from, to, 1));
        assert_eq!(
            changed("models 1", "models 2"),
            "weights.txt, line 1: expected `kibitzer models 1`, found `kibitzer models 2`"
        );
        assert_eq!(error(""), "weights.txt, line 1: expected `kibitzer models 1`, found ``");
        assert_eq!(changed("-2.5", "two"), "weights.txt, line 4: `two` is not a number");
        assert_eq!(changed("0.25", "NaN"), "weights.txt, line 5: `NaN` is not a number");
        assert_eq!(changed("0.25", "inf"), "weights.txt, line 5: `inf` is not a number");
        assert_eq!(changed("-1 1.5", "1.5"), "weights.txt, line 10: a tree of depth 1 has 3 parts, not 2");
        assert_eq!(changed("0<3.5", "2<3.5"), "weights.txt, line 10: there is no column 2");
        assert_eq!(changed("board", "lr"), "weights.txt, line 7: there are two models called `lr`");
        assert_eq!(changed("bias", "bios"), "weights.txt, line 4: expected `bias NUMBER`, found `bios -2.5`");
        assert_eq!(
            error(SAMPLE.trim_end().trim_end_matches("end")),
            "weights.txt, line 12: the file ends within a model"
        );
        assert!(changed("boosted 1", "boosted 40").starts_with("weights.txt, line 7: expected `model NAME linear`"));
    }

    proptest! {
        /// Cut anywhere, a file is either refused or lacks whole models.
        #[test]
        fn no_cut_goes_unseen(at in 0..SAMPLE.len()) {
            match Library::read("cut", &SAMPLE[..at]) {
                Ok(library) => prop_assert!(library.names().count() < 2 || SAMPLE[at..].trim().is_empty()),
                Err(error) => prop_assert!(error.line <= 13),
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "(kibitzer models 1\n)?([a-z0-9<. -]{0,20}\n){0,8}") {
            let _ = Library::read("noise", &text);
        }

        #[test]
        fn any_weights_read_back(bias: i64, weights in prop::collection::vec(any::<f64>(), 0..6)) {
            let weights: Vec<f64> = weights.into_iter().filter(|weight| weight.is_finite()).collect();
            let mut library = Library::default();
            let columns = (0..weights.len()).map(|column| format!("c{column}")).collect();
            library.insert("any", columns, Model::Linear(Linear { weights, bias: bias as f64 / 7.0 }));
            prop_assert_eq!(Library::read("any", &library.to_string()), Ok(library));
        }
    }
}
