//! The interviewer without a network: answers an [`Ask`] from rules and a bank of sentences. Knows no session, sends nothing,
//! and gives the same reply to the same ask on every machine.
//!
//! ```
//! use colloquy_core::{Begin, Effect, Event, kinds};
//! use colloquy_schema::Setup;
//! use colloquy_scripted::Hearing;
//!
//! let guide = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/guides/reflective.json"));
//! let begin = Begin {
//!     session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
//!     guide: serde_json::from_str(guide).unwrap(),
//!     setup: Setup { locale: "en".into(), ..Setup::default() },
//!     validator: None,
//!     notes: None,
//! };
//! let hearing = Hearing::new();
//! let mut interview = kinds::begin(begin, 0).unwrap();
//! interview.handle(0, Event::Consent).unwrap();
//! while let Some(effect) = interview.poll_effect() {
//!     match effect {
//!         Effect::Append { id, .. } => interview.handle(0, Event::Saved { id }).unwrap(),
//!         // It reads the ask alone: no message was rendered for it.
//!         Effect::AskModel { id, call, .. } => {
//!             let reply = colloquy_scripted::respond(&call.ask, &hearing);
//!             interview.handle(0, Event::ModelDone { id, reply }).unwrap();
//!         }
//!         _ => {}
//!     }
//! }
//! let question = interview.view().question.unwrap().text;
//! assert!(question.ends_with('?') && question.split_whitespace().count() >= 3, "{question}");
//! ```

//!
//! # The bank
//! A guide brings the sentences ([`colloquy_schema::Bank`]): for each use, by template or for `any` of them, sentences with
//! slots. A sentence whose slot has no value is passed over, and so is one that cannot be filled within 3 to 30 words.
//!
//! | use | when | slots |
//! |---|---|---|
//! | `open.title`, `open` | first question | `{title}` |
//! | `empty` | first question without notes | |
//! | `ask` | turns to something else, of the whole | `{title}` |
//! | `ask.bridge` | the same, from something that the respondent described of their own | `{title}` |
//! | `concept`, `item`, `focus` | another part of the notes, by name | `{x}`, `{label}` |
//! | `quote`, `point` | a statement of the notes, whole | `{x}`, `{who}` |
//! | `facet`, `facets` with `angle` | where the content meets a side of life | `{angle}`, `{angles}` |
//! | `coined` | a phrase of up to four words that the respondent coined | `{x}` |
//! | `person` | the one person of an answer, such as “your neighbour Irma” | `{x}` |
//! | `short`, `short.own`, `short.past`; `thin`, `thin.choice`, `thin.end` | easier, after few words, of what one does and did; after nothing, twice, three times | |
//! | `end.one`, `end` | last question | `{x}` |
//! | `lead.skip`, `lead.decline` | before a question on something else | |
//! | `lead.probe` | before a probe that comes again | |
//!
//! A probe stays with the last answer, by what it tells. Something that happened comes before everything else, for two questions in a row at
//! most: `probe.case.usual` where it was so again and again, `.choice`, `.wrong` by the respondent's fault, `.blow` by nobody's, `.after`
//! where its outcome is described, `.own`, `.other` and `.theirs` by who did the last thing and who was part of it, or `probe.case`;
//! then a `probe.trouble` that goes on. The others are `probe.judgement`, `.rule`, `.process`, `.claim`,
//! `.contrast`, `.plan`, `.hedge`, `.list`, `.learned` from somebody, a mild `.feeling`, `.now` of what is so with the respondent, `.long`
//! after much, or `.any`; where only the last ones fit, what follows is built in and goes by the form of the question. The next ones are `probe.meaning` and
//! `probe.use`. In English a probe stands behind what the respondent did, turned round (“You drove back at night.”), where the answer ends
//! with that, or a question about a thing takes its place, where the last sentence is about one. A probe may come again after six other
//! questions; another question never does.
//!
//! A use with `.plain` behind its name has its questions in plain words, with an example, for somebody who asks back; `probe.plain` is for
//! probes whose twins are not built in, and `ask.plain` for uses that have none.
//!
//! A conversation before a recommendation uses those that need no notes, and `slot`: by name, in their order, signs parted by `|` that
//! something was told, and questions for it; `slot.plain` has those in plain words by the same names. Names that end in `matter` are left out where it is about people.
//!
//! A staged interview uses `coined`, `person`, `short`, `thin.*`, `lead.*` and `probe.*` of these, and:
//!
//! | use | when | slots |
//! |---|---|---|
//! | `open.title` | the first question, where the material has a title | `{title}` |
//! | `<stage>.<n>`, such as `essence.0` | opens the objective of a stage at place n | |
//! | `<stage>.lead`, `<stage>.<n>.lead` | before the first question of a stage, or of an objective | |
//! | `<stage>.<n>.probe` | stays with an answer to it, where a case is none of the work | |
//! | `probe.example`, `probe.deep` | depth 2, asks for a case; depth 3, reasons and what others miss | |
//! | `promise`; `open` | takes up what was put off; what somebody else left open | ; `{x}` |
//! | `more`, `more.example` | all objectives were asked about and something is lacking | `{label}` |
//! | `close`, `close.short` | the closing, no question; where something hurt or was refused | |
//!
//! A recommendation uses lists that are kept by a name in place of the template:
//!
//! | use | list | slots |
//! |---|---|---|
//! | `role`, by title | signs parted by `\|`, reason, skills parted by `\|`, prompt, `reasoning` or `semantic` | `{x}` |
//! | `role.other`, `any` | reason, skills, prompt and kind for a role that is not listed | `{title}` |
//! | `role.none`, by cause; `little`, `unclear` | signs, and why nobody is recommended | `{x}` |
//! | `role.near`, `any` | the nearest role where none is clear, then the next one | `{title}`, `{x}` |
//! | `role.say`, `any` | the recommendation | `{title}`, `{label}` its article, `{x}` |
//!
//! The ask of a skills interview has what to ask: names of attributes, and clauses of the guide such as `how long have you used it`. A
//! question of it has 4 to 40 words. The engine puts its own first words before it, unless it names the skill.
//!
//! | use | when | slots |
//! |---|---|---|
//! | `gap.ask.<attribute>`, such as `gap.ask.depth` | asks for one attribute; a second one that is wanted comes next | `{skill}` |
//! | `gap.then.<attribute>` | goes on from what was just answered about the same skill | `{skill}` |
//! | `gap.more.<attribute>` | once more, as a choice, what the answer left open | `{skill}` |
//! | `gap.begin`, `gap.end` | before the first and the last question | |
//! | `gap.unclear` | turns away from what was asked back too often | |
//! | `gap.heard`; `gap.wish` | acknowledges a figure that was told; a skill that was wished for | `{x}` |
//! | `gap.turn` | now and then, before another skill | |
//! | `gap.first.*`, `.question.*`, `.led.*`, `.follow_up.*`, `.last.*` | in a bank without these: `.one` or `.two` clauses | `{skill}`, `{a}`, `{b}` |
//! | `gap.explain.*` | after a question back | `{x}` and `{y}` what is meant, `{skill}`, `{a}`, `{b}` |
//! | `gap.example.*` | after a wish for an example | `{x}` and `{y}` examples, `{skill}`, `{a}`, `{b}` |
//! | `gap.skills`, `gap.skills.explain`, `gap.skills.example` | where no skill is known: asks for some | |
//! | `gap.skills.resume` | the same where there is a résumé in which none was found | |
//! | `gap.skills.then` | the same behind an answer that describes work and names none | |
//! | `gap.last`, `gap.last.then` | what the respondent would add, where nothing else is asked; stays with that once | |
//!
//! An onboarding interview calls tools and puts questions of 6 to 40 words. Each of these begins with `onboarding.`; `{label}` names the
//! kind of data, `{title}` a file.
//!
//! | use | when | slots |
//! |---|---|---|
//! | `option`, by the id of the option | label, description, and signs parted by `\|` by which it is known when it is typed | |
//! | `begin`, `other_way`, `other_way.unread`; `sample` | above the ways to profile and timeline; to a text | `{title}` |
//! | `upload`, `upload.sample` | above the form for a résumé; for a text | |
//! | `show.read`, `show.partial`, `show.nothing`, `show.unread` | above data that a document brought whole, in part, or not | `{label}`, `{title}` |
//! | `show.card`, `show.no_card`, `show.hand`, `show.told` | above data of a card, without one, to be filled in, from answers | `{label}` |
//! | `show.again` | the second time, after a comment | `{label}`, `{x}` |
//! | `change`; `words.<kind of data>` | after data was rejected; after its form was sent away | `{label}` |
//! | `which`, `position` | asks for a position, above options or in words | |
//! | `experience`, `knowledge`; `echo` | about it, and what was learned; deeper into an answer | `{x}` the position, `{y}` the organisation; `{x}` |
//! | `write`, `unread` | asks for a text; after a file that could not be read | `{title}` |
//! | `rest` | nothing else can be done in the phase | `{label}` |
//! | `dossier`: `person`, `work`, `card`, `sample`, `empty` | sentences of the summary | `{x}`, `{y}` |
//! | `unknown`, by the part that is missing | questions that the dossier leaves open | |
//!
//! # What an answer does
//! Before anything is looked up, [`acts::hear`] hears what the last answer does. What hurts, refuses, corrects, complains or asks back
//! decides what comes next; a sentence that does so is never quoted, and nothing is found in it. The locale of the ask says in which
//! language it is heard, where a [`Hearing`] has it; what can hurt is heard in all. The sentences are built in, in English, German,
//! Spanish and French, of any length. A bank that has some under `react.` and the use says those in their place, in any locale:
//!
//! | use | when | slots |
//! |---|---|---|
//! | `react.crisis`, `react.crisis.after` | somebody does not want to live; after an answer to that | |
//! | `react.crisis.past` | where it was long ago, and is over | |
//! | `react.crisis.unsure` | once, where it may be meant, and none of the words for it was written | |
//! | `react.distress`, `react.distress.more` | pain of one's own; after more of it | |
//! | `react.distress.unsure` | where it may be meant, and none of the words for it was written | |
//! | `react.moment` | a pause is asked for | |
//! | `react.stop`, `react.stop.again`, `react.stop.added` | an end is asked for; again; something was added | |
//! | `react.refusal.again` | a refusal after a refusal | |
//! | `react.complaint`, `react.correction` | | |
//! | `react.setting.time`, `.last`, `.data`, `.who`, `.why` | questions about the interview: what is asked for is stated, then the open question is put again | `{n}` questions left |
//! | `react.back`, `react.back.choice` | a question back; one with “or” | |
//! | `react.subject`, `react.subject.plain` | another subject is wanted | `{x}` |
//! | `react.wish`, `react.wish.whether`, `react.wish.open` | something in particular is to be asked about; the respondent wants to know whether, or what | `{x}` the clause, turned round |
//! | `react.end` | the last question, where something hurt or was refused | |
//! | `react.language` | once, to somebody who writes another language | |
//! | `react.confidence.lead` | before whatever comes, where no use is to be made of something | |
//! | `react.heavy.lead`, `react.stands.lead` | before a question on something else, behind death and grave illness; where consolation is not wanted | |
//! | `react.refusal.lead` and other `.lead` | before a question on something else | |
//!
//! Slots hold names, whole statements of the notes and coined phrases: sentences put them in quotation marks, one at most.

pub mod acts;
mod answer;
mod ask;
mod cases;
mod choose;
mod clean;
mod content;
mod correct;
mod cues;
mod deeds;
mod found;
mod handle;
mod hash;
mod hearing;
mod kinds;
mod language;
mod last_resort;
mod memory;
mod narrative;
mod opening;
mod pattern;
mod prompts;
mod questioner;
mod reactions;
mod reply;
mod requests;
mod said;
mod signs;
mod wishes;

pub use found::{find_by_rules, finder};
pub use hearing::Hearing;
pub use kinds::*;
pub use language::{ENGLISH, FRENCH, GERMAN, Language, SPANISH};

use colloquy_schema::{Ask, RawReply};

/// Returns the whole reply to an ask: the text of a JSON object that satisfies the contract of the ask's
/// [`Purpose`](colloquy_schema::Purpose), or the tools that are called in its place, as only an onboarding interview has them.
///
/// Never fails. What an answer does comes first, as said above. Another question has 3 to 30 words, one question mark at its end, no line break and no markup of what it quotes, and
/// was not put before, as long as the bank is that of a built-in guide. A follow-up that is offered is taken only when there
/// is something to go deeper into; after a thin answer a smaller question is asked once, whatever kind was wanted. When the ask carries
/// issues, the question differs from the one to the same ask without them and from every question named in them.
///
/// In a conversation a follow-up that was not offered says that the reply only answers the respondent, and uses up no question.
///
/// A recommendation is made by rules and says so. A guide's own contract is answered with an empty object.
pub fn respond(ask: &Ask, hearing: &Hearing) -> RawReply {
    kinds::responder(&ask.purpose)(&ask::Ask::new(ask, hearing))
}

/// Returns the text of [`respond`].
pub fn reply(ask: &Ask, hearing: &Hearing) -> String {
    respond(ask, hearing).text
}
