//! A résumé of about thirty pages.

use std::collections::BTreeMap;

use colloquy_schema::SkillsAsk;

use crate::cases::{Case, Expected};

/// Jobs of one year each, the last one first; each with a skill of its own and the same long explanations.
pub(crate) fn thirty_pages() -> Case {
    let skills = [
        "Terraform",
        "Kotlin",
        "PostgreSQL",
        "Kubernetes",
        "Angular",
        "Hadoop",
        "Redis",
        "GraphQL",
        "Jenkins",
        "Elasticsearch",
        "Scala",
        "Ansible",
        "MATLAB",
        "Tableau",
        "SolidWorks",
        "RabbitMQ",
        "Django",
        "Laravel",
        "MongoDB",
        "Cassandra",
    ];
    let mut text = "Ada Example\nConsultant\n\nEXPERIENCE\n".to_owned();
    let mut expected = Vec::new();
    for (back, skill) in (0u32..).zip(skills) {
        let (from, to) = (2025 - back, 2026 - back);
        let users = 1000 + back;
        text.push_str(&format!("\nConsultant, Client {back}, {from} – {to}\n"));
        text.push_str(&format!(
            "- Worked with {skill} in production for {users} users\n"
        ));
        for line in 0..40 {
            text.push_str(&format!(
                "- Took part in meeting {line} about the plans of the department, wrote the minutes and kept everybody up to date\n"
            ));
        }
        let values = [
            ("duration", "1 year".to_owned()),
            ("scale", format!("{users} users")),
            ("production_vs_prototype", "production".to_owned()),
        ];
        expected.push(Expected {
            names: vec![skill.to_owned()],
            values: values
                .into_iter()
                .map(|(name, value)| (name.to_owned(), vec![value]))
                .collect::<BTreeMap<_, _>>(),
        });
    }
    assert!(text.len() > 80_000, "thirty pages are {} bytes", text.len());
    Case {
        title: "resume: thirty pages".to_owned(),
        ask: SkillsAsk {
            resume: true,
            text,
            year: 2026,
            ..SkillsAsk::default()
        },
        expected,
        answer: None,
    }
}
