//! Holds `pkg/types/generated.d.ts` to the Rust types. `UPDATE_TYPES=1` rewrites the file.
#![cfg(all(feature = "types", not(target_arch = "wasm32")))]

use colloquy_archive::CallView;
use colloquy_core::kinds::{KindDetails, KindView};
use colloquy_core::{ExchangeView, Head, RefuseReason, ResultView, View};
use colloquy_notes::MaterialSummary;
use colloquy_schema::{
    AnswerKind, Capabilities, Findings, FindingsEdit, Guidelines, Issue, Limits, Longest, Material,
    Prices, SkillsEdit,
};
use colloquy_web::message::{Input, Reading};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str = "// Generated from the Rust types by crates/web/tests/types.rs. Change those, then run it with UPDATE_TYPES=1.\n";

/// Declarations by name, with their doc comments.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types that are exported have a path; a number or a list has none.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = T::decl(&self.config);
        self.found
            .insert(name, [&docs, "export ", &declaration, "\n"].concat());
        T::visit_dependencies(self);
    }
}

#[test]
fn the_declarations_are_those_of_the_rust_types() {
    let mut all = Declarations {
        config: Config::new(),
        found: BTreeMap::new(),
    };
    all.visit::<View>();
    all.visit::<KindView>();
    all.visit::<KindDetails>();
    all.visit::<ExchangeView>();
    all.visit::<Capabilities>();
    all.visit::<RefuseReason>();
    all.visit::<Head>();
    all.visit::<CallView>();
    all.visit::<ResultView>();
    all.visit::<Findings>();
    all.visit::<FindingsEdit>();
    all.visit::<SkillsEdit>();
    all.visit::<AnswerKind>();
    all.visit::<Guidelines>();
    all.visit::<Issue>();
    all.visit::<Limits>();
    all.visit::<Longest>();
    all.visit::<Material>();
    all.visit::<MaterialSummary>();
    all.visit::<Prices>();
    let public: Vec<String> = all.found.keys().cloned().collect();
    holds("types/generated.d.ts", &written(HEADER, all.found.values()));

    // What only the package and the engine say to each other, in a file of its own.
    all.visit::<Input>();
    all.visit::<Reading>();
    all.found.retain(|name, _| !public.contains(name));
    let own = written("", all.found.values());
    let words: BTreeSet<&str> = own.split(|c: char| !c.is_alphanumeric()).collect();
    let used: Vec<&str> = public
        .iter()
        .map(String::as_str)
        .filter(|name| words.contains(name))
        .collect();
    let import = format!(
        "import type {{ {} }} from \"./generated.js\";\n",
        used.join(", ")
    );
    holds("types/messages.d.ts", &[HEADER, &import, &own].concat());
}

fn written<'a>(header: &str, declarations: impl Iterator<Item = &'a String>) -> String {
    declarations.fold(header.to_string(), |text, declaration| {
        text + "\n" + declaration
    })
}

/// Holds a checked-in file of the package to a text, or rewrites it.
fn holds(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../pkg")
        .join(name);
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == text,
        "pkg/{name} differs from its source: run this test with UPDATE_TYPES=1"
    );
}
