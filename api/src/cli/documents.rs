//! `lorekeeper documents`

use crate::app::App;
use crate::config::Config;
use crate::error::Result;
use crate::family::Family;
use crate::query::{scope, status};

/// Lists the documents with their counts.
pub async fn run(config: Config) -> Result<()> {
    let app = App::open(config).await?;
    let documents = scope::all_documents(&app.db.pool).await?;
    let counts = status::counts(&app.db.pool).await?;
    if documents.is_empty() {
        super::say("Nothing is stored yet. Run \"lorekeeper sync\" or \"lorekeeper serve\".\n")?;
    } else {
        let mut table = super::table([
            "key",
            "name",
            "system",
            "source",
            "spells",
            "creatures",
            "equipment",
            "options",
            "rules",
        ]);
        for document in documents {
            let mut row = vec![
                document.key.clone(),
                document.name.clone(),
                document.game_system.clone().unwrap_or_default(),
                document.source.clone(),
            ];
            row.extend(
                Family::ALL.map(|f| status::count_of(&counts, &document.key, f).to_string()),
            );
            table.add_row(row);
        }
        super::say(&format!("{table}\n"))?;
    }
    app.db.clone().close().await;
    Ok(())
}
