//! HTTP client of the tests: straight to the address, past any proxy.

/// A builder of a client without a proxy.
pub fn client() -> reqwest::ClientBuilder {
    // It stays as it is where the process has one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy()
}
