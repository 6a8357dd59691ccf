# The service on Node alone: no npm scripts, no development packages, nothing that the process could write to but /data.

FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY test/system/clients/package.json test/system/clients/
COPY test/system/clients/back-office/package.json test/system/clients/back-office/
RUN npm ci --omit=dev --omit=optional
# Half of the bytes are for debuggers, for compilers and for Prisma on other databases.
RUN find node_modules \( -name '*.map' -o -name '*.d.*ts' \
  -o -regex '.*/query_compiler_.*\.\(cockroachdb\|mysql\|sqlite\|sqlserver\)\..*' \) -delete

FROM node:24.21.0-slim
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Rental Marketplace Owner API" \
  org.opencontainers.image.description="Owners manage products and bundles and read rentals, over REST and GraphQL." \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.base.name="node:24.21.0-slim"
WORKDIR /app
RUN install --directory --owner=1000 --group=1000 --mode=700 /data
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY prisma prisma
COPY src src

# The user node of the image, as a number: Kubernetes knows by it that the user is not root (runAsNonRoot).
USER 1000:1000
ENV HOST=0.0.0.0 PORT=4000 DATA_DIR=/data COMMIT=$REVISION
EXPOSE 4000

# /healthz: a restart mends a process, not its database, on which /readyz depends. A start waits DATABASE_WAIT_SECONDS, 60.
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

STOPSIGNAL SIGTERM
CMD ["node", "--disable-sigusr1", "--max-semi-space-size=16", "src/start.js"]
