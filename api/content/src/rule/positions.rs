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

/// Rules that one source has by themselves, and numbers among others, by the book and the rule that they stand behind.
const BEHIND: [(&str, &str, [&str; 3]); 1] =
    [("srd-2024", "the-order-of-combat", ["initiative", "your-turn", "ending-combat"])];

/// Puts the rules of a heading behind it, and moves back what stands between.
///
/// Correction (rules): *Initiative*, *Your Turn* and *Ending Combat* of 2024 stand behind *The Order of Combat*.
pub(super) fn gather(rules: &mut [Model]) {
    for (book, heading, members) in BEHIND {
        let of_book = |rule: &Model| rule.document_key == book && rule.order.is_some();
        let section =
            rules.iter().find(|rule| of_book(rule) && rule.slug == heading).and_then(|rule| rule.section_slug.clone());
        let Some(section) = section else { continue };
        let mut places: Vec<usize> = (0..rules.len())
            .filter(|at| {
                let rule = rules.get(*at);
                rule.is_some_and(|rule| of_book(rule) && rule.section_slug.as_ref() == Some(&section))
            })
            .collect();
        let order = |at: &usize| rules.get(*at).and_then(|rule| rule.order);
        places.sort_by_key(order);
        let orders: Vec<Option<i32>> = places.iter().map(order).collect();
        let slug = |at: &usize| rules.get(*at).map_or("", |rule| rule.slug.as_str());
        let head = places.iter().position(|at| slug(at) == heading);
        let rank = |(place, at): (usize, &usize)| {
            let member = members.iter().position(|member| *member == slug(at));
            match (member, head) {
                (Some(member), Some(head)) => (head, member + 1),
                _ => (place, 0),
            }
        };
        let mut ranked: Vec<((usize, usize), usize)> =
            places.iter().enumerate().map(|(place, at)| (rank((place, at)), *at)).collect();
        ranked.sort_unstable();
        for ((_, at), order) in ranked.into_iter().zip(orders) {
            if let Some(rule) = rules.get_mut(at) {
                rule.order = order;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_stand_behind_their_heading() {
        let rule = |slug: &str, order| Model {
            document_key: "srd-2024".to_owned(),
            section_slug: Some("combat".to_owned()),
            slug: slug.to_owned(),
            order: Some(order),
            ..Model::default()
        };
        let mut rules = [rule("the-order-of-combat", 1), rule("cover", 2), rule("your-turn", 6), rule("initiative", 4)];
        gather(&mut rules);
        let orders: Vec<_> = rules.iter().map(|rule| rule.order).collect();
        assert_eq!(orders, [Some(1), Some(6), Some(4), Some(2)]);
    }

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
