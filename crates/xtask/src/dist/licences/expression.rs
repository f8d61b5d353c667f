//! Licence expressions as SPDX writes them, and the list of licences that may be used.

use anyhow::{Context, Result};

/// Gives the licences that `.cargo/deny.toml` allows. Of TOML it knows what that list needs: one string a line.
///
/// # Errors
/// When there is no such list.
pub(super) fn allowed(deny: &str) -> Result<Vec<&str>> {
    let (_, rest) = deny
        .split_once("\nallow = [\n")
        .context("there is no list `allow` with one licence a line")?;
    let lines = rest.lines().take_while(|line| !line.starts_with(']'));
    let names = lines.filter_map(|line| line.trim().strip_prefix('"')?.split_once('"'));
    Ok(names.map(|(name, _)| name).collect())
}

/// Says whether the allowed licences satisfy an expression; one that cannot be read is satisfied by none.
///
/// Older crates write `MIT/Apache-2.0` for `MIT OR Apache-2.0`.
pub(super) fn satisfied(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = Words {
        words: spaced.split_whitespace().collect(),
        at: 0,
    };
    words.any(allowed) == Some(true) && words.peek().is_none()
}

/// The words of an expression, read from left to right.
struct Words<'a> {
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> Words<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    /// Goes beyond the next word if it is this one.
    fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.at += usize::from(found);
        found
    }

    /// Alternatives, of which one is enough. `AND` binds more tightly. `None` where the expression breaks off or goes wrong.
    fn any(&mut self, allowed: &[&str]) -> Option<bool> {
        let mut found = self.all(allowed)?;
        while self.take("OR") {
            found |= self.all(allowed)?;
        }
        Some(found)
    }

    fn all(&mut self, allowed: &[&str]) -> Option<bool> {
        let mut found = self.one(allowed)?;
        while self.take("AND") {
            found &= self.one(allowed)?;
        }
        Some(found)
    }

    fn one(&mut self, allowed: &[&str]) -> Option<bool> {
        if self.take("(") {
            let found = self.any(allowed)?;
            return self.take(")").then_some(found);
        }
        let name = self.peek()?;
        self.at += 1;
        if self.take("WITH") {
            let exception = self.peek()?;
            self.at += 1;
            return Some(allowed.contains(&format!("{name} WITH {exception}").as_str()));
        }
        Some(allowed.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::{allowed, satisfied};

    const ALLOWED: [&str; 4] = [
        "MIT",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "Unicode-3.0",
    ];

    #[test]
    fn an_expression_is_satisfied_by_what_it_asks_for() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "Unlicense OR MIT",
            "GPL-3.0 OR (MIT AND Apache-2.0)",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "GPL-3.0 AND Zlib OR MIT",
            "MIT AND Apache-2.0 WITH LLVM-exception AND (MIT OR Apache-2.0)",
        ] {
            assert!(satisfied(good, &ALLOWED), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND GPL-3.0",
            "MIT WITH LLVM-exception",
            "Apache-2.0 WITH",
            "MIT OR",
            "(MIT",
            "MIT)",
            "MIT Apache-2.0",
            "SEE LICENSE IN LICENSE.md",
            "UNLICENSED",
        ] {
            assert!(!satisfied(bad, &ALLOWED), "{bad}");
        }
    }

    #[test]
    fn the_list_is_that_of_cargo_deny() {
        let deny = include_str!("../../../../../.cargo/deny.toml");
        let list = allowed(deny).expect("the list is there");
        assert!(list.contains(&"0BSD") && list.contains(&"Zlib"), "{list:?}");
        assert!(list.contains(&"Apache-2.0 WITH LLVM-exception"), "{list:?}");
        assert!(!list.contains(&"CDLA-Permissive-2.0"), "{list:?}");
    }
}
