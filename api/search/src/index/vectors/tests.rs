//! Tests of the vectors in memory.

use super::super::passage_vectors::VectorKey;
use super::*;
use lorekeeper_content::Family;

fn entity(id: i64) -> Entity {
    Entity {
        id,
        family: Family::Spell,
        kind: String::new(),
        document: "pond".into(),
        slug: String::new(),
        name: String::new(),
        words: 1,
        variant_of: None,
        owner: None,
    }
}

fn all(size: u32) -> DocSet {
    let mut docs = DocSet::empty(size as usize);
    (0..size).for_each(|doc| docs.insert(doc));
    docs
}

#[test]
fn the_mean_of_the_whole_and_the_best_passage() {
    let mut vectors = PassageVectors::empty("m".into(), 2);
    for (entity, ord, vector) in [
        (1, 0, [1.0, 0.0]),
        (2, 0, [0.6, 0.8]),
        (2, 1, [0.8, 0.6]),
        (3, 0, [0.0, 1.0]),
    ] {
        let text = 1;
        vectors.push(VectorKey { entity, ord, text }, &vector);
    }
    let vectors = Arc::new(vectors);
    let index = VectorIndex::new(Arc::clone(&vectors), &[entity(1), entity(2), entity(3)]);
    let found = index.nearest(&[1.0, 0.0], &all(3), &DocSet::default(), 2);
    let docs: Vec<Doc> = found.iter().map(|hit| hit.0).collect();
    assert_eq!(docs, [0, 1]);
    let mut fitting = DocSet::empty(3);
    for doc in [1, 2] {
        fitting.insert(doc);
    }
    let with_fitting = index.nearest(&[1.0, 0.0], &all(3), &fitting, 1);
    let docs: Vec<Doc> = with_fitting.iter().map(|hit| hit.0).collect();
    assert_eq!(docs, [0, 1]);
    assert!(
        (found[0].1 - 1.0).abs() < 1e-3 && (found[1].1 - 0.7).abs() < 1e-3,
        "{found:?}"
    );
    let restored = PassageVectors::read(&vectors.files().unwrap()).unwrap();
    let of_passages = restored.of_entity(2, &[1.0, 0.0]);
    let [(0, whole), (1, best)] = of_passages[..] else {
        panic!("{of_passages:?}");
    };
    assert!((whole - 0.6).abs() < 1e-3 && (best - 0.8).abs() < 1e-3);
    assert_eq!(restored.of_entity(4, &[1.0, 0.0]), []);
    let restored = VectorIndex::new(Arc::new(restored), &[entity(2)]);
    assert_eq!(restored.nearest(&[1.0, 0.0], &all(3), &fitting, 9).len(), 1);
}

#[test]
fn a_vector_is_read_again_only_when_its_text_changed() {
    let key = |entity, text| VectorKey {
        entity,
        ord: 0,
        text,
    };
    let index = |vectors: &[(VectorKey, [f32; 2])]| {
        let mut index = PassageVectors::empty("m".into(), 2);
        for (key, vector) in vectors {
            index.push(*key, vector);
        }
        index
    };
    let (x, y) = ([1.0, 0.0], [0.0, 1.0]);
    let known = index(&[(key(1, 1), x), (key(2, 1), x), (key(4, 1), x)]);
    let fresh = index(&[(key(2, 2), y), (key(3, 1), y)]);
    let keys = [key(1, 1), key(2, 2), key(3, 1), key(5, 1)];
    let merged = PassageVectors::merged(&keys, &known, &fresh);
    assert_eq!(merged.keys, &keys[..3]);
    let merged = VectorIndex::new(Arc::new(merged), &[entity(1), entity(2), entity(3)]);
    let found = merged.nearest(&x, &all(3), &DocSet::default(), 3);
    let near: Vec<Doc> = found
        .iter()
        .filter(|hit| hit.1 > 0.9)
        .map(|hit| hit.0)
        .collect();
    assert_eq!(near, [0]);
}

#[test]
fn of_very_many_those_with_the_nearest_sketches_are_compared() {
    const DIMENSION: usize = 32;
    let count = MAX_COMPARED + 1000;
    let mut state = 7_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(state >> 16).unwrap()) / f32::from(u16::MAX) - 0.5
    };
    let mut held = PassageVectors::empty("m".into(), DIMENSION);
    let mut vectors = Vec::new();
    let entities: Vec<Entity> = (0..).map(entity).take(count).collect();
    for entity in &entities {
        let vector: [f32; DIMENSION] = std::array::from_fn(|_| random());
        let key = VectorKey {
            entity: entity.id,
            ord: 0,
            text: 1,
        };
        held.push(key, &vector);
        vectors.push(vector);
    }
    let index = VectorIndex::new(Arc::new(held), &entities);
    let all = all(u32::try_from(count).unwrap());
    for doc in [0, 777, MAX_COMPARED + 999] {
        let found = index.nearest(&vectors[doc], &all, &DocSet::default(), 10);
        assert_eq!(found[0].0 as usize, doc);
    }
    let mut fitting = DocSet::empty(count);
    (0..100).for_each(|doc| fitting.insert(doc));
    let found = index.nearest(&vectors[5], &all, &fitting, 200);
    let fit = found.iter().filter(|(doc, _)| *doc < 100);
    assert_eq!(fit.count(), 100);
}
