//! JSON objects on one line, written by hand: fields keep their order, and there are few.

use std::fmt::{Display, Write};

/// An object that is being written.
pub(crate) struct Object(String);

impl Object {
    /// `{`.
    pub(crate) fn new() -> Object {
        Object("{".to_string())
    }

    /// A string.
    pub(crate) fn text(mut self, name: &str, value: impl Display) -> Object {
        self.key(name);
        quote(&mut self.0, &value.to_string());
        self
    }

    /// A number, or true or false.
    pub(crate) fn plain(mut self, name: &str, value: impl Display) -> Object {
        self.key(name);
        write!(self.0, "{value}").expect("writing to a string succeeds");
        self
    }

    /// A measured number; null where there is none.
    pub(crate) fn real(self, name: &str, value: Option<f64>) -> Object {
        match value.filter(|value| value.is_finite()) {
            Some(value) => self.plain(name, value),
            None => self.plain(name, "null"),
        }
    }

    /// A list of strings.
    pub(crate) fn texts(mut self, name: &str, values: &[String]) -> Object {
        self.key(name);
        self.0.push('[');
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            quote(&mut self.0, value);
        }
        self.0.push(']');
        self
    }

    /// A list of objects.
    pub(crate) fn objects(mut self, name: &str, values: impl IntoIterator<Item = Object>) -> Object {
        self.key(name);
        self.0.push('[');
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            self.0.push_str(&value.line());
        }
        self.0.push(']');
        self
    }

    /// A field that may be absent.
    pub(crate) fn maybe<T>(self, value: Option<T>, write: impl FnOnce(Object, T) -> Object) -> Object {
        match value {
            Some(value) => write(self, value),
            None => self,
        }
    }

    /// The line, without its end.
    pub(crate) fn line(mut self) -> String {
        self.0.push('}');
        self.0
    }

    fn key(&mut self, name: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        quote(&mut self.0, name);
        self.0.push(':');
    }
}

/// A string as RFC 8259, section 7, wants it.
fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\u{0}'..='\u{1f}' => write!(out, "\\u{:04x}", u32::from(c)).expect("writing to a string succeeds"),
            _ => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_reads_back(text in "(?s).{0,40}", more in proptest::collection::vec("(?s).{0,9}", 0..4)) {
            let line = Object::new().text("text", &text).plain("number", 7).texts("more", &more);
            let line = Object::new().objects("inner", [line, Object::new()]).line();
            let read: serde_json::Value = serde_json::from_str(&line).unwrap();
            prop_assert_eq!(read, serde_json::json!({"inner": [{"text": text, "number": 7, "more": more}, {}]}));
            prop_assert!(!line.contains('\n'));
        }
    }
}
