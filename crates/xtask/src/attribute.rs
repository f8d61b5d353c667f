//! A module's bytes by crate.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use wasmparser::{KnownCustom, Name, Parser, Payload};

/// How many of the largest functions are named.
const LARGEST: usize = 12;

/// Prints how many bytes of code come from each crate, then the largest functions.
///
/// The names are those of the build that is shipped, taken before they are stripped. A generic function counts for the crate of
/// ours that its name holds, so `drop_in_place::<colloquy_core::…>` is core's; inlined code counts for where it went.
///
/// # Errors
/// When the file is no wasm module.
pub(crate) fn print(title: &str, file: &Path) -> Result<()> {
    let bytes = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    let Module {
        functions,
        data,
        other,
    } = read(&bytes)?;
    let code: usize = functions.iter().map(|(_, size)| size).sum();
    let mut crates: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (name, size) in &functions {
        let entry = crates.entry(owner(name)).or_default();
        entry.0 += size;
        entry.1 += 1;
    }
    let mut rows: Vec<_> = crates.into_iter().collect();
    rows.sort_by_key(|(_, (size, _))| std::cmp::Reverse(*size));
    println!("\n{title} by crate, in bytes before compression:\n");
    println!("{:<28} {:>9} {:>10}", "crate", "code", "functions");
    for (name, (size, count)) in rows {
        println!("{name:<28} {size:>9} {count:>10}");
    }
    println!("{:<28} {code:>9} {:>10}", "code together", functions.len());
    println!("{:<28} {data:>9}", "data (texts, tables)");
    println!("{:<28} {other:>9}", "types, imports, exports, …");
    let mut largest = functions;
    largest.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    println!("\nThe largest functions:\n");
    for (name, size) in largest.iter().take(LARGEST) {
        println!("{size:>7}  {name}");
    }
    Ok(())
}

fn length(range: &std::ops::Range<u64>) -> usize {
    (range.end - range.start) as usize
}

/// Returns the functions of a module that has their names, with their sizes.
///
/// # Errors
/// When the bytes are no module.
pub(crate) fn functions(bytes: &[u8]) -> Result<Vec<(String, usize)>> {
    Ok(read(bytes)?.functions)
}

struct Module {
    functions: Vec<(String, usize)>,
    data: usize,
    other: usize,
}

fn read(bytes: &[u8]) -> Result<Module> {
    let mut sizes = Vec::new();
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let (mut imported, mut data, mut other) = (0_u32, 0, 0);
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.context("the module is malformed")?;
        match &payload {
            Payload::CodeSectionEntry(body) => sizes.push(length(&body.range())),
            Payload::DataSection(section) => data += length(&section.range()),
            Payload::ImportSection(section) => {
                other += length(&section.range());
                for import in section.clone().into_imports() {
                    if matches!(import?.ty, wasmparser::TypeRef::Func(_)) {
                        imported += 1;
                    }
                }
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(subsections) = section.as_known() {
                    for subsection in subsections {
                        let Name::Function(map) = subsection? else {
                            continue;
                        };
                        for naming in map {
                            let naming = naming?;
                            names.insert(naming.index, readable(naming.name));
                        }
                    }
                }
            }
            Payload::CodeSectionStart { .. } | Payload::Version { .. } | Payload::End(_) => {}
            section => other += section.as_section().map_or(0, |(_, range)| length(&range)),
        }
    }
    let functions = (imported..)
        .zip(sizes)
        .map(|(index, size)| (names.remove(&index).unwrap_or_default(), size));
    Ok(Module {
        functions: functions.collect(),
        data,
        other,
    })
}

/// Undoes the compiler's mangling, also where wasm-opt has put a number behind a name that was there twice.
fn readable(name: &str) -> String {
    let whole = rustc_demangle::try_demangle(name);
    let cut = name.rsplit_once('_').map(|(start, _)| start);
    match whole.or_else(|error| cut.map_or(Err(error), rustc_demangle::try_demangle)) {
        Ok(demangled) => format!("{demangled:#}"),
        Err(_) => name.to_owned(),
    }
}

/// Names the crate that a demangled function belongs to.
fn owner(name: &str) -> String {
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    if let Some(at) = name.find("colloquy_") {
        return word(&name[at..]);
    }
    // What is left before the first name: `<`, `&`, `[`, `*mut `, `dyn ` and the like.
    let path = name
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .find(|part| part.contains("::"));
    match path.map(word) {
        Some(first) if !first.is_empty() => first,
        _ => "(glue, allocator, memory)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{owner, read, readable};

    #[test]
    fn numbered_names_are_demangled_too() {
        for name in [
            "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
            "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE_2755",
        ] {
            assert_eq!(readable(name), "core::fmt::Write::write_fmt");
        }
        assert_eq!(readable("memory_copy"), "memory_copy");
    }

    #[test]
    fn functions_belong_to_our_crate_when_one_is_named() {
        assert_eq!(
            owner("colloquy_core::interview::Interview::handle"),
            "colloquy_core"
        );
        assert_eq!(
            owner("core::ptr::drop_in_place::<colloquy_schema::guide::Guide>"),
            "colloquy_schema"
        );
        assert_eq!(owner("<&[u8] as core::fmt::Debug>::fmt"), "core");
        assert_eq!(
            owner("<serde_json::de::Deserializer<R>>::parse_any"),
            "serde_json"
        );
        assert_eq!(owner("memcpy"), "(glue, allocator, memory)");
    }

    #[test]
    fn sizes_and_names_are_read() {
        // One function `f` with an empty body: type, function, code and name sections.
        let module = [
            &b"\0asm\x01\0\0\0"[..],
            &[1, 4, 1, 0x60, 0, 0],
            &[3, 2, 1, 0],
            &[10, 4, 1, 2, 0, 0x0b],
            &[0, 11, 4, b'n', b'a', b'm', b'e', 1, 4, 1, 0, 1, b'f'],
        ]
        .concat();
        let module = read(&module).unwrap();
        assert_eq!(module.functions, [("f".to_owned(), 2)]);
    }
}
