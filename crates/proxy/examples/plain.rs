//! A proxy for `cargo xtask bench proxy` that adds the key and passes bytes on, of the parts that ours is made of and without any
//! of its checks: what it takes less is what the checks cost.
//!
//! `plain UPSTREAM KEY` prints its address as its first line, and ends when its standard input does.

use std::error::Error;
use std::sync::Arc;
use std::thread::available_parallelism;

use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle};

/// What a thread asks with.
struct Asking {
    client: Client<HttpConnector, Incoming>,
    upstream: String,
    host: HeaderValue,
    key: HeaderValue,
}

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let (Some(upstream), Some(key)) = (args.next(), args.next()) else {
        return Err("plain takes an upstream's address and a key".into());
    };
    // As in ours, each thread has connections of its own.
    let workers: Vec<(Handle, Arc<Asking>)> = (0..available_parallelism().map_or(1, usize::from))
        .map(|_| worker(&upstream, &key))
        .collect::<Result<_, Failure>>()?;
    let accepting = Builder::new_current_thread().enable_all().build()?;
    accepting.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?);
        let (over, mut ended) = tokio::sync::oneshot::channel::<()>();
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
            drop(over);
        });
        for (handle, asking) in workers.iter().cycle() {
            let (stream, _) = tokio::select! {
                accepted = listener.accept() => accepted?,
                _ = &mut ended => return Ok(()),
            };
            let stream = stream.into_std()?;
            let asking = Arc::clone(asking);
            handle.spawn(async move { drop(serve(stream, asking).await) });
        }
        Ok(())
    })
}

fn worker(upstream: &str, key: &str) -> Result<(Handle, Arc<Asking>), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    std::thread::spawn(move || runtime.block_on(std::future::pending::<()>()));
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    let asking = Asking {
        client: Client::builder(TokioExecutor::new()).build(connector),
        upstream: upstream.to_owned(),
        host: HeaderValue::from_str(upstream)?,
        key: HeaderValue::from_str(&format!("Bearer {key}"))?,
    };
    Ok((handle, Arc::new(asking)))
}

async fn serve(stream: std::net::TcpStream, asking: Arc<Asking>) -> Result<(), Failure> {
    let stream = TcpStream::from_std(stream)?;
    stream.set_nodelay(true)?;
    let service = service_fn(|request| pass(request, &asking));
    hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(stream), service)
        .await?;
    Ok(())
}

async fn pass(request: Request<Incoming>, asking: &Asking) -> Result<Response<Incoming>, Failure> {
    let (head, body) = request.into_parts();
    let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
    let mut sent = Request::new(body);
    *sent.method_mut() = head.method;
    *sent.uri_mut() = format!("http://{}{path}", asking.upstream).parse::<Uri>()?;
    let headers = sent.headers_mut();
    headers.insert(HOST, asking.host.clone());
    headers.insert(AUTHORIZATION, asking.key.clone());
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(asking.client.request(sent).await?)
}
