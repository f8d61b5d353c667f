//! Reads the whole configuration; every fault is listed, not only the first.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use ring::rand::{SecureRandom, SystemRandom};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use super::file::Settings;
use super::{Config, Fault, Metrics, Net, Numbers, Origins, challenge, redis, upstreams};
use crate::price::Price;
use crate::token::{SECRET_BYTES, Signer};

/// USD a day unless `day_usd` is set.
const DAY_USD: f64 = 50.0;

/// Where it listens unless `listen` is set.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8787);

impl Config {
    /// Reads the configuration from variables and from the text of a file.
    ///
    /// # Errors
    /// With every fault that was found; never with none.
    pub fn read(
        env: impl IntoIterator<Item = (String, String)>,
        file: Option<&str>,
    ) -> Result<Self, Vec<Fault>> {
        let env: BTreeMap<String, String> = env.into_iter().collect();
        let mut settings = Settings::new(env, file);
        // Named by whoever reads the file, so it is none to remark on.
        drop(settings.env("COLLOQUY_CONFIG"));
        let listen = listen(&mut settings);
        let tokens_by_host = tokens_by_host(&mut settings);
        let origins = origins(&mut settings, tokens_by_host);
        let (signer, secret_given) = signer(&mut settings, listen, tokens_by_host);
        let trusted = trusted(&mut settings);
        let authorities = authorities(&mut settings);
        let metrics = metrics(&mut settings);
        let monitor = monitor(&mut settings);
        let site = site(&mut settings);
        let state = state(&mut settings, secret_given);
        let redis = redis::read(&mut settings, secret_given, &authorities);
        if redis.is_some() && state.is_some() {
            settings.fault(
                "state",
                "is not used with COLLOQUY_REDIS_URL: Redis keeps what was spent",
            );
        }
        let prompts = prompts(&mut settings);
        let log_files = settings.flag("log_files").unwrap_or(false);
        let mut numbers = Numbers::default();
        // Whoever listens for this machine alone has one client, or does not know them apart.
        let alone = listen.ip().is_loopback() && trusted.is_empty();
        if alone {
            numbers.client_day_percent = 100;
        }
        set(&mut numbers, &mut settings);
        let challenge = challenge::read(&mut settings, tokens_by_host, numbers.challenge_seconds);
        let (upstreams, models) = upstreams::read(&mut settings);
        let day_usd = settings.amount("day_usd");
        if let Some((name, _)) = &day_usd {
            for model in models.iter().filter(|model| model.price_assumed) {
                let place = format!("model {}", model.name);
                settings.fault(
                    place,
                    format!("needs input_usd and output_usd, as {name} is set"),
                );
            }
        }
        let mut remarks = settings.leftovers();
        remarks.extend(models.iter().filter(|model| model.price_assumed).map(|model| {
            let (name, price) = (&model.name, Price::ASSUMED);
            format!(
                "model {name} has no price and counts with {} and {} USD per million tokens; give input_usd and output_usd",
                price.input, price.output
            )
        }));
        if !alone && state.is_none() && redis.is_none() {
            remarks.push(
                "a restart forgets what was spent of the day; state names a file to keep it in"
                    .to_owned(),
            );
        }
        if alone && matches!(&origins, Origins::List(list) if !list.is_empty()) {
            remarks.push(
                "origins are set and it listens on this machine alone: name what stands in front in trusted_proxies, \
                 or all its clients are one and share one client's rates"
                    .to_owned(),
            );
        }
        match signer {
            Some(signer) if settings.faults.is_empty() => Ok(Self {
                listen,
                origins,
                signer,
                secret_given,
                tokens_by_host,
                trusted,
                authorities,
                metrics,
                monitor,
                site,
                state,
                redis,
                challenge,
                prompts,
                log_files,
                numbers,
                upstreams,
                models,
                day_usd_micros: micros(day_usd.map_or(DAY_USD, |(_, usd)| usd)),
                remarks,
            }),
            _ => Err(settings.faults),
        }
    }
}

/// Millionths of a dollar; the amount is at most a million dollars.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded when it was read"
)]
fn micros(usd: f64) -> u64 {
    (usd * 1_000_000.0) as u64
}

fn listen(settings: &mut Settings) -> SocketAddr {
    let Some((name, text)) = settings.text("listen") else {
        return LISTEN;
    };
    text.parse().unwrap_or_else(|_| {
        settings.fault(
            name,
            "must be an address and a port, such as 127.0.0.1:8787 or [::]:8787",
        );
        LISTEN
    })
}

fn tokens_by_host(settings: &mut Settings) -> bool {
    match settings.text("tokens") {
        None => false,
        Some((_, text)) if text == "proxy" => false,
        Some((_, text)) if text == "host" => true,
        Some((name, _)) => {
            settings.fault(
                name,
                "must be \"proxy\" (it makes tokens for allowed origins) or \"host\" (only your server does)",
            );
            false
        }
    }
}

fn origins(settings: &mut Settings, tokens_by_host: bool) -> Origins {
    let Some((name, list)) = settings.list("origins") else {
        return Origins::List(Vec::new());
    };
    if list == ["*"] {
        if !tokens_by_host {
            settings.fault(
                name,
                "may be \"*\" only with tokens = \"host\": else any page could spend your money",
            );
        }
        return Origins::Any;
    }
    let mut kept = Vec::new();
    for origin in list {
        if is_origin(&origin) {
            kept.push(origin);
        } else {
            settings.fault(
                &name,
                format!(
                    "{origin:?} is no origin; write it as browsers do: scheme, host in lower case, \
                     port if not the usual one, and no slash at the end, such as https://example.org"
                ),
            );
        }
    }
    Origins::List(kept)
}

/// An origin as a browser sends it.
fn is_origin(text: &str) -> bool {
    let Some(host) = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))
    else {
        return false;
    };
    let usual = text.starts_with("https://") && host.ends_with(":443")
        || text.starts_with("http://") && host.ends_with(":80");
    !host.is_empty()
        && !usual
        && host.bytes().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.:[]".contains(&byte)
        })
}

fn signer(settings: &mut Settings, listen: SocketAddr, by_host: bool) -> (Option<Signer>, bool) {
    let name = "COLLOQUY_SECRET";
    let before = settings.faults.len();
    if let Some(secret) = settings.secret(name) {
        let signer = Signer::new(secret.as_bytes());
        if signer.is_none() {
            settings.fault(
                name,
                format!(
                    "must have {SECRET_BYTES} bytes or more; `openssl rand -base64 48` makes one"
                ),
            );
        }
        return (signer, true);
    }
    if settings.faults.len() > before {
        return (None, true);
    }
    if by_host {
        settings.fault(
            name,
            "is missing: your server signs tokens with it, so both must know it",
        );
        return (None, false);
    }
    if !listen.ip().is_loopback() {
        settings.fault(
            name,
            "is missing: a proxy that others can reach needs one; `openssl rand -base64 48` makes one",
        );
        return (None, false);
    }
    // Good for one run on this machine: pages ask for a new token when theirs is refused.
    let mut secret = [0; SECRET_BYTES];
    let made = SystemRandom::new().fill(&mut secret).is_ok();
    if !made {
        settings.fault(
            name,
            "is missing, and the system gave no random bytes to make one",
        );
    }
    (made.then(|| Signer::new(&secret)).flatten(), false)
}

fn trusted(settings: &mut Settings) -> Vec<Net> {
    let Some((name, list)) = settings.list("trusted_proxies") else {
        return Vec::new();
    };
    let mut nets = Vec::new();
    for text in list {
        match Net::read(&text) {
            Some(net) => nets.push(net),
            None => settings.fault(
                &name,
                format!("{text:?} is neither an address nor a network such as 10.0.0.0/8"),
            ),
        }
    }
    nets
}

fn authorities(settings: &mut Settings) -> Vec<CertificateDer<'static>> {
    let Some((name, path)) = settings.text("ca_file") else {
        return Vec::new();
    };
    let read = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    // One that is no certificate authority is found here, and not with the first call.
    let good = |list: &Vec<CertificateDer<'static>>| {
        let mut roots = RootCertStore::empty();
        !list.is_empty() && list.iter().all(|one| roots.add(one.clone()).is_ok())
    };
    read.ok().filter(good).unwrap_or_else(|| {
        settings.fault(name, "must be a file of certificates in the PEM format");
        Vec::new()
    })
}

fn metrics(settings: &mut Settings) -> Metrics {
    match settings.text("metrics") {
        None => Metrics::Loopback,
        Some((_, text)) if text == "loopback" => Metrics::Loopback,
        Some((_, text)) if text == "all" => Metrics::All,
        Some((_, text)) if text == "off" => Metrics::Off,
        Some((name, _)) => {
            settings.fault(name, "must be \"loopback\", \"all\" or \"off\"");
            Metrics::Off
        }
    }
}

fn monitor(settings: &mut Settings) -> Option<SocketAddr> {
    let (name, text) = settings.text("monitor")?;
    let address = text.parse().ok();
    if address.is_none() {
        settings.fault(
            name,
            "must be an address and a port, such as 127.0.0.1:9187",
        );
    }
    address
}

fn site(settings: &mut Settings) -> Option<PathBuf> {
    let (name, text) = settings.text("site")?;
    let path = PathBuf::from(text);
    if !path.join("index.html").is_file() {
        settings.fault(name, "must be a folder with an index.html in it");
    }
    Some(path)
}

fn state(settings: &mut Settings, secret_given: bool) -> Option<PathBuf> {
    let (name, text) = settings.text("state")?;
    if !secret_given {
        settings.fault(
            name,
            "needs COLLOQUY_SECRET: with another one the clients in the file are not found again",
        );
    }
    Some(PathBuf::from(text))
}

fn prompts(settings: &mut Settings) -> Vec<[u8; 32]> {
    let Some((name, list)) = settings.list("prompts") else {
        return Vec::new();
    };
    let mut hashes = Vec::new();
    for text in list {
        let bytes = (0..32).map(|at| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok());
        let hash = bytes
            .collect::<Option<Vec<u8>>>()
            .and_then(|bytes| bytes.try_into().ok());
        match hash.filter(|_| text.len() == 64) {
            Some(hash) => hashes.push(hash),
            None => settings.fault(
                &name,
                format!("{text:?} is no SHA-256; write the 64 hexadecimal digits that `sha256sum` prints"),
            ),
        }
    }
    hashes
}

fn set(numbers: &mut Numbers, settings: &mut Settings) {
    for (row, (name, least, most)) in Numbers::TABLE.iter().enumerate() {
        if let Some(value) = settings.number(name, *least, *most) {
            numbers.set(row, value);
        }
    }
}

impl Net {
    /// Reads an address, or a network as `address/bits`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().ok().filter(|bits| *bits <= most)?,
            None => most,
        };
        Some(Self { address, bits })
    }
}
