//! What an answer is made of.

use crate::drawing;
use async_graphql::{Response, Value};
use criterion::{Criterion, Throughput};
use lorekeeper::family::card::Card;
use lorekeeper::graphql::Answer;
use lorekeeper::query::page::{Fingerprint, Mark, Paging, Window};
use serde_json::json;
use std::hint::black_box;

pub fn measure(criterion: &mut Criterion) {
    let drafts = drawing::creatures();
    let creatures = drafts.creatures.iter().map(|draft| &draft.row);
    // The longest stat block there is.
    let creature = creatures.max_by_key(|row| Card::from(*row).markdown(None).len());
    let creature = creature.expect("creatures");
    criterion.bench_function("card of a creature", |bencher| {
        bencher.iter(|| Card::from(black_box(creature)).markdown(None));
    });

    let response = Response::new(answer());
    let bytes = Answer::of(&response, None).body.len();
    let mut group = criterion.benchmark_group("writing down");
    group.throughput(Throughput::Bytes(bytes.try_into().unwrap_or_default()));
    group.bench_function(format!("an answer of {bytes} bytes"), |bencher| {
        bencher.iter(|| Answer::of(black_box(&response), None));
    });
    group.finish();

    let print = Fingerprint::new("creatures, by name", Some("12".to_owned()));
    criterion.bench_function("cursor, made and read", |bencher| {
        bencher.iter(|| {
            let paging = Paging {
                first: Some(20),
                after: Some(print.cursor(black_box(Mark::at(40)))),
                ..Paging::default()
            };
            Window::new(&paging, &print)
        });
    });
}

/// Twenty creatures with their actions.
fn answer() -> Value {
    let action = json!({
        "name": "Slam",
        "text": "Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: 13 (2d8 + 4) bludgeoning damage.",
        "attacks": [{"toHit": 7, "reach": 10, "damage": [{"dice": "2d8", "bonus": 4, "type": "bludgeoning"}]}],
        "save": null,
    });
    let creature = |number: u32| {
        json!({
            "id": format!("creature:hearth:kettle-{number}"), "name": format!("Kettle {number}"),
            "size": "large", "type": "construct", "alignment": "unaligned", "armorClass": 15, "hitPoints": 59,
            "hitDice": "7d10 + 21", "challengeRatingText": "4", "speed": {"walk": 30, "fly": null, "swim": null},
            "actions": vec![action.clone(); 4], "document": {"name": "Hearth and Home", "licenses": [{"name": "CC BY 4.0"}]},
        })
    };
    let nodes: Vec<_> = (0..20).map(creature).collect();
    let data = json!({"creatures": {"totalCount": 20, "pageInfo": {"hasNextPage": false}, "nodes": nodes}});
    Value::from_json(data).expect("a value")
}
