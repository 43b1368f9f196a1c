use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
#[tokio::test]
async fn dump() {
    let up = Upstream::start().await;
    let t = std::time::Instant::now();
    let lore = Lore::start(&up).await;
    println!("open {:?}", t.elapsed());
    let s = lore.sync().await;
    println!("sync {:?} embedded {}", t.elapsed(), s.embedded);
    for l in &s.report.listings { println!("{} {} {:?} {:?} {:?}", l.source, l.endpoint, l.changes, l.skipped, l.problem); }
    println!("{:#?}", s.report.drawn);
    println!("{:#?}", lore.counts().await);
    use lorekeeper::family::*;
    use sea_orm::EntityTrait;
    let db = &lore.app.db.pool;
    macro_rules! d { ($m:ident) => {{ for r in lorekeeper::family::$m::Entity::find().all(db).await.unwrap() { 
        println!("ROW {} {}", stringify!($m), serde_json::to_string(&r).unwrap()); } }} }
    d!(document); d!(spell); d!(creature); d!(equipment); d!(character_option); d!(rule);
    lore.stop().await;
    println!("end {:?}", t.elapsed());
}
