//! Leader: the process that has the store open. It answers for itself, and for followers through the local API.

use super::endpoint::Endpoint;
use super::local_api::{self, DRAIN_TIMEOUT, LocalApi};
use crate::backup::{self, Chunks};
use crate::config::Config;
use crate::http;
use crate::in_process::InProcessExecutor;
use crate::services::Services;
use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use futures::stream::BoxStream;
use lorekeeper_graphql::RequestPipeline;
use lorekeeper_graphql::error::Result;
use lorekeeper_ingest::background::Background;
use lorekeeper_ingest::jobs::{Event, Request as JobRequest};
use lorekeeper_store::{DataDirLock, Reader};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinSet;
use tower::ServiceExt;

/// The process that has the store open.
pub struct Leader {
    /// The parts of the program.
    pub services: Services,
    pub(super) executor: InProcessExecutor,
    router: Router,
    local_api: Mutex<Option<LocalApi>>,
    /// What keeps content, vectors and the search index current.
    background: Mutex<Option<(Background, JoinSet<()>)>>,
}

impl Leader {
    /// Opens the store. Under a lock, which only the embedded store has, followers are served too.
    pub(super) async fn open(config: Config, lock: Option<DataDirLock>) -> Result<Self> {
        let data_dir = lock.is_some().then(|| config.store.data_dir.clone());
        if let Some(data_dir) = &data_dir {
            Endpoint::remove_stale(data_dir);
        }
        let services = Services::open_locked(config, lock).await?;
        let pipeline = RequestPipeline::new(&services.backend());
        let router = http::router(&services, pipeline.clone());
        let local_api = match &data_dir {
            None => None,
            Some(data_dir) => Some(LocalApi::start(data_dir, &services, &router).await?),
        };
        Ok(Self {
            executor: InProcessExecutor::new(pipeline, Reader::Owner),
            services,
            router,
            local_api: Mutex::new(local_api),
            background: Mutex::new(None),
        })
    }

    /// The answer of the routes over the store.
    pub(super) async fn call(&self, request: Request) -> Response {
        let Ok(response) = self.router.clone().oneshot(request).await;
        response
    }

    /// Runs a job, and reports its events.
    pub(super) fn run(&self, request: JobRequest) -> BoxStream<'static, Event> {
        local_api::run(&self.services.ingest, request)
    }

    /// The archive of a backup of the store.
    pub(super) async fn back_up(&self) -> Result<Chunks> {
        let Services { store, config, .. } = &self.services;
        backup::archive(store, &config.store).await
    }

    /// Keeps content and vectors current from now on.
    pub(super) fn work_in_background(&self) {
        let background = Background::start(&self.services.ingest);
        let mut followers = JoinSet::new();
        followers.spawn(Arc::clone(&self.services.search.index).follow());
        *lock(&self.background) = Some((background, followers));
    }

    /// Stops to serve, finishes or interrupts what runs, and closes the store. The lock of the data directory goes
    /// with the last use of the store.
    pub(super) async fn close(&self) {
        drop(lock(&self.background).take());
        let local_api = lock(&self.local_api).take();
        self.services.ingest.stopping.send_replace(true);
        if let Some(local_api) = local_api {
            local_api.stop().await;
        }
        // WebSockets are closed, jobs are interrupted.
        let stopping = &self.services.ingest.stopping;
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, stopping.closed()).await;
        self.services.store.close().await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
