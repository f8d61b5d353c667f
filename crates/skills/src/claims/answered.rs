//! Names that the lexicon does not have in an answer to what somebody can do or works with.

use super::items::{Item, any, items, named};
use super::{Claims, ITEMS, labelled};
use crate::lexicon::Lexicon;
use crate::standing::declines;
use crate::tokens::{Token, has};
use crate::units::{sentences, units};

/// Words of a name, and of one with a word such as `of` in it.
const NAME: usize = 3;
const JOINED: usize = 4;
/// Words before the noun of a tool up to its article.
const BEFORE: usize = 2;
/// Words with which a sentence goes on behind a list.
const GOING_ON: &str = "because since as but which that for when like mainly weil denn da aber wenn porque pero cuando parce car mais quand";
const ARTICLES: &str = "a an the my our ein eine einen einem einer die der das dem den meine meiner mein meinem unsere un una el la los las \
    mi mis nuestra nuestro une le les mon ma mes notre nos";
/// Articles before what somebody has or uses.
const OWN: &str =
    "a an my our ein eine einen mein meine meinen un una mi mis nuestro une mon ma mes notre nos";
/// What everybody works with.
const BODY: &str = "hand hands eye eyes nose ear ears head heart feeling patience time people team colleague colleagues boss lot bit few \
    hände augen nase kopf gefühl geduld leute team manos ojos nariz cabeza paciencia gente equipo mains yeux nez tête patience gens équipe";
const TOOLS: &str = "spreadsheet spreadsheets sheet whiteboard board scanner system software app program machine checklist template database \
    tabelle tafel liste checkliste kasse programm maschine hoja pizarra planilla lista programa sistema máquina caja tableau tableur \
    logiciel liste caisse système planning calculator terminal tablet";

/// Returns the names in an answer that lists some or speaks of a tool.
pub(crate) fn listed(lexicon: &Lexicon, text: &str, tokens: &[Token]) -> Vec<String> {
    let mut claims = Claims {
        lexicon,
        text,
        german: false,
        names: Vec::new(),
    };
    for unit in units(text, tokens) {
        for sentence in sentences(tokens, &unit.tokens) {
            let line = &tokens[sentence];
            if !any(line, "?") && !declines(line) {
                claims.listed(line);
            }
        }
    }
    claims.names.truncate(super::FEW);
    claims.names
}

impl Claims<'_> {
    fn listed(&mut self, line: &[Token]) {
        let (label, rest) = labelled(line);
        let line = if !label.is_empty() && any(rest, ",") {
            rest
        } else {
            line
        };
        let list = items(line, true);
        // “I cook, I plan shifts and I repair ovens.”
        let done = |item: &Item| item.words[0].word == "i";
        if list.len() >= ITEMS && list.iter().all(done) {
            for item in list {
                let verb = 1 + usize::from(item.words.get(1).is_some_and(|one| one.word == "can"));
                self.push(item.words.get(verb..).and_then(named));
            }
            return;
        }
        let short = |item: &&Item| {
            let joined = any(item.words, "of de");
            item.name
                .is_some_and(|name| name.len() <= if joined { JOINED } else { NAME })
        };
        let names = list.iter().take_while(short).count();
        let behind = list.get(names);
        if names > 0 && behind.is_none_or(|item| has(GOING_ON, &item.words[0].word)) {
            for item in &list[..names] {
                self.push(item.name);
            }
            return;
        }
        // “My copper vat, 600 litres, and a thermometer I trust”
        let own = |item: &&Item| {
            let words = item.words;
            has(OWN, &words[0].word) && short(item) && !any(words, BODY) && !any(words, "of de von")
        };
        if list.len() > 1 {
            for item in list.iter().filter(own) {
                self.push(item.name);
            }
        }
        for at in 1..line.len() {
            if !has(TOOLS, &line[at].word) {
                continue;
            }
            let mut start = at;
            while start > 0 && line[start - 1].is_word && !has(ARTICLES, &line[start - 1].word) {
                start -= 1;
            }
            if start > 0 && line[start - 1].is_word && at - start <= BEFORE {
                self.push(Some(&line[start..=at]));
            }
            // “A warehouse system, Manhattan, and …”
            if let Some([comma, behind @ ..]) = line.get(at + 1..)
                && comma.word == ","
            {
                let length = self.proper(behind);
                let closed = behind.get(length).is_none_or(|one| !one.is_word);
                if closed && behind[0].word != "i" {
                    self.push(behind.get(..length));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::listed;
    use crate::lexicon::Lexicon;
    use crate::tokens::tokens;

    #[track_caller]
    fn names(text: &str, expected: &[&str]) {
        let found = listed(&Lexicon::read("Python"), text, &tokens(text));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_list_is_taken_apart_and_a_sentence_is_none() {
        names(
            "Mostly ventilation, CRRT and wound care. And teaching beginners.",
            &["ventilation", "CRRT", "wound care", "teaching beginners"],
        );
        names(
            "I am a nurse: ventilation, training of new colleagues, patient communication.",
            &[
                "ventilation",
                "training of new colleagues",
                "patient communication",
            ],
        );
        names(
            "I cook, I plan shifts and I repair ovens.",
            &["cook", "plan shifts", "repair ovens"],
        );
        names(
            "Mostly metavision, surtout le servo-u, vor allem Excel, especially SAP",
            &["metavision", "servo-u", "Excel", "SAP"],
        );
        names(
            "Den Dienstplan, die Kasse und das Bestellbuch.",
            &["Dienstplan", "Kasse", "Bestellbuch"],
        );
        names(
            "El horno, la amasadora y la hoja de turnos",
            &["horno", "amasadora", "hoja de turnos"],
        );
        for text in [
            "I look after people.",
            "I cook, I plan shifts.",
            "no idea",
            "None",
            "Ok.",
            "Next question.",
            "what do you mean?",
            "Last Tuesday, for example, I worked on my own for three years' worth of mail.",
            "I'd rather not, thanks, maybe later",
            "Keine Ahnung",
            "No lo sé",
            "",
        ] {
            names(text, &[]);
        }
    }

    #[test]
    fn a_tool_in_a_sentence_is_named() {
        names(
            "If two vans are late they ring me because I have my spreadsheet and know which bay is free.",
            &["spreadsheet"],
        );
        names(
            "Python, the label scanner and the telephone, because the office never reads its mail.",
            &["Python", "label scanner", "telephone"],
        );
        names(
            "I've got a stock system, Korber, and I can make it dance, but the handover board is what counts.",
            &["stock system", "Korber", "handover board"],
        );
        names(
            "Ohne meine Tabelle findet hier keiner die Palette.",
            &["Tabelle"],
        );
    }
}
