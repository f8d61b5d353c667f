//! The package's modules: Rust to WebAssembly, their JavaScript glue, and the optimiser.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::parts;
use crate::project::{self, Project};
use crate::run;
use crate::setup::npm;
use crate::setup::wasm::Toolchain;
use crate::stamp::{Hash, Stamp};

/// One WebAssembly module of the package.
pub(crate) struct Module {
    /// The package it is compiled from.
    pub(super) package: &'static str,
    /// The name of its library, as the compiler writes it.
    library: &'static str,
    /// The name of its glue; its file has `_bg.wasm` behind it.
    name: &'static str,
}

/// The modules: the engine, which is loaded in parts, what judges by any JSON Schema, which is one dependency and nothing else, what
/// reads studies, and what simulates interviews of one, which has an engine and an interviewer of its own inside.
///
/// The second is a program of its own: a schema that a host hands in may end it, and no interview with it. What both have of the
/// same code is a hundredth of its weight. So is the third: as a part of the engine it would share a little with most other parts, and
/// what parts share by the hundred bytes is merged into the base, which every visit loads (4 kB more of it).
pub(crate) const MODULES: [Module; 4] = [
    Module {
        package: "colloquy-web",
        library: "colloquy_web",
        name: "colloquy",
    },
    Module {
        package: "colloquy-validator",
        library: "colloquy_validator",
        name: "colloquy_validator",
    },
    Module {
        package: "colloquy-study",
        library: "colloquy_study",
        name: "colloquy_study",
    },
    Module {
        package: "colloquy-simulation",
        library: "colloquy_simulation",
        name: "colloquy_simulation",
    },
];

impl Module {
    /// Names the file as a browser gets it.
    pub(crate) fn file(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    /// True for what respondents may need: the app keeps it for times without a network.
    pub(crate) fn is_for_respondents(&self) -> bool {
        self.name != "colloquy_simulation"
    }

    /// True for the module that leads interviews.
    fn is_engine(&self) -> bool {
        self.name == "colloquy"
    }

    /// Names the optimised module that still has its function names, for `bench size`; of the engine its base.
    pub(crate) fn named(&self, project: &Project) -> PathBuf {
        project.work(format!("engine/{}.named.wasm", self.name))
    }
}

/// What rustc 1.82 and later emit without being asked; wasm-opt reads these from a section that wasm-bindgen takes out.
pub(super) const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// What is optimised for: size, with passes left out that make the code smaller and what is sent of it larger, and with what holds
/// of every file here. Nothing lies in the first kilobyte of the memory but the end of the stack, and memory is zero where no file
/// has put its data.
const SMALL: [&str; 9] = [
    "-Oz",
    "--debuginfo",
    "-aimfs",
    "0",
    "-ocimfs",
    "0",
    "--skip-pass=local-cse",
    "--low-memory-unused",
    "--zero-filled-memory",
];

/// Compiles every module and leaves `pkg/dist/*_bg.wasm` and `pkg/dist/glue/`.
///
/// # Errors
/// When the compiler, wasm-bindgen or wasm-opt refuse.
pub(crate) fn build(project: &Project, toolchain: &Toolchain) -> Result<()> {
    // The compiler's last pass and the optimiser run on one core each: while one module is finished, the next one is compiled.
    let kept = thread::scope(|scope| {
        let (compiled, modules) = channel::<(&Module, PathBuf)>();
        let finisher = scope.spawn(move || {
            let files = modules
                .iter()
                .map(|(module, raw)| finish(project, module, &raw));
            files.collect::<Result<Vec<_>>>()
        });
        let compile_all = || {
            for module in &MODULES {
                let raw = compile(
                    project,
                    toolchain,
                    "wasm",
                    module.package,
                    module.library,
                    &[],
                )?;
                // One that could not be finished ends it: that is the error to report.
                if compiled.send((module, raw)).is_err() {
                    break;
                }
            }
            drop(compiled);
            Ok(())
        };
        let compiling: Result<()> = compile_all();
        let finished = finisher.join().expect("a panic is a fault of this program");
        compiling?;
        finished.map(|files| files.concat())
    })?;
    for file in project::files_below(&project.path("pkg/dist/glue"))? {
        if !kept.contains(&file) {
            fs::remove_file(&file)?;
        }
    }
    Ok(())
}

/// Binds and optimises a module that was compiled, and gives the files of its glue.
fn finish(project: &Project, module: &Module, raw: &Path) -> Result<Vec<PathBuf>> {
    let Module { package, name, .. } = *module;
    let dist = project.path("pkg/dist");
    let glue = dist.join("glue");
    let bound = [".js", ".d.ts", "_bg.wasm.d.ts"].map(|end| glue.join(format!("{name}{end}")));
    let mut files = bound.to_vec();
    if module.is_engine() {
        // The list of parts, and the package that has everything inside.
        files.extend(
            ["parts.js", "parts.d.ts", "colloquy_whole_bg.wasm"].map(|file| glue.join(file)),
        );
    }
    let shipped = dist.join(module.file());
    let named = module.named(project);
    // The raw module carries wasm-bindgen's version, so a new one binds again.
    let inputs = Hash::new()
        .add(&fs::read(raw)?)
        // The options are inputs too.
        .add(include_bytes!("engine.rs"))
        .add(include_bytes!("parts/mod.rs"))
        .add(include_bytes!("parts/join.rs"));
    let stamp = Stamp::new(project, name, inputs);
    let mut outputs: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    outputs.extend([shipped.as_path(), named.as_path()]);
    if stamp.is_fresh(&outputs) && (!module.is_engine() || !parts::shipped(&dist)?.is_empty()) {
        return Ok(files);
    }
    let work = project.work("engine").join(name);
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let text = work.join(name).with_extension("js");
    if module.is_engine() {
        let build = &inputs.hex()[..8];
        let cut = run::step("Cutting the engine into parts", || {
            let cut = parts::cut(raw, &work, build)?;
            bind(&cut.base, &work, name, true)?;
            let mut words = fs::read_to_string(&text)?;
            cut.link(&mut words)?;
            fs::write(&text, words)?;
            Ok(cut)
        })?;
        let made = run::step("Shrinking the engine", || {
            cut.finish(project, &work, &work.join(module.file()))
        })?;
        cut.ship(&made, &dist)?;
        for (file, text) in ["parts.js", "parts.d.ts"].iter().zip(cut.table(&made)?) {
            project::write(&glue.join(file), text.as_bytes())?;
        }
        project::write(&named, &fs::read(&made.named)?)?;
        project::write(&shipped, &fs::read(&made.base)?)?;
        project::write(
            &glue.join("colloquy_whole_bg.wasm"),
            &fs::read(&made.whole)?,
        )?;
    } else {
        run::step(&format!("Writing the glue of {package}"), || {
            bind(raw, &work, name, false)
        })?;
        run::step(&format!("Shrinking {package}"), || {
            optimise(project, &work.join(module.file()), &named)?;
            let small = work.join("small.wasm");
            strip(project, &named, &small)?;
            project::write(&shipped, &fs::read(&small)?)
        })?;
    }
    for file in &bound {
        let written = work.join(file.strip_prefix(&glue)?);
        project::write(file, &fs::read(&written)?)?;
    }
    stamp.set()?;
    Ok(files)
}

/// Compiles one package for wasm32 and names the file.
///
/// # Errors
/// When the compiler refuses; its messages are in the error.
pub(crate) fn compile(
    project: &Project,
    toolchain: &Toolchain,
    profile: &str,
    package: &str,
    library: &str,
    features: &[&str],
) -> Result<PathBuf> {
    // What ships is small; what is tested says why it panics.
    let small = profile == "wasm";
    let artifact = toolchain.artifact(project, profile, library, small);
    let first = if artifact.exists() {
        ""
    } else {
        " (first time about 2 min)"
    };
    run::step(
        &format!("Compiling {package} to WebAssembly{first}"),
        || {
            let mut cargo = toolchain.cargo(project, "rustc", small);
            cargo.args(["--profile", profile, "--package", package, "--lib"]);
            cargo.args(["--crate-type", "cdylib"]);
            cargo.args(features.iter().flat_map(|name| ["--features", name]));
            if small && package == "colloquy-web" {
                // Where it is cut, what refers to what must be known.
                cargo.args(["--", "-Clink-arg=--emit-relocs"]);
            }
            run::quiet(project, &format!("cargo-{package}"), &mut cargo)
        },
    )?;
    Ok(artifact)
}

/// Writes the glue, an ES module with an asynchronous `init`, with wasm-bindgen as a library: it has the version that the
/// module was compiled with. For a base, `shared` is true: it keeps what its parts take from it.
///
/// # Errors
/// When the module has no wasm-bindgen section or the disk refuses.
pub(crate) fn bind(raw: &Path, out: &Path, name: &str, shared: bool) -> Result<()> {
    fs::create_dir_all(out)?;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(raw)
        .out_name(name)
        .typescript(true)
        // Bundlers find the engine by the `new URL("…", import.meta.url)` that this leaves in the glue.
        .omit_default_module_path(false)
        // With it the package begins again with a fresh instance after a crash.
        .reset_state_function(true)
        .keep_lld_exports(shared)
        // `bench size` reads the names; as they were mangled, crates and generic arguments can be told apart.
        .demangle(false)
        .remove_producers_section(true)
        .keep_debug(false);
    bindgen.web(true)?;
    bindgen
        .generate(out)
        .with_context(|| format!("binding {}", raw.display()))?;
    let glue = out.join(name).with_extension("js");
    let mut text = fs::read_to_string(&glue)?;
    quieten(&mut text)?;
    hasten(&mut text)?;
    Ok(fs::write(&glue, text)?)
}

/// Replaces words of the glue by others.
fn reword(text: &mut String, from: &str, to: &str) -> Result<()> {
    if !text.contains(from) {
        bail!(
            "wasm-bindgen says it differently now, see {}: {from}",
            file!()
        );
    }
    *text = text.replace(from, to);
    Ok(())
}

/// Has the browser's encoder write longer texts in one piece: the glue copies them character by character, which for an answer
/// or a reply takes longer than reading it.
fn hasten(text: &mut String) -> Result<()> {
    if !text.contains("function passStringToWasm0(") {
        return Ok(());
    }
    reword(
        text,
        "    let offset = 0;\n\n    for (; offset < len; offset++) {",
        "    let offset = 0, read = 0;
    // From here on a call of the encoder costs less than a loop.
    if (len > 64) ({ read, written: offset } = cachedTextEncoder.encodeInto(arg, mem.subarray(ptr, ptr + len)));
    else for (; offset < len; offset++) {",
    )?;
    // The bytes may be as many as the characters, and yet not all of these be read.
    reword(
        text,
        "    if (offset !== len) {",
        "    if ((read || offset) !== len) {",
    )?;
    reword(
        text,
        "arg = arg.slice(offset);",
        "arg = arg.slice(read || offset);",
    )
}

/// After a crash and a fresh instance, timers and events of the old one still fire. The glue throws then, which ends a
/// process in Node; there is nothing to do for them and nobody to tell.
fn quieten(text: &mut String) -> Result<()> {
    const THROWN: &str = "throw new Error('Cannot invoke closure from previous WASM instance');";
    // A module without closures has none of these.
    if text.contains("previous WASM instance") {
        reword(text, THROWN, "return;")?;
    }
    Ok(())
}

/// Optimises a module and leaves it the names of its functions.
///
/// # Errors
/// When wasm-opt refuses.
pub(super) fn optimise(project: &Project, from: &Path, to: &Path) -> Result<()> {
    wasm_opt(project, from, to, &SMALL)
}

/// Takes out of an optimised module what only its makers read.
///
/// # Errors
/// When wasm-opt refuses.
pub(super) fn strip(project: &Project, from: &Path, to: &Path) -> Result<()> {
    wasm_opt(project, from, to, &["--strip-debug", "--strip-producers"])
}

fn wasm_opt(project: &Project, from: &Path, to: &Path, passes: &[&str]) -> Result<()> {
    let mut command = npm::node(project, "node_modules/binaryen/bin/wasm-opt");
    command
        .args(passes)
        .args(FEATURES)
        .arg(from)
        .arg("-o")
        .arg(to);
    run::quiet(project, "wasm-opt", &mut command)
}
