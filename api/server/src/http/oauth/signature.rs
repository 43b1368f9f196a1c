//! Signature verification of JSON Web Tokens by ring, the library that TLS uses here: the other two that `jsonwebtoken`
//! comes with would be a second one.
//!
//! Public keys only: what needs a shared secret or a private key is refused.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::signature::{self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey};
use ring::signature::{ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519};

/// The algorithms whose signatures are verified.
pub const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    verifier_factory: |algorithm, key| Ok(Box::new(PublicKey::new(*algorithm, key)?)),
    // Only for making key sets.
    key_utils: KeyUtils::new_unimplemented(),
};

/// Lets `jsonwebtoken` verify by ring.
pub fn install() {
    // The first of the process stays.
    let _ = PROVIDER.install_default();
}

/// A public key, and the algorithm that it is used with.
struct PublicKey {
    algorithm: Algorithm,
    key: DecodingKey,
}

impl PublicKey {
    fn new(algorithm: Algorithm, key: &DecodingKey) -> Result<Self> {
        if !ALGORITHMS.contains(&algorithm) || key.family() != algorithm.family() {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        let key = key.clone();
        Ok(Self { algorithm, key })
    }
}

impl JwtVerifier for PublicKey {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl Verifier<Vec<u8>> for PublicKey {
    fn verify(&self, message: &[u8], signed: &Vec<u8>) -> std::result::Result<(), Error> {
        let verified = match (self.key.kind(), rsa(self.algorithm)) {
            (DecodingKeyKind::RsaModulusExponent { n, e }, Some(parameters)) => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signed)
            }
            (DecodingKeyKind::SecretOrDer(key), None) => {
                let algorithm: &dyn signature::VerificationAlgorithm = match self.algorithm {
                    Algorithm::ES256 => &ECDSA_P256_SHA256_FIXED,
                    Algorithm::ES384 => &ECDSA_P384_SHA384_FIXED,
                    Algorithm::EdDSA => &ED25519,
                    _ => return Err(Error::new()),
                };
                UnparsedPublicKey::new(algorithm, key).verify(message, signed)
            }
            _ => return Err(Error::new()),
        };
        verified.map_err(|_| Error::new())
    }
}

fn rsa(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    Some(match algorithm {
        Algorithm::RS256 => &signature::RSA_PKCS1_2048_8192_SHA256,
        Algorithm::RS384 => &signature::RSA_PKCS1_2048_8192_SHA384,
        Algorithm::RS512 => &signature::RSA_PKCS1_2048_8192_SHA512,
        Algorithm::PS256 => &signature::RSA_PSS_2048_8192_SHA256,
        Algorithm::PS384 => &signature::RSA_PSS_2048_8192_SHA384,
        Algorithm::PS512 => &signature::RSA_PSS_2048_8192_SHA512,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jsonwebtoken::{Validation, decode, decode_header};
    use serde_json::Value;

    /// A key and a token of each algorithm, from another library (`node:crypto`).
    const SIGNED: &str = include_str!("signed.txt");

    fn verified(key: &str, token: &str) -> Result<Value> {
        install();
        let mut validation = Validation::new(decode_header(token)?.alg);
        validation.set_audience(&["lore"]);
        let key = DecodingKey::from_jwk(&serde_json::from_str(key).unwrap())?;
        Ok(decode(token, &key, &validation)?.claims)
    }

    #[test]
    fn signatures_of_another_library_are_verified() {
        let signed = SIGNED.lines().filter_map(|line| line.split_once(' '));
        let signed: Vec<_> = signed.collect();
        assert_eq!(signed.len(), ALGORITHMS.len());
        for ((key, token), algorithm) in signed.iter().zip(ALGORITHMS) {
            assert_eq!(decode_header(token).unwrap().alg, algorithm);
            assert_eq!(verified(key, token).unwrap()["aud"], "lore", "{algorithm:?}");
            let changed = token.replacen("xvZ2luLmV4YW1wbGU", "xvZ2luLmV4YW1wbGY", 1);
            assert_ne!(&changed, token);
            assert!(verified(key, &changed).is_err(), "{algorithm:?}");
            let others = signed.iter().filter(|(other, _)| other != key);
            for (other, _) in others {
                assert!(verified(other, token).is_err(), "{algorithm:?}");
            }
        }
    }
}
