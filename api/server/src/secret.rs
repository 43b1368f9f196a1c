//! Bearer tokens and other secrets, compared in constant time and never shown.

use constant_time_eq::constant_time_eq;
use lorekeeper_graphql::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// A secret; it is never shown.
#[derive(Clone, Serialize, Deserialize)]
pub struct Secret(String);

impl Secret {
    /// A secret from the settings.
    pub fn of(text: String) -> Self {
        Self(text)
    }

    /// 32 bytes from the operating system.
    pub fn random() -> Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)
            .map_err(|cause| Error::internal("The system gives no random numbers. The log says why.", cause))?;
        Ok(Self(hex::encode(bytes)))
    }

    /// Whether `given` is the secret, in constant time.
    pub fn is(&self, given: &str) -> bool {
        constant_time_eq(self.0.as_bytes(), given.as_bytes())
    }

    /// The secret itself, for a request to its owner.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether the value of an `Authorization` header has the secret.
    pub fn matches_bearer(&self, authorization: &str) -> bool {
        let (scheme, given) = authorization.split_once(' ').unwrap_or_default();
        scheme.eq_ignore_ascii_case("bearer") && self.is(given.trim())
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_its_own_and_is_not_shown() {
        let (one, other) = (Secret::random().unwrap(), Secret::random().unwrap());
        assert!(one.is(&one.0));
        assert!(!one.is(&other.0) && !one.is("") && !one.is(&one.0[..63]));
        assert!(!format!("{one:?}").contains(&one.0));
        for scheme in ["Bearer", "bearer"] {
            assert!(one.matches_bearer(&format!("{scheme} {}", one.0)));
        }
        assert!(!one.matches_bearer(&one.0) && !one.matches_bearer("Bearer ") && !one.matches_bearer(""));
    }
}
