//! Whether a text is a résumé at all.

use crate::lines::Line;
use crate::person::Person;
use crate::sections::{Section, is_title, titled};
use crate::text::Text;
use crate::timeline::Timeline;

/// From here on a text is taken for a résumé.
pub(crate) const ENOUGH: f64 = 0.5;

/// What stands in texts that are something else: letters, advertisements, invoices.
const OTHER: &str = "dear |sehr geehrte|to whom it may concern|kind regards|yours sincerely|mit freundlichen grüßen|we are looking for|wir suchen|\
    what we offer|we offer|wir bieten|your profile|your tasks|ihr profil|dein profil|deine aufgaben|ihre aufgaben|you will |invoice|rechnung nr|rechnungsnummer|\
    minutes of|agenda|estimado|madame, monsieur|the candidate must|apply now|jetzt bewerben|equal opportunity employer|terms and conditions|abstract";

/// How sure it is that a text is a résumé, from 0 to 1.
pub(crate) fn confidence(
    lines: &[Line],
    sections: &[(Section, bool)],
    person: &Person,
    timeline: &Timeline,
) -> f64 {
    let heading = |wanted: Section| {
        sections
            .iter()
            .any(|(section, heading)| *heading && *section == wanted)
    };
    let mut score: f64 = 0.0;
    let mut add = |is: bool, worth: f64| score += if is { worth } else { 0.0 };
    add(!person.email.is_empty() || !person.phone.is_empty(), 0.15);
    add(!person.name.is_empty(), 0.1);
    add(person.sure, 0.05);
    add(!person.profiles.is_empty(), 0.05);
    add(
        lines
            .iter()
            .take(3)
            .any(|line| is_title(line) || titled(line).is_some()),
        0.2,
    );
    add(heading(Section::Work) && !timeline.work.is_empty(), 0.3);
    add(
        heading(Section::Education) && !timeline.education.is_empty(),
        0.2,
    );
    add(
        heading(Section::Languages) || heading(Section::Summary) || heading(Section::Aside),
        0.1,
    );
    add(timeline.named > 0, 0.05);
    add(timeline.named > 1, 0.1);
    // Without headings, lines of dates with positions are all there is.
    add(!timeline.headed && timeline.named > 2, 0.2);
    add(timeline.count() == 0, -0.3);
    // Dates under a heading are those of anything, until a position or a school is recognised by its name.
    add(timeline.named == 0, -0.4);
    add(person.name.is_empty(), -0.1);
    let mut others = 0;
    for line in lines {
        others += OTHER
            .cut_at("|")
            .filter(|word| {
                line.folded.starts_with(word)
                    || word.has_any(" ") && line.folded.len() < 400 && line.folded.contains(word)
            })
            .count();
    }
    add(others > 0, -0.25);
    add(others > 1, -0.25);
    score.clamp(0.0, 1.0)
}
