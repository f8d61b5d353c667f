//! `cargo xtask serve`: the app on this machine.

mod http;
mod proxy;
mod site;

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

pub(crate) use http::Served;
use site::Site;

use crate::dist;
use crate::project::Project;

/// Where the app is served unless told otherwise.
const PORT: u16 = 8787;

struct Options {
    port: u16,
    build: bool,
    root: Option<PathBuf>,
}

/// Builds and serves until it is stopped.
///
/// # Errors
/// On an unknown option, a failed build, or a port that is taken.
pub(crate) fn command(project: &Project, args: &[String]) -> Result<()> {
    let options = parse(args)?;
    if options.build {
        dist::dist(project)?;
    }
    let root = options.root.unwrap_or_else(|| project.path("www/dist"));
    if !root.is_dir() {
        bail!(
            "{} is not there; run `cargo xtask dist` first",
            root.display()
        );
    }
    if let Some(variable) = proxy::wanted() {
        return proxy::serve(project, options.port, &root, variable);
    }
    let listener = listen(options.port)?;
    let port = listener.local_addr()?.port();
    println!("Serving {} on http://127.0.0.1:{port}/", root.display());
    println!(
        "The interviewer is the scripted one: no model, no key, nothing leaves this machine. With {} in the environment a \
         model asks. Ctrl+C stops the server.",
        proxy::KEYS.join(" or ")
    );
    run(&listener, &root, &(Arc::new(|_: &Served| {}) as _))
}

/// Opens a port of this machine's IPv4 loopback; 0 takes a free one.
///
/// # Errors
/// When the port is taken; the message says how to choose another.
pub(crate) fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
        format!("port {port} cannot be opened; `--port N` takes another and `--port 0` a free one")
    })
}

/// Answers every connection; `seen` is told of each answer before it is sent.
///
/// # Errors
/// When the folder cannot be read.
pub(crate) fn run(
    listener: &TcpListener,
    root: &Path,
    seen: &Arc<dyn Fn(&Served) + Send + Sync>,
) -> Result<()> {
    let site = Arc::new(Site::new(root)?);
    for stream in listener.incoming() {
        // A client that is gone before it was accepted is no reason to stop.
        let Ok(stream) = stream else { continue };
        let (site, seen) = (Arc::clone(&site), Arc::clone(seen));
        std::thread::spawn(move || http::converse(&stream, &site, seen.as_ref()));
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<Options> {
    let mut options = Options {
        port: PORT,
        build: true,
        root: None,
    };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--port" => {
                let text = rest.next().context("--port needs a number")?;
                options.port = text.parse().with_context(|| format!("{text} is no port"))?;
            }
            "--no-build" => options.build = false,
            "--root" => {
                options.root = Some(PathBuf::from(rest.next().context("--root needs a folder")?));
            }
            other => {
                bail!("serve has no option `{other}`; it takes --port N, --no-build, --root DIR")
            }
        }
    }
    Ok(options)
}
