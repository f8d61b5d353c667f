//! An answer to the one thing that was asked, in whatever words: whoever takes part and neither asks back nor declines has answered.

use colloquy_schema::Attribute;

use super::Reader;
use crate::cues::one_line;
use crate::found::Reading;
use crate::numbers::number;
use crate::resume::quote;
use crate::standing::{SHORT, declines, is_about};
use crate::tokens::{Token, has};
use crate::units::{sentences, units};

/// Tokens of a story that are kept as what it shows.
const KEPT: usize = 36;

/// Words of those who work or decide, of what has to be, and of how much.
const PEOPLE: &str = "me myself i alone we us he she they who nobody everyone someone owner boss team ich wir allein selbst chefin niemand \
    yo solo sola nosotros equipo jefa nadie moi seul seule nous équipe patronne personne";
const LIMITS: &str = "must need only never without no not may cant until muss nur kein keiner darf ohne podía tiene que sin nada faut sans pas";
const AMOUNTS: &str = "all whole every most many few ganze alle viele todos tous toute";
/// What begins an answer of somebody who has nothing to tell.
const NOTHING: &str = "nothing nobody none nichts niemand nada nadie rien personne";
/// Words of use that is only tried.
const TRIED: &str = "trial test tested try trying tried home myself practice versuch probe daheim prueba casa essai maison";

impl Reader<'_> {
    /// Takes what was said for the attribute that was asked for, where no pattern finds it.
    pub(super) fn taken(&mut self) {
        let (Some(asked), Some(attribute)) = (self.asked, self.ask.attributes.first().copied())
        else {
            return;
        };
        let words = match attribute {
            Attribute::Duration => return,
            Attribute::Autonomy => PEOPLE,
            Attribute::Constraints => LIMITS,
            Attribute::Scale => AMOUNTS,
            Attribute::ProductionVsPrototype => TRIED,
            Attribute::Depth => "",
        };
        let tokens = self.tokens;
        let counts = |token: &Token| {
            attribute == Attribute::Scale && number(core::slice::from_ref(token), 0).is_some()
        };
        let fits = |tokens: &[Token]| {
            tokens
                .iter()
                .any(|one| has(words, &one.word) || counts(one))
        };
        // What answers another of the things that were asked is no answer to this one.
        let found = |one: &Attribute| self.found.has(asked, *one);
        // “Nothing, it is a ticket” tells of no work.
        let alone = tokens.get(1).is_none_or(|next| !next.is_word);
        let first = tokens.first().is_some_and(|one| has(NOTHING, &one.word));
        let nothing = attribute == Attribute::Depth && alone && first;
        let about = is_about(tokens, fits(tokens)) && !nothing;
        if self.ask.attributes.iter().any(found) || !about {
            return;
        }
        let mut parts = Vec::new();
        for unit in units(&self.ask.text, tokens) {
            parts.extend(sentences(tokens, &unit.tokens));
        }
        parts.retain(|part| {
            let about = !self.elsewhere.contains(&part.start);
            let part = &tokens[part.clone()];
            about
                && !declines(part)
                && !part.iter().any(|one| one.word == "?")
                && part.iter().any(|one| one.is_word)
        });
        let first = parts.iter().position(|part| fits(&tokens[part.clone()]));
        // A short answer is taken whole.
        let whole = parts
            .last()
            .is_some_and(|last| last.end - parts[0].start <= KEPT);
        let Some(part) = parts.get(first.filter(|_| !whole).unwrap_or(0)) else {
            return;
        };
        // “Five years, for two hundred people” answers something that was not asked.
        if first.is_none() && self.signals.values && tokens.len() <= SHORT {
            return;
        }
        let mut end = part.end;
        for next in &parts {
            if next.start == end
                && next.end - part.start <= KEPT
                && (whole || fits(&tokens[next.clone()]))
            {
                end = next.end;
            }
        }
        let mut kept = &tokens[part.start..end.min(part.start + KEPT)];
        if kept.len() == KEPT
            && let Some(comma) = kept.iter().rposition(|one| has(", - ;", &one.word))
            && comma > KEPT / 3
        {
            kept = &kept[..comma];
        }
        let Some(last) = kept.iter().rposition(|one| one.is_word) else {
            return;
        };
        let range = quote(&kept[..=last]);
        let value = match attribute {
            Attribute::ProductionVsPrototype if kept.iter().any(|one| has(TRIED, &one.word)) => {
                "prototype".to_owned()
            }
            Attribute::ProductionVsPrototype => "production".to_owned(),
            _ => one_line(&self.ask.text[range.clone()]),
        };
        self.found.name(asked, &range, 70);
        self.found.insert(
            asked,
            Reading {
                attribute,
                value,
                quote: range,
                same_as: None,
            },
        );
        self.signals.values = true;
    }
}
