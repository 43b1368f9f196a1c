//! explore
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;

#[tokio::test]
#[ignore]
async fn explore() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, &[("mcp_tools", "all")]).await;
    lore.sync().await;
    std::fs::write("/tmp/d8141/url", &lore.url).unwrap();
    tokio::time::sleep(std::time::Duration::from_secs(3600)).await;
}
