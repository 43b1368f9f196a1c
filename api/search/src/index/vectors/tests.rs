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
    for (entity, ord, vector) in [(1, 0, [1.0, 0.0]), (2, 0, [0.6, 0.8]), (2, 1, [0.8, 0.6]), (3, 0, [0.0, 1.0])] {
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
    assert!((found[0].1 - 1.0).abs() < 1e-3 && (found[1].1 - 0.7).abs() < 1e-3, "{found:?}");
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
    let key = |entity, text| VectorKey { entity, ord: 0, text };
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
    let near: Vec<Doc> = found.iter().filter(|hit| hit.1 > 0.9).map(|hit| hit.0).collect();
    assert_eq!(near, [0]);
}

#[test]
fn those_that_fit_are_among_the_nearest() {
    let count: u8 = 40;
    let mut vectors = PassageVectors::empty("m".into(), 2);
    let entities: Vec<Entity> = (0..i64::from(count)).map(entity).collect();
    for (entity, number) in entities.iter().zip(0..count) {
        let angle = f32::from(number) / 40.0;
        let key = VectorKey { entity: entity.id, ord: 0, text: 1 };
        vectors.push(key, &[angle.cos(), angle.sin()]);
    }
    let index = VectorIndex::new(Arc::new(vectors), &entities);
    let mut fitting = DocSet::empty(usize::from(count));
    (30..40).for_each(|doc| fitting.insert(doc));
    let found = index.nearest(&[1.0, 0.0], &all(count.into()), &fitting, 5);
    let docs: Vec<Doc> = found.iter().map(|(doc, _)| *doc).collect();
    assert_eq!(docs, [0, 1, 2, 3, 4, 30, 31, 32, 33, 34]);
}
