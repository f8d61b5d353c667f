//! The proxy on the command line.

use std::collections::BTreeMap;
use std::process::ExitCode;

use colloquy_proxy::{Claims, Config, SessionId, serve};
use tokio::net::TcpListener;

const HELP: &str = "\
colloquy-proxy stands between pages and model APIs: it adds the key, checks, and passes bytes through.

  colloquy-proxy [serve]              serves until it is stopped
  colloquy-proxy check                prints the effective configuration, without secrets
  colloquy-proxy token --session UUID [--minutes N] [--turns N] [--tokens N]
                                      makes a session token with the configured secret
  colloquy-proxy revoke --session UUID
                                      has all proxies that share one Redis refuse a session from now on

Options of all of them:
  --config FILE      reads a TOML file (or COLLOQUY_CONFIG)
  --listen ADDRESS   such as 127.0.0.1:8787; port 0 takes a free one (or COLLOQUY_LISTEN)
  --site FOLDER      serves the built app from there (or COLLOQUY_SITE)

Keys come from the environment: COLLOQUY_ANTHROPIC_KEY, COLLOQUY_OPENAI_KEY, or a file named by the same with _FILE.
";

/// The command line, taken apart.
struct Line {
    command: String,
    options: BTreeMap<String, String>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut line = parse(std::env::args().skip(1))?;
    match line.command.as_str() {
        "help" => print!("{HELP}"),
        "version" => println!("colloquy-proxy {}", env!("CARGO_PKG_VERSION")),
        "check" => {
            let config = configured(&mut line)?;
            print!("{}", config.describe());
        }
        "revoke" => {
            let config = configured(&mut line)?;
            revoke(&config, &line)?;
        }
        "token" => {
            let config = configured(&mut line)?;
            println!("{}", token(&config, &line)?);
        }
        _ => start(configured(&mut line)?)?,
    }
    Ok(())
}

fn parse(args: impl Iterator<Item = String>) -> Result<Line, String> {
    let mut line = Line {
        command: "serve".to_owned(),
        options: BTreeMap::new(),
    };
    let mut args = args.enumerate();
    while let Some((at, arg)) = args.next() {
        match arg.as_str() {
            "--help" | "-h" => line.command = "help".to_owned(),
            "--version" | "-V" => line.command = "version".to_owned(),
            "serve" | "check" | "token" | "revoke" | "help" | "version" if at == 0 => {
                line.command = arg
            }
            "--config" | "--listen" | "--site" | "--session" | "--minutes" | "--turns"
            | "--tokens" => {
                let value = args.next().ok_or_else(|| format!("{arg} needs a value"))?;
                line.options.insert(arg, value.1);
            }
            _ => return Err(format!("there is no `{arg}`\n\n{HELP}")),
        }
    }
    let own: &[&str] = match line.command.as_str() {
        "token" => &["--session", "--minutes", "--turns", "--tokens"],
        "revoke" => &["--session"],
        _ => &[],
    };
    let of_all = ["--config", "--listen", "--site"];
    let stray = line
        .options
        .keys()
        .find(|name| !own.contains(&name.as_str()) && !of_all.contains(&name.as_str()));
    match stray {
        Some(name) => Err(format!("{name} belongs to `colloquy-proxy token`")),
        None => Ok(line),
    }
}

/// Reads the configuration; every fault is in the message.
fn configured(line: &mut Line) -> Result<Config, String> {
    let mut env: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if !name.starts_with("COLLOQUY_") {
            continue;
        }
        let value = value
            .into_string()
            .map_err(|_| format!("{name}: is no UTF-8"))?;
        env.insert(name, value);
    }
    for (option, name) in [
        ("--config", "COLLOQUY_CONFIG"),
        ("--listen", "COLLOQUY_LISTEN"),
        ("--site", "COLLOQUY_SITE"),
    ] {
        if let Some(value) = line.options.remove(option) {
            env.insert(name.to_owned(), value);
        }
    }
    let file = match env.get("COLLOQUY_CONFIG") {
        Some(path) => Some(
            std::fs::read_to_string(path)
                .map_err(|error| format!("{path}: cannot be read ({error})"))?,
        ),
        None => None,
    };
    let config = Config::read(env, file.as_deref()).map_err(|faults| {
        let mut lines = vec!["the configuration has faults:".to_owned()];
        lines.extend(faults.iter().map(|fault| format!("  {fault}")));
        lines.join("\n")
    })?;
    for remark in config.remarks() {
        eprintln!("note: {remark}");
    }
    Ok(config)
}

fn token(config: &Config, line: &Line) -> Result<String, String> {
    let number = |name: &str| match line.options.get(name) {
        None => Ok(None),
        Some(text) => text
            .parse()
            .map(Some)
            .map_err(|_| format!("{name} must be a whole number")),
    };
    let session = session(line)?;
    let signer = config
        .signer()
        .ok_or("COLLOQUY_SECRET is needed: the proxy must know it too")?;
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_err(|_| "this machine's clock is before 1970")?
        .as_secs();
    let minutes: u64 = number("--minutes")?.unwrap_or(config.numbers().token_minutes);
    Ok(signer.sign(&Claims {
        account: None,
        session,
        issued: now,
        expires: now.saturating_add(minutes.saturating_mul(60)),
        turns: number("--turns")?,
        tokens: number("--tokens")?,
    }))
}

fn session(line: &Line) -> Result<SessionId, String> {
    let text = line.options.get("--session");
    let session = text.and_then(|text| SessionId::read(text));
    session.ok_or_else(|| "--session must be a UUID, the id of the interview's session".to_owned())
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))
}

fn revoke(config: &Config, line: &Line) -> Result<(), String> {
    let session = session(line)?;
    runtime()?.block_on(colloquy_proxy::revoke(config, session))?;
    println!("revoked {session}");
    Ok(())
}

fn start(config: Config) -> Result<(), String> {
    let connections = config.numbers().connections;
    if let Some(message) = raise_files(connections) {
        eprintln!("note: {message}");
    }
    runtime()?.block_on(async {
        let address = config.listen();
        let listener = TcpListener::bind(address).await.map_err(|error| {
            format!("cannot listen on {address}: {error}; `--listen` takes another address")
        })?;
        let bound = listener.local_addr().map_err(|error| error.to_string())?;
        let signals = stopped().map_err(|error| format!("cannot wait for signals: {error}"))?;
        println!("listening on http://{bound}");
        serve(config, listener, signals)
            .await
            .map_err(|error| error.to_string())
    })
}

/// Waits for the signals by which a terminal or a supervisor ends a program.
#[cfg(unix)]
fn stopped() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stopped() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

/// Raises the limit of open files to what the system allows. Returns a warning when it does not suffice: each call has two, one to
/// the client and one to the upstream.
#[cfg(unix)]
fn raise_files(connections: u64) -> Option<String> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let _ = setrlimit(Resource::Nofile, raised);
    let files = getrlimit(Resource::Nofile).current?;
    let needed = connections.saturating_mul(2).saturating_add(64);
    (files < needed).then(|| {
        format!("{connections} connections may need {needed} open files, and {files} are allowed; raise the limit or lower connections")
    })
}

#[cfg(not(unix))]
fn raise_files(_: u64) -> Option<String> {
    None
}
