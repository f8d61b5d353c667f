//! Labels before what a person states about themselves: `Name: Anna Meier`.

use colloquy_findings::fold;

use crate::lines::{Line, has, trim, words};
use crate::text::Text;

/// Words of labels.
pub(crate) const LABELS: &str = "name e-mail email mail phone telephone tel telefon mobile mobil handy mobiltelefon cell address adresse anschrift wohnort \
    location ort based city stadt born geburtsdatum nationality nationalität staatsangehörigkeit web website homepage linkedin github birth date of \
    teléfono correo dirección téléphone courriel adresse";

/// Returns the text of a label: `Name: Anna Meier`, or the next line where the label has its own.
pub(crate) fn labelled<'a>(lines: &'a [Line], at: usize, labels: &str) -> Option<&'a str> {
    let line = lines.get(at)?;
    let is_label = |text: &str| {
        let folded = fold(text);
        let mut count = 0;
        words(&folded).all(|word| {
            count += 1;
            has(labels, word)
        }) && (1..4).contains(&count)
    };
    for cell in line.text.cut_at("|·•") {
        if let Some((head, rest)) = cell.split_once([':', '\t'])
            && is_label(head)
            && !trim(rest).is_empty()
        {
            return Some(trim(rest).cut_at("\t").next().unwrap_or_default());
        }
    }
    let next = lines.get(at + 1)?;
    let label = is_label(&line.text) && !next.text.has_any(":");
    label.then_some(next.text.as_str())
}
