//! The reranker: a second look at the best hits of a search, off unless a model for it is named.
//!
//! It reads query and text together, which tells more than two vectors do and takes as long as that many
//! passages take to embed. So it sees a few hits only, on a thread of its own, and whoever asks it waits no longer
//! than a budget.

mod fuse;
mod model;

pub use fuse::{SEEN, fuse};
pub use model::OnnxReranker;

use crate::assets::{AssetError, Assets};
use crate::embed::EmbedError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use tokio::sync::oneshot;

/// A model that reranks: the border to the world outside.
pub trait Rerank: Send + 'static {
    /// How well a text answers a query; more is better, on whatever scale.
    fn score(&mut self, query: &str, text: &str) -> Result<f32, RerankError>;
}

/// Why there is no second look.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RerankError {
    /// It is still on its way.
    #[error("the reranker is still being prepared")]
    NotReady,
    /// Its files are not to be had.
    #[error(transparent)]
    Assets(#[from] Arc<AssetError>),
    /// The library cannot be loaded.
    #[error(transparent)]
    Runtime(#[from] EmbedError),
    /// It cannot be loaded.
    #[error(
        "the reranker {0} could not be loaded; remove it to have it fetched again, or choose another with LOREKEEPER_RERANKER or LOREKEEPER_RERANKER_DIR"
    )]
    Model(String),
    /// It failed on a text, or has stopped.
    #[error("the reranker failed")]
    Failed,
}

/// A handle to the reranking thread; without a model as long as there is none.
#[derive(Clone, Default)]
pub struct Reranker(Arc<OnceLock<Sender<Job>>>);

struct Job {
    query: String,
    texts: Vec<String>,
    reply: oneshot::Sender<Result<Vec<f32>, RerankError>>,
}

impl Reranker {
    /// Fetches the model that the settings name where it must be, and puts it to work. Without such a setting it
    /// does nothing.
    pub async fn load(&self, assets: &Assets) -> Result<(), RerankError> {
        if self.is_ready() {
            return Ok(());
        }
        let Some(files) = assets.reranker().await.map_err(Arc::new)? else {
            return Ok(());
        };
        let model = tokio::task::spawn_blocking(move || OnnxReranker::load(&files))
            .await
            .unwrap_or(Err(RerankError::Failed))?;
        tracing::info!("the best hits of a search are reranked");
        self.install(model)
    }

    /// Puts a model to work; a second one is ignored.
    pub fn install(&self, mut model: impl Rerank) -> Result<(), RerankError> {
        let (jobs, inbox) = channel();
        std::thread::Builder::new()
            .name("reranker".to_owned())
            .spawn(move || run(&mut model, &inbox))
            .map_err(|cause| {
                tracing::warn!(%cause, "the reranking thread could not be started");
                RerankError::Failed
            })?;
        // The thread of one that comes too late ends as its sender is dropped.
        let _ = self.0.set(jobs);
        Ok(())
    }

    /// Whether there is a model.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.0.get().is_some()
    }

    /// How well each text answers the query. Drop the future to give up.
    pub async fn scores(&self, query: &str, texts: Vec<String>) -> Result<Vec<f32>, RerankError> {
        let (reply, answer) = oneshot::channel();
        let job = Job {
            query: query.to_owned(),
            texts,
            reply,
        };
        let jobs = self.0.get().ok_or(RerankError::NotReady)?;
        jobs.send(job).map_err(|_| RerankError::Failed)?;
        answer.await.map_err(|_| RerankError::Failed)?
    }
}

/// Works until every handle is gone.
fn run(model: &mut dyn Rerank, inbox: &Receiver<Job>) {
    while let Ok(job) = inbox.recv() {
        let mut scores = Ok(Vec::with_capacity(job.texts.len()));
        for text in &job.texts {
            // Nobody waits any more.
            if job.reply.is_closed() {
                break;
            }
            // One that panics costs this job, not the thread.
            let score = catch_unwind(AssertUnwindSafe(|| model.score(&job.query, text)))
                .unwrap_or(Err(RerankError::Failed));
            match (score, &mut scores) {
                (Ok(score), Ok(all)) if score.is_finite() => all.push(score),
                (Err(error), _) => {
                    scores = Err(error);
                    break;
                }
                _ => {
                    scores = Err(RerankError::Failed);
                    break;
                }
            }
        }
        let _ = job.reply.send(scores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Longer texts answer better; some break it, some take their time.
    struct Lengths;

    impl Rerank for Lengths {
        fn score(&mut self, _: &str, text: &str) -> Result<f32, RerankError> {
            assert_ne!(text, "curse", "the model breaks");
            if text == "sloth" {
                std::thread::sleep(Duration::from_millis(20));
            }
            Ok(f32::from(u8::try_from(text.len()).unwrap()))
        }
    }

    fn texts(all: &[&str]) -> Vec<String> {
        all.iter().map(|text| (*text).to_owned()).collect()
    }

    #[tokio::test]
    async fn it_scores_each_text_and_survives_a_failure() {
        let reranker = Reranker::default();
        let none = reranker.scores("owl", texts(&["a"])).await;
        assert!(matches!(none, Err(RerankError::NotReady)));
        reranker.install(Lengths).unwrap();
        let scores = reranker.scores("owl", texts(&["abc", "a"])).await.unwrap();
        assert_eq!(scores, [3.0, 1.0]);
        assert!(reranker.scores("owl", texts(&["curse"])).await.is_err());
        assert!(reranker.scores("owl", texts(&["ab"])).await.is_ok());
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_left() {
        let reranker = Reranker::default();
        reranker.install(Lengths).unwrap();
        let slow = reranker.scores("owl", texts(&["sloth"; 200]));
        let given_up = tokio::time::timeout(Duration::from_millis(30), slow).await;
        assert!(given_up.is_err());
        let next = reranker.scores("owl", texts(&["ab"]));
        let soon = tokio::time::timeout(Duration::from_secs(2), next).await;
        assert_eq!(soon.unwrap().unwrap(), [2.0]);
    }

    #[tokio::test]
    async fn without_the_setting_there_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let assets = Assets::new(
            dir.path().to_owned(),
            crate::assets::Choice::default(),
            true,
        );
        let reranker = Reranker::default();
        reranker.load(&assets).await.unwrap();
        assert!(!reranker.is_ready());
    }
}
