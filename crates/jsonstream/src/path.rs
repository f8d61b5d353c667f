//! Where in a value a change happened.

use std::fmt;
use std::sync::Arc;

/// One step from a container to what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A member of an object, by its key.
    Key(Box<str>),
    /// An element of an array, counted from 0.
    Index(usize),
}

/// Names a place in a value, such as `metadata.question_depth` or `skills[2]`.
///
/// The empty path is the root and displays as the empty text. Paths share their beginnings, so a clone is cheap and a
/// thousand changes below one long key do not copy that key a thousand times.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Path(Option<Arc<Node>>);

#[derive(PartialEq, Eq)]
struct Node {
    parent: Path,
    segment: Segment,
}

impl Path {
    /// Names the member `key` of the object at this path.
    pub fn key(&self, key: &str) -> Path {
        self.child(Segment::Key(key.into()))
    }

    /// Names the element `index` of the array at this path.
    pub fn index(&self, index: usize) -> Path {
        self.child(Segment::Index(index))
    }

    fn child(&self, segment: Segment) -> Path {
        Path(Some(Arc::new(Node {
            parent: self.clone(),
            segment,
        })))
    }

    /// Returns whether this is the root.
    pub fn is_root(&self) -> bool {
        self.0.is_none()
    }

    /// Lists the steps from the root to this place.
    pub fn segments(&self) -> Vec<&Segment> {
        let mut segments = Vec::new();
        let mut at = self;
        while let Some(node) = &at.0 {
            segments.push(&node.segment);
            at = &node.parent;
        }
        segments.reverse();
        segments
    }

    /// Returns whether this is the member `key` of the root object: the test a caller makes for every change of the
    /// one text it shows, so it allocates nothing.
    pub fn is_key(&self, key: &str) -> bool {
        match &self.0 {
            Some(node) => {
                node.parent.is_root() && matches!(&node.segment, Segment::Key(k) if **k == *key)
            }
            None => false,
        }
    }
}

/// Keys that are no plain words are shown quoted in brackets, `["a.b"]`, so that two paths never look the same.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, segment) in self.segments().into_iter().enumerate() {
            match segment {
                Segment::Index(n) => write!(f, "[{n}]")?,
                Segment::Key(key) if is_plain(key) => {
                    if i > 0 {
                        f.write_str(".")?;
                    }
                    f.write_str(key)?;
                }
                Segment::Key(key) => {
                    f.write_str("[\"")?;
                    for c in key.chars() {
                        if matches!(c, '"' | '\\') {
                            f.write_str("\\")?;
                        }
                        fmt::Write::write_char(f, c)?;
                    }
                    f.write_str("\"]")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Path(")?;
        fmt::Display::fmt(self, f)?;
        f.write_str(")")
    }
}

fn is_plain(key: &str) -> bool {
    let special = |b: u8| matches!(b, b'.' | b'[' | b']' | b'"' | b'\\') || b <= b' ';
    !key.is_empty() && !key.bytes().any(special)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_as_a_person_would_write_it() {
        let root = Path::default();
        assert_eq!(root.to_string(), "");
        let depth = root.key("metadata").key("question_depth");
        assert_eq!(depth.to_string(), "metadata.question_depth");
        assert_eq!(root.key("skills").index(2).to_string(), "skills[2]");
        assert_eq!(root.index(0).key("a").to_string(), "[0].a");
        assert_eq!(root.key("größe").to_string(), "größe");
    }

    #[test]
    fn two_different_paths_never_look_the_same() {
        let root = Path::default();
        assert_eq!(root.key("a.b").to_string(), r#"["a.b"]"#);
        assert_eq!(root.key("").to_string(), r#"[""]"#);
        assert_eq!(root.key("x").key("[0]").to_string(), r#"x["[0]"]"#);
        assert_eq!(root.key("q\"").to_string(), r#"["q\""]"#);
    }

    #[test]
    fn is_key_holds_for_members_of_the_root_only() {
        let root = Path::default();
        assert!(root.key("response").is_key("response"));
        assert!(!root.key("response").is_key("respons"));
        assert!(!root.key("a").key("response").is_key("response"));
        assert!(!root.is_key(""));
        assert!(!root.index(0).is_key("0"));
    }
}
