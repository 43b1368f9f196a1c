use crate::family::*;
use async_graphql::ComplexObject;
#[ComplexObject]
impl spell::Model {
    async fn id2(&self) -> bool {
        true
    }
}
#[ComplexObject]
impl creature::Model {
    async fn id2(&self) -> bool {
        true
    }
}
#[ComplexObject]
impl equipment::Model {
    async fn id2(&self) -> bool {
        true
    }
}
#[ComplexObject]
impl character_option::Model {
    async fn id2(&self) -> bool {
        true
    }
}
#[ComplexObject]
impl rule::Model {
    async fn id2(&self) -> bool {
        true
    }
}
#[ComplexObject]
impl document::Model {
    async fn id2(&self) -> bool {
        true
    }
}
