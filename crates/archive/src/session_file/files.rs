//! The files of a session inside its session file. Their descriptions are judged here. Their bytes are judged where they are in
//! the text; a page that reads the file takes them out before, and judges them itself.

use super::text;
use colloquy_schema::Issue;
use serde_json::{Map, Value};

/// Most files of a session, as the package keeps them.
pub const FILES: usize = 100;
/// Largest file, in bytes, 20 MiB: what a page keeps at most.
pub const FILE_BYTES: u64 = 20 << 20;
/// Most bytes of all files together, 200 MiB.
pub const ALL_FILE_BYTES: u64 = 200 << 20;
/// Longest name of a file and of its kind, in characters: a name is cut to that when the file is kept.
const NAME_CHARS: usize = 200;
/// What an address of a file begins with; its id follows.
const SCHEME: &str = "colloquy-file:";
/// Length of a UUID, in characters.
const ID_CHARS: usize = 36;

/// One file of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// UUID; records name the file by `colloquy-file:` and this.
    pub id: String,
    /// As the respondent's device names it.
    pub name: String,
    /// Kind of its content.
    pub mime_type: String,
    /// Size in bytes.
    pub size: u64,
    /// The bytes of the file; empty where they were taken out of the text.
    pub base64: String,
}

/// Writes the files as the value of their key, one per line.
pub(super) fn write(files: &[File], out: &mut String) {
    if files.is_empty() {
        return out.push_str("[]");
    }
    for (i, file) in files.iter().enumerate() {
        let parts = [
            if i == 0 { "[\n" } else { ",\n" },
            "{\"id\":",
            &text(&file.id),
            ",\"name\":",
            &text(&file.name),
            ",\"mimeType\":",
            &text(&file.mime_type),
            ",\"size\":",
            &file.size.to_string(),
            ",\"base64\":",
            &text(&file.base64),
            "}",
        ];
        parts.iter().for_each(|part| out.push_str(part));
    }
    out.push_str("\n]");
}

/// Reads the files. `whole` is the text of the session file, whose records have to name each of them; with `apart`
/// their bytes were taken out of it.
pub(super) fn read(value: Value, whole: &str, apart: bool) -> Result<Vec<File>, Issue> {
    let fault = |path: &str, rule: &str, message: &str| Issue::new(path, rule, message, None);
    let Value::Array(values) = value else {
        return Err(fault("files", "type", "must be an array of files"));
    };
    if values.len() > FILES {
        let message = ["must have at most ", &FILES.to_string(), " files"].concat();
        return Err(fault("files", "length", &message));
    }
    let named: Vec<&str> = match values.is_empty() {
        true => Vec::new(),
        false => {
            let after = whole.split(SCHEME).skip(1);
            after.filter_map(|rest| rest.get(..ID_CHARS)).collect()
        }
    };
    let mut files: Vec<File> = Vec::with_capacity(values.len());
    let mut all = 0;
    for (i, value) in values.into_iter().enumerate() {
        let file = file(value, apart).and_then(|file| {
            all += file.size;
            let wrong = |rule, message| Err(("id", rule, message));
            if files.iter().any(|other| other.id == file.id) {
                wrong("unique", "must be the id of one file only")
            } else if !named.contains(&file.id.as_str()) {
                wrong("known", "must be the id of a file that a record names")
            } else if all > ALL_FILE_BYTES {
                Err(("size", "range", "must be at most 200 MiB with those before"))
            } else {
                Ok(file)
            }
        });
        files.push(file.map_err(|(key, rule, message)| {
            let dot = if key.is_empty() { "" } else { "." };
            let path = ["files[", &i.to_string(), "]", dot, key].concat();
            fault(&path, rule, message)
        })?);
    }
    Ok(files)
}

/// What is wrong with a file: key, rule, message.
type Wrong = (&'static str, &'static str, &'static str);

fn file(value: Value, apart: bool) -> Result<File, Wrong> {
    let Value::Object(mut map) = value else {
        return Err(("", "type", "must be an object"));
    };
    let id = taken(&mut map, "id").filter(|id| is_uuid(id));
    let name = taken(&mut map, "name").filter(|name| is_short(name));
    let kind = taken(&mut map, "mimeType").filter(|kind| is_short(kind));
    let size = map.get("size").and_then(Value::as_u64);
    let file = File {
        id: id.ok_or(("id", "format", "must be a UUID"))?,
        name: name.ok_or(("name", "type", "must be a text of at most 200 characters"))?,
        mime_type: kind.ok_or((
            "mimeType",
            "type",
            "must be a text of at most 200 characters",
        ))?,
        size: size.filter(|size| *size <= FILE_BYTES).ok_or((
            "size",
            "range",
            "must be a number of bytes, at most 20 MiB",
        ))?,
        base64: taken(&mut map, "base64").unwrap_or_default(),
    };
    let elsewhere = apart && file.base64.is_empty();
    if !elsewhere && !is_base64(&file.base64, file.size) {
        let message = "must be the base64 of `size` bytes";
        return Err(("base64", "base64", message));
    }
    Ok(file)
}

fn taken(map: &mut Map<String, Value>, key: &str) -> Option<String> {
    match map.remove(key) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}

fn is_short(text: &str) -> bool {
    text.chars().nth(NAME_CHARS).is_none()
}

fn is_uuid(id: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    id.len() == ID_CHARS && id.bytes().enumerate().all(fits)
}

/// True for base64 of so many bytes in the one form that is written.
fn is_base64(text: &str, size: u64) -> bool {
    let padding = (3 - size % 3) % 3;
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let Some(digits) = text.len().checked_sub(padding as usize) else {
        return false;
    };
    let (digits, end) = text.as_bytes().split_at(digits);
    // The bits of the last digit that belong to no byte are zero.
    let loose = (1 << (2 * padding)) - 1;
    text.len() as u64 == size.div_ceil(3) * 4
        && end.iter().all(|byte| *byte == b'=')
        && digits.iter().all(|byte| digit(*byte).is_some())
        && digits
            .last()
            .and_then(|byte| digit(*byte))
            .unwrap_or_default()
            & loose
            == 0
}
