//! Who a client is, as far as an address shows.

use std::net::{IpAddr, SocketAddr};

use hyper::HeaderMap;

use crate::config::Net;

/// The header by which proxies in front hand the client's address on.
const FORWARDED_FOR: &str = "x-forwarded-for";

impl Net {
    /// Whether an address is of this network.
    pub(crate) fn holds(&self, address: IpAddr) -> bool {
        match (self.address.to_canonical(), address.to_canonical()) {
            (IpAddr::V4(net), IpAddr::V4(address)) => {
                let other = u64::from(net.to_bits() ^ address.to_bits());
                other >> (32 - self.bits.min(32)) == 0
            }
            (IpAddr::V6(net), IpAddr::V6(address)) => {
                let other = net.to_bits() ^ address.to_bits();
                self.bits == 0 || other >> (128 - self.bits.min(128)) == 0
            }
            _ => false,
        }
    }
}

/// The client's address: the peer's, unless the peer is a trusted proxy. Then it is the last address of the header that
/// is not of a trusted proxy itself: what stands before that, the client may have written.
pub(crate) fn address(peer: SocketAddr, headers: &HeaderMap, trusted: &[Net]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.holds(address));
    let mut client = peer.ip();
    if !is_trusted(client) {
        return client;
    }
    let lines = headers.get_all(FORWARDED_FOR).iter();
    let mut hops: Vec<&str> = Vec::new();
    for line in lines.filter_map(|line| line.to_str().ok()) {
        hops.extend(line.split(','));
    }
    for hop in hops.into_iter().rev() {
        let Some(address) = hop_address(hop.trim()) else {
            return client;
        };
        client = address;
        if !is_trusted(client) {
            return client;
        }
    }
    client
}

/// Whether a request came through another proxy, trusted or not.
pub(crate) fn was_forwarded(headers: &HeaderMap) -> bool {
    [FORWARDED_FOR, "forwarded", "via", "x-real-ip"]
        .iter()
        .any(|name| headers.contains_key(*name))
}

/// Whether a request calls its server by an address or as `localhost`. Any other name may be one that a page's owner lets
/// mean this machine, so that the page can read what is meant for programs here.
pub(crate) fn names_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(hyper::header::HOST).map(|host| host.to_str());
    let Some(Ok(host)) = host else {
        // No browser leaves it out.
        return host.is_none();
    };
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    hop_address(host).is_some() || name.eq_ignore_ascii_case("localhost")
}

/// Reads an address with or without a port.
fn hop_address(text: &str) -> Option<IpAddr> {
    let plain = text.trim_start_matches('[').trim_end_matches(']');
    let with_port = || text.parse::<SocketAddr>().ok().map(|one| one.ip());
    plain.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use hyper::HeaderMap;

    use super::address;
    use crate::config::Net;

    fn client(peer: &str, forwarded: &[&str]) -> String {
        let trusted = ["10.0.0.0/8", "2001:db8::/32"].map(|net| Net::read(net).unwrap());
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        address(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_header_of_anybody_else_is_ignored() {
        assert_eq!(client("192.0.2.1:5", &["198.51.100.9"]), "192.0.2.1");
    }

    #[test]
    fn behind_a_trusted_proxy_the_last_untrusted_hop_is_the_client() {
        assert_eq!(
            client("10.1.2.3:5", &["203.0.113.4, 198.51.100.9"]),
            "198.51.100.9"
        );
        assert_eq!(
            client("10.1.2.3:5", &["6.6.6.6", "198.51.100.9, 10.9.9.9"]),
            "198.51.100.9"
        );
        assert_eq!(
            client("[2001:db8::1]:5", &["[2001:470::7]:80"]),
            "2001:470::7"
        );
        assert_eq!(
            client("10.1.2.3:5", &["203.0.113.4, nonsense, 10.9.9.9"]),
            "10.9.9.9"
        );
        assert_eq!(client("10.1.2.3:5", &[]), "10.1.2.3");
    }

    #[test]
    fn a_network_is_its_first_bits() {
        let net =
            |text: &str, address: &str| Net::read(text).unwrap().holds(address.parse().unwrap());
        assert!(net("192.0.2.128/25", "192.0.2.200") && !net("192.0.2.128/25", "192.0.2.100"));
        assert!(net("0.0.0.0/0", "8.8.8.8") && !net("0.0.0.0/0", "::1") && net("::/0", "::1"));
        assert!(net("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(Net::read("1.2.3.4/33").is_none() && Net::read("example").is_none());
    }
}
