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
}

#[tokio::main]
async fn main() -> ExitCode {
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
