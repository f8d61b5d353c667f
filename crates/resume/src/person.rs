//! What is known of a person: the name, the profession under it, and how and where they are reached.

use crate::contact::Profile;
use crate::places::Place;

/// What is known of a person.
#[derive(Debug, Default)]
pub(crate) struct Person {
    pub(crate) name: String,
    /// The text itself labels it as the name, or an address agrees with it.
    pub(crate) sure: bool,
    /// The name was made from the e-mail address.
    pub(crate) guessed: bool,
    pub(crate) label: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) url: String,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) place: Option<Place>,
}
