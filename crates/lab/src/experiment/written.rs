//! The shape of a spec as a person writes it, before it is understood.

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) id: Spanned<String>,
    pub(super) title: String,
    #[serde(default)]
    pub(super) about: String,
    #[serde(default)]
    pub(super) differs: String,
    pub(super) paper: Option<Spanned<String>>,
    /// The experiment that measures, if it is not this one; then there are no game, measure, deals and limits.
    pub(super) records: Option<Spanned<String>>,
    pub(super) game: Option<Spanned<String>>,
    pub(super) measure: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) deals: Vec<WrittenPart>,
    #[serde(default)]
    pub(super) limits: WrittenLimits,
    pub(super) rows: Vec<WrittenRow>,
    pub(super) columns: Vec<WrittenColumn>,
    #[serde(default)]
    pub(super) plots: Vec<WrittenPlot>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPart {
    #[serde(default = "only_part")]
    pub(super) part: String,
    pub(super) game: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) limits: WrittenLimits,
    pub(super) seeds: Spanned<String>,
    pub(super) which: Option<Spanned<String>>,
    pub(super) games: Option<Spanned<u64>>,
    pub(super) group: Option<Spanned<u64>>,
    pub(super) draw: Option<Spanned<u64>>,
    #[serde(default)]
    pub(super) luck: u64,
    pub(super) quick: Option<WrittenSample>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenSample {
    pub(super) every: Option<Spanned<u64>>,
    pub(super) games: Option<Spanned<u64>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenLimits {
    pub(super) nodes: Option<u64>,
    pub(super) seconds: Option<Spanned<f64>>,
    pub(super) mebibytes: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenRow {
    pub(super) name: String,
    pub(super) with: Spanned<String>,
    pub(super) part: Option<Spanned<String>>,
    pub(super) learn: Option<Spanned<String>>,
    pub(super) paper: Option<String>,
    pub(super) series: Option<String>,
    pub(super) x: Option<f64>,
    #[serde(default)]
    pub(super) slow: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenColumn {
    pub(super) title: String,
    pub(super) show: Spanned<String>,
    pub(super) part: Option<Spanned<String>>,
    pub(super) digits: Option<usize>,
    pub(super) scale: Option<f64>,
    pub(super) paper: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPlot {
    pub(super) kind: Spanned<String>,
    pub(super) column: Option<Spanned<String>>,
    pub(super) metric: Option<Spanned<String>>,
    pub(super) title: Option<String>,
    pub(super) x: Option<String>,
    pub(super) y: Option<String>,
    #[serde(default)]
    pub(super) log_x: bool,
    #[serde(default)]
    pub(super) log_y: bool,
}

fn only_part() -> String {
    "deals".to_string()
}

impl WrittenLimits {
    /// Whether there is any limit.
    pub(super) fn is_some(&self) -> bool {
        self.nodes.is_some() || self.seconds.is_some() || self.mebibytes.is_some()
    }
}
