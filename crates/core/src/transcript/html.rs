//! A page of its own: no script, no request, readable on a screen in light and dark, made to be printed.

use super::{Transcript, is_web, lines, one_line};
use colloquy_schema::QuestionKind;

/// Style of the page. Colours by the reader's preference on a screen; black on white on paper.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0;font:1rem/1.6 Georgia,'Times New Roman',serif}\
main{max-width:42rem;margin:0 auto;padding:2rem 1.25rem 4rem}\
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1rem}\
h2{font-size:1.2rem;margin:2.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:1px solid}\
h3{font-size:.85rem;font-weight:400;margin:2rem 0 .25rem;opacity:.7}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0;font-size:.9rem}\
dt{opacity:.7}dd{margin:0;overflow-wrap:anywhere}\
.q{font-weight:700;margin:0 0 .5rem}\
.q,.a,li{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}\
.a{margin:0;padding-inline-start:1rem;border-inline-start:3px solid}\
.n{font-style:italic;opacity:.75;margin:.5rem 0 0}\
.w{overflow-x:auto}table{border-collapse:collapse;font-size:.8rem;line-height:1.35}\
th,td{padding:.35rem .5rem;border:1px solid;text-align:start;vertical-align:top;unicode-bidi:plaintext}\
li{margin:.35rem 0}li a{font-size:.8rem;color:inherit;opacity:.7}.t{list-style:none;padding-inline-start:0}\
.t li::before{content:'\\2610\\00a0\\00a0'}\
@media print{:root{color-scheme:light}main{max-width:none;padding:0}h2,h3,.q{break-after:avoid}section>div:not(.w),tr{break-inside:avoid}\
a{color:inherit;text-decoration:none}}\
@page{margin:2cm}";

/// Escapes text for content and for attributes in double quotes; controls become visible.
pub(super) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

/// Appends an element with escaped text. `dir=auto` lets each text run in its own direction, and keeps it in its box.
pub(super) fn element(name: &str, class: &str, text: &str, out: &mut String) {
    out.push_str(&["<", name, class, " dir=\"auto\">"].concat());
    escape(text, out);
    out.push_str(&["</", name, ">\n"].concat());
}

impl Transcript<'_> {
    pub(super) fn html(&self) -> String {
        let heading = one_line(&self.fill("heading", &[("title", self.any_title())]));
        let mut out = String::from("<!doctype html>\n<html lang=\"");
        escape(&one_line(self.locale), &mut out);
        out.push_str(
            "\">\n<head>\n<meta charset=\"utf-8\">\n\
            <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
            <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
            <meta name=\"referrer\" content=\"no-referrer\">\n<title>",
        );
        escape(&heading, &mut out);
        out.push_str(
            &[
                "</title>\n<style>",
                STYLE,
                "</style>\n</head>\n<body>\n<main>\n",
            ]
            .concat(),
        );
        element("h1", "", &heading, &mut out);
        out.push_str("<dl>\n");
        for (label, value) in self.statistics() {
            element("dt", "", &one_line(label), &mut out);
            if value == self.source_url && is_web(&value) {
                self.link(&mut out);
            } else {
                element("dd", "", &one_line(&value), &mut out);
            }
        }
        out.push_str("</dl>\n<section>\n");
        element("h2", "", self.label("conversation"), &mut out);
        self.conversation(&mut out);
        out.push_str("</section>\n");
        self.skills_html(&mut out);
        self.onboarding_html(&mut out);
        for section in self.outcome_sections() {
            out.push_str("<section>\n");
            element("h2", "", &one_line(&section.title), &mut out);
            out.push_str("<ul>\n");
            for line in &section.lines {
                element("li", "", &one_line(line), &mut out);
            }
            out.push_str("</ul>\n</section>\n");
        }
        for (list, (label, findings)) in self.lists().into_iter().enumerate() {
            out.push_str("<section>\n");
            element("h2", "", label, &mut out);
            if findings.is_empty() {
                element("p", " class=\"n\"", self.label("none"), &mut out);
            } else {
                out.push_str(if list == 1 {
                    "<ul class=\"t\">\n"
                } else {
                    "<ul>\n"
                });
                for finding in findings {
                    out.push_str("<li dir=\"auto\">");
                    escape(&one_line(&finding.text), &mut out);
                    if let Some(question) = finding.question {
                        let number = question.to_string();
                        out.push_str(&[" <a href=\"#q", &number, "\">"].concat());
                        escape(&self.fill("question", &[("n", &number)]), &mut out);
                        out.push_str("</a>");
                    }
                    out.push_str("</li>\n");
                }
                out.push_str("</ul>\n");
            }
            out.push_str("</section>\n");
        }
        out.push_str("</main>\n</body>\n</html>\n");
        out
    }

    fn link(&self, out: &mut String) {
        let url = one_line(self.source_url);
        out.push_str("<dd><a rel=\"noopener noreferrer\" href=\"");
        escape(&url, out);
        out.push_str("\">");
        escape(&url, out);
        out.push_str("</a></dd>\n");
    }

    fn conversation(&self, out: &mut String) {
        for exchange in self.exchanges {
            let number = exchange.question.number.to_string();
            let mut name = self.fill("question", &[("n", &number)]);
            if exchange.question.kind == QuestionKind::FollowUp {
                name.push_str(&[" (", self.label("follow_up"), ")"].concat());
            }
            out.push_str(&["<div id=\"q", &number, "\">\n"].concat());
            element("h3", "", &name, out);
            element(
                "p",
                " class=\"q\"",
                &lines(&exchange.question.text).join("\n"),
                out,
            );
            if let Some(gap) = &exchange.question.gap {
                element("p", " class=\"n\"", &one_line(&self.why(gap)), out);
            }
            match self.instead(exchange) {
                Some(instead) => element("p", " class=\"n\"", instead, out),
                None => element(
                    "div",
                    " class=\"a\"",
                    &lines(&self.said(exchange)).join("\n"),
                    out,
                ),
            }
            if exchange.amended && !exchange.redacted {
                element("p", " class=\"n\"", self.label("amended"), out);
            }
            out.push_str("</div>\n");
        }
        element("p", " class=\"n\"", self.ending(), out);
    }
}
