//! A WebAssembly module as its sections, with its functions one by one.

use std::collections::BTreeMap;

use super::texts::Segment;
use anyhow::{Context, Result, bail, ensure};
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, ExportKind, ExportSection,
    Function, FunctionSection, GlobalSection, GlobalType, ImportSection, MemorySection,
    NameSection, TableSection, TypeSection,
};
use wasmparser::{
    DataKind, ElementItems, ElementKind, ExternalKind, FunctionBody, KnownCustom, Name, Operator,
    Parser, Payload, RefType, TypeRef,
};

/// What a module holds, so far as it matters for taking it apart. Indices of functions count imported functions first.
pub(super) struct Module<'a> {
    pub(super) types: TypeSection,
    pub(super) imports: ImportSection,
    /// How many functions are imported.
    pub(super) imported: u32,
    /// The type of each function.
    pub(super) type_of: Vec<u32>,
    /// The body of each function that is not imported.
    pub(super) bodies: Vec<FunctionBody<'a>>,
    pub(super) tables: Vec<wasm_encoder::TableType>,
    /// The table that functions are called through.
    pub(super) functions_table: u32,
    pub(super) memories: Vec<wasm_encoder::MemoryType>,
    pub(super) globals: GlobalSection,
    pub(super) global_types: Vec<GlobalType>,
    pub(super) exports: Vec<(&'a str, ExportKind, u32)>,
    /// What the table of functions holds from the start: place and function.
    pub(super) elements: Vec<(u32, u32)>,
    /// What the memory holds from the start.
    pub(super) data: Vec<Segment>,
    /// The names of functions, where the module has them.
    pub(super) names: BTreeMap<u32, &'a str>,
}

impl<'a> Module<'a> {
    /// Reads a module as Rust, wasm-bindgen and wasm-opt write them.
    ///
    /// # Errors
    /// When it is malformed, or holds what those do not write: more than one memory, segments that are not active,
    /// functions named otherwise than by a call, an export or the table.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut module = Self {
            types: TypeSection::new(),
            imports: ImportSection::new(),
            imported: 0,
            type_of: Vec::new(),
            bodies: Vec::new(),
            tables: Vec::new(),
            functions_table: u32::MAX,
            memories: Vec::new(),
            globals: GlobalSection::new(),
            global_types: Vec::new(),
            exports: Vec::new(),
            elements: Vec::new(),
            data: Vec::new(),
            names: BTreeMap::new(),
        };
        for payload in Parser::new(0).parse_all(bytes) {
            module.add(payload?)?;
        }
        Ok(module)
    }

    fn add(&mut self, payload: Payload<'a>) -> Result<()> {
        let mut same = RoundtripReencoder;
        match payload {
            Payload::TypeSection(section) => {
                same.parse_type_section(&mut self.types, section)?;
            }
            Payload::ImportSection(section) => {
                for import in section.clone().into_imports() {
                    let TypeRef::Func(kind) = import?.ty else {
                        bail!("something other than a function is imported");
                    };
                    self.type_of.push(kind);
                    self.imported += 1;
                }
                same.parse_import_section(&mut self.imports, section)?;
            }
            Payload::FunctionSection(section) => {
                for kind in section {
                    self.type_of.push(kind?);
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    let kind = table?.ty;
                    if kind.element_type == RefType::FUNCREF {
                        ensure!(
                            self.functions_table == u32::MAX,
                            "two tables hold functions"
                        );
                        self.functions_table = u32::try_from(self.tables.len())?;
                    }
                    self.tables.push(same.table_type(kind)?);
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    self.memories.push(same.memory_type(memory?)?);
                }
            }
            Payload::GlobalSection(section) => {
                for global in section.clone() {
                    self.global_types.push(same.global_type(global?.ty)?);
                }
                same.parse_global_section(&mut self.globals, section)?;
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    let kind = same.export_kind(export.kind)?;
                    ensure!(
                        !matches!(export.kind, ExternalKind::Tag | ExternalKind::FuncExact),
                        "{} is neither function, table, memory nor global",
                        export.name
                    );
                    self.exports.push((export.name, kind, export.index));
                }
            }
            Payload::ElementSection(section) => {
                for element in section {
                    self.add_element(&element?)?;
                }
            }
            Payload::DataSection(section) => {
                for data in section {
                    let data = data?;
                    let DataKind::Active { offset_expr, .. } = &data.kind else {
                        bail!("data is not there from the start");
                    };
                    let place = constant(offset_expr)?;
                    self.data.push((place, data.data.to_vec()));
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::CustomSection(section) => {
                let KnownCustom::Name(parts) = section.as_known() else {
                    return Ok(());
                };
                for part in parts {
                    let Name::Function(names) = part? else {
                        continue;
                    };
                    for naming in names {
                        let naming = naming?;
                        self.names.insert(naming.index, naming.name);
                    }
                }
            }
            Payload::StartSection { .. } => bail!("the module starts by itself"),
            _ => {}
        }
        Ok(())
    }

    fn add_element(&mut self, element: &wasmparser::Element<'a>) -> Result<()> {
        let ElementKind::Active {
            table_index,
            offset_expr,
        } = &element.kind
        else {
            bail!("a segment of functions is not active");
        };
        ensure!(
            table_index.unwrap_or(0) == self.functions_table,
            "a segment fills another table than that of functions"
        );
        let first = constant(offset_expr)?;
        let ElementItems::Functions(functions) = &element.items else {
            bail!("a segment holds expressions");
        };
        for (place, function) in (first..).zip(functions.clone()) {
            self.elements.push((place, function?));
        }
        Ok(())
    }

    /// A copy of a function that has its locals, and no code yet.
    pub(super) fn without_code(&self, function: u32) -> Result<Function> {
        Ok(RoundtripReencoder.new_function_with_parsed_locals(self.body(function)?)?)
    }

    pub(super) fn body(&self, function: u32) -> Result<&FunctionBody<'a>> {
        function
            .checked_sub(self.imported)
            .and_then(|local| self.bodies.get(usize::try_from(local).ok()?))
            .with_context(|| format!("there is no function {function}"))
    }

    /// The functions that are not imported.
    pub(super) fn locals(&self) -> std::ops::Range<u32> {
        self.imported..u32::try_from(self.type_of.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn type_of(&self, function: u32) -> Result<u32> {
        let kind = self.type_of.get(usize::try_from(function)?);
        kind.copied()
            .with_context(|| format!("there is no function {function}"))
    }
}

/// Reads the place of a segment.
fn constant(place: &wasmparser::ConstExpr<'_>) -> Result<u32> {
    match place.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value.cast_unsigned()),
        _ => bail!("a segment's place is not a constant"),
    }
}

/// Puts the sections of a module together in the order that the format asks for.
#[derive(Default)]
pub(super) struct Sections {
    pub(super) types: TypeSection,
    pub(super) imports: ImportSection,
    pub(super) functions: FunctionSection,
    pub(super) tables: TableSection,
    pub(super) memories: MemorySection,
    pub(super) globals: GlobalSection,
    pub(super) exports: ExportSection,
    pub(super) elements: ElementSection,
    pub(super) code: CodeSection,
    pub(super) data: DataSection,
    pub(super) names: NameSection,
}

impl Sections {
    /// What a module has beside its functions and what names them.
    pub(super) fn of(module: &Module<'_>) -> Self {
        let mut out = Self {
            types: module.types.clone(),
            imports: module.imports.clone(),
            globals: module.globals.clone(),
            ..Self::default()
        };
        for table in &module.tables {
            out.tables.table(*table);
        }
        for memory in &module.memories {
            out.memories.memory(*memory);
        }
        out
    }

    pub(super) fn finish(&self) -> Vec<u8> {
        let mut module = wasm_encoder::Module::new();
        module.section(&self.types).section(&self.imports);
        module.section(&self.functions).section(&self.tables);
        module.section(&self.memories).section(&self.globals);
        module.section(&self.exports).section(&self.elements);
        module.section(&self.code).section(&self.data);
        module.section(&self.names);
        module.finish()
    }

    /// Fills the memory.
    pub(super) fn hold(&mut self, segments: &[Segment]) {
        for (place, bytes) in segments {
            let place = ConstExpr::i32_const(place.cast_signed());
            self.data.active(0, &place, bytes.iter().copied());
        }
    }

    /// Fills places of the table, which need not lie side by side.
    pub(super) fn fill(&mut self, table: u32, places: &[(u32, u32)]) {
        let mut places = places.to_vec();
        places.sort_unstable();
        for run in places.chunk_by(|a, b| a.0 + 1 == b.0) {
            let Some((first, _)) = run.first() else {
                continue;
            };
            let functions: Vec<u32> = run.iter().map(|(_, function)| *function).collect();
            self.elements.active(
                (table != 0).then_some(table),
                &ConstExpr::i32_const(first.cast_signed()),
                Elements::Functions(functions.into()),
            );
        }
    }
}
