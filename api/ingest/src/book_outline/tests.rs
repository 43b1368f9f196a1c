use super::*;
use lorekeeper_content::Origin;
use std::collections::BTreeSet;

fn outline() -> Outline {
    let text = "\
# A comment.

Fencing < the-sword
  Parrying
    Riposte = riposte-parrying
      Feint
    Circles : plane
  Footwork
    Riposte = riposte-footwork
";
    Outline::parse("pond", text)
}

fn draft(kind: Kind, slug: &str, text: &str) -> Draft<Model> {
    let row = Model {
        kind,
        document_key: "pond".to_owned(),
        slug: slug.to_owned(),
        text: text.to_owned(),
        ..Model::default()
    };
    Draft::new(row, Origin::default())
}

#[test]
fn an_outline_has_kinds_and_orders() {
    let outline = outline();
    let found: Vec<_> = outline.nodes.iter().map(|n| (n.slug.as_str(), n.kind, n.depth, n.order)).collect();
    assert_eq!(
        found,
        [
            ("fencing", Kind::Section, 0, 1),
            ("parrying", Kind::Section, 1, 1),
            ("riposte-parrying", Kind::Rule, 2, 1),
            ("feint", Kind::Rule, 3, 2),
            ("circles", Kind::Plane, 2, 3),
            ("footwork", Kind::Section, 1, 2),
            ("riposte-footwork", Kind::Rule, 2, 1),
        ]
    );
}

#[test]
fn a_chapter_is_cut_at_the_headings_of_the_outline() {
    let outline = outline();
    let text = "All about it.\n## Parrying\nHold high.\n### Riposte\nStrike back.\n#### Aside\nAnd laugh.\n## Riposte\nNo part.\n# Footwork\nStep.\n## Riposte\nStep back.";
    let chapter = draft(Kind::Section, "the-sword", text);
    let node = outline.find(&chapter).unwrap();
    let parts = cut::parts(&outline, node, chapter);
    let found: Vec<(usize, &str)> = parts.iter().map(|(at, draft)| (*at, draft.row.text.as_str())).collect();
    assert_eq!(
        found,
        [
            (0, "All about it."),
            (1, "Hold high."),
            (2, "Strike back.\n#### Aside\nAnd laugh.\n## Riposte\nNo part."),
            (5, "Step."),
            (6, "Step back."),
        ]
    );
}

#[test]
fn sidebars_are_parts_and_missing_headings_are_passed_over() {
    let outline = outline();
    let text = "All about it.\n\n> ## Circles\n>\n> Round and round.\n\nIt goes on.\n\n## Riposte\n\nStep back.";
    // The heading of Footwork is missing, and that of Parrying, too: the first of them is meant.
    let chapter = draft(Kind::Section, "parrying", text);
    let node = outline.find(&chapter).unwrap();
    let parts = cut::parts(&outline, node, chapter);
    let found: Vec<(usize, &str)> = parts.iter().map(|(at, draft)| (*at, draft.row.text.as_str())).collect();
    assert_eq!(found, [(1, "All about it.\n\nIt goes on."), (4, "Round and round."), (2, "Step back.")]);
    let cut_of = |text: &str| {
        let parts = cut::parts(&outline, 0, draft(Kind::Section, "the-sword", text));
        let texts = parts.into_iter().map(|(at, draft)| (at, draft.row.text));
        texts.collect::<Vec<_>>()
    };
    assert_eq!(cut_of("Swords.\n### Circles\nRound."), [(0, "Swords.".to_owned()), (4, "Round.".to_owned())]);
    // A line in bold type is no heading of what is not open.
    let text = "Swords.\n**Circles**\nRound.";
    assert_eq!(cut_of(text), [(0, text.to_owned())]);
}

#[test]
fn of_two_headings_of_one_name_the_one_in_the_drafts_section_is_meant() {
    let outline = outline();
    let mut riposte = draft(Kind::Rule, "riposte", "");
    riposte.section = Some("footwork".to_owned());
    assert_eq!(outline.find(&riposte), Some(6));
    assert_eq!(outline.find(&draft(Kind::Rule, "riposte", "")), Some(2));
    assert_eq!(outline.find(&draft(Kind::Rule, "bowing", "")), None);
    assert_eq!(outline.find(&draft(Kind::Condition, "riposte", "")), None);
}

#[test]
fn the_outlines_have_each_slug_once() {
    for outline in OUTLINES.iter() {
        let mut known = BTreeSet::new();
        for node in &outline.nodes {
            let kind = format!("{:?}", node.kind);
            assert!(known.insert((kind, node.slug.clone())), "twice: {node:?}");
        }
    }
}

#[test]
fn a_text_within_a_chapter_and_one_by_itself_are_one_rule() {
    let rule = |kind, slug: &str, text: &str| {
        let mut draft = draft(kind, slug, text);
        draft.row.document_key = "srd-2014".to_owned();
        draft
    };
    let mut drafts = vec![
        rule(Kind::Section, "combat-sequence", "Rounds.\n## Surprise\nA frog leaps out of the reeds."),
        rule(Kind::Rule, "surprise", "A frog."),
        rule(Kind::Rule, "hopping", "Not of the book."),
    ];
    arrange(&mut [&mut drafts]);
    let found: Vec<_> = drafts
        .iter()
        .map(|draft| (draft.row.slug.as_str(), draft.row.parent_slug.as_deref(), draft.row.text.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("hopping", None, "Not of the book."),
            ("the-order-of-combat", None, "Rounds."),
            ("surprise", Some("the-order-of-combat"), "A frog leaps out of the reeds."),
        ]
    );
}
