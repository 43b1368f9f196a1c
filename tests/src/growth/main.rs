//! Content of any size, to measure with:
//!
//! ```sh
//! cargo run -p lorekeeper-tests --bin growth -- serve --factor 10 --port 9300
//! cargo run -p lorekeeper-tests --bin growth -- multiply --database postgres://... --factor 100
//! cargo run -p lorekeeper-tests --bin growth -- recall --database postgres://...
//! ```

use clap::{Parser, Subcommand};
use lorekeeper_tests::growth;
use std::io::Write;
use std::net::Ipv4Addr;
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Content of any size, to measure with")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Serves the second version of Open5e until it is stopped
    Serve {
        /// How many times the open content there is
        #[arg(long, default_value_t = 1.0)]
        factor: f64,
        /// The port on loopback
        #[arg(long, default_value_t = 9300)]
        port: u16,
    },
    /// Makes a store that was synced (and embedded) so many times as large
    Multiply {
        /// Address of its database
        #[arg(long)]
        database: String,
        /// How many times what was synced
        #[arg(long)]
        factor: usize,
    },
    /// Says how much of what is nearest in meaning the index of vectors finds
    Recall {
        /// Address of its database
        #[arg(long)]
        database: String,
        /// How many queries
        #[arg(long, default_value_t = 50)]
        queries: usize,
        /// Uses the index from so many candidates on, instead of as the program decides
        #[arg(long)]
        index_from: Option<i64>,
        /// Builds the index first, if it is not there
        #[arg(long)]
        build: bool,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    // What went wrong below the sentence that is shown.
    tracing_subscriber::fmt()
        .with_env_filter("warn,lorekeeper=info")
        .with_writer(std::io::stderr)
        .init();
    let say = |text: &str| {
        // Nobody listens any more: no reason to stop.
        let _ = writeln!(std::io::stdout(), "{text}");
    };
    let outcome = match Arguments::parse().what {
        What::Serve { factor, port } => serve(factor, port, &say).await,
        What::Multiply { database, factor } => {
            let mut say = |text: String| say(&text);
            let done = growth::multiply(&database, factor, &mut say).await;
            done.map(|done| say(format!("{done:?}")))
                .map_err(Into::into)
        }
        What::Recall {
            database,
            queries,
            index_from,
            build,
        } => {
            let asked = growth::Asked {
                queries,
                index_from,
            };
            recall(&database, asked, build, &say).await
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(std::io::stderr(), "{problem}");
            ExitCode::FAILURE
        }
    }
}

type Outcome = Result<(), Box<dyn std::error::Error>>;

async fn serve(factor: f64, port: u16, say: &impl Fn(&str)) -> Outcome {
    let upstream = growth::serve((Ipv4Addr::LOCALHOST, port).into(), factor).await?;
    say(&format!(
        "LOREKEEPER_SOURCES=open5e_v2 LOREKEEPER_OPEN5E_URL={}",
        upstream.open5e_url
    ));
    tokio::signal::ctrl_c().await?;
    Ok(())
}

async fn recall(database: &str, asked: growth::Asked, build: bool, say: &impl Fn(&str)) -> Outcome {
    if build {
        let took = growth::build_index(database).await?;
        say(&format!("the index was there after {took:.0} s"));
    }
    say("filter       candidates   recall@10   worst   exact ms   index ms");
    for found in growth::recall(database, asked).await? {
        let growth::Recall {
            filter,
            candidates,
            recall: (mean, worst),
            exact_ms,
            index_ms,
        } = found;
        say(&format!(
            "{filter:12} {candidates:10} {mean:11.3} {worst:7.1} {exact_ms:10.1} {index_ms:10.1}"
        ));
    }
    Ok(())
}
