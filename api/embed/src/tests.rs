use super::*;
use crate::assets::Choice;
use parking_lot::Mutex;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// A model that records the texts that it embeds together; each call waits for a permit, and one text breaks it.
struct Slow {
    batches: bool,
    seen: Seen,
    permits: mpsc::Receiver<()>,
}

impl Embed for Slow {
    fn model_id(&self) -> &'static str {
        "slow"
    }

    fn dimension(&self) -> usize {
        HashEmbedder::default().dimension()
    }

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.seen.lock().push(texts.join("+"));
        self.permits.recv().unwrap();
        assert!(!texts.contains(&"curse"), "the model breaks");
        HashEmbedder::default().embed(texts)
    }

    fn batches(&self) -> bool {
        self.batches
    }
}

type Seen = Arc<Mutex<Vec<String>>>;

fn model(seen: &Seen, batches: bool) -> (Slow, mpsc::Sender<()>) {
    let (permit, permits) = mpsc::channel();
    let seen = Arc::clone(seen);
    let slow = Slow { batches, seen, permits };
    (slow, permit)
}

/// An embedder, the texts that it has embedded so far, and its permits.
fn slow(batches: bool) -> (Embedder, Seen, mpsc::Sender<()>) {
    let seen = Seen::default();
    let (model, permit) = model(&seen, batches);
    (Embedder::new(model).unwrap(), seen, permit)
}

async fn until(seen: &Mutex<Vec<String>>, count: usize) {
    while seen.lock().len() < count {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_query_waits_for_one_passage_at_most() {
    let (embedder, seen, permit) = slow(false);
    let texts = ["one", "two", "three"].map(str::to_owned).to_vec();
    let background = tokio::spawn({
        let embedder = embedder.clone();
        async move { embedder.passages(texts).await }
    });
    until(&seen, 1).await;
    let query = tokio::spawn({
        let embedder = embedder.clone();
        async move { embedder.query("urgent").await }
    });
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    for _ in 0..4 {
        permit.send(()).unwrap();
    }
    query.await.unwrap().unwrap();
    assert_eq!(background.await.unwrap().len(), 3);
    assert_eq!(*seen.lock(), ["one", "urgent", "two", "three"]);
}

#[tokio::test]
async fn cancelled_passages_are_not_embedded() {
    let (embedder, seen, permit) = slow(false);
    let texts = vec!["one".to_owned(); 100];
    let background = tokio::spawn({
        let embedder = embedder.clone();
        async move { embedder.passages(texts).await }
    });
    until(&seen, 1).await;
    background.abort();
    assert!(background.await.unwrap_err().is_cancelled());
    permit.send(()).unwrap();
    permit.send(()).unwrap();
    embedder.query("next").await.unwrap();
    assert_eq!(*seen.lock(), ["one", "next"]);
}

/// Sends queries one after another, while the model embeds the first.
async fn queries_during_the_first(
    embedder: &Embedder,
    seen: &Mutex<Vec<String>>,
    permit: &mpsc::Sender<()>,
) -> Vec<Vec<f32>> {
    let ask = |text: &'static str| {
        let embedder = embedder.clone();
        tokio::spawn(async move { embedder.query(text).await.unwrap() })
    };
    let mut asked = vec![ask("one")];
    until(seen, 1).await;
    for text in ["two", "three", "four"] {
        asked.push(ask(text));
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for _ in 0..4 {
        permit.send(()).unwrap();
    }
    let mut vectors = Vec::new();
    for query in asked {
        vectors.push(query.await.unwrap());
    }
    vectors
}

#[tokio::test]
async fn queries_that_wait_are_embedded_together_where_that_changes_nothing() {
    let (embedder, seen, permit) = slow(true);
    let together = queries_during_the_first(&embedder, &seen, &permit).await;
    assert_eq!(*seen.lock(), ["one", "two+three+four"]);

    let (embedder, seen, permit) = slow(false);
    let alone = queries_during_the_first(&embedder, &seen, &permit).await;
    assert_eq!(*seen.lock(), ["one", "two", "three", "four"]);
    assert_eq!(together, alone);
}

#[tokio::test]
async fn several_threads_share_the_work() {
    let seen = Seen::default();
    let (first, first_permit) = model(&seen, false);
    let (second, second_permit) = model(&seen, false);
    let workers = Arc::new(Workers::start(Box::new(first)).unwrap());
    workers.add_session(Box::new(second)).unwrap();
    let texts = ["one", "two"].map(str::to_owned).to_vec();
    let both = tokio::spawn({
        let workers = Arc::clone(&workers);
        async move { workers.passages(texts).await }
    });
    // Both are begun before either may end.
    until(&seen, 2).await;
    first_permit.send(()).unwrap();
    second_permit.send(()).unwrap();
    let vectors = both.await.unwrap().into_iter();
    let vectors = vectors.collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(vectors, HashEmbedder::default().embed(&["one", "two"]).unwrap());
}

#[test]
fn writers_are_counted_until_they_end() {
    let writers = Writers::default();
    let (first, second) = (writers.begin(), writers.begin());
    drop(first);
    assert!(!writers.are_none());
    drop(second);
    assert!(writers.are_none());
}

#[tokio::test]
async fn an_idle_session_embeds_passages_while_it_may() {
    let seen = Seen::default();
    let (own, own_permit) = model(&seen, false);
    let (idle, idle_permit) = model(&seen, false);
    let workers = Arc::new(Workers::start(Box::new(own)).unwrap());
    let [may_work, is_ended] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    let [may, ended] = [&may_work, &is_ended].map(|flag| {
        let flag = Arc::clone(flag);
        move || flag.load(Ordering::Relaxed)
    });
    workers.add_idle_session(Box::new(idle), ended, may).unwrap();
    let passages = tokio::spawn({
        let workers = Arc::clone(&workers);
        let texts = ["one", "two", "three", "four"].map(str::to_owned).to_vec();
        async move { workers.passages(texts).await }
    });
    until(&seen, 1).await;
    tokio::time::sleep(std::time::Duration::from_millis(120)).await;
    assert_eq!(seen.lock().len(), 1, "it gives way");
    may_work.store(true, Ordering::Relaxed);
    until(&seen, 2).await;
    is_ended.store(true, Ordering::Relaxed);
    idle_permit.send(()).unwrap();
    for _ in 0..3 {
        own_permit.send(()).unwrap();
    }
    let vectors = passages.await.unwrap();
    assert!(vectors.len() == 4 && vectors.iter().all(Result::is_ok));
    assert!(idle_permit.send(()).is_err(), "its session is dropped");
}

#[test]
fn requests_are_quiet_until_one_is_noted() {
    let requests = Requests::default();
    assert!(requests.are_quiet());
    requests.note();
    assert!(!requests.are_quiet());
}

#[tokio::test]
async fn the_vector_of_a_query_is_cached() {
    let (embedder, seen, permit) = slow(false);
    permit.send(()).unwrap();
    let first = embedder.query("owlbear").await.unwrap();
    assert_eq!(first, embedder.query(" owlbear ").await.unwrap());
    assert_eq!(seen.lock().len(), 1);
}

#[tokio::test]
async fn a_panic_costs_one_text() {
    let (embedder, _, permit) = slow(false);
    for _ in 0..5 {
        permit.send(()).unwrap();
    }
    let failed = embedder.query("curse").await;
    assert!(matches!(failed, Err(EmbedError::Inference)));
    assert!(embedder.query("blessing").await.is_ok());
    assert!(embedder.passages(Vec::new()).await.is_empty());
    let texts = ["owl", "curse", "lynx"].map(str::to_owned).to_vec();
    let vectors = embedder.passages(texts).await;
    let failed: Vec<bool> = vectors.iter().map(Result::is_err).collect();
    assert_eq!(failed, [false, true, false]);
}

#[tokio::test]
async fn without_a_model_the_error_says_why() {
    let embedder = Embedder::default();
    assert!(matches!(embedder.query("owl").await, Err(EmbedError::NotReady)));
    let dir = tempfile::tempdir().unwrap();
    let assets = Assets::new(dir.path().to_owned(), Choice::default(), true);
    assert!(embedder.load(&assets).await.is_err());
    assert!(matches!(embedder.query("owl").await, Err(EmbedError::Assets(_))));
    assert!(embedder.passages(vec!["owl".to_owned()]).await[0].is_err());
    embedder.install(HashEmbedder::default()).unwrap();
    assert_eq!(embedder.model_id().as_deref(), Some("hash-1"));
    assert!(embedder.query("owl").await.is_ok());
}

#[test]
fn a_file_that_is_no_library_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let runtime = dir.path().join("libonnxruntime.so");
    std::fs::write(&runtime, "not a library").unwrap();
    let files = crate::assets::ModelFiles {
        graph: runtime.clone(),
        weights: Vec::new(),
        tokenizer: dir.path().to_owned(),
        runtime,
        optimized: dir.path().to_owned(),
        choice: Choice::default(),
    };
    assert!(OnnxModel::load(&files).is_err());
}

/// With the real model, where `LOREKEEPER_TEST_MODEL=1` asks for it.
#[tokio::test]
async fn the_real_model_puts_similar_texts_near_each_other() {
    if std::env::var("LOREKEEPER_TEST_MODEL").as_deref() != Ok("1") {
        return;
    }
    let data = std::env::var_os("LOREKEEPER_DATA_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let embedder = Embedder::default();
    embedder.load(&Assets::new(data, Choice::default(), false)).await.unwrap();
    let query = embedder.query("protect me from fire").await.unwrap();
    let texts = ["resistance to fire damage", "the price of a mule"].map(str::to_owned);
    let passages = embedder.passages(texts.to_vec()).await.into_iter();
    let passages = passages.collect::<Result<Vec<_>, _>>().unwrap();
    let near = |other: &[f32]| query.iter().zip(other).map(|(a, b)| a * b).sum::<f32>();
    let likeness: Vec<f32> = passages.iter().map(|other| near(other)).collect();
    assert!(likeness[0] > likeness[1] + 0.2, "{likeness:?}");
}

/// A model with other vectors for queries than for passages.
struct Roles;

impl Embed for Roles {
    fn model_id(&self) -> &'static str {
        "roles"
    }

    fn dimension(&self) -> usize {
        2
    }

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|_| vec![0.0, 1.0]).collect())
    }

    fn embed_queries(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        // A vector of another length than the model states is refused.
        let long = |text: &&str| if *text == "long" { 3 } else { 2 };
        Ok(texts.iter().map(|text| vec![1.0; long(text)]).collect())
    }
}

#[tokio::test]
async fn queries_and_passages_are_embedded_apart_and_other_lengths_are_refused() {
    let embedder = Embedder::new(Roles).unwrap();
    assert_eq!(embedder.query("owl").await.unwrap(), [1.0, 1.0]);
    let passages = embedder.passages(vec!["owl".to_owned()]).await;
    assert_eq!(passages[0].as_ref().unwrap(), &[0.0, 1.0]);
    assert!(embedder.query("long").await.is_err());
    assert_eq!(embedder.dimension(), Some(2));
}

#[tokio::test]
async fn a_model_can_be_released() {
    let embedder = Embedder::new(HashEmbedder::default()).unwrap();
    assert!(embedder.query("owl").await.is_ok());
    embedder.release();
    assert!(embedder.model_id().is_none() && embedder.query("owl").await.is_err());
    embedder.install(Roles).unwrap();
    assert_eq!(embedder.query("owl").await.unwrap().len(), 2);
}
