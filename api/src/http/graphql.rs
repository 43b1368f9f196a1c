//! GraphQL over HTTP.

use super::admin::{self, MaybeAdmin};
use super::{State, body, pages};
use crate::graphql::not_admin;
use async_graphql::http::parse_query_string;
use async_graphql_axum::rejection::GraphQLRejection;
use async_graphql_axum::{GraphQLRequest, GraphQLResponse};
use axum::Extension;
use axum::extract::{FromRequest, RawQuery, Request, State as Shared};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A query or a mutation. Files are taken from the admin only, before anything of them is read.
pub async fn post(Shared(state): Shared<State>, admin: MaybeAdmin, request: Request) -> Response {
    if admin.is_none() && body::has_files(request.headers()) {
        return admin::refused(&not_admin(&state.app.config));
    }
    let mut request = match GraphQLRequest::<GraphQLRejection>::from_request(request, &()).await {
        Ok(request) => request.into_inner(),
        Err(refusal) => return refusal.into_response(),
    };
    if let Some(Extension(admin)) = admin {
        request = request.data(admin);
    }
    GraphQLResponse::from(state.schema.execute(request).await).into_response()
}

/// A query in the address; without one, a browser gets the playground.
pub async fn get(
    Shared(state): Shared<State>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.unwrap_or_default();
    let wants_page = headers
        .get(header::ACCEPT)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.contains("text/html"));
    if query.is_empty() && wants_page {
        return pages::playground().into_response();
    }
    match parse_query_string(&query) {
        Ok(request) => GraphQLResponse::from(state.schema.execute(request).await).into_response(),
        Err(_) => (
            StatusCode::BAD_REQUEST,
            "Send a GraphQL query as ?query=..., or POST it as JSON: {\"query\": \"...\"}.\n",
        )
            .into_response(),
    }
}

/// The schema.
pub async fn sdl() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
        crate::graphql::sdl(),
    )
}
