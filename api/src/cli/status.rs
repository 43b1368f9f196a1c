//! `lorekeeper status`

use crate::app::App;
use crate::config::Config;
use crate::db::StoreKind;
use crate::error::Result;
use crate::query::{scope, status};

/// Shows what is stored, how fresh it is, and which store and model are in use.
pub async fn run(config: Config) -> Result<()> {
    let app = App::open(config).await?;
    let db = &app.db.pool;
    let store = match app.db.kind {
        StoreKind::Embedded => format!("embedded, in {}", app.config.data_dir.display()),
        StoreKind::Postgres => "Postgres at DATABASE_URL".to_owned(),
    };
    let documents = scope::all_documents(db).await?.len();
    let entities: i64 = status::counts(db).await?.iter().map(|c| c.count).sum();
    let (passages, embedded) = status::passages(db, None).await?;
    let mut text = format!(
        "store      {store}\nmodel      {}\ndocuments  {documents}\nentities   {entities}\npassages   {passages}, {embedded} embedded\n",
        app.config.model
    );
    let states = status::freshness(db).await?;
    if !states.is_empty() {
        let mut table = super::table(["source", "listing", "records", "last success", "problem"]);
        for state in states {
            let at = state
                .last_success
                .map(|at| at.format("%Y-%m-%d %H:%M").to_string());
            table.add_row([
                state.source,
                state.endpoint,
                state.records.to_string(),
                at.unwrap_or_else(|| "never".to_owned()),
                state.error.unwrap_or_default(),
            ]);
        }
        text.push_str(&table.to_string());
        text.push('\n');
    }
    super::say(&text)?;
    app.db.clone().close().await;
    Ok(())
}
