//! Files that a respondent hands in: the kinds that can be read, and whether one is what was asked for.

use crate::codec;
use crate::tools::FileRef;
use serde_json::Value;

/// Kinds of files that are taken where none is named.
pub const FILE_FORMATS: [&str; 4] = ["pdf", "docx", "txt", "md"];

/// Longest name, in characters.
const NAME_CHARS: usize = 200;

/// The kind of a file's content, by the name of its format.
pub fn mime_of(format: &str) -> &'static str {
    match format {
        "pdf" => "application/pdf",
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "md" => "text/markdown",
        _ => "text/plain",
    }
}

fn is_address(url: &str) -> bool {
    let id = url.strip_prefix("colloquy-file:").unwrap_or_default();
    id.len() == 36 && id.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

impl FileRef {
    /// Judges a file by what is known of it. Nothing here has its bytes: a page has looked at them before.
    ///
    /// # Errors
    /// The rule that it breaks, with what is expected instead.
    pub fn judged(
        file: &Value,
        formats: &[String],
        max_bytes: u32,
    ) -> Result<FileRef, (&'static str, String)> {
        let Ok(mut read) = codec::read::<FileRef>(file.clone()) else {
            return Err((
                "type",
                "must be { storageUrl, name, mimeType, size }".into(),
            ));
        };
        if !is_address(&read.storage_url) {
            return Err(("format", "must be a file of this session".into()));
        }
        if read.size > max_bytes {
            return Err(("maximum", "is larger than max_bytes".into()));
        }
        if !formats.iter().any(|kind| mime_of(kind) == read.mime_type) {
            return Err(("enum", "is of a kind that is not asked for".into()));
        }
        let shown = read.name.chars().filter(|c| !c.is_control());
        read.name = shown.take(NAME_CHARS).collect();
        Ok(read)
    }
}
