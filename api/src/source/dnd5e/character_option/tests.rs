//! The collections drawn together, from invented records in upstream's shape.

use super::*;
use crate::family::character_option::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;
