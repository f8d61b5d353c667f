//! As much HTTP/1.1 as a browser on the same machine needs: GET and HEAD, kept connections, no bodies in.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::site::{Answer, Asked, Site, reads_brotli};

/// The longest request head in bytes. Browsers send 1–2 KiB; more is a mistake or an attack.
const HEAD_LIMIT: u64 = 16 * 1024;

/// How long a kept connection may be silent: longer than a person thinks, as a browser reuses it for the next click.
const IDLE: Duration = Duration::from_secs(60);

/// Describes one answer.
#[derive(Clone)]
pub(crate) struct Served {
    /// The path as it was asked for, with its query.
    pub(crate) target: String,
    /// The status code.
    pub(crate) status: u16,
    /// How many bytes of content it holds.
    pub(crate) bytes: usize,
    /// The file that it comes from, if there is one.
    pub(crate) file: Option<std::path::PathBuf>,
}

struct Request {
    method: String,
    target: String,
    asked: Asked,
    keep: bool,
}

/// Answers requests on one connection until either side closes it.
pub(crate) fn converse(stream: &TcpStream, site: &Site, seen: &(dyn Fn(&Served) + Send + Sync)) {
    let _ = stream.set_read_timeout(Some(IDLE));
    let _ = stream.set_write_timeout(Some(IDLE));
    let _ = stream.set_nodelay(true);
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let answer = match request.method.as_str() {
            "GET" | "HEAD" => site.answer(&request.target, &request.asked),
            _ => Answer::refusal(405, "only GET and HEAD are answered here\n"),
        };
        let with_body = request.method != "HEAD";
        // Told before it is sent: what was asked for first counts as first.
        seen(&Served {
            target: request.target,
            status: answer.status,
            bytes: if with_body { answer.body.len() } else { 0 },
            file: answer.file.clone(),
        });
        if send(stream, &answer, with_body, request.keep).is_err() {
            return;
        }
        if !request.keep {
            return;
        }
    }
}

/// Reads one request head; `None` when the client is gone, silent or does not speak HTTP.
fn read(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut head = reader.by_ref().take(HEAD_LIMIT);
    let mut first = String::new();
    head.read_line(&mut first).ok()?;
    let mut parts = first.split_ascii_whitespace();
    let (method, target, version) = (parts.next()?, parts.next()?, parts.next()?);
    if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
        return None;
    }
    let mut request = Request {
        method: method.to_owned(),
        target: target.to_owned(),
        asked: Asked::default(),
        keep: version == "HTTP/1.1",
    };
    loop {
        let mut line = String::new();
        if head.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            return Some(request);
        }
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "connection" if value.eq_ignore_ascii_case("close") => request.keep = false,
            "if-none-match" => request.asked.etag = Some(value.to_owned()),
            "accept-encoding" => request.asked.brotli |= reads_brotli(value),
            // A body would be read as the next request; nothing here takes one.
            "content-length" if value != "0" => request.keep = false,
            "transfer-encoding" => request.keep = false,
            _ => {}
        }
    }
}

fn send(
    mut stream: &TcpStream,
    answer: &Answer,
    with_body: bool,
    keep: bool,
) -> std::io::Result<()> {
    let mut head = format!("HTTP/1.1 {} {}\r\n", answer.status, reason(answer.status));
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if answer.status != 304 {
        head.push_str(&format!("content-length: {}\r\n", answer.body.len()));
    }
    head.push_str(if keep {
        "connection: keep-alive\r\n\r\n"
    } else {
        "connection: close\r\n\r\n"
    });
    let mut bytes = head.into_bytes();
    if with_body {
        bytes.extend_from_slice(&answer.body);
    }
    stream.write_all(&bytes)?;
    stream.flush()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        304 => "Not Modified",
        404 => "Not Found",
        405 => "Method Not Allowed",
        _ => "Error",
    }
}
