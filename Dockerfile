# Herald in production, with a PostgreSQL of its own beside it (compose.yaml). glibc, because native parts need it.
FROM node:24.21.0-bookworm-slim

# Converts videos that a platform would refuse.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*

ENV NODE_ENV=production HERALD_ENV=production HERALD_DATA_DIR=/data HOST=0.0.0.0 PORT=4010
# For `docker compose exec herald herald …`.
ENV PATH=/app/node_modules/.bin:$PATH
WORKDIR /app
COPY package.json package-lock.json .npmrc LICENSE ./
COPY scripts/prepare.mjs scripts/
COPY server/package.json server/
COPY sandbox/package.json sandbox/
COPY pages/package.json pages/
RUN npm ci --omit=dev
COPY server/src server/src
COPY sandbox/src sandbox/src
COPY pages/src pages/src
COPY docs docs
RUN mkdir /data /state && chown node /data /state

USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:4010/readyz').then((response) => process.exit(response.ok ? 0 : 1))"]
CMD ["node", "server/src/main.mjs"]
