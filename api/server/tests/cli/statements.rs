//! Relations are read in batches: however many rows a page has, it takes the same number of statements.

use super::Program;
use super::leadership::{Server, ask};

/// A book of so many spells, which two classes share, and of a creature.
fn book(spells: usize) -> String {
    let spell = |n: usize| {
        format!(
            r#":ember-{n:03} {{:key :ember-{n:03} :name "Ember {n:03}" :option-pack "Embers" :school "evocation" :level {}
               :spell-lists {{:kindler true :warden true}} :components {{:verbal true}} :casting-time "1 action"
               :range "60 feet" :duration "Instantaneous" :description "An ember of the {n}th kind glows, and goes out."}}"#,
            n % 10
        )
    };
    let spells: Vec<String> = (0..spells).map(spell).collect();
    let class = |key: &str, name: &str| {
        format!(
            r#":{key} {{:key :{key} :name "{name}" :option-pack "Embers" :hit-die 8 :ability-increase-levels [4 8]}}"#
        )
    };
    format!(
        r#"{{"Embers" {{:orcpub.dnd.e5/spells {{{}}} :orcpub.dnd.e5/classes {{{} {}}}}}}}"#,
        spells.join(" "),
        class("kindler", "Kindler"),
        class("warden", "Warden"),
    )
}

/// How many statements the server has sent to its store.
fn statements(server: &Server) -> u64 {
    let (_, metrics) = ask(server.address(), "/metrics").expect("metrics");
    let lines = metrics.lines();
    let counts = lines.filter(|line| line.starts_with("lorekeeper_store_statements_total"));
    counts
        .filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok())
        .map(|count| format!("{count:.0}").parse::<u64>().unwrap_or_default())
        .sum()
}

/// How many a query takes, and how many rows it gives.
fn cost(server: &Server, query: &str) -> (u64, usize) {
    let before = statements(server);
    let address = format!("/graphql?query={}", query.replace(' ', "%20").replace('{', "%7B").replace('}', "%7D"));
    let (status, answer) = ask(server.address(), &address).expect("an answer");
    assert_eq!(status, 200, "{answer}");
    assert!(!answer.contains("\"errors\""), "{answer}");
    (statements(server) - before, answer.matches("\"slug\"").count())
}

#[test]
fn however_many_rows_the_statements_are_as_many() {
    let program = Program::new();
    let file = program.data_dir().join("embers.orcbrew");
    std::fs::write(&file, book(60)).expect("a file");
    program.succeeds(&["import", "--no-embed", &file.display().to_string()], &[]);
    let server = Server::ready(&program);
    for nested in [
        "document { name }",
        "classes { name document { name } }",
        "otherVersions { name } classes { name subclasses { name } }",
        "source { name } classes { spells { name document { name } } }",
    ] {
        let ask = |first: usize| {
            let query = format!("{{ spells(first: {first}) {{ totalCount nodes {{ slug {nested} }} }} }}");
            cost(&server, &query)
        };
        let (few, rows) = ask(2);
        assert_eq!(rows, 2, "{nested}");
        let (many, rows) = ask(50);
        assert_eq!(rows, 50, "{nested}");
        // A batch is what is asked for within a moment: a slow machine makes two or three of one, but not fifty.
        assert!(many <= 3 * few, "{nested}: {few} for 2 rows, {many} for 50");
        assert!((2..20).contains(&few), "{nested}: {few}");
    }
    server.terminate();
    assert!(server.ended().success());
}
