//! Compares what is written with what TypeScript declares. For tests alone.

use super::{Decode, Encode, Node, tree};

/// The text of `pkg/types/generated.d.ts`, which each test includes, so that no crate is built anew when a declaration changes.
#[derive(Clone, Copy, Debug)]
pub struct Declarations(pub &'static str);

impl Declarations {
    /// The declaration of a type, from behind its name to its end.
    fn of(self, name: &str) -> &'static str {
        let start = ["export type ", name, " = "].concat();
        let (_, rest) = self
            .0
            .split_once(&start)
            .unwrap_or_else(|| panic!("{name} is not declared"));
        rest.split("\n\n").next().unwrap_or_default()
    }

    /// Asserts that a type is written with the fields of its declaration. In TypeScript they have no order, and those of a `flat`
    /// field are declared last.
    ///
    /// # Panics
    /// When it is not, and for a type that is no object or not declared.
    pub fn assert_fields<T: Encode + Decode>(self, name: &str) {
        let lines = self.of(name).lines();
        let keys = lines.filter_map(|line| Some(line.split_once(": ")?.0));
        let mut declared: Vec<&str> = keys
            .filter(|key| key.chars().all(char::is_alphanumeric))
            .collect();
        let Node::Object(written) = tree(&T::empty()) else {
            panic!("{name} is no object")
        };
        let mut written: Vec<&str> = written.iter().map(|(key, _)| &**key).collect();
        assert!(!written.is_empty());
        written.sort_unstable();
        declared.sort_unstable();
        assert_eq!(written, declared, "{name}");
    }

    /// Asserts that the choices of a type are those of its declaration, in their order.
    ///
    /// # Panics
    /// When they are not, and for a type that is not declared.
    pub fn assert_names<'a>(self, name: &str, names: impl Iterator<Item = &'a str>) {
        let union: Vec<String> = names.map(|name| ["\"", name, "\""].concat()).collect();
        assert_eq!(self.of(name), [&union.join(" | "), ";"].concat(), "{name}");
    }
}
