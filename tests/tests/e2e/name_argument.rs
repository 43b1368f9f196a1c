//! The `name` argument: the narrowest match that exists, kind by kind, after all other filters.

use crate::cases::cases;
use crate::nodes::entities;
use lorekeeper_tests::harness::Reader;

#[tokio::test]
async fn the_narrowest_match_counts() {
    let lore = Reader::shared().await;
    for case in cases(include_str!("name_argument.txt")) {
        let query = format!(
            "{{ found: {}({}, first: 100) {{ totalCount nodes {{ name document {{ key }} }} }} }}",
            case.heading, case.given
        );
        let data = lore.ask(&query).await;
        let found = entities(&data["found"]);
        assert_eq!(data["found"]["totalCount"], found.len(), "{}", case.given);
        case.check(&found);
    }
}
