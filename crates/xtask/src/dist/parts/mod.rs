//! The engine's parts: one program, cut at the seams that `crates/web/src/parts.rs` marks.
//!
//! `wasm_split_cli_support` cuts: what only one seam reaches goes into that seam's file, what several reach into a file that they
//! share, everything else stays in the base. Those files share the base's memory and function table, and call each other by way
//! of the table. What is too small to be worth a request goes along with a file that whoever needs it loads anyway; where there is
//! none, it is merged into the base again, and so is what most parts need: hardly a visit does without it.

mod contents;
mod join;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use wasm_split_cli_support::Options;

use super::engine::{FEATURES, optimise, strip};
use crate::project::{self, Project};
use crate::run;
use crate::setup::npm;

/// The module by which files of the engine name what they take from the base.
const BASE: &str = "__wasm_split";

/// A file that is smaller than this once it is optimised, in bytes, is no file of its own: a request costs more than it, and Vite
/// puts a file of less than 4 kB into the JavaScript as a `data:` address, which a strict Content-Security-Policy refuses.
const SMALLEST: u64 = 5_000;

/// What stands between the names of parts in the name of a file that they share.
const BETWEEN: &str = "-";

/// The section that says of which build a part is.
const SECTION: &str = "colloquy.build";

/// The engine after it was cut.
pub(super) struct Cut {
    /// Names the build; all of its files have it.
    build: String,
    /// Each part, and the stems of the files that it needs.
    parts: BTreeMap<String, BTreeSet<String>>,
    /// What is left, to be bound.
    pub(super) base: PathBuf,
}

/// The files of the engine, ready to be shipped.
pub(super) struct Files {
    /// The base, with function names and without.
    pub(super) named: PathBuf,
    pub(super) base: PathBuf,
    /// Everything in one file.
    pub(super) whole: PathBuf,
    /// The files of the parts by the names that the loader knows them by.
    parts: BTreeMap<String, PathBuf>,
}

/// Cuts the compiled engine into files in `work`.
///
/// # Errors
/// When it was linked without its relocations, or has no seams.
pub(super) fn cut(raw: &Path, work: &Path, build: &str) -> Result<Cut> {
    fs::create_dir_all(work)?;
    let bytes = fs::read(raw)?;
    let base = work.join("base.cut.wasm");
    let link = module(build);
    let mut options = Options::new(&bytes);
    options.output_dir = work;
    options.main_out_path = &base;
    options.link_name = &link;
    let cut = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("{error:?}"))
        .with_context(|| format!("cutting {}", raw.display()))?;
    let parts: BTreeMap<String, BTreeSet<String>> = cut
        .prefetch_map
        .into_iter()
        .map(|(part, stems)| (part, stems.into_iter().collect()))
        .collect();
    if parts.is_empty() {
        bail!("{} has no seams", raw.display());
    }
    // Its loader is not ours.
    fs::remove_file(work.join(&link))?;
    let build = build.to_owned();
    Ok(Cut { build, parts, base })
}

/// Names the module from which the base takes its loaders. The build is in the name: glue of another build has no such module, and
/// the base is not started with it.
fn module(build: &str) -> String {
    format!("./parts-{build}.js")
}

impl Cut {
    /// What was cut into a folder, what the fewest parts need first.
    ///
    /// # Errors
    /// When a file is no module.
    fn pieces(&self, work: &Path) -> Result<VecDeque<Piece>> {
        let mut needed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (part, stems) in &self.parts {
            for stem in stems {
                needed.entry(stem).or_default().insert(part.clone());
            }
        }
        let mut pieces = Vec::new();
        for (stem, parts) in needed {
            let file = work.join(format!("{stem}.wasm"));
            pieces.push(Piece {
                parts,
                weight: join::weight(&file)?,
                files: vec![file],
            });
        }
        pieces.sort_by_key(|piece| (piece.parts.len(), piece.name()));
        Ok(pieces.into())
    }

    /// Makes the glue take its loaders from the package: it names a module for each part, and none of them is there.
    ///
    /// # Errors
    /// When wasm-bindgen writes its imports differently.
    pub(super) fn link(&self, glue: &mut String) -> Result<()> {
        let module = module(&self.build);
        let from = format!(" from \"{module}\"");
        let key = format!("        \"{module}\": ");
        let mut imports = 0;
        let mut keys = 0;
        let lines: Vec<&str> = glue
            .lines()
            .filter(|line| {
                let import = line.starts_with("import * as ") && line.contains(&from);
                let keyed = line.starts_with(&key);
                imports += usize::from(import);
                keys += usize::from(keyed);
                // The first key stays.
                !import && (!keyed || keys == 1)
            })
            .collect();
        if imports == 0 || keys == 0 {
            bail!("wasm-bindgen says it differently now, see {}", file!());
        }
        let text: Vec<String> = lines
            .into_iter()
            .map(|line| {
                if line.starts_with(&key) {
                    format!("{key}loaders,")
                } else {
                    line.to_owned()
                }
            })
            .collect();
        *glue = format!(
            "import {{ loaders }} from \"../../src/parts.ts\";\n{}\n",
            text.join("\n")
        );
        Ok(())
    }

    /// Optimises every file; `bound` is the base after wasm-bindgen.
    ///
    /// # Errors
    /// When Binaryen refuses.
    pub(super) fn finish(&self, project: &Project, work: &Path, bound: &Path) -> Result<Files> {
        let mut parts = BTreeMap::new();
        let (mut merged, mut large) = (Vec::new(), Vec::new());
        let mut pieces = self.pieces(work)?;
        while let Some(piece) = pieces.pop_front() {
            if piece.serves_most(self.parts.len()) {
                merged.extend(piece.files);
            } else if let Some(own) = piece.finish(project)? {
                self.mark(&own.stripped)?;
                parts.insert(piece.name(), own.stripped);
                large.push(own.named);
            } else if let Some(carrier) = piece.carrier(&mut pieces) {
                carrier.weight += piece.weight;
                carrier.files.extend(piece.files);
            } else {
                merged.extend(piece.files);
            }
        }
        let (named, base) = (work.join("base.named.wasm"), work.join("base.small.wasm"));
        let together = work.join("base.merged.wasm");
        merge(project, bound, &merged, &together)?;
        optimise(project, &together, &named)?;
        strip(project, &named, &base)?;
        // The same code as in the files apart.
        let (joined, whole) = (work.join("whole.named.wasm"), work.join("whole.wasm"));
        merge(project, &named, &large, &joined)?;
        strip(project, &joined, &whole)?;
        contents::verify(&base, &named)?;
        Ok(Files {
            named,
            base,
            whole,
            parts,
        })
    }

    /// Puts the build's name into a part, for the loader to look at.
    fn mark(&self, file: &Path) -> Result<()> {
        let mut bytes = fs::read(file)?;
        let name = SECTION.as_bytes();
        let payload = [&[name.len() as u8], name, self.build.as_bytes()].concat();
        bytes.extend([0, payload.len() as u8]);
        bytes.extend(payload);
        Ok(fs::write(file, bytes)?)
    }

    /// Writes the list of parts and files that the loader reads, and its declarations. The largest file of a part stands first: a
    /// browser that opens few connections to a server begins with what takes longest.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(super) fn table(&self, files: &Files) -> Result<[String; 2]> {
        let mut sized = Vec::new();
        for (name, file) in &files.parts {
            sized.push((Reverse(fs::metadata(file)?.len()), name));
        }
        sized.sort();
        let mut out = format!(
            "// Written by `cargo xtask dist`.\nexport const build = \"{}\";\nexport const parts = {{\n",
            self.build
        );
        for part in self.parts.keys() {
            let names: Vec<&String> = sized
                .iter()
                .map(|(_, name)| *name)
                .filter(|name| name.split(BETWEEN).any(|other| other == part))
                .collect();
            out += &format!("    {part}: {},\n", serde_json::json!(names));
        }
        // Literal addresses of one level, so that bundlers find the files and move them. Those that trace what a server reads see them in an
        // object, and not where each is all that a function returns.
        out += "};\nexport const files = () => ({\n";
        for name in files.parts.keys() {
            let file = self.file(name);
            out += &format!("    \"{name}\": new URL(\"./{file}\", import.meta.url),\n");
        }
        out += "});\n";
        let names: Vec<String> = self
            .parts
            .keys()
            .map(|part| format!("\"{part}\""))
            .collect();
        let types = format!(
            "/** Names the build; the files of all parts have it. */\nexport const build: string;\n\
             /** A part of the engine. */\nexport type Part = {};\n\
             /** Which files each part needs. */\nexport const parts: Readonly<Record<Part, readonly string[]>>;\n\
             /** Where the files are, unless a host keeps them elsewhere. */\nexport const files: () => Readonly<Record<string, URL>>;\n",
            names.join(" | ")
        );
        Ok([out, types])
    }

    fn file(&self, name: &str) -> String {
        format!("colloquy_{name}_{}.wasm", self.build)
    }

    /// Ships the files of the parts into a folder, in the place of those of another build.
    ///
    /// # Errors
    /// When the disk refuses.
    pub(super) fn ship(&self, files: &Files, folder: &Path) -> Result<()> {
        for (name, file) in &files.parts {
            project::write(&folder.join(self.file(name)), &fs::read(file)?)?;
        }
        for file in shipped(folder)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if !name.ends_with(&format!("_{}.wasm", self.build)) {
                fs::remove_file(&file)?;
            }
        }
        Ok(())
    }
}

/// Something that was cut, with what is too small to be a file and goes along with it.
struct Piece {
    /// The parts that need it.
    parts: BTreeSet<String>,
    /// The bytes of its code and data, not optimised.
    weight: u64,
    files: Vec<PathBuf>,
}

/// A file of a part, with the names of its functions and without.
struct Finished {
    named: PathBuf,
    stripped: PathBuf,
}

impl Piece {
    /// Names the file for whoever looks at it: by the parts that need it.
    fn name(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(String::as_str).collect();
        parts.join(BETWEEN)
    }

    /// Optimises the piece; none where it is too small.
    ///
    /// # Errors
    /// When Binaryen refuses.
    fn finish(&self, project: &Project) -> Result<Option<Finished>> {
        if self.weight < SMALLEST {
            return Ok(None);
        }
        let [joined, named, stripped] = ["joined.wasm", "named.wasm", "small.wasm"]
            .map(|end| self.files[0].with_extension(end));
        join::join(project, &self.files, &joined)?;
        optimise(project, &joined, &named)?;
        strip(project, &named, &stripped)?;
        let large = fs::metadata(&stripped)?.len() >= SMALLEST;
        Ok(large.then_some(Finished { named, stripped }))
    }

    /// True where at least two in five of all parts need this: those of a language, and those for failures, are no part of a first visit.
    fn serves_most(&self, parts: usize) -> bool {
        5 * self.parts.len() >= 2 * parts
    }

    /// Finds the largest of what everybody loads anyway who needs this.
    fn carrier<'p>(&self, others: &'p mut VecDeque<Piece>) -> Option<&'p mut Piece> {
        others
            .iter_mut()
            .filter(|other| other.parts.is_superset(&self.parts))
            .max_by_key(|other| other.weight)
    }
}

/// Lists the files of parts that lie in a folder.
///
/// # Errors
/// When the folder cannot be read.
pub(crate) fn shipped(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = project::files_below(folder)?.into_iter();
    Ok(files.filter(|file| is_part(file)).collect())
}

/// Tells the file of a part from the modules, whose names end with `_bg.wasm`.
fn is_part(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("colloquy_") && name.ends_with(".wasm") && !name.ends_with("_bg.wasm")
}

/// Merges files into the base.
fn merge(project: &Project, base: &Path, files: &[PathBuf], to: &Path) -> Result<()> {
    let mut command = npm::node(project, "node_modules/binaryen/bin/wasm-merge");
    command.arg(base).arg(BASE);
    for (place, file) in files.iter().enumerate() {
        command.arg(file).arg(format!("part{place}"));
    }
    command.arg("--debuginfo").args(FEATURES).arg("-o").arg(to);
    run::quiet(project, "wasm-merge", &mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(parts: &[&str], weight: u64) -> Piece {
        Piece {
            parts: parts.iter().map(|part| (*part).to_owned()).collect(),
            weight,
            files: Vec::new(),
        }
    }

    #[test]
    fn what_is_small_goes_along_with_the_largest_that_all_who_need_it_load() {
        let mut others = VecDeque::from([
            piece(&["a"], 90),
            piece(&["a", "b"], 20),
            piece(&["b", "c"], 80),
            piece(&["a", "b", "c"], 30),
        ]);
        let small = piece(&["a", "b"], 5);
        let carrier = small.carrier(&mut others).map(|other| other.name());
        assert_eq!(carrier.as_deref(), Some("a-b-c"));
        let alone = piece(&["a", "d"], 5);
        assert!(alone.carrier(&mut others).is_none());
    }

    #[test]
    fn what_two_in_five_of_all_parts_need_serves_most() {
        let shared = piece(&["a", "b"], 9_000);
        assert!(shared.serves_most(5));
        assert!(!shared.serves_most(6));
    }
}
