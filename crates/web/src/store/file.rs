//! Files that belong to a session: the metadata of each, and its bytes, which are only ever handed through.

/// The bytes of a file: in a browser an `ArrayBuffer` that stays JavaScript's, so that no file passes through this module's
/// memory.
#[cfg(target_arch = "wasm32")]
pub type Bytes = wasm_bindgen::JsValue;
/// The bytes of a file, in the tests of the store in memory.
#[cfg(not(target_arch = "wasm32"))]
pub type Bytes = Vec<u8>;

/// One file of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// UUID of the file, known in its session only.
    pub id: String,
    /// Its metadata, as JSON text. The store does not read it.
    pub about: String,
    /// The bytes of the file.
    pub bytes: Bytes,
}

/// One change to the files of a session.
#[derive(Clone, Debug, PartialEq)]
pub enum FileChange {
    /// Keeps a file, in the place of one with the same id.
    Keep(File),
    /// Deletes the file with this id, if it is there.
    Remove(String),
}

/// Reads changes as they cross: `[id, about, bytes]` for a file that is kept, the id alone for one that goes.
#[cfg(target_arch = "wasm32")]
pub(crate) fn changes(files: Option<js_sys::Array>) -> Vec<FileChange> {
    let read = |change: wasm_bindgen::JsValue| {
        if let Some(id) = change.as_string() {
            return FileChange::Remove(id);
        }
        let parts = js_sys::Array::from(&change);
        let text = |place| parts.get(place).as_string().unwrap_or_default();
        FileChange::Keep(File {
            id: text(0),
            about: text(1),
            bytes: parts.get(2),
        })
    };
    files
        .iter()
        .flat_map(js_sys::Array::iter)
        .map(read)
        .collect()
}
