use super::notes::Notes;
use super::{MAX_SINGLE, Shapes, list_of, object_of, read, read_by_shape};
use serde::Deserialize;
use serde::de::{Error, MapAccess, SeqAccess};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Debug, Default, PartialEq, Deserialize)]
struct Newt {
    name: String,
    length: Option<i32>,
    #[serde(default, alias = "text")]
    desc: String,
    home: Option<Pond>,
    #[serde(default)]
    friends: Vec<Pond>,
    #[serde(default)]
    depths: BTreeMap<String, i32>,
    #[serde(default)]
    colour: Colour,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Pond {
    name: String,
    depth: Option<i32>,
}

/// One colour, several, or an object with one.
#[derive(Debug, Default, PartialEq)]
struct Colour(Vec<String>);

#[derive(Deserialize)]
struct Named {
    name: String,
}

read_by_shape!(Colour);

impl<'de> Shapes<'de> for Colour {
    const EXPECTED: &'static str = "a colour";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self(vec![text.to_owned()]))
    }

    fn list<A: SeqAccess<'de>>(items: A) -> Result<Self, A::Error> {
        list_of(items).map(Self)
    }

    fn object<A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        object_of(fields).map(|named: Named| Self(vec![named.name]))
    }
}

/// What is read of a record, or why it is refused; the fields that do not fit, and the fields that nobody asks for.
fn newt(record: &Value) -> (Result<Newt, String>, Vec<String>, Vec<String>) {
    let mut notes = Notes::default();
    let reading = read::<Newt>(record, &mut notes);
    let unfit = reading.unfit.iter();
    let unfit = unfit.map(|(path, found)| format!("{path}: {found}"));
    let unread = notes.finish(1).unread.into_keys();
    (reading.value, unfit.collect(), unread.collect())
}

#[test]
fn a_structure_is_not_read_from_a_list() {
    let record = json!({"name": "Eft", "home": ["Mud", 3], "friends": [["Reed", 1], {"name": "Lily"}]});
    let (newt, unfit, _) = newt(&record);
    let newt = newt.unwrap();
    assert_eq!(newt.home, None);
    assert_eq!(newt.friends.len(), 1);
    assert_eq!(unfit, ["friends: a list", "home: a list"]);
}

#[test]
fn a_field_that_does_not_fit_is_absent() {
    for (field, value, found) in [
        ("length", json!("12"), "the text 12"),
        ("length", json!(1.5), "the number 1.5"),
        ("length", json!([]), "an empty list"),
        ("desc", json!(7), "the number 7"),
        ("desc", json!({}), "an object"),
        ("home", json!(""), "an empty text"),
        ("home", json!(true), "true"),
        ("friends", json!({"name": "Lily"}), "an object"),
        ("depths", json!([1]), "a list"),
        ("colour", json!(7), "the number 7"),
    ] {
        let mut record = json!({"name": "Eft"});
        record[field] = value.clone();
        let (newt, unfit, _) = newt(&record);
        let expected = Newt { name: "Eft".to_owned(), ..Newt::default() };
        assert_eq!(newt.unwrap(), expected, "{field} {value}");
        assert_eq!(unfit, [format!("{field}: {found}")]);
    }
}

#[test]
fn null_is_absence() {
    let record = json!({
        "name": "Eft", "length": null, "desc": null, "friends": null, "colour": null,
        "depths": {"left": null, "right": 2},
    });
    let (newt, unfit, _) = newt(&record);
    assert_eq!(newt.unwrap().depths, [("right".to_owned(), 2)].into());
    assert!(unfit.is_empty(), "{unfit:?}");
}

#[test]
fn only_what_does_not_fit_is_left_out_of_an_object_or_a_list() {
    let record = json!({
        "name": "Eft", "home": {"name": "Mud", "depth": "deep"},
        "friends": [{"name": "Lily", "depth": []}, {"name": 3, "depth": 3}, {"depth": 4}],
        "depths": {"left": "deep", "right": 2}, "colour": ["red", 7],
    });
    let (newt, unfit, _) = newt(&record);
    let newt = newt.unwrap();
    assert_eq!(newt.home.unwrap().name, "Mud");
    assert_eq!(newt.friends.len(), 1);
    assert_eq!(newt.depths, [("right".to_owned(), 2)].into());
    assert_eq!(newt.colour.0, ["red"]);
    let expected = [
        "colour: the number 7", "depths.left: the text deep", "friends.depth: an empty list",
        "friends.name: the number 3", "home.depth: the text deep",
    ];
    assert_eq!(unfit, expected);
}

#[test]
fn a_name_refuses_the_record() {
    for (record, reason) in [
        (json!({"name": ["Eft"]}), "its name is a list"),
        (json!({"name": null}), "it has no name"),
        (json!({"length": 3}), "it has no name"),
        (json!(["Eft", 3]), "it is a list, not a record"),
        (json!("Eft"), "it is the text Eft, not a record"),
    ] {
        assert_eq!(newt(&record).0, Err(reason.to_owned()), "{record}");
    }
}

#[test]
fn a_field_under_two_names_is_read_once() {
    let (newt, unfit, _) = newt(&json!({"name": "Eft", "desc": "Wet.", "text": "Dry."}));
    assert_eq!(newt.unwrap().desc, "Wet.");
    assert_eq!(unfit, ["text: the text Dry."]);
}

#[test]
fn whole_numbers_may_have_a_point() {
    let (newt, unfit, _) = newt(&json!({"name": "Eft", "length": 12.0}));
    assert_eq!((newt.unwrap().length, unfit.len()), (Some(12), 0));
}

/// A reader of another field of the same record.
#[derive(Deserialize)]
struct Gills {
    gills: i32,
}

#[test]
fn what_nobody_asks_for_is_known() {
    let record = json!({"name": "Eft", "gills": 2, "home": {"name": "Mud", "owner": null, "fish": []}});
    let (_, _, unread) = newt(&record);
    assert_eq!(unread, ["gills", "home.fish"]);
    let mut notes = Notes::default();
    assert!(read::<Newt>(&record, &mut notes).value.is_ok());
    assert!(read::<Pond>(&json!({"name": "Mud", "gills": 2}), &mut notes).value.is_ok());
    let gills = read::<Gills>(&record, &mut notes).value.unwrap();
    assert_eq!(gills.gills, 2);
    let unread = notes.finish(1).unread;
    assert_eq!(unread.into_keys().collect::<Vec<_>>(), ["home.fish"]);
}

#[test]
fn a_list_of_many_that_do_not_fit_is_left_out_as_a_whole() {
    let many = vec![json!(7); 50 * MAX_SINGLE];
    let (newt, unfit, _) = newt(&json!({"name": "Eft", "friends": many, "length": "long"}));
    let newt = newt.unwrap();
    assert_eq!((newt.friends.len(), newt.length), (0, None));
    assert_eq!(unfit, ["friends: the number 7", "length: the text long"]);
}
