# A separate stage, so that a change of the program does not reinstall its packages. --omit=optional skips Node, which the image has.
FROM node:24-slim AS packages
WORKDIR /opt/ngoma
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# Builds the dashboard with packages that the server does not need.
FROM node:24-slim AS dashboard
WORKDIR /opt/ngoma
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY bin bin
COPY tsconfig.json ./
COPY src/values src/values
COPY src/catalogs src/catalogs
COPY dashboard dashboard
RUN node dashboard/build.js

FROM node:24-slim
LABEL org.opencontainers.image.title="Ngoma" \
      org.opencontainers.image.description="An open, self-hosted business messaging platform" \
      org.opencontainers.image.licenses="MIT"

WORKDIR /opt/ngoma
COPY --from=packages /opt/ngoma/node_modules node_modules
COPY package.json LICENSE ./
COPY bin bin
COPY migrations migrations
COPY src src
COPY tools tools
# The guides of /docs.
COPY docs docs
COPY --from=dashboard /opt/ngoma/dashboard/dist dashboard/dist

# Shortens the first start with the embedded database by seconds.
RUN node bin/initial-database.js

# docker build --build-arg COMMIT=$(git rev-parse HEAD) sets the commit for ngoma --version: the image has no repository.
ARG COMMIT=
RUN [ -z "$COMMIT" ] || echo "$COMMIT" > commit.txt

# Root owns the program, so it cannot change itself. A new volume gets the owner and mode of its directory.
RUN ln -s /opt/ngoma/bin/ngoma.js /usr/local/bin/ngoma \
 && install -d -o node -g node -m 0700 /data /files/erasures /files/archive /files/call-records
USER node

ENV HOST=0.0.0.0 \
    PORT=8080 \
    NGOMA_DATA=/data
VOLUME /data
EXPOSE 8080

# The first start and migrations take a while. The image has no curl.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# Without a shell or npm, so that signals arrive. A stop takes NGOMA_DRAIN_SECONDS plus up to 30 seconds: use a stop timeout
# of 45.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "bin/ngoma.js"]
CMD ["serve"]
