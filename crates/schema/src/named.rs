//! Things by name, few enough to be looked through one by one.

use std::ops::Index;

/// A short list of things by name, in the order in which they were put in.
///
/// Instead of a `BTreeMap`, which brings about 8 kB of code into the download for each type of value.
#[derive(Clone, Debug)]
pub struct Named<T>(Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(Vec::new())
    }
}

impl<T> Named<T> {
    /// Puts a thing in, in place of what has that name.
    pub fn set(&mut self, name: &str, thing: T) {
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some(entry) => entry.1 = thing,
            None => self.0.push((name.into(), thing)),
        }
    }

    /// Returns the thing of that name.
    pub fn get(&self, name: &str) -> Option<&T> {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map(|(_, thing)| thing)
    }

    /// Returns all names with their things.
    pub fn iter(&self) -> impl Iterator<Item = &(String, T)> {
        self.0.iter()
    }

    /// True when there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Finds a thing that must be there.
impl<T> Index<&str> for Named<T> {
    type Output = T;

    /// # Panics
    /// When there is nothing of that name.
    fn index(&self, name: &str) -> &T {
        self.get(name).expect("a thing of that name")
    }
}
