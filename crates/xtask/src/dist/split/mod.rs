//! Makes a small module of a large one: what a first visit runs, without everything it does not.
//!
//! `marked` gives the module with a mark at every place where its code can take another way. A run of it says which were
//! passed. `split` then gives two modules. The *first* has the memory, the data, the tables, and of each function only what was
//! passed; anything else raises the flag `missing` and traps. The *whole* has every function as it was and nothing else: it
//! is instantiated over the memory, tables and globals of the first, in a moment in which neither is running, and goes on where the
//! first stopped. From then on nothing is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::Result;
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    ConstExpr, EntityType, ExportKind, Function, GlobalType, Instruction, NameMap, ValType,
};
use wasmparser::Operator;

mod module;
mod texts;

use module::{Module, Sections};

/// The exported flag of the first module; `pkg/src/engine.ts` reads it.
const MISSING: &str = "missing";

/// The module of the whole's imports that the first exports; `pkg/src/engine.ts` gives it.
const FIRST: &str = "first";

/// Gives the module with a call of the imported function `mark.passed` at every place where code can take another way; it is
/// called with the place's number.
///
/// # Errors
/// When the module holds what Rust, wasm-bindgen and wasm-opt do not write.
pub(super) fn marked(bytes: &[u8]) -> Result<Vec<u8>> {
    let module = Module::read(bytes)?;
    let mut out = Sections::of(&module);
    out.hold(&module.data);
    let kind = out.types.len();
    out.types.ty().function([ValType::I32], []);
    out.imports
        .import("mark", "passed", EntityType::Function(kind));
    // The function that was added stands behind the imported ones.
    let mark = module.imported;
    let moved = |function: u32| function + u32::from(function >= mark);

    let mut places = Places::default();
    for function in module.locals() {
        let mut copy = module.without_code(function)?;
        places.walk(&module, function, |step| {
            match step {
                Step::Place(number) => {
                    copy.instruction(&Instruction::I32Const(number.cast_signed()));
                    copy.instruction(&Instruction::Call(mark));
                }
                Step::Operator(Operator::Call { function_index }) => {
                    copy.instruction(&Instruction::Call(moved(function_index)));
                }
                Step::Operator(operator) => {
                    copy.instruction(&RoundtripReencoder.instruction(operator)?);
                }
            }
            Ok(true)
        })?;
        out.functions.function(module.type_of(function)?);
        out.code.function(&copy);
    }
    for (name, kind, index) in &module.exports {
        let index = if *kind == ExportKind::Func {
            moved(*index)
        } else {
            *index
        };
        out.exports.export(name, *kind, index);
    }
    let elements = module.elements.iter();
    let elements: Vec<_> = elements.map(|(at, f)| (*at, moved(*f))).collect();
    out.fill(module.functions_table, &elements);
    Ok(out.finish())
}

/// Gives the first module, which has the places that were passed, and the whole. Of `texts`, those that the first never names
/// are in the whole only.
///
/// # Errors
/// When the module holds what Rust, wasm-bindgen and wasm-opt do not write.
pub(super) fn split(
    bytes: &[u8],
    passed: &BTreeSet<u32>,
    texts: &[Vec<u8>],
) -> Result<(Vec<u8>, Vec<u8>)> {
    let module = Module::read(bytes)?;
    let ranges = texts::find(&module.data, texts);
    // What the first module's own code names is known once it is written.
    let all = first(&module, passed, &[])?;
    let ranges = texts::unnamed(ranges, &module.data, &Module::read(&all)?.bodies)?;
    Ok((first(&module, passed, &ranges)?, whole(&module, &ranges)?))
}

fn first(module: &Module<'_>, passed: &BTreeSet<u32>, without: &[Range<u32>]) -> Result<Vec<u8>> {
    let mut out = Sections::of(module);
    out.hold(&texts::apart(&module.data, without).0);
    let missing = out.globals.len();
    let flag = GlobalType {
        val_type: ValType::I32,
        mutable: true,
        shared: false,
    };
    out.globals.global(flag, &ConstExpr::i32_const(0));
    out.exports.export(MISSING, ExportKind::Global, missing);

    // Which functions were entered at all, from their first places.
    let mut places = Places::default();
    let mut indices: BTreeMap<u32, u32> = (0..module.imported).map(|i| (i, i)).collect();
    for function in module.locals() {
        let mut entered = None;
        places.walk(module, function, |step| {
            if let Step::Place(number) = step {
                entered.get_or_insert(passed.contains(&number));
            }
            Ok(true)
        })?;
        if entered == Some(true) {
            indices.insert(function, u32::try_from(indices.len())?);
        }
    }
    let stop = u32::try_from(indices.len())?;

    let mut places = Places::default();
    for function in module.locals() {
        let mut copy = module.without_code(function)?;
        places.walk(module, function, |step| {
            match step {
                Step::Place(number) if passed.contains(&number) => {}
                Step::Place(_) => {
                    copy.instruction(&Instruction::Call(stop));
                    copy.instruction(&Instruction::Unreachable);
                    return Ok(false);
                }
                Step::Operator(Operator::Call { function_index }) => {
                    // A call that was passed entered its function.
                    let index = indices.get(&function_index);
                    copy.instruction(
                        &index.map_or(Instruction::Unreachable, |index| Instruction::Call(*index)),
                    );
                }
                Step::Operator(operator) => {
                    copy.instruction(&RoundtripReencoder.instruction(operator)?);
                }
            }
            Ok(true)
        })?;
        if indices.contains_key(&function) {
            out.functions.function(module.type_of(function)?);
            out.code.function(&copy);
        }
    }
    let nothing = out.types.len();
    out.types.ty().function([], []);
    out.functions.function(nothing);
    let mut body = Function::new([]);
    body.instruction(&Instruction::I32Const(1));
    body.instruction(&Instruction::GlobalSet(missing));
    body.instruction(&Instruction::Unreachable);
    body.instruction(&Instruction::End);
    out.code.function(&body);

    // What can be reached from outside or through the table, and was not, stops as well.
    let mut stand_ins: BTreeMap<u32, u32> = BTreeMap::new();
    let mut here = |out: &mut Sections, function: u32| -> Result<u32> {
        if let Some(index) = indices.get(&function) {
            return Ok(*index);
        }
        let kind = module.type_of(function)?;
        Ok(*stand_ins.entry(kind).or_insert_with(|| {
            out.functions.function(kind);
            let mut body = Function::new([]);
            body.instruction(&Instruction::Call(stop));
            body.instruction(&Instruction::Unreachable);
            body.instruction(&Instruction::End);
            out.code.function(&body);
            module.imported + out.functions.len() - 1
        }))
    };
    for (name, kind, index) in &module.exports {
        let index = match kind {
            ExportKind::Func => here(&mut out, *index)?,
            _ => *index,
        };
        out.exports.export(name, *kind, index);
    }
    let mut elements = Vec::new();
    for (at, function) in &module.elements {
        elements.push((*at, here(&mut out, *function)?));
    }
    out.fill(module.functions_table, &elements);
    for (name, kind, _, index) in shared(module) {
        out.exports.export(&name, kind, index);
    }
    let mut names = NameMap::new();
    for (function, index) in &indices {
        names.append(*index, module.names.get(function).unwrap_or(&""));
    }
    out.names.functions(&names);
    Ok(out.finish())
}

fn whole(module: &Module<'_>, texts: &[Range<u32>]) -> Result<Vec<u8>> {
    let mut out = Sections {
        types: module.types.clone(),
        imports: module.imports.clone(),
        ..Sections::default()
    };
    for (name, _, entity, _) in shared(module) {
        out.imports.import(FIRST, &name, entity);
    }
    for function in module.locals() {
        out.functions.function(module.type_of(function)?);
        RoundtripReencoder.parse_function_body(&mut out.code, module.body(function)?.clone())?;
    }
    for (name, kind, index) in &module.exports {
        out.exports.export(name, *kind, *index);
    }
    out.fill(module.functions_table, &module.elements);
    out.hold(&texts::apart(&module.data, texts).1);
    Ok(out.finish())
}

/// What the whole takes from the first: every table, memory and global, by name.
fn shared(module: &Module<'_>) -> Vec<(String, ExportKind, EntityType, u32)> {
    let tables = module.tables.iter().copied().map(EntityType::Table);
    let memories = module.memories.iter().copied().map(EntityType::Memory);
    let globals = module.global_types.iter().copied().map(EntityType::Global);
    let mut shared = Vec::new();
    for (letter, kind, types) in [
        ("t", ExportKind::Table, tables.collect::<Vec<_>>()),
        ("m", ExportKind::Memory, memories.collect()),
        ("g", ExportKind::Global, globals.collect()),
    ] {
        for (index, of) in (0..).zip(types) {
            shared.push((format!("{letter}{index}"), kind, of, index));
        }
    }
    shared
}

/// What a walk through a function meets.
enum Step<'a> {
    /// A place where code can take another way, by its number in the module: the start of a function, of either arm of a
    /// condition, and what follows a jump that was not taken or the end of a block.
    Place(u32),
    Operator(Operator<'a>),
}

/// Numbers the places of a module; every walk over the same functions gives the same numbers.
#[derive(Default)]
struct Places {
    next: u32,
}

impl Places {
    /// Walks through a function. Where `visit` answers a place with false, what follows it in the same block is met as places
    /// only, without its operators: nothing but passing that place leads there.
    fn walk<'a>(
        &mut self,
        module: &Module<'a>,
        function: u32,
        mut visit: impl FnMut(Step<'a>) -> Result<bool>,
    ) -> Result<()> {
        let mut depth = 0_u32;
        // The depth of the block that is left out from a place on.
        let mut left_out: Option<u32> = None;
        let mut place = |left_out: &mut Option<u32>,
                         depth: u32,
                         visit: &mut dyn FnMut(Step<'a>) -> Result<bool>|
         -> Result<()> {
            let number = self.next;
            self.next += 1;
            if left_out.is_none() && !visit(Step::Place(number))? {
                *left_out = Some(depth);
            }
            Ok(())
        };
        place(&mut left_out, depth, &mut visit)?;
        for operator in module.body(function)?.get_operators_reader()? {
            let operator = operator?;
            let ends = matches!(operator, Operator::End | Operator::Else);
            // The block whose rest was left out ends here.
            if ends && left_out == Some(depth) {
                left_out = None;
            }
            let after = match operator {
                Operator::Block { .. } | Operator::Loop { .. } => {
                    depth += 1;
                    false
                }
                Operator::If { .. } => {
                    depth += 1;
                    true
                }
                Operator::End => {
                    // The last one ends the function.
                    let inner = depth > 0;
                    depth = depth.saturating_sub(1);
                    inner
                }
                Operator::Else | Operator::BrIf { .. } => true,
                _ => false,
            };
            if left_out.is_none() {
                visit(Step::Operator(operator))?;
            }
            if after {
                place(&mut left_out, depth, &mut visit)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use wasm_encoder::{
        BlockType, CodeSection, ConstExpr, DataSection, ElementSection, Elements, ExportKind,
        ExportSection, Function, FunctionSection, Instruction, MemorySection, MemoryType, Module,
        RefType, TableSection, TableType, TypeSection, ValType,
    };
    use wasmparser::{ExternalKind, Operator, Parser, Payload, Validator};

    use super::{marked, split};

    /// `choose(which)` calls `one` when it is told to, else `other`; only `other` names the text that lies in memory.
    fn engine(text: &[u8]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], [ValType::I32]);
        types.ty().function([], [ValType::I32]);
        let mut functions = FunctionSection::new();
        functions.function(0).function(1).function(1);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            minimum: 2,
            maximum: Some(2),
            table64: false,
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut exports = ExportSection::new();
        exports.export("choose", ExportKind::Func, 0);
        exports.export("other", ExportKind::Func, 2);
        exports.export("memory", ExportKind::Memory, 0);
        let mut elements = ElementSection::new();
        elements.active(
            None,
            &ConstExpr::i32_const(1),
            Elements::Functions([2].as_slice().into()),
        );
        let mut code = CodeSection::new();
        let mut add = |instructions: &[Instruction<'_>]| {
            let mut function = Function::new([]);
            for instruction in instructions {
                function.instruction(instruction);
            }
            code.function(&function);
        };
        add(&[
            Instruction::LocalGet(0),
            Instruction::If(BlockType::Result(ValType::I32)),
            Instruction::Call(1),
            Instruction::Else,
            Instruction::Call(2),
            Instruction::End,
            Instruction::End,
        ]);
        add(&[Instruction::I32Const(7), Instruction::End]);
        add(&[Instruction::I32Const(64), Instruction::End]);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(64), text.iter().copied());
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&tables);
        module
            .section(&memories)
            .section(&exports)
            .section(&elements);
        module.section(&code).section(&data);
        module.finish()
    }

    fn calls(bytes: &[u8]) -> Vec<u32> {
        let mut calls = Vec::new();
        for payload in Parser::new(0).parse_all(bytes) {
            let Payload::CodeSectionEntry(body) = payload.unwrap() else {
                continue;
            };
            for operator in body.get_operators_reader().unwrap() {
                if let Operator::Call { function_index } = operator.unwrap() {
                    calls.push(function_index);
                }
            }
        }
        calls
    }

    fn exported(bytes: &[u8], kind: ExternalKind) -> Vec<String> {
        let sections = Parser::new(0).parse_all(bytes).filter_map(|payload| {
            let Payload::ExportSection(section) = payload.unwrap() else {
                return None;
            };
            Some(section.into_iter().map(Result::unwrap).collect::<Vec<_>>())
        });
        let named = sections.flatten().filter(|export| export.kind == kind);
        named.map(|export| export.name.to_owned()).collect()
    }

    #[test]
    fn every_place_is_marked_once() {
        let marked = marked(&engine(&[b'x'; 300])).unwrap();
        Validator::new().validate_all(&marked).unwrap();
        // `choose`, its two arms and what follows them, `one`, `other`: the mark is the first function, the others moved.
        assert_eq!(calls(&marked), [0, 0, 2, 0, 3, 0, 0, 0]);
    }

    #[test]
    fn the_first_stops_where_it_was_not_and_the_whole_has_everything() {
        let text = [b'x'; 300];
        let engine = engine(&text);
        // The start of `choose`, its first arm, what follows, and `one`.
        let passed = BTreeSet::from([0, 1, 3, 4]);
        let (first, whole) = split(&engine, &passed, &[text.to_vec()]).unwrap();
        Validator::new().validate_all(&first).unwrap();
        Validator::new().validate_all(&whole).unwrap();
        // `choose` calls `one` or stops; what stands for `other` stops.
        assert_eq!(calls(&first), [1, 2, 2]);
        assert_eq!(calls(&whole), [1, 2]);
        assert_eq!(exported(&first, ExternalKind::Func), ["choose", "other"]);
        assert_eq!(exported(&whole, ExternalKind::Func), ["choose", "other"]);
        assert_eq!(exported(&first, ExternalKind::Global), ["missing"]);
        let has = |bytes: &[u8]| bytes.windows(300).any(|part| part == text);
        assert!(!has(&first) && has(&whole));
        // Once `other` was passed as well, its text is named.
        let passed = (0..6).collect();
        let (first, whole) = split(&engine, &passed, &[text.to_vec()]).unwrap();
        assert!(has(&first) && !has(&whole));
    }
}
