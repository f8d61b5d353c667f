//! The fields of a kind of data by their titles, in the order of its published JSON Schema.

use colloquy_schema::DataType;

/// One field of a kind of data.
pub(crate) struct Field<'a> {
    /// Names from the outside in, joined by dots, without places in lists: `work.endDate`.
    pub(crate) path: String,
    /// The name of the field in words: `Until`.
    title: &'a str,
}

/// The fields of a kind of data, each behind the one it is in.
pub(crate) struct Fields<'a>(Vec<Field<'a>>);

impl Fields<'_> {
    /// Reads them out of the published schema, where an object's keys stand in the order in which a form shows them.
    pub(crate) fn of(kind: DataType) -> Fields<'static> {
        Fields::read(kind.schema_text())
    }

    /// A schema of our own is read as text: without faults, and no escapes in what is wanted of it.
    fn read(text: &str) -> Fields<'_> {
        let mut out: Vec<Field<'_>> = Vec::new();
        let mut open: Vec<&str> = Vec::new();
        let mut key = "";
        let mut rest = text;
        while let Some(at) = rest.find(['"', '{', '}']) {
            let (mark, after) = (&rest[at..=at], &rest[at + 1..]);
            rest = after;
            match mark {
                "{" => open.push(std::mem::take(&mut key)),
                "}" => {
                    open.pop();
                }
                _ => {
                    let Some((string, after)) = rest.split_once('"') else {
                        break;
                    };
                    rest = after;
                    if after.trim_start().starts_with(':') {
                        key = string;
                        continue;
                    }
                    let path = path(&open);
                    let known = out.iter().any(|field| field.path == path);
                    if key == "title" && !path.is_empty() && !known {
                        let title = string;
                        out.push(Field { path, title });
                    }
                    key = "";
                }
            }
        }
        Fields(out)
    }

    /// The fields right below a path, in their order, by their keys.
    pub(crate) fn below<'b>(&'b self, path: &'b str) -> impl Iterator<Item = &'b str> {
        self.0.iter().filter_map(move |field| {
            let (above, key) = field.path.rsplit_once('.').unwrap_or(("", &field.path));
            (above == path).then_some(key)
        })
    }

    /// The title of the field at a path; its key where it has none.
    pub(crate) fn title<'b>(&'b self, path: &'b str) -> &'b str {
        let field = self.0.iter().find(|field| field.path == path);
        let key = path.rsplit('.').next().unwrap_or_default();
        field.map_or(key, |field| field.title)
    }

    /// A place in the data by the titles of its fields: `work.0.endDate` is `Work 1 – Until`.
    pub(crate) fn place(&self, place: &str) -> String {
        let mut path = String::new();
        let mut out = String::new();
        for key in place.split('.') {
            if let Ok(number) = key.parse::<u32>() {
                out.push(' ');
                out.push_str(&number.saturating_add(1).to_string());
                continue;
            }
            if !path.is_empty() {
                path.push('.');
                out.push_str(" – ");
            }
            path.push_str(key);
            out.push_str(self.title(&path));
        }
        out
    }
}

/// The field that the open objects of a schema are of: the names right inside of `properties`.
fn path(open: &[&str]) -> String {
    let mut out = String::new();
    let mut named = false;
    for key in open {
        if named {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(key);
        }
        named = !named && *key == "properties";
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{DataType, Fields};
    use serde_json::Value;

    /// Every property of a schema with its title, by a walk of the parsed schema.
    fn walk(schema: &Value, path: &str, out: &mut Vec<(String, String)>) {
        for (key, below) in schema["properties"].as_object().into_iter().flatten() {
            let dot = if path.is_empty() { "" } else { "." };
            let path = [path, dot, key].concat();
            if let Some(title) = below["title"].as_str() {
                out.push((path.clone(), title.into()));
            }
            walk(below, &path, out);
            walk(&below["items"], &path, out);
        }
    }

    #[test]
    fn every_title_of_every_schema_is_known() {
        for kind in DataType::ALL {
            let fields = Fields::of(*kind);
            let schema = serde_json::from_str(kind.schema_text()).expect("a schema is JSON");
            let mut expected = Vec::new();
            walk(&schema, "", &mut expected);
            assert!(expected.len() > 5, "{}", kind.name());
            assert_eq!(fields.0.len(), expected.len(), "{}", kind.name());
            for (path, title) in &expected {
                assert_eq!(fields.title(path), title, "{path}");
            }
        }
    }

    #[test]
    fn fields_keep_their_order_and_places_are_counted_from_1() {
        let fields = Fields::of(DataType::SkeletonTimeline);
        let keys: Vec<&str> = fields.below("education").collect();
        let at = |key: &str| keys.iter().position(|other| *other == key).expect(key);
        assert!(at("institution") < at("startDate") && at("startDate") < at("endDate"));
        for (place, expected) in [
            ("work.0.endDate", "Work 1 – Until"),
            ("work.11.highlights.2", "Work 12 – Highlights 3"),
            ("work.0.surprise", "Work 1 – surprise"),
            ("", ""),
        ] {
            assert_eq!(fields.place(place), expected);
        }
    }
}
