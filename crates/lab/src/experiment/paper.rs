//! What papers print, as data: `data/papers/*.toml`.

use super::spec::BadExperiment;

/// The numbers of one paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// The title.
    pub title: String,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// When.
    pub year: i64,
    tables: toml::Table,
}

impl Paper {
    /// Reads the file of a paper.
    ///
    /// # Errors
    /// If it is not TOML, or has no `[paper]` with title, authors and year.
    pub fn read(file: &str, text: &str) -> Result<Paper, BadExperiment> {
        let bad = |line, problem: String| BadExperiment { file: file.to_string(), line, problem };
        let tables: toml::Table = toml::from_str(text).map_err(|problem: toml::de::Error| {
            let start = problem.span().map_or(0, |span| span.start);
            let line = 1 + text.get(..start).unwrap_or(text).bytes().filter(|&byte| byte == b'\n').count();
            bad(line, problem.message().to_string())
        })?;
        let head = |key: &str| tables.get("paper").and_then(|paper| paper.get(key));
        let missing = |key: &str| bad(1, format!("there is no '{key}' in [paper]"));
        let title = head("title").and_then(toml::Value::as_str).ok_or_else(|| missing("title"))?.to_string();
        let year = head("year").and_then(toml::Value::as_integer).ok_or_else(|| missing("year"))?;
        let authors = head("authors").and_then(toml::Value::as_array).ok_or_else(|| missing("authors"))?;
        let authors = authors.iter().filter_map(|author| Some(author.as_str()?.to_string())).collect();
        Ok(Paper { title, authors, year, tables })
    }

    /// Whether there are numbers at a path such as `table1.expanded`.
    ///
    /// # Errors
    /// If there are none; what is there instead.
    pub fn check(&self, path: &str) -> Result<(), String> {
        let mut table = &self.tables;
        for word in path.split('.') {
            table = table.get(word).and_then(toml::Value::as_table).ok_or_else(|| {
                let known: Vec<&str> = table.keys().map(String::as_str).collect();
                format!("the paper has no '{word}' of '{path}', only {}", known.join(", "))
            })?;
        }
        Ok(())
    }

    /// A number, by the path of its list and the name of its row; `None` where the paper has none.
    #[must_use]
    pub fn number(&self, path: &str, row: &str) -> Option<f64> {
        let mut table = &self.tables;
        for word in path.split('.') {
            table = table.get(word)?.as_table()?;
        }
        match table.get(row)? {
            toml::Value::Integer(number) => i32::try_from(*number).ok().map(f64::from),
            toml::Value::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// Whole numbers that stand at a path such as `labels.wrong`; none where there is no such list.
    #[must_use]
    pub fn list(&self, path: &str) -> Vec<u64> {
        let Some((table, key)) = path.split_once('.') else { return Vec::new() };
        let list = self.tables.get(table).and_then(|table| table.get(key)).and_then(toml::Value::as_array);
        let numbers = list.into_iter().flatten().filter_map(toml::Value::as_integer);
        numbers.filter_map(|number| u64::try_from(number).ok()).collect()
    }
}
