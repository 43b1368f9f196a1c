use super::*;
use serde_json::json;

fn read(text: &str) -> Result<Parsed, Fault> {
    super::read(text, usize::MAX)
}

fn one(text: &str) -> Value {
    let mut said = read(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    assert_eq!(said.maps.len(), 1, "{text}");
    said.maps.remove(0)
}

#[test]
fn real_files_are_read() {
    for (text, expected) in [
        ("{:a ##NaN :b ##Inf, :c ##-Inf}", json!({"a": null, "b": null, "c": null})),
        ("{nil nil :a 1,}", json!({"a": 1})),
        ("#:x.y{:a 1 :z/b 2 :_/c 3 \"d\" 4}", json!({"x.y/a": 1, "z/b": 2, "c": 3, "d": 4})),
        ("{:a #{:b :b :c} :d (1 2) :e []}", json!({"a": ["b", "c"], "d": [1, 2], "e": []})),
        ("{:a #\n{\n:b}}", json!({"a": ["b"]})),
        ("{:9-lives {1 {0 :x}} :3d 1}", json!({"9-lives": {"1": {"0": "x"}}, "3d": 1})),
        ("{:a 1/4 :b 2N :c 1.5M :d 1e2 :e -3}", json!({"a": "1/4", "b": 2, "c": 1.5, "d": 100.0, "e": -3})),
        ("; one\n{:a ;two }\n 1 #_ :gone #_{:b 2}}", json!({"a": 1})),
        (r#"{:a "x\ny\"z\q\u00e9\ud83d\ude00\u0000"}"#, json!({"a": "x\ny\"zqé😀"})),
        (r#"{"a/b" :c/d :e \a :f \newline :g \{}"#, json!({"a/b": "c/d", "e": "a", "f": "\n", "g": "{"})),
        ("{:a #inst \"2020\" :b #object[Foo 1]}", json!({"a": "2020", "b": "1"})),
        ("{: 1}", json!({"_": 1})),
        ("{:a true :b false :c nil}", json!({"a": true, "b": false, "c": null})),
        ("{:rope-(50-ft) 1}", json!({})),
    ] {
        if text.contains("rope") {
            assert!(read(text).is_err());
            continue;
        }
        if text.contains("object") {
            assert_eq!(one(text)["b"], json!(["Foo", 1]));
            continue;
        }
        assert_eq!(one(text), expected, "{text}");
    }
}

#[test]
fn large_numbers_are_near_enough() {
    let value = one("{:a 123456789012345678901234}")["a"].as_f64().unwrap();
    assert!((value / 1.234_567_890_123_456_8e23 - 1.0).abs() < 1e-9);
}

#[test]
fn the_last_of_two_keys_counts() {
    let said = read("{:a 1\n :a 2}").unwrap();
    assert_eq!(said.maps[0], json!({"a": 2}));
    assert_eq!(said.twice, [("a".to_owned(), 2)]);
}

#[test]
fn several_maps_follow_each_other() {
    assert_eq!(read("{:a 1} ; and\n{:b 2} ").unwrap().maps.len(), 2);
}

#[test]
fn faults_have_their_place() {
    for (text, line, column, words) in [
        ("{:a 1}}", 1, 7, "closes nothing"),
        ("{:a\n [1 2}", 2, 6, "line 2, column 2"),
        ("{:a\n  \"é\" \"x", 2, 7, "closing quotation mark"),
        ("{:a [1 2]", 1, 1, "never closed"),
        ("{:a 1x}", 1, 5, "quotation marks"),
        ("{:a 1} foo", 1, 8, "a map should be"),
        ("{:a 1 :b}", 1, 9, "value"),
    ] {
        let fault = read(text).unwrap_err();
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault:?}");
        assert!(fault.problem.contains(words), "{text}: {fault:?}");
    }
}

#[test]
fn depth_is_a_fault_and_no_crash() {
    for deep in ["[", "{:a ", "#{", "(", "#a ", "#_ ", "#a [", "#_ ["] {
        let text = format!("{{:x {}", deep.repeat(100_000));
        assert!(read(&text).is_err(), "{deep}");
    }
    let nested = format!("{{:x {}{}}}", "[".repeat(200), "]".repeat(200));
    assert!(read(&nested).is_ok());
}

#[test]
fn odd_numbers_and_characters_are_cleaned_up() {
    for (text, expected) in [
        ("{:a 123456789012345678901234N}", json!({"a": 1.234_567_890_123_456_8e23})),
        ("{:a 1e5M, :b -2.5e-1M}", json!({"a": 1e5, "b": -0.25})),
        (r"{:a \u00e9 :b \formfeed :c \backspace :d \o101}", json!({"a": "é", "b": "\u{c}", "c": "\u{8}", "d": "A"})),
        ("{:a 1 ; one\r :b 2}", json!({"a": 1, "b": 2})),
        ("{:café 1 :melf's-pot 2 :a|b 3 :x/y.z 4}", json!({"café": 1, "melf's-pot": 2, "a|b": 3, "x/y.z": 4})),
    ] {
        let (one, expected) = (one(text), expected);
        let near = |a: &Value, b: &Value| {
            a == b || (a.as_f64().zip(b.as_f64())).is_some_and(|(a, b)| (a / b - 1.0).abs() < 1e-9)
        };
        for (key, value) in expected.as_object().unwrap() {
            assert!(near(&one[key], value), "{text}: {one}");
        }
    }
}

#[test]
fn columns_count_characters_and_not_bytes() {
    let fault = read("{:ключ \"чай\"\n :日本 \"語\" ]}").unwrap_err();
    assert_eq!((fault.line, fault.column), (2, 10));
}
