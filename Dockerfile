# The product without PostgreSQL, for a read-only root file system: docs/operations/container.md
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
# What packages would run after their installation concerns development alone.
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --ignore-scripts
COPY . .
RUN node scripts/generate-client.mjs \
 && NEXT_DIST_DIR=.next npm run build \
 && npx tsx scripts/assemble.ts /assembled

# Node.js alone: its own image brings npm, yarn and headers besides, which nothing needs at run time.
FROM debian:12.15-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
RUN useradd --uid 1000 --no-create-home node
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /assembled ./
# Debian has the folder already, and COPY would leave it to root.
RUN install -d -o node -g node /media
ENV HOST=0.0.0.0 PORT=3000 NEXT_DIST_DIR=.next STORAGE_DIR=/media
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "scripts/start.ts"]
