//! A model's server for `cargo xtask bench proxy`: it does as little as it can, so that a proxy before it is what is measured.
//!
//! It speaks OpenAI Chat Completions and does what the model's name asks for: `bench-plain` answers with 1 kB of JSON,
//! `bench-burst` with a stream of 50 events written one by one without a pause, `bench-paced` with the same events and a
//! pause of a millisecond or two before each, as models pause, and `bench-idle` with one event and then nothing.
//! Its address is the first line it prints; it ends when its standard input does.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Events of a stream with text; one that counts and `[DONE]` come after them.
const EVENTS: usize = 50;

/// Between two events of `bench-paced`; timers round it up to the next millisecond.
const PAUSE: Duration = Duration::from_millis(1);

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let (over, ended) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        drop(over);
    });
    let accepting = async {
        loop {
            if let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                // A connection that ends has nobody left to report to.
                tokio::spawn(async move { drop(talk(stream).await) });
            }
        }
    };
    tokio::select! {
        () = accepting => {}
        _ = ended => {}
    }
    Ok(())
}

async fn talk(mut stream: TcpStream) -> io::Result<()> {
    let words = "What would you do differently if you could begin again? ".repeat(14);
    let body = format!(
        r#"{{"id":"chatcmpl-1","object":"chat.completion","created":1800000000,"model":"bench","choices":[{{"index":0,"message":{{"role":"assistant","content":"{words}"}},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":250,"completion_tokens":150,"total_tokens":400}}}}"#
    );
    let plain = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let head =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    let event = |choices: &str, usage: &str| {
        let data = format!(
            "data: {{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1800000000,\"model\":\"bench\",\"choices\":[{choices}]{usage}}}\n\n"
        );
        format!("{:x}\r\n{data}\r\n", data.len())
    };
    let text = event(
        r#"{"index":0,"delta":{"role":"assistant","content":" differently"},"finish_reason":null}"#,
        "",
    );
    let last = event(r#"{"index":0,"delta":{},"finish_reason":"stop"}"#, "")
        + &event(
            "",
            r#","usage":{"prompt_tokens":250,"completion_tokens":150,"total_tokens":400}"#,
        )
        + "e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n";
    let mut bytes = Vec::with_capacity(8192);
    while let Some(model) = request(&mut stream, &mut bytes).await? {
        if model == Model::Plain {
            stream.write_all(plain.as_bytes()).await?;
            continue;
        }
        stream.write_all(head.as_bytes()).await?;
        if model == Model::Idle {
            stream.write_all(text.as_bytes()).await?;
            // Whatever comes now, it is the caller's end.
            stream.read_buf(&mut bytes).await?;
            return Ok(());
        }
        for _ in 0..EVENTS {
            if model == Model::Paced {
                tokio::time::sleep(PAUSE).await;
            }
            stream.write_all(text.as_bytes()).await?;
        }
        stream.write_all(last.as_bytes()).await?;
    }
    Ok(())
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Model {
    Plain,
    Burst,
    Paced,
    Idle,
}

/// Reads one request and gives the model it asks for; `None` at the connection's end.
async fn request(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> io::Result<Option<Model>> {
    bytes.clear();
    loop {
        if let Some(end) = find(bytes, b"\r\n\r\n") {
            let head = bytes[..end].to_ascii_lowercase();
            let chunked = find(&head, b"transfer-encoding: chunked").is_some();
            let whole = if chunked {
                bytes.ends_with(b"0\r\n\r\n")
            } else {
                bytes.len() >= end + 4 + length(&head)
            };
            if whole {
                let asks = |name: &[u8]| find(&bytes[end..], name).is_some();
                return Ok(Some(if asks(b"bench-burst") {
                    Model::Burst
                } else if asks(b"bench-paced") {
                    Model::Paced
                } else if asks(b"bench-idle") {
                    Model::Idle
                } else {
                    Model::Plain
                }));
            }
        }
        if stream.read_buf(bytes).await? == 0 {
            return Ok(None);
        }
    }
}

fn length(head: &[u8]) -> usize {
    let name = b"content-length: ";
    find(head, name).map_or(0, |at| {
        head[at + name.len()..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .fold(0, |sum, byte| sum * 10 + usize::from(byte - b'0'))
    })
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    memchr::memmem::find(bytes, part)
}
