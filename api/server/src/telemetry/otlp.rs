//! OTLP exporter (HTTP, protobuf) of traces, where a collector is named.

use lorekeeper_graphql::SPANS;
use lorekeeper_graphql::error::{Error, Result};
use opentelemetry::global;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Subscriber};
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// OpenTelemetry's own variables for a collector.
const STANDARD_VARIABLES: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

/// Path of traces at a collector.
const TRACES_PATH: &str = "/v1/traces";

/// Sends spans to the collector at `endpoint`, else to the one that OpenTelemetry's own variables name; `None` where
/// there is neither.
pub fn provider(endpoint: Option<&str>) -> Result<Option<SdkTracerProvider>> {
    let named = STANDARD_VARIABLES.iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    let exporter = SpanExporter::builder().with_http();
    let exporter = match endpoint {
        Some(endpoint) if endpoint.ends_with(TRACES_PATH) => exporter.with_endpoint(endpoint),
        Some(endpoint) => exporter.with_endpoint(format!("{endpoint}{TRACES_PATH}")),
        None if named => exporter,
        None => return Ok(None),
    };
    let exporter = exporter.build().map_err(|cause| {
        Error::input(format!(
            "Traces cannot be sent to the collector that the settings name ({cause}). Give an address such as http://localhost:4318."
        ))
    })?;
    let resource = Resource::builder();
    let resource = if std::env::var_os("OTEL_SERVICE_NAME").is_some() {
        resource
    } else {
        resource.with_service_name("lorekeeper")
    };
    let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let provider = SdkTracerProvider::builder()
        .with_resource(resource.with_attribute(version).build())
        .with_batch_exporter(exporter)
        .build();
    global::set_text_map_propagator(TraceContextPropagator::new());
    Ok(Some(provider))
}

/// The layer that exports requests and their parts. SQL statements outside of a request (a sync has thousands) are not
/// exported.
pub fn layer<S>(provider: &SdkTracerProvider) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    let filter = dynamic_filter_fn(|metadata: &Metadata<'_>, context| {
        let target = metadata.target();
        if metadata.is_span() && target == SPANS {
            return true;
        }
        let ours = metadata.is_event() && target.starts_with("lorekeeper");
        let statement = metadata.is_span() && target.starts_with("sea_orm");
        (ours || statement) && context.lookup_current().is_some()
    })
    .with_max_level_hint(LevelFilter::INFO);
    OpenTelemetryLayer::new(provider.tracer("lorekeeper"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_filter(filter)
        .boxed()
}
