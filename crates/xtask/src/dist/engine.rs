//! The engine's modules: Rust to WebAssembly, their JavaScript glue, and the optimiser.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

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

/// The modules, the one that leads interviews first: it alone is needed for the first question.
pub(crate) const MODULES: [Module; 3] = [
    Module {
        package: "colloquy-web",
        library: "colloquy_web",
        name: "colloquy",
    },
    Module {
        package: "colloquy-extras",
        library: "colloquy_extras",
        name: "colloquy_extras",
    },
    Module {
        package: "colloquy-validator",
        library: "colloquy_validator",
        name: "colloquy_validator",
    },
];

impl Module {
    /// Names the file as a browser gets it.
    pub(crate) fn file(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    /// True for the module that leads interviews.
    fn is_engine(&self) -> bool {
        self.name == "colloquy"
    }

    /// Names the optimised module that still has its function names, for `bench size`.
    pub(crate) fn named(&self, project: &Project) -> PathBuf {
        project.work(format!("engine/{}.named.wasm", self.name))
    }
}

/// What rustc 1.82 and later emit without being asked; wasm-opt reads these from a section that wasm-bindgen takes out.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// What the second module does in bulk, where no first question waits for its bytes: these are compiled for speed there.
const FAST: [&str; 3] = [
    "colloquy-findings",
    "colloquy-jsonstream",
    "colloquy-schema",
];

/// Compiles every module and leaves `pkg/dist/*_bg.wasm` and `pkg/dist/glue/`.
///
/// # Errors
/// When the compiler, wasm-bindgen or wasm-opt refuse.
pub(crate) fn build(project: &Project, toolchain: &Toolchain) -> Result<()> {
    let mut kept = Vec::new();
    for module in &MODULES {
        kept.extend(build_one(project, toolchain, module)?);
    }
    for file in project::files_below(&project.path("pkg/dist/glue"))? {
        if !kept.contains(&file) {
            fs::remove_file(&file)?;
        }
    }
    Ok(())
}

/// Builds one module and gives the files of its glue.
fn build_one(project: &Project, toolchain: &Toolchain, module: &Module) -> Result<Vec<PathBuf>> {
    let Module {
        package,
        library,
        name,
    } = *module;
    let raw = compile(project, toolchain, "wasm", package, library, &[])?;
    let glue = project.path("pkg/dist/glue");
    let mut files = [".js", ".d.ts", "_bg.wasm.d.ts"]
        .map(|end| glue.join(format!("{name}{end}")))
        .to_vec();
    let bound = files.clone();
    // The engine is shipped in two files, which `first_visit` makes; in one it is only in the package that has it inside.
    let shipped = if module.is_engine() {
        let one = glue.join(module.file());
        files.push(one.clone());
        one
    } else {
        project.path("pkg/dist").join(module.file())
    };
    let named = module.named(project);
    // The raw module carries wasm-bindgen's version, so a new one binds again.
    let inputs = Hash::new()
        .add_file(&raw)?
        // The options below are inputs too.
        .add(include_bytes!("engine.rs"));
    let stamp = Stamp::new(project, name, inputs);
    let outputs: Vec<&Path> = [&shipped, &named]
        .into_iter()
        .chain(&files)
        .map(PathBuf::as_path)
        .collect();
    if stamp.is_fresh(&outputs) {
        return Ok(files);
    }
    let work = project.work("engine").join(name);
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    run::step(&format!("Writing the glue of {package}"), || {
        bind(&raw, &work, name)?;
        if module.is_engine() {
            continues(&work.join(name))?;
        }
        Ok(())
    })?;
    run::step(&format!("Shrinking {package}"), || {
        optimise(
            project,
            &work.join(module.file()),
            &named,
            &["-Oz", "--debuginfo"],
        )?;
        let small = work.join("small.wasm");
        optimise(
            project,
            &named,
            &small,
            &["--strip-debug", "--strip-producers"],
        )?;
        project::write(&shipped, &fs::read(&small)?)
    })?;
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
            let mut cargo = toolchain.cargo(project, "build", small);
            cargo.args(["--profile", profile, "--package", package, "--lib"]);
            if small && package == "colloquy-extras" {
                let level = |name| format!("profile.wasm.package.{name}.opt-level=3");
                cargo.args(
                    FAST.iter()
                        .flat_map(|name| ["--config".into(), level(name)]),
                );
            }
            cargo.args(features.iter().flat_map(|name| ["--features", name]));
            run::quiet(project, &format!("cargo-{package}"), &mut cargo)
        },
    )?;
    Ok(artifact)
}

/// Writes the glue, an ES module with an asynchronous `init`, with wasm-bindgen as a library: it has the version that the
/// module was compiled with.
///
/// # Errors
/// When the module has no wasm-bindgen section or the disk refuses.
pub(crate) fn bind(raw: &Path, out: &Path, name: &str) -> Result<()> {
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

/// Adds to the glue what the engine in two files needs: to hear that something is missing in the first, and to go on with the
/// whole, which lives in the memory of the first.
fn continues(glue: &Path) -> Result<()> {
    const JS: &str = "
export function __missing() { return wasm.missing?.value; }
export function __continue(whole) {
    wasm = new WebAssembly.Instance(whole, { ...__wbg_get_imports(), first: wasm }).exports;
}
";
    const TYPES: &str = "
/** True when something was called that the first of the engine's files does not have; undefined for an engine in one file. */
export function __missing(): 0 | 1 | undefined;
/** Goes on with the whole engine in place of the first of its files. */
export function __continue(whole: WebAssembly.Module): void;
";
    for (end, words) in [("js", JS), ("d.ts", TYPES)] {
        let file = glue.with_extension(end);
        let text = fs::read_to_string(&file)?;
        if end == "js"
            && !(text.contains("function __wbg_get_imports()")
                && text.contains("wasmInstance, wasm;"))
        {
            bail!(
                "wasm-bindgen says it differently now: see `continues` in {}",
                file!()
            );
        }
        fs::write(&file, text + words)?;
    }
    Ok(())
}

pub(super) fn optimise(project: &Project, from: &Path, to: &Path, passes: &[&str]) -> Result<()> {
    let mut command = npm::node(project, "node_modules/binaryen/bin/wasm-opt");
    command
        .args(passes)
        .args(FEATURES)
        .arg(from)
        .arg("-o")
        .arg(to);
    run::quiet(project, "wasm-opt", &mut command)
}
