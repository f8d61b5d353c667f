//! Providers and models: built-in ones that wake up when their key is there, and those of the file.

use hyper::Uri;
use hyper::header::HeaderValue;
use toml::{Table, Value};

use super::file::{PREFIX, Settings, parted};
use super::prices;
use super::{Auth, Dialect, Model, Secret, Upstream};
use crate::price::Price;

/// A provider that needs nothing but its key.
struct Known {
    name: &'static str,
    url: &'static str,
    auth: Auth,
    dialect: Dialect,
    /// Names, labels and prices of the models that are offered when none are named.
    models: &'static [(&'static str, &'static str, Price)],
}

const KNOWN: [Known; 2] = [
    Known {
        name: "anthropic",
        url: "https://api.anthropic.com/v1",
        auth: Auth::ApiKey,
        dialect: Dialect::Anthropic,
        models: &[
            ("claude-sonnet-4-5", "Claude Sonnet 4.5", prices::SONNET_4_5),
            ("claude-haiku-4-5", "Claude Haiku 4.5", prices::HAIKU_4_5),
        ],
    },
    Known {
        name: "openai",
        url: "https://api.openai.com/v1",
        auth: Auth::Bearer,
        dialect: Dialect::OpenAiResponses,
        models: &[
            ("gpt-5-mini", "GPT-5 mini", prices::GPT_5_MINI),
            ("gpt-4.1", "GPT-4.1", prices::GPT_4_1),
        ],
    },
];

/// A model as the file or a variable names it, before its upstream is looked up.
struct Named {
    place: String,
    name: String,
    dialect: Dialect,
    label: Option<String>,
    upstream: String,
    price: Option<Price>,
}

pub(super) fn read(settings: &mut Settings) -> (Vec<Upstream>, Vec<Model>) {
    let allow_http = settings.flag("allow_http").unwrap_or(false);
    let mut upstreams = Vec::new();
    let mut named = from_file(settings);
    let mut tables = sections(settings);
    let declared: Vec<String> = tables.iter().map(|(name, _)| name.clone()).collect();
    for known in &KNOWN {
        let table = tables
            .iter()
            .position(|(name, _)| name == known.name)
            .map(|at| tables.remove(at).1);
        if let Some(upstream) = built_in(settings, known, table, allow_http, &mut named) {
            upstreams.push(upstream);
        }
    }
    for (name, table) in tables {
        let place = format!("upstream.{name}");
        if !is_name(&name) {
            settings.fault(place, "must be named in lower case letters, digits and -");
            continue;
        }
        let auth = Auth::Bearer;
        if let Some(upstream) = upstream(settings, &name, Some(table), None, auth, allow_http) {
            upstreams.push(upstream);
        }
    }
    let models = named
        .into_iter()
        .filter_map(|one| one.find(settings, &upstreams, &declared))
        .collect();
    (upstreams, unique(settings, models))
}

/// A provider of the list above: there when its key or its URL is.
fn built_in(
    settings: &mut Settings,
    known: &Known,
    table: Option<Table>,
    allow_http: bool,
    named: &mut Vec<Named>,
) -> Option<Upstream> {
    let variable = |what: &str| format!("{PREFIX}{}_{what}", known.name.to_uppercase());
    let models = settings.env(&variable("MODELS")).map(|text| parted(&text));
    let dialect = match settings.env(&variable("DIALECT")) {
        None => Some(known.dialect),
        Some(text) => Dialect::named(&text),
    };
    let Some(dialect) = dialect else {
        settings.fault(variable("DIALECT"), DIALECTS);
        return None;
    };
    let elsewhere = table.is_some() || settings.env(&variable("URL")).is_some();
    let wanted = models.is_some() || named.iter().any(|one| one.upstream == known.name);
    let url = known.url;
    let upstream = upstream(
        settings,
        known.name,
        table,
        Some(url),
        known.auth,
        allow_http,
    )?;
    if upstream.key.is_none() && !elsewhere {
        if wanted {
            let message = format!(
                "is missing, or {}: models of it are named",
                variable("KEY_FILE")
            );
            settings.fault(variable("KEY"), message);
        }
        return None;
    }
    if let Some(models) = models {
        for name in models {
            named.push(Named {
                place: variable("MODELS"),
                name,
                dialect,
                label: None,
                upstream: known.name.to_owned(),
                price: None,
            });
        }
    } else if !wanted && upstream.base == known.url {
        for (name, label, price) in known.models {
            named.push(Named {
                place: known.name.to_owned(),
                name: (*name).to_owned(),
                dialect,
                label: Some((*label).to_owned()),
                upstream: known.name.to_owned(),
                price: Some(*price),
            });
        }
    } else if !wanted {
        settings.fault(
            variable("MODELS"),
            "is missing: list the models that server offers, separated by commas",
        );
    }
    Some(upstream)
}

const DIALECTS: &str = "must be anthropic, openai-chat or openai-responses";

/// One upstream: URL and key by environment, URL and kind of key by the file.
fn upstream(
    settings: &mut Settings,
    name: &str,
    table: Option<Table>,
    usual: Option<&str>,
    mut auth: Auth,
    allow_http: bool,
) -> Option<Upstream> {
    let upper = name.to_uppercase().replace('-', "_");
    let place = format!("upstream.{name}");
    let url_name = format!("{PREFIX}{upper}_URL");
    let mut from_file = None;
    let mut identify = None;
    let mut stops_when_left = true;
    for (key, value) in table.unwrap_or_default() {
        match (key.as_str(), value.as_str()) {
            ("url", Some(url)) => from_file = Some(url.to_owned()),
            ("auth", Some("bearer")) => auth = Auth::Bearer,
            ("auth", Some("x-api-key")) => auth = Auth::ApiKey,
            ("auth", _) => settings.fault(format!("{place}.auth"), "must be \"bearer\" or \"x-api-key\""),
            ("identify", _) if value.is_bool() => identify = value.as_bool(),
            ("stops_when_left", _) if value.is_bool() => stops_when_left = value.as_bool() == Some(true),
            ("stops_when_left", _) => settings.fault(format!("{place}.stops_when_left"), "must be true or false"),
            ("identify", _) => settings.fault(format!("{place}.identify"), "must be true or false"),
            ("url", None) => settings.fault(format!("{place}.url"), "must be a text"),
            _ => settings.fault(
                format!("{place}.{key}"),
                format!("is no setting; an upstream has url, auth, identify and stops_when_left, and its key comes from {PREFIX}{upper}_KEY"),
            ),
        }
    }
    let (url_place, url) = match (settings.env(&url_name), from_file) {
        (Some(url), _) => (url_name, url),
        (None, Some(url)) => (format!("{place}.url"), url),
        (None, None) => match usual {
            Some(url) => (url_name, url.to_owned()),
            None => {
                settings.fault(format!("{place}.url"), "is missing");
                return None;
            }
        },
    };
    let base = base(&url, allow_http).map_err(|message| settings.fault(url_place, message));
    let key_name = format!("{PREFIX}{upper}_KEY");
    let key = settings.secret(&key_name);
    let header = key
        .as_deref()
        .and_then(|key| header(settings, &key_name, key, auth));
    let base = base.ok()?;
    Some(Upstream {
        name: name.to_owned(),
        // The providers that are known take the name; what another server makes of it is not.
        identify: identify.unwrap_or(usual == Some(base.as_str())),
        stops_when_left,
        base,
        auth,
        header,
        key: key.map(Secret),
    })
}

/// The header that carries a key.
fn header(settings: &mut Settings, name: &str, key: &str, auth: Auth) -> Option<HeaderValue> {
    let text = match auth {
        Auth::ApiKey => key.to_owned(),
        Auth::Bearer => format!("Bearer {key}"),
    };
    let plain = key.bytes().all(|byte| byte.is_ascii_graphic());
    let header = HeaderValue::try_from(text).ok().filter(|_| plain);
    if header.is_none() {
        settings.fault(
            name,
            "must be one line of visible ASCII characters without spaces",
        );
    }
    header.map(|mut header| {
        header.set_sensitive(true);
        header
    })
}

/// The URL without a slash at its end, with `/v1` when it has no path.
fn base(url: &str, allow_http: bool) -> Result<String, String> {
    let expected = "must be an http or https URL such as https://api.openai.com/v1, without user, query or fragment";
    let uri: Uri = url.parse().map_err(|_| expected.to_owned())?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return Err(expected.to_owned());
    };
    if authority.as_str().contains('@') || uri.query().is_some() || url.contains('#') {
        return Err(expected.to_owned());
    }
    let loopback = is_this_machine(authority.host());
    match scheme {
        "https" => {}
        "http" if loopback || allow_http => {}
        "http" => {
            return Err(
                "is http to another machine, which would send the key in the clear; use https, or set allow_http = true"
                    .to_owned(),
            );
        }
        _ => return Err(expected.to_owned()),
    }
    let path = uri.path().trim_end_matches('/');
    let path = if path.is_empty() { "/v1" } else { path };
    Ok(format!("{scheme}://{authority}{path}"))
}

/// Whether a URL's host is this machine, so that nobody else sees what goes there.
pub(super) fn is_this_machine(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    let address = host.parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Takes `[upstream.NAME]` out of the file.
fn sections(settings: &mut Settings) -> Vec<(String, Table)> {
    let mut found = Vec::new();
    match settings.file.remove("upstream") {
        None => {}
        Some(Value::Table(tables)) => {
            for (name, value) in tables {
                match value {
                    Value::Table(table) => found.push((name, table)),
                    _ => settings.fault(format!("upstream.{name}"), "must be a table with url"),
                }
            }
        }
        Some(_) => settings.fault("upstream", "must be written as [upstream.NAME]"),
    }
    found
}

/// Takes `[[model]]` out of the file.
fn from_file(settings: &mut Settings) -> Vec<Named> {
    let list = match settings.file.remove("model") {
        None => return Vec::new(),
        Some(Value::Array(list)) => list,
        Some(_) => {
            settings.fault("model", "must be written as [[model]]");
            return Vec::new();
        }
    };
    let mut named = Vec::new();
    for (at, value) in list.into_iter().enumerate() {
        let place = format!("model[{at}]");
        match value {
            Value::Table(table) => named.extend(model(settings, place, table)),
            _ => settings.fault(place, "must be a table with name, dialect and upstream"),
        }
    }
    named
}

fn model(settings: &mut Settings, place: String, mut table: Table) -> Option<Named> {
    let before = settings.faults.len();
    let mut text = |settings: &mut Settings, key: &str, needed: bool| match table.remove(key) {
        Some(Value::String(text)) if !text.is_empty() => Some(text),
        None if !needed => None,
        Some(_) | None => {
            settings.fault(format!("{place}.{key}"), "must be a text that is not empty");
            None
        }
    };
    let name = text(settings, "name", true);
    let dialect = text(settings, "dialect", true);
    let upstream = text(settings, "upstream", true);
    let label = text(settings, "label", false);
    let dialect = dialect.map(|text| Dialect::named(&text));
    if dialect == Some(None) {
        settings.fault(format!("{place}.dialect"), DIALECTS);
    }
    let price = prices::read(settings, &place, &mut table, dialect.flatten());
    for key in table.keys() {
        settings.fault(
            format!("{place}.{key}"),
            "is no setting; a model has name, dialect, upstream, label and prices: input_usd, output_usd, cache_write_usd, \
             cache_read_usd, long_input_tokens, long_input_usd and long_output_usd",
        );
    }
    if settings.faults.len() > before {
        return None;
    }
    Some(Named {
        place,
        name: name?,
        dialect: dialect??,
        label,
        upstream: upstream?,
        price,
    })
}

impl Named {
    fn find(
        self,
        settings: &mut Settings,
        upstreams: &[Upstream],
        declared: &[String],
    ) -> Option<Model> {
        let Some(at) = upstreams.iter().position(|one| one.name == self.upstream) else {
            // A built-in one that lacks its key, or one with a faulty URL, has its fault already.
            let known = KNOWN.iter().any(|known| known.name == self.upstream);
            if !known && !declared.contains(&self.upstream) {
                let message = format!("is {:?}, and there is no such upstream", self.upstream);
                settings.fault(format!("{}.upstream", self.place), message);
            }
            return None;
        };
        let uri = format!("{}{}", upstreams[at].base, self.dialect.path());
        let Ok(uri) = uri.parse() else {
            settings.fault(&self.place, "its upstream's URL cannot be used");
            return None;
        };
        // A model of the built-in ones has its price wherever it is named, and any that nobody told one is taken for a dear one.
        let usual = KNOWN
            .iter()
            .filter(|known| upstreams[at].base == known.url)
            .flat_map(|known| known.models)
            .find_map(|(name, _, price)| (*name == self.name).then_some(*price));
        let price = self.price.or(usual);
        let price_assumed = price.is_none() && upstreams[at].key.is_some();
        Some(Model {
            label: self.label.unwrap_or_else(|| self.name.clone()),
            name: self.name,
            dialect: self.dialect,
            upstream: at,
            uri,
            price: price.or(price_assumed.then_some(Price::ASSUMED)),
            price_assumed,
        })
    }
}

/// A model may be offered once per dialect: a request names nothing else.
fn unique(settings: &mut Settings, models: Vec<Model>) -> Vec<Model> {
    for (at, model) in models.iter().enumerate() {
        let again = |one: &Model| one.name == model.name && one.dialect == model.dialect;
        if models[..at].iter().any(again) {
            let message = format!("is offered twice as {}", model.dialect.name());
            settings.fault(format!("model {}", model.name), message);
        }
    }
    models
}

fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.bytes().all(plain)
}
