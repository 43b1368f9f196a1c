//! Tests of the adapter over a mock endpoint.

#![cfg(test)]

mod answers;
mod arguments;
mod catalogue;
mod elicitation;
mod endpoint;
mod graphql;
mod prompts;
mod protocol;
mod skills;
mod views;
