# The packages alone, so that a change of the program does not install them again. Node itself is left out: the image has it.
FROM node:24-slim AS packages
WORKDIR /opt/ngoma
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# The dashboard is built here, by packages that the program itself has no use for.
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
COPY --from=dashboard /opt/ngoma/dashboard/dist dashboard/dist

# docker build --build-arg COMMIT=$(git rev-parse HEAD) lets ngoma --version say it: there is no repository in the image.
ARG COMMIT=
RUN [ -z "$COMMIT" ] || echo "$COMMIT" > commit.txt

# The program belongs to root and can't change itself; only the data is its user's. A new volume takes over the owner and the mode of this directory.
RUN ln -s /opt/ngoma/bin/ngoma.js /usr/local/bin/ngoma \
 && install -d -o node -g node -m 0700 /data
USER node

ENV HOST=0.0.0.0 \
    PORT=8080 \
    NGOMA_DATA=/data
VOLUME /data
EXPOSE 8080

# A first start, or a migration, may take a while before it serves. There is no curl in the image.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# Not through a shell or npm, so that the signal arrives. A stop may take 30 seconds after the drain (NGOMA_DRAIN_SECONDS): give it
# 45.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "bin/ngoma.js"]
CMD ["serve"]
