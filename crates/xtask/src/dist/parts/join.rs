//! Joins files of parts to one.
//!
//! Every one of them imports the memory, the table and the stack pointer of the base, and `wasm-merge` leaves each of those imports as
//! it is: as many memories as files. Here those that are the same become one.

use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{ImportSection, Module, NameSection};
use wasmparser::{Import, ImportSectionReader, Name, Parser, Payload, TypeRef};

use crate::dist::engine::FEATURES;
use crate::project::Project;
use crate::run;
use crate::setup::npm;

/// Returns the bytes of code and data in a file: names are gone in what is shipped.
///
/// # Errors
/// When the bytes are no module.
pub(super) fn weight(file: &Path) -> Result<u64> {
    let mut weight = 0;
    for payload in Parser::new(0).parse_all(&fs::read(file)?) {
        let range = match payload? {
            Payload::CodeSectionStart { range, .. } => range,
            Payload::DataSection(section) => section.range(),
            _ => continue,
        };
        weight += range.end - range.start;
    }
    Ok(weight)
}

/// Writes files as one.
///
/// # Errors
/// When Binaryen refuses.
pub(super) fn join(project: &Project, files: &[PathBuf], to: &Path) -> Result<()> {
    if let [file] = files {
        fs::copy(file, to)?;
        return Ok(());
    }
    let mut command = npm::node(project, "node_modules/binaryen/bin/wasm-merge");
    for (place, file) in files.iter().enumerate() {
        command.arg(file).arg(format!("part{place}"));
    }
    command
        .args(["--debuginfo", "--enable-multimemory"])
        .args(FEATURES)
        .arg("-o")
        .arg(to);
    run::quiet(project, "wasm-merge", &mut command)?;
    let joined = with_one_import_each(&fs::read(to)?)
        .with_context(|| format!("joining {}", to.display()))?;
    Ok(fs::write(to, joined)?)
}

/// Returns a module in which nothing is imported twice.
fn with_one_import_each(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut fused = Fused::default();
    for payload in Parser::new(0).parse_all(bytes) {
        if let Payload::ImportSection(section) = payload? {
            for import in section.into_imports() {
                fused.take(&import?);
            }
        }
    }
    let mut module = Module::new();
    fused
        .parse_core_module(&mut module, Parser::new(0), bytes)
        .map_err(|error| anyhow!("{error}"))?;
    Ok(module.finish())
}

/// What is imported of one kind: the name of each, and its place once none comes twice.
#[derive(Default)]
struct Imports {
    names: Vec<(String, String)>,
    places: Vec<u32>,
}

impl Imports {
    /// Takes an import in; true for one that was not there before.
    fn take(&mut self, import: &Import) -> bool {
        let name = (import.module.to_owned(), import.name.to_owned());
        let known = self.names.iter().position(|other| *other == name);
        self.places.push(
            known
                .unwrap_or(self.names.len())
                .try_into()
                .unwrap_or(u32::MAX),
        );
        if known.is_none() {
            self.names.push(name);
        }
        known.is_none()
    }

    /// Returns the place of what had another before; what is no import stands behind them.
    fn place(&self, before: u32) -> u32 {
        match self.places.get(before as usize) {
            Some(place) => *place,
            None => before - (self.places.len() - self.names.len()) as u32,
        }
    }
}

#[derive(Default)]
struct Fused {
    memories: Imports,
    tables: Imports,
    globals: Imports,
}

impl Fused {
    /// Takes an import in; true for one that stays.
    fn take(&mut self, import: &Import) -> bool {
        match import.ty {
            TypeRef::Memory(_) => self.memories.take(import),
            TypeRef::Table(_) => self.tables.take(import),
            TypeRef::Global(_) => self.globals.take(import),
            _ => true,
        }
    }
}

type Reencoded<T> = std::result::Result<T, reencode::Error<Infallible>>;

impl Reencode for Fused {
    type Error = Infallible;

    fn memory_index(&mut self, memory: u32) -> Reencoded<u32> {
        Ok(self.memories.place(memory))
    }

    fn table_index(&mut self, table: u32) -> Reencoded<u32> {
        Ok(self.tables.place(table))
    }

    fn global_index(&mut self, global: u32) -> Reencoded<u32> {
        Ok(self.globals.place(global))
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Reencoded<()> {
        let mut seen = Fused::default();
        for import in section.into_imports() {
            let import = import?;
            if seen.take(&import) {
                self.parse_import(imports, import)?;
            }
        }
        Ok(())
    }

    /// Names of functions alone: what is one now would have several.
    fn parse_custom_name_subsection(
        &mut self,
        names: &mut NameSection,
        section: Name<'_>,
    ) -> Reencoded<()> {
        match section {
            Name::Function(_) => {
                reencode::utils::parse_custom_name_subsection(self, names, section)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, EntityType, Function, FunctionSection, GlobalSection, GlobalType, MemArg,
        MemoryType, TypeSection, ValType,
    };
    use wasmparser::Operator;

    use super::*;

    const STACK: GlobalType = GlobalType {
        val_type: ValType::I32,
        mutable: true,
        shared: false,
    };

    /// A module as `wasm-merge` leaves two that were joined: memory and stack pointer come twice, and it has a global of its own.
    fn merged() -> Vec<u8> {
        let memory = EntityType::Memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut imports = ImportSection::new();
        for _ in 0..2 {
            imports.import("base", "memory", memory);
            imports.import("base", "stack", EntityType::Global(STACK));
        }
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut functions = FunctionSection::new();
        functions.function(0);
        let mut globals = GlobalSection::new();
        globals.global(STACK, &wasm_encoder::ConstExpr::i32_const(7));
        let mut body = Function::new([]);
        let place = MemArg {
            offset: 0,
            align: 2,
            memory_index: 1,
        };
        let mut code = body.instructions();
        code.global_get(1).i32_load(place).drop();
        code.global_get(2).drop().end();
        let mut bodies = CodeSection::new();
        bodies.function(&body);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions);
        module.section(&globals).section(&bodies);
        module.finish()
    }

    #[test]
    fn what_is_imported_twice_is_imported_once_and_means_the_same() {
        let module = with_one_import_each(&merged()).unwrap();
        let (mut imports, mut uses) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(&module) {
            match payload.unwrap() {
                Payload::ImportSection(section) => {
                    let names = section.into_imports().map(|import| import.unwrap().name);
                    imports.extend(names.map(str::to_owned));
                }
                Payload::CodeSectionEntry(body) => {
                    for operator in body.get_operators_reader().unwrap() {
                        match operator.unwrap() {
                            Operator::GlobalGet { global_index } => uses.push(global_index),
                            Operator::I32Load { memarg } => uses.push(memarg.memory),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        assert_eq!(imports, ["memory", "stack"]);
        // The stack pointer, the memory, and the module's own global, which moves up by one.
        assert_eq!(uses, [0, 0, 1]);
    }
}
