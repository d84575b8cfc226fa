# Ironbird from its Debian package, on Debian 12: docker build -t ironbird . && docker run ironbird
FROM debian:12-slim AS build
COPY . /ironbird
RUN cd /ironbird && ./ironbird --yes package && cp build/release/package/ironbird_*.deb /ironbird.deb

FROM debian:12-slim
COPY --from=build /ironbird.deb /tmp/ironbird.deb
RUN apt-get update \
    && apt-get install --yes --no-install-recommends /tmp/ironbird.deb cmake make git gdb \
    && rm -rf /tmp/ironbird.deb /var/lib/apt/lists/*
CMD ["ironbird", "demo"]
