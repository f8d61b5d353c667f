//! Labelled résumés: the text and what is expected of it, as `tests/cases/resume/README.md` describes.

/// Fields of one entry in the order in which they are written, each with what is right for it.
pub(crate) type Fields = Vec<Vec<String>>;

/// A text with what is expected of it.
#[derive(Default)]
pub(crate) struct Case {
    /// After `==`.
    pub(crate) title: String,
    /// What is read.
    pub(crate) text: String,
    /// `key: fields`, in the order of the file.
    pub(crate) expected: Vec<(String, Fields)>,
}

impl Case {
    /// The expected entries of a key.
    pub(crate) fn of(&self, key: &str) -> Vec<&Fields> {
        let found = self.expected.iter().filter(|(name, _)| name == key);
        found.map(|(_, fields)| fields).collect()
    }
}

/// Reads a file of cases.
pub(crate) fn cases(file: &str) -> Vec<Case> {
    let mut found: Vec<Case> = Vec::new();
    let mut expecting = false;
    for line in file.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            found.push(Case {
                title: title.into(),
                ..Case::default()
            });
            expecting = false;
            continue;
        }
        let Some(case) = found.last_mut() else {
            continue;
        };
        if line == "-- expect" {
            expecting = true;
        } else if !expecting {
            case.text.push_str(line);
            case.text.push('\n');
        } else if let Some((key, rest)) = line.split_once(':') {
            let alternatives = |field: &str| {
                field
                    .split('|')
                    .map(|one| one.trim().to_owned())
                    .collect::<Vec<_>>()
            };
            let fields = rest.split(';').map(alternatives).collect();
            case.expected.push((key.trim().into(), fields));
        }
    }
    found
}
