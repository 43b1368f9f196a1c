//! The command line of LoreKeeper. See [`lorekeeper::cli`] for the commands.

fn main() {
    lorekeeper::cli::run()
}
