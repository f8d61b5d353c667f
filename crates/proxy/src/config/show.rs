//! The effective configuration for a person, without keys and secrets.

use super::{Auth, Config, Metrics, Numbers, Origins};

impl Config {
    /// Writes the effective configuration, one setting a line. No key and no secret is in it.
    pub fn describe(&self) -> String {
        let mut lines = vec![format!("listen = {}", self.listen)];
        lines.push(match &self.origins {
            Origins::Any => "origins = * (any page that has a token)".to_owned(),
            Origins::List(list) if list.is_empty() => "origins = (its own pages only)".to_owned(),
            Origins::List(list) => format!("origins = {} (and its own pages)", list.join(", ")),
        });
        let maker = if self.tokens_by_host { "host" } else { "proxy" };
        lines.push(format!("tokens = {maker}"));
        let secret = if self.secret_given {
            "given"
        } else {
            "made for this run"
        };
        lines.push(format!("secret: {secret}"));
        let nets: Vec<String> = self
            .trusted
            .iter()
            .map(|net| format!("{}/{}", net.address, net.bits))
            .collect();
        let nets = if nets.is_empty() {
            "(none)".to_owned()
        } else {
            nets.join(", ")
        };
        lines.push(format!("trusted_proxies = {nets}"));
        if !self.authorities.is_empty() {
            lines.push(format!("ca_file: {} certificates", self.authorities.len()));
        }
        let metrics = match self.metrics {
            Metrics::Loopback => "loopback",
            Metrics::All => "all",
            Metrics::Off => "off",
        };
        lines.push(format!("metrics = {metrics}"));
        if let Some(monitor) = self.monitor {
            lines.push(format!("monitor = {monitor}"));
        }
        lines.push(match &self.site {
            Some(site) => format!("site = {}", site.display()),
            None if cfg!(feature = "embed-site") => "site = (inside the binary)".to_owned(),
            None => "site = (none)".to_owned(),
        });
        lines.push(match &self.state {
            Some(state) => format!("state = {}", state.display()),
            None if self.redis.is_some() => "state = (in Redis)".to_owned(),
            None => "state = (none: a restart forgets what was spent)".to_owned(),
        });
        if let Some(redis) = &self.redis {
            let away = if redis.alone { "alone" } else { "refuse" };
            lines.push(format!("redis: given, under {}", redis.prefix));
            lines.push(format!("redis_away = {away}"));
        }
        if let Some(challenge) = &self.challenge {
            lines.push(format!("challenge_url = {}", challenge.url));
        }
        if !self.prompts.is_empty() {
            lines.push(format!(
                "prompts: {} listed, no others pass",
                self.prompts.len()
            ));
        }
        lines.push(format!("log_files = {}", self.log_files));
        let (usd, micros) = (
            self.day_usd_micros / 1_000_000,
            self.day_usd_micros % 1_000_000,
        );
        lines.push(format!("day_usd = {usd}.{micros:06}"));
        for ((name, _, _), value) in Numbers::TABLE.iter().zip(self.numbers.values()) {
            lines.push(format!("{name} = {value}"));
        }
        for upstream in &self.upstreams {
            let auth = match (upstream.key.is_some(), upstream.auth) {
                (false, _) => "no key",
                (true, Auth::ApiKey) => "key given, sent as x-api-key",
                (true, Auth::Bearer) => "key given, sent as bearer",
            };
            lines.push(format!(
                "upstream {} = {} ({auth})",
                upstream.name, upstream.base
            ));
        }
        for model in &self.models {
            let upstream = &self.upstreams[model.upstream].name;
            let dialect = model.dialect.name();
            let price = match model.price {
                Some(price) => format!(
                    ", {} in and {} out USD per million tokens{}",
                    price.input,
                    price.output,
                    if model.price_assumed {
                        " (assumed)"
                    } else {
                        ""
                    }
                ),
                None => String::new(),
            };
            lines.push(format!(
                "model {} = {dialect} at {upstream}{price}",
                model.name
            ));
        }
        if self.models.is_empty() {
            lines.push("no models: set COLLOQUY_ANTHROPIC_KEY or COLLOQUY_OPENAI_KEY".to_owned());
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
