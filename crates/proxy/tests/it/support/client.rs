//! A client that writes bytes and sees every byte that comes back.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::clean;

/// A whole response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
    /// Whether the body ended as its framing requires.
    pub(crate) whole: bool,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    /// The code of an error of the proxy's own.
    pub(crate) fn code(&self) -> String {
        let value = self.json();
        assert_eq!(value["error"]["type"], "colloquy_proxy", "{value}");
        assert!(value["error"]["message"].as_str().unwrap().len() > 10);
        value["error"]["code"].as_str().unwrap().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }
}

pub(crate) fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

/// The bytes of a request that ends its connection.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if method == "POST" {
        text.push_str(&format!("content-length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    text.push_str(body);
    text.into_bytes()
}

/// Sends bytes and reads until the connection ends. The reply is looked through for the key.
pub(crate) async fn send(address: SocketAddr, request: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut bytes = Vec::new();
    // A connection that is reset has still sent what came before.
    let ended = stream.read_to_end(&mut bytes).await.is_ok();
    read(&bytes, ended)
}

/// Takes a response apart.
pub(crate) fn read(bytes: &[u8], ended: bool) -> Reply {
    clean(&String::from_utf8_lossy(bytes));
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no head in {:?}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let rest = &bytes[end + 4..];
    let status = head[9..12].parse().unwrap();
    let (body, whole) = if header(&head, "transfer-encoding") == Some("chunked") {
        unchunk(rest)
    } else {
        let length = header(&head, "content-length").and_then(|text| text.parse::<usize>().ok());
        let none = status == 204 || status == 304;
        (
            rest.to_vec(),
            none || length.map_or(ended, |length| length == rest.len()),
        )
    };
    // Joined again, as the framing may have parted the key.
    clean(&String::from_utf8_lossy(&body));
    Reply {
        status,
        head,
        body,
        whole,
    }
}

fn unchunk(mut rest: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    loop {
        let Some(end) = rest.windows(2).position(|two| two == b"\r\n") else {
            return (body, false);
        };
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        rest = &rest[end + 2..];
        if size == 0 {
            return (body, rest == b"\r\n");
        }
        if rest.len() < size + 2 {
            body.extend_from_slice(&rest[..size.min(rest.len())]);
            return (body, false);
        }
        body.extend_from_slice(&rest[..size]);
        rest = &rest[size + 2..];
    }
}

/// A response that is read as it comes.
pub(crate) struct Running {
    pub(crate) stream: TcpStream,
    pub(crate) bytes: Vec<u8>,
}

impl Running {
    /// Sends a request and reads nothing yet.
    pub(crate) async fn begin(address: SocketAddr, request: &[u8]) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request).await.unwrap();
        Self {
            stream,
            bytes: Vec::new(),
        }
    }

    /// Reads until a text has come.
    pub(crate) async fn until(&mut self, text: &str) {
        while !self
            .bytes
            .windows(text.len())
            .any(|part| part == text.as_bytes())
        {
            let read = self.stream.read_buf(&mut self.bytes).await.unwrap();
            let seen = String::from_utf8_lossy(&self.bytes);
            assert!(read > 0, "the connection ended before {text}: {seen}");
        }
    }

    /// Reads to the end.
    pub(crate) async fn end(mut self) -> Reply {
        let ended = self.stream.read_to_end(&mut self.bytes).await.is_ok();
        read(&self.bytes, ended)
    }
}

impl Reply {
    /// The code of an error of the proxy's own, else the status.
    pub(crate) fn code_or_status(&self) -> String {
        let value: serde_json::Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let code = value["error"]["code"].as_str();
        code.map_or_else(|| self.status.to_string(), str::to_owned)
    }
}
