//! Values that cannot be wrong once they are read: their limits are in the description and checked in one place.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Text of at most so many characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Text<const MOST: usize>(String);

/// The name of a game with its options, as in `birds` or `gaps:first=any`.
pub type GameText = Text<200>;
/// A position in the notation of its game.
pub type PositionText = Text<2000>;
/// A move in the notation of its game.
pub type MoveText = Text<16>;
/// The name of a search with its options, as in `mcts:iterations=1000`.
pub type SpecText = Text<300>;

impl<const MOST: usize> Deref for Text<MOST> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MOST: usize> From<&str> for Text<MOST> {
    /// Takes as much of it as there is room for.
    fn from(text: &str) -> Self {
        Text(text.chars().take(MOST).collect())
    }
}

impl<'de, const MOST: usize> Deserialize<'de> for Text<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.chars().count() {
            length if length > MOST => {
                Err(D::Error::custom(format!("{length} characters, and at most {MOST} are read")))
            }
            _ => Ok(Text(text)),
        }
    }
}

impl<const MOST: usize> JsonSchema for Text<MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("Text{MOST}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "maxLength": MOST})
    }
}

/// A list of at most so many things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct List<T, const MOST: usize>(Vec<T>);

/// The moves of a line.
pub type Moves = List<MoveText, 1000>;

impl<T, const MOST: usize> Default for List<T, MOST> {
    fn default() -> Self {
        List(Vec::new())
    }
}

impl<T, const MOST: usize> Deref for List<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const MOST: usize> FromIterator<T> for List<T, MOST> {
    /// Takes as many as there is room for.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        List(items.into_iter().take(MOST).collect())
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::deserialize(deserializer)?;
        match items.len() {
            count if count > MOST => Err(D::Error::custom(format!("{count} of them, and at most {MOST} are read"))),
            _ => Ok(List(items)),
        }
    }
}

impl<T: JsonSchema, const MOST: usize> JsonSchema for List<T, MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}List{MOST}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        json_schema!({"type": "array", "items": item, "maxItems": MOST})
    }
}

/// A whole number between two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Whole<const LEAST: u64, const MOST: u64>(u64);

/// A seed: any whole number that JSON readers keep exactly.
pub type Seed = Whole<0, 9_007_199_254_740_991>;

impl<const LEAST: u64, const MOST: u64> Whole<LEAST, MOST> {
    /// The largest that is read.
    pub const LARGEST: u64 = MOST;

    /// The number.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

impl<'de, const LEAST: u64, const MOST: u64> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // `3.0` is a whole number in JSON, as it is in the description.
        let number = f64_or_u64(deserializer)?;
        match number {
            Some(number) if (LEAST..=MOST).contains(&number) => Ok(Whole(number)),
            _ => Err(D::Error::custom(format!("not a whole number from {LEAST} to {MOST}"))),
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked right before")]
fn f64_or_u64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)?;
    let fraction =
        number.as_f64().filter(|value| value.fract() == 0.0 && (0.0..=9.007_199_254_740_991e15).contains(value));
    Ok(number.as_u64().or_else(|| fraction.map(|value| value as u64)))
}

impl<const LEAST: u64, const MOST: u64> JsonSchema for Whole<LEAST, MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("Whole{LEAST}To{MOST}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": LEAST, "maximum": MOST})
    }
}

/// A time in seconds, of so many milliseconds at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Seconds<const LEAST: u64, const MOST: u64>(f64);

/// How long a request may search before it answers.
pub type Patience = Seconds<10, 5_000>;

impl<const LEAST: u64, const MOST: u64> Seconds<LEAST, MOST> {
    #[expect(clippy::cast_precision_loss, reason = "limits are small")]
    const RANGE: std::ops::RangeInclusive<f64> = LEAST as f64 / 1e3..=MOST as f64 / 1e3;

    /// The longest that is read.
    pub const LONGEST: f64 = *Self::RANGE.end();

    /// The time.
    #[must_use]
    pub fn get(self) -> std::time::Duration {
        std::time::Duration::from_secs_f64(self.0)
    }
}

impl<'de, const LEAST: u64, const MOST: u64> Deserialize<'de> for Seconds<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if Self::RANGE.contains(&number) {
            return Ok(Seconds(number));
        }
        let (least, most) = (Self::RANGE.start(), Self::RANGE.end());
        Err(D::Error::custom(format!("not a number of seconds from {least} to {most}")))
    }
}

impl<const LEAST: u64, const MOST: u64> JsonSchema for Seconds<LEAST, MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("Seconds{LEAST}To{MOST}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "minimum": Self::RANGE.start(), "maximum": Self::RANGE.end()})
    }
}
