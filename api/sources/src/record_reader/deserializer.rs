//! Deserializer over a JSON value that knows where it is.
//!
//! It is stricter than the common one: a structure is read from an object alone, never from a list by position, and a
//! number never from a text. `null` is the same as absence.

use super::notes::described;
use super::pass::{Fault, Pass};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_json::{Map, Number, Value, map};

/// The reader of one value.
#[derive(Clone, Copy)]
pub(super) struct Reader<'r, 'p, 'de> {
    value: &'de Value,
    pass: &'r Pass<'p>,
}

impl<'r, 'p, 'de> Reader<'r, 'p, 'de> {
    pub fn root(value: &'de Value, pass: &'r Pass<'p>) -> Self {
        Self { value, pass }
    }

    fn object<V: Visitor<'de>>(self, fields: &'de Map<String, Value>, visitor: V) -> Result<V::Value, Fault> {
        let mut object = ObjectReader { fields: fields.iter(), last: None, is_asked: false, pass: self.pass };
        let outcome = visitor.visit_map(&mut object);
        match (outcome, object.last, object.is_asked) {
            // A key that was refused: it is another name of a field that was read before.
            (Err(fault), Some((key, value)), false) => self.pass.within(key, value, || Err(fault)),
            (outcome, ..) => outcome,
        }
    }

    fn list<V: Visitor<'de>>(self, items: &'de [Value], visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(ListReader { items: items.iter(), pass: self.pass })
    }

    fn unfit<T>(self, expected: &str) -> Result<T, Fault> {
        Err(Fault::invalid_type(Unexpected::Other(&described(self.value)), &expected))
    }
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Fault> {
    if let Some(whole) = number.as_i64() {
        visitor.visit_i64(whole)
    } else if let Some(whole) = number.as_u64() {
        visitor.visit_u64(whole)
    } else {
        visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
    }
}

/// A whole number, also one that is written with a point (`15.0`).
fn whole_number<'de, V: Visitor<'de>>(value: &Number, visitor: V) -> Result<V::Value, Fault> {
    match value.as_f64() {
        #[expect(clippy::cast_possible_truncation, reason = "whole, and of the size of an i32")]
        Some(float) if value.is_f64() && float.fract() == 0.0 && float.abs() <= f64::from(i32::MAX) => {
            visitor.visit_i64(float as i64)
        }
        _ => number(value, visitor),
    }
}

macro_rules! whole_numbers {
    ($($method:ident)*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match self.value {
                Value::Number(value) => whole_number(value, visitor),
                _ => self.unfit("a whole number"),
            }
        }
    )* };
}

macro_rules! never {
    ($($method:ident($($argument:ty),*))*) => { $(
        fn $method<V: Visitor<'de>>(self, $(_: $argument,)* _: V) -> Result<V::Value, Fault> {
            self.unfit("something that has a name")
        }
    )* };
}

impl<'de> Deserializer<'de> for Reader<'_, '_, 'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Number(value) => number(value, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => self.list(items, visitor),
            Value::Object(fields) => self.object(fields, visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Object(fields) => self.object(fields, visitor),
            _ => self.unfit("an object"),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Array(items) => self.list(items, visitor),
            _ => self.unfit("a list"),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Bool(truth) => visitor.visit_bool(*truth),
            _ => self.unfit("true or false"),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Number(value) => number(value, visitor),
            _ => self.unfit("a number"),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_f64(visitor)
    }

    whole_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => self.unfit("a text"),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.value {
            Value::String(text) => {
                let text: StrDeserializer<'_, Fault> = text.as_str().into_deserializer();
                visitor.visit_enum(text)
            }
            _ => self.unfit("a word"),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    /// What nobody asked for.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.pass.is_not_asked_for();
        visitor.visit_unit()
    }

    never! {
        deserialize_tuple(usize)
        deserialize_tuple_struct(&'static str, usize)
        deserialize_unit_struct(&'static str)
        deserialize_unit()
        deserialize_char()
        deserialize_bytes()
        deserialize_byte_buf()
    }
}

/// The entries of an object.
struct ObjectReader<'r, 'p, 'de> {
    fields: map::Iter<'de>,
    /// The entry whose key was given last.
    last: Option<(&'de String, &'de Value)>,
    /// Whether its value was asked for, too.
    is_asked: bool,
    pass: &'r Pass<'p>,
}

impl<'de> MapAccess<'de> for ObjectReader<'_, '_, 'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let pass = self.pass;
        self.last = self.fields.find(|(_, value)| !pass.is_left_out(value));
        self.is_asked = false;
        let Some((key, _)) = self.last else {
            return Ok(None);
        };
        let key: StrDeserializer<'_, Fault> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        self.is_asked = true;
        let Some((key, value)) = self.last else {
            return Err(Fault::custom("a value without a key"));
        };
        let pass = self.pass;
        pass.within(key, value, || seed.deserialize(Reader { value, pass }))
    }
}

/// The elements of a list.
struct ListReader<'r, 'p, 'de> {
    items: std::slice::Iter<'de, Value>,
    pass: &'r Pass<'p>,
}

impl<'de> SeqAccess<'de> for ListReader<'_, '_, 'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let pass = self.pass;
        let Some(value) = self.items.find(|value| !pass.is_left_out(value)) else {
            return Ok(None);
        };
        let element = seed.deserialize(Reader { value, pass });
        element.map(Some).map_err(|fault| pass.placed(fault, value))
    }
}
