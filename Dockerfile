# Image of a server process with the built application. Build and start: see src/server/OPERATIONS.md.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.base.json tsconfig.json vite.config.ts ./
COPY openapi openapi
COPY scripts scripts
COPY machines machines
COPY src src
RUN npm run build && npm run build:server

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json ./
COPY src/api/openapi.json src/api/
COPY src/server/database/migrations src/server/database/migrations
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dist-server dist-server
# Without DATABASE_URL the embedded database is here.
RUN mkdir data && chown node:node data
USER node
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist-server/main.js"]
