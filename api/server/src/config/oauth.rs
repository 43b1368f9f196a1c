//! Settings of the OAuth resource server: whose access tokens are taken, and what their scopes allow.

use super::given::Given;
use lorekeeper_graphql::error::{Error, Result};
use reqwest::Url;
use std::time::Duration;

/// The login of an identity provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OAuth {
    /// The provider, as it writes itself in its tokens.
    pub issuer: String,
    /// The names of this server in tokens.
    pub audience: Vec<String>,
    /// The scope that allows reading.
    pub read_scope: String,
    /// The scope that allows changing what is stored.
    pub admin_scope: String,
    /// Address of this server on the web, without a path.
    pub resource: String,
    /// The public client by which the pages let their reader log in, where there is one.
    pub client_id: Option<String>,
    /// When the keys of the provider are fetched. No setting: tests shorten them.
    pub key_times: KeyTimes,
}

/// When keys are fetched.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KeyTimes {
    /// The age from which keys are fetched anew, while they go on.
    pub refresh_after: Duration,
    /// The age from which keys are no longer taken.
    pub expire_after: Duration,
    /// Least time between two attempts: tokens with invented keys must not become requests to the provider.
    pub between_attempts: Duration,
}

impl Default for KeyTimes {
    fn default() -> Self {
        Self {
            refresh_after: Duration::from_hours(1),
            expire_after: Duration::from_hours(24),
            between_attempts: Duration::from_secs(10),
        }
    }
}

impl OAuth {
    /// The settings; `None` without a provider.
    pub(super) fn read(given: Given) -> Result<Option<Self>> {
        let expected = "the address of an OpenID provider, as its tokens name it";
        let client_id = given.text("oauth_client_id").map(str::to_owned);
        let Some(issuer) = given.optional("oauth_issuer", expected, issuer)? else {
            return match client_id {
                None => Ok(None),
                Some(_) => Err(Error::input(
                    "The setting oauth_client_id needs oauth_issuer: the provider that knows the client.",
                )),
            };
        };
        let resource = given.url("public_url")?.filter(|url| is_origin(url));
        let Some(resource) = resource else {
            return Err(Error::input(
                "The setting oauth_issuer needs public_url: the address at which clients find this server, without a path, such as https://lore.example.",
            ));
        };
        let mut audience = given.texts("oauth_audience");
        if audience.is_empty() {
            // Clients write an address with and without its last slash.
            audience = ["", "/", "/mcp", "/mcp/"].map(|path| format!("{resource}{path}")).into();
        }
        let scope = |key| given.read(key, "one scope, without blanks or quotes", scope);
        Ok(Some(Self {
            issuer,
            audience,
            read_scope: scope("oauth_read_scope")?,
            admin_scope: scope("oauth_admin_scope")?,
            resource,
            client_id,
            key_times: KeyTimes::default(),
        }))
    }
}

fn issuer(text: &str) -> Option<String> {
    let url: Url = text.parse().ok()?;
    let is_plain = url.query().is_none() && url.fragment().is_none();
    (matches!(url.scheme(), "http" | "https") && is_plain).then(|| text.to_owned())
}

fn is_origin(text: &str) -> bool {
    let url = text.parse::<Url>();
    url.is_ok_and(|url| url.path() == "/" && url.query().is_none() && url.fragment().is_none())
}

/// A scope by the letters that RFC 6749 gives it.
fn scope(text: &str) -> Option<String> {
    let is_valid = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\');
    text.bytes().all(is_valid).then(|| text.to_owned())
}
