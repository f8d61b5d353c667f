//! A page of its own: no script, no request, readable on a screen in light and dark, made to be printed.

use super::{ACTIONS, Transcript, is_web};
use crate::lines::{lines, one_line};
use crate::section::{Block, Line, Section};
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
fn escape(text: &str, out: &mut String) {
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
fn element(name: &str, class: &str, text: &str, out: &mut String) {
    out.push_str(&["<", name, class, " dir=\"auto\">"].concat());
    escape(text, out);
    out.push_str(&["</", name, ">\n"].concat());
}

impl Transcript<'_> {
    /// Writes the page.
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
        sections(&self.results(), &mut out);
        sections(&self.details(), &mut out);
        for (list, label, findings) in self.lists() {
            out.push_str("<section>\n");
            element("h2", "", label, &mut out);
            out.push_str(if list == ACTIONS {
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
            if let Some(reason) = self.kind.reason(&exchange.question, &self.labels()) {
                element("p", " class=\"n\"", &one_line(&reason), out);
            }
            match self.placeholder(exchange) {
                Some(text) => element("p", " class=\"n\"", text, out),
                None => element(
                    "div",
                    " class=\"a\"",
                    &lines(&self.answer_text(exchange)).join("\n"),
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

/// Appends sections; one of level 3 is inside of the one before it.
fn sections(sections: &[Section], out: &mut String) {
    for (at, section) in sections.iter().enumerate() {
        let title = one_line(&section.title);
        if section.level == 2 {
            out.push_str("<section>\n");
            element("h2", "", &title, out);
        } else {
            element("h3", "", &title, out);
        }
        for block in &section.blocks {
            match block {
                Block::Table { head, rows } => table(head, rows, out),
                Block::List(lines) => {
                    out.push_str("<ul>\n");
                    for line in lines {
                        element("li", "", &one_line(line), out);
                    }
                    out.push_str("</ul>\n");
                }
                Block::Tree(lines) => tree(lines, out),
                Block::Note(text) => element("p", " class=\"n\"", &one_line(text), out),
            }
        }
        if sections.get(at + 1).is_none_or(|next| next.level == 2) {
            out.push_str("</section>\n");
        }
    }
}

/// Appends a table in a box of its own, which scrolls where the page is narrow.
fn table(head: &[String], rows: &[Vec<String>], out: &mut String) {
    out.push_str("<div class=\"w\">\n<table>\n<thead>\n<tr>\n");
    for name in head {
        element("th", " scope=\"col\"", &one_line(name), out);
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    for cells in rows {
        out.push_str("<tr>\n");
        for (place, cell) in cells.iter().enumerate() {
            let (name, scope) = match place {
                0 => ("th", " scope=\"row\""),
                _ => ("td", ""),
            };
            element(name, scope, &one_line(cell), out);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
}

/// Appends nested lists. What is inside an entry follows its text: lines keep their breaks there, so there are none.
fn tree(lines: &[Line], out: &mut String) {
    let mut open = 0;
    for line in lines {
        // An entry is at most one step further inside than the one before.
        let wanted = line.depth + 1;
        if wanted > open {
            out.push_str("<ul>");
            open += 1;
        } else {
            for _ in wanted..open {
                out.push_str("</li></ul>");
            }
            open = wanted;
            out.push_str("</li>");
        }
        out.push_str("<li dir=\"auto\">");
        let between = match (line.label.is_empty(), line.text.is_empty()) {
            (false, false) => ": ",
            _ => "",
        };
        let text = [&line.label, between, &line.text].concat();
        escape(&one_line(&text), out);
    }
    for _ in 0..open {
        out.push_str("</li></ul>");
    }
    if open > 0 {
        out.push('\n');
    }
}
