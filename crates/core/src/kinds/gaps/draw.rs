//! The skills as they are shown and handed back.

use super::state::{Gap, Gaps, Skill, Source};
use super::{AttributeView, GapsView, NAME, SkillSource, SkillView};
use crate::session::Session;
use crate::view::PartsView;
use colloquy_schema::Attribute;
use serde_json::{Map, Value};

/// Draws where the interview stands.
pub(super) fn summary(gaps: &Gaps, session: &Session) -> GapsView {
    let (known, of) = gaps.known();
    let parts = gaps.parts.len() as u32;
    let reading = gaps.parts_read < parts && session.closed.is_none();
    GapsView {
        kind: NAME,
        revision: gaps.revision + session.asked(),
        count: gaps.kept().count() as u32,
        known,
        of,
        completeness: gaps.completeness() as u8,
        complete: gaps.parameters.complete as u8,
        refused: gaps.refused,
        reading: reading.then_some(PartsView {
            done: gaps.parts_read,
            of: parts,
        }),
        unread: gaps.unread,
    }
}

/// Draws the table of skills.
pub(super) fn skills(gaps: &Gaps, session: &Session) -> Vec<SkillView> {
    let open = session.open_question();
    let now = open.and_then(|exchange| exchange.question.of_kind.gap.as_ref());
    let kept = gaps.kept();
    kept.map(|skill| {
        let now = now.filter(|gap| gap.skill == skill.name);
        let asked = now.map_or(&[][..], |gap| &gap.attributes);
        draw(gaps, session, skill, now.is_some(), asked)
    })
    .collect()
}

fn draw(
    gaps: &Gaps,
    session: &Session,
    skill: &Skill,
    now: bool,
    asked: &[Attribute],
) -> SkillView {
    let Gap { probes, ended, .. } = &skill.gap;
    let mut attributes = Vec::new();
    for attribute in Attribute::ALL {
        let at = *attribute as usize;
        let known = skill.values[at].as_ref();
        let words = session.wording.kind.gaps.attributes.get(at);
        let place = known.map(|known| placed(known.source));
        attributes.push(AttributeView {
            attribute: *attribute,
            label: words.map_or(String::new(), |words| words.label.clone()),
            value: known.map_or(String::new(), |known| known.value.clone()),
            quote: known.map_or(String::new(), |known| known.quote.clone()),
            question: place.and_then(|(_, question)| question),
            source: place.map(|(source, _)| source),
            now: known.is_none() && asked.contains(attribute),
        });
    }
    let (source, question) = placed(skill.source);
    SkillView {
        skill: skill.name.clone(),
        confidence: skill.confidence,
        quote: skill.quote.clone(),
        question,
        source,
        attributes,
        severity: skill.severity(),
        probes: *probes,
        limit: gaps.limit(&skill.gap),
        now,
        ended: *ended,
    }
}

fn placed(source: Source) -> (SkillSource, Option<u32>) {
    match source {
        Source::Resume => (SkillSource::Resume, None),
        Source::Answer(question) => (SkillSource::Answer, Some(question)),
        Source::Respondent => (SkillSource::Respondent, None),
    }
}

/// Writes the skills as they are handed back: `pkg/schemas/skills.schema.json`.
pub(super) fn outcome(gaps: &Gaps, session: &Session, out: &mut Map<String, Value>) {
    let summary = summary(gaps, session);
    let mut list = Vec::new();
    for skill in skills(gaps, session) {
        let mut attributes = Map::new();
        for known in skill
            .attributes
            .into_iter()
            .filter(|known| known.source.is_some())
        {
            let evidence = evidence(
                known.value.into(),
                known.quote,
                known.source,
                known.question,
            );
            attributes.insert(known.attribute.name().into(), evidence);
        }
        let mut item = Map::new();
        let name = skill.skill.into();
        let Value::Object(named) = evidence(name, skill.quote, Some(skill.source), skill.question)
        else {
            continue;
        };
        for (key, value) in named {
            let key = if key == "value" { "skill".into() } else { key };
            item.insert(key, value);
        }
        item.insert("confidence".into(), skill.confidence.into());
        item.insert("attributes".into(), Value::Object(attributes));
        item.insert(
            "ended".into(),
            skill.ended.map(|reason| reason.name()).into(),
        );
        list.push(Value::Object(item));
    }
    out.insert("skills".into(), Value::Array(list));
    out.insert("completeness".into(), summary.completeness.into());
    out.insert("known".into(), summary.known.into());
    out.insert("of".into(), summary.of.into());
    out.insert("refused".into(), summary.refused.into());
    out.insert(
        "closed".into(),
        session.closed.map(|reason| reason.name()).into(),
    );
}

fn evidence(
    value: Value,
    quote: String,
    source: Option<SkillSource>,
    question: Option<u32>,
) -> Value {
    let mut out = Map::new();
    out.insert("value".into(), value);
    out.insert("quote".into(), quote.into());
    out.insert("source".into(), source.unwrap_or_default().name().into());
    out.insert("question".into(), question.into());
    Value::Object(out)
}
