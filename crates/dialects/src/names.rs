//! Names of tools as providers take them: `^[a-zA-Z0-9_-]{1,64}$`, and no two alike.

use colloquy_schema::ToolSpec;

/// Longest name a provider takes, in characters.
const LONGEST: usize = 64;

/// The tools of one request under both names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(Vec<(String, String)>);

impl Names {
    /// Gives each tool a name of its own on the wire.
    pub(crate) fn of(tools: &[ToolSpec]) -> Names {
        let mut names = Names::default();
        for tool in tools {
            let plain = plain(&tool.name, LONGEST - 3);
            let mut wire = plain.clone();
            let mut count = 2;
            while names.0.iter().any(|(_, taken)| *taken == wire) {
                wire = [&plain, "_", &count.to_string()].concat();
                count += 1;
            }
            names.0.push((tool.name.clone(), wire));
        }
        names
    }

    /// Returns what a tool is called on the wire. One that the request does not offer (any more) is written by the same rule.
    pub(crate) fn wire(&self, own: &str) -> String {
        let found = self.0.iter().find(|(name, _)| name == own);
        found.map_or_else(|| plain(own, LONGEST), |(_, wire)| wire.clone())
    }

    /// Returns what a tool on the wire is called here. A name that no tool of the request has stays as the model wrote it,
    /// for dispatch to refuse.
    pub(crate) fn own(&self, wire: &str) -> String {
        let known = |name: &&(String, String)| name.1 == wire || name.0 == wire;
        let found = self.0.iter().find(known);
        found.map_or(wire, |(own, _)| own).into()
    }
}

/// Writes every character that providers refuse as an underscore, and cuts at `longest` characters.
pub(crate) fn plain(name: &str, longest: usize) -> String {
    let keep = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    let plain: String = name.chars().take(longest).map(keep).collect();
    if plain.is_empty() { "_".into() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn names(own: &[&str]) -> Names {
        let tool = |name: &&str| ToolSpec {
            name: name.to_string(),
            description: String::new(),
            parameters: Value::Null,
        };
        Names::of(&own.iter().map(tool).collect::<Vec<_>>())
    }

    #[test]
    fn a_dot_is_an_underscore_there_and_a_dot_again_here() {
        let names = names(&["capabilities.describe", "persist_data"]);
        assert_eq!(names.wire("capabilities.describe"), "capabilities_describe");
        assert_eq!(names.own("capabilities_describe"), "capabilities.describe");
        assert_eq!(names.own("persist_data"), "persist_data");
    }

    #[test]
    fn tools_that_would_become_one_stay_two() {
        let names = names(&["a.b", "a_b", "a b"]);
        let wire: Vec<String> = ["a.b", "a_b", "a b"].map(|own| names.wire(own)).into();
        assert_eq!(wire, ["a_b", "a_b_2", "a_b_3"]);
        assert_eq!(
            wire.iter().map(|wire| names.own(wire)).collect::<Vec<_>>(),
            ["a.b", "a_b", "a b"]
        );
    }

    #[test]
    fn a_tool_that_is_not_offered_is_not_renamed() {
        assert_eq!(names(&["a.b"]).own("made_up"), "made_up");
    }

    #[test]
    fn every_name_is_one_that_providers_take() {
        let long = "ä".repeat(200);
        for own in ["", "日本", "a/b:c", long.as_str()] {
            let wire = names(&[own, own]).wire(own);
            assert!((1..=64).contains(&wire.len()), "{wire}");
            assert!(
                wire.bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
            );
        }
    }
}
