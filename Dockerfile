# The service on Node alone: no npm, no development packages, nothing that the process could write to but /data.

FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY test/system/clients/package.json test/system/clients/
# A mirror's .npmrc and the authority of an inspecting proxy: see "Build behind a proxy" in .deploy/install.md. One package is
# asked for first: npm ci tries each of 200, so it would say only after minutes that it can't reach the registry.
ENV npm_config_cafile=/run/ca.pem npm_config_fetch_timeout=15000 \
  npm_config_fetch_retry_mintimeout=1000 npm_config_fetch_retry_maxtimeout=3000
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/ca.pem \
  npm view zod name && npm ci --omit=dev --omit=optional
# Half of the bytes are for debuggers, for compilers and for Prisma on other databases.
RUN find node_modules \( -name '*.map' -o -name '*.d.*ts' \
  -o -regex '.*/query_compiler_.*\.\(cockroachdb\|mysql\|sqlite\|sqlserver\)\..*' \) -delete
COPY prisma prisma
COPY src src
# Whatever the umask of the checkout was, any user of the image may read it.
RUN chmod --recursive go=rX package.json prisma src

FROM node:24.21.0-slim
WORKDIR /app
# Platforms that choose the user themselves, such as OpenShift, give it the group 0.
RUN install --directory --owner=1000 --group=0 --mode=770 /data \
  && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/package.json ./
COPY --from=packages /app/prisma prisma
COPY --from=packages /app/src src

# The user node of the image, as a number: Kubernetes knows by it that the user is not root (runAsNonRoot).
USER 1000:1000
EXPOSE 4000
STOPSIGNAL SIGTERM
CMD ["node", "--disable-sigusr1", "--max-semi-space-size=16", "src/start.js"]

# /healthz: a restart mends a process, not its database, on which /readyz depends. A start waits DATABASE_WAIT_SECONDS, 60.
# Bash takes 3 MB and some milliseconds, a second Node 60 MB of the container's limit. It asks the address that others use.
HEALTHCHECK --interval=5s --timeout=5s --start-period=90s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/$HOSTNAME/$PORT && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r -u 3 _ status _ && [ \"$status\" = 200 ]"]

# What differs in each release is last, so that the layers above stay the same.
ARG VERSION=unknown
ARG REVISION=unknown
ENV HOST=:: PORT=4000 DATA_DIR=/data COMMAND_LOG=/proc/1/fd/2 SERVICE_VERSION=$VERSION COMMIT=$REVISION
LABEL org.opencontainers.image.title="Rental Marketplace Owner API" \
  org.opencontainers.image.description="Owners manage products and bundles and read rentals, over REST and GraphQL." \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.base.name="node:24.21.0-slim"
