//! Positions of rules within their sections.

use super::Model;
use std::collections::HashMap;

/// Gives each rule of a section a position of its own: where two share one, they and all behind them move back, in the order
/// of their positions and slugs.
///
/// Correction (rules): Two rules of one section do not share a position.
pub(super) fn separate(rules: &mut [Model]) {
    let mut sections: HashMap<(String, String), Vec<usize>> = HashMap::new();
    for (at, rule) in rules.iter().enumerate() {
        if let (Some(section), Some(_)) = (&rule.section_slug, rule.order) {
            let key = (rule.document_key.clone(), section.clone());
            sections.entry(key).or_default().push(at);
        }
    }
    for mut places in sections.into_values() {
        let key = |at: &usize| rules.get(*at).map(|rule| (rule.order, rule.slug.clone()));
        places.sort_by_key(key);
        let mut last = i32::MIN;
        for at in places {
            if let Some(rule) = rules.get_mut(at) {
                let own = rule.order.unwrap_or_default();
                last = own.max(last.saturating_add(1));
                rule.order = Some(last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_a_section_are_distinct() {
        let rule = |slug: &str, order| Model {
            document_key: "pond".to_owned(),
            section_slug: Some("hopping".to_owned()),
            slug: slug.to_owned(),
            order: Some(order),
            ..Model::default()
        };
        let mut rules = [rule("b", 1), rule("a", 1), rule("d", 5), rule("c", 2)];
        separate(&mut rules);
        let orders: Vec<_> = rules.iter().map(|rule| rule.order).collect();
        assert_eq!(orders, [Some(2), Some(1), Some(5), Some(3)]);
    }
}
