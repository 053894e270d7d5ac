import { parseSealKeys } from '../kernel/crypto/seal-keys.ts';
import {
  choiceSetting,
  cidrsSetting,
  integerSetting,
  originsSetting,
  secretSetting,
  textSetting,
  urlSetting,
} from '../kernel/setting.ts';
import { storageSettings } from './storage-settings.ts';

const budget = (plan: string, name: string, fallback: number | undefined) =>
  integerSetting({
    name: `HERALD_BUDGET_${name}_PER_MINUTE`,
    about: `Requests per minute for users on the plan \`${plan}\`, shared by all their keys.`,
    fallback,
    fallbackText: fallback === undefined ? 'no limit' : String(fallback),
    min: 1,
    max: 60_000,
  });

const serverSettings = {
  env: choiceSetting({
    name: 'HERALD_ENV',
    about:
      'Mode of the process. `production` requires `HERALD_PUBLIC_URL` and `HERALD_TOKEN_KEYS`, and keeps serving ' +
      'for `HERALD_DRAIN_SECONDS` after a stop signal.',
    choices: ['development', 'production'],
    fallback: 'development',
  }),
  host: textSetting({ name: 'HOST', about: 'Address to listen on.', fallback: '127.0.0.1' }),
  port: integerSetting({
    name: 'PORT',
    about: 'Port to listen on; 0 picks a free one.',
    fallback: 4010,
    min: 0,
    max: 65535,
  }),
  publicUrl: urlSetting({
    name: 'HERALD_PUBLIC_URL',
    about: 'URL at which clients and platforms reach Herald. Required in production.',
    protocols: ['https:', 'http:'],
    originOnly: true,
    fallbackText: 'the URL it listens on',
  }),
  trustedProxies: cidrsSetting({
    name: 'HERALD_TRUSTED_PROXIES',
    about: 'IP addresses or CIDR blocks of proxies whose `X-Forwarded-For` is trusted, separated by commas.',
  }),
  redirectOrigins: originsSetting({
    name: 'HERALD_REDIRECT_ORIGINS',
    about:
      'Origins to which people may be redirected after connecting an account, such as `https://app.example`, ' +
      'separated by commas. Every `redirectUrl` must have one of them.',
    fallbackText:
      'anywhere in development; in production the origins of `HERALD_PUBLIC_URL` and `HERALD_DASHBOARD_URL`',
  }),
  dataDir: textSetting({
    name: 'HERALD_DATA_DIR',
    about: 'Folder for the embedded PostgreSQL, media, keys and the sandbox.',
    fallback: undefined,
    fallbackText: '`./data` (see docs/operations.md for root)',
  }),
  stateDir: textSetting({
    name: 'HERALD_STATE_DIR',
    about:
      'Folder outside the data folder for a copy of the epoch, which shows Herald that its data was restored to an ' +
      'older state. Keep it on another volume than the data folder, and do not back it up.',
    fallback: undefined,
    fallbackText: '`~/.local/state/herald`, for root `/var/lib/herald/state`',
  }),
  drainSeconds: integerSetting({
    name: 'HERALD_DRAIN_SECONDS',
    about: 'Seconds to keep serving after a stop signal, so that load balancers notice `/readyz`.',
    fallback: undefined,
    fallbackText: '0 in development, 5 in production',
    min: 0,
    max: 300,
  }),
};

const databaseSettings = {
  databaseUrl: urlSetting({
    name: 'DATABASE_URL',
    about: 'Your own PostgreSQL, 15 or newer. Without it, Herald starts its embedded PostgreSQL.',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
    fallbackText: 'embedded PostgreSQL',
  }),
  databaseDirectUrl: urlSetting({
    name: 'HERALD_DATABASE_DIRECT_URL',
    about:
      'URL of PostgreSQL itself, if `DATABASE_URL` leads to a connection pooler such as PgBouncer. Migrations, ' +
      'wake-ups and backups use it, because they need a session.',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
    fallbackText: '`DATABASE_URL`',
  }),
  databasePassword: textSetting({
    name: 'DATABASE_PASSWORD',
    about:
      'Password for `DATABASE_URL` and `HERALD_DATABASE_DIRECT_URL`, if the URLs have none. Unlike in a URL, no ' +
      'character needs to be escaped.',
    secret: true,
    fallback: undefined,
    fallbackText: 'the one in the URL',
  }),
  databasePoolSize: integerSetting({
    name: 'HERALD_DATABASE_POOL_SIZE',
    about: 'Maximum number of database connections for requests.',
    fallback: 10,
    min: 2,
    max: 200,
  }),
  workerPoolSize: integerSetting({
    name: 'HERALD_WORKER_POOL_SIZE',
    about: 'Maximum number of database connections for background work.',
    fallback: 10,
    min: 4,
    max: 200,
  }),
  databaseUser: textSetting({
    name: 'HERALD_DATABASE_USER',
    about: 'When started as root: the system user that runs the embedded PostgreSQL, which must not run as root.',
    fallback: undefined,
    fallbackText: '`postgres`, else `nobody`',
  }),
};

const keySettings = {
  apiKey: textSetting({
    name: 'HERALD_API_KEY',
    about: 'API key of the first user, used only if the database is empty.',
    secret: true,
    fallback: undefined,
    fallbackText: 'generated and printed once',
    pattern: /^hrd_live_[0-9a-f]{64}$/,
    hint: 'must be hrd_live_ followed by 64 hexadecimal digits, all lowercase: create them with `openssl rand -hex 32`',
  }),
  tokenKeys: secretSetting({
    name: 'HERALD_TOKEN_KEYS',
    about:
      'The keys that encrypt secrets in the database, as `<key id>:<base64 of 32 bytes>`, separated by commas. The ' +
      'first encrypts, all decrypt. Required in production. Back them up separately from the database.',
    fallbackText: 'a key file in the data folder',
    read: parseSealKeys,
  }),
};

const mediaSettings = {
  renditions: choiceSetting({
    name: 'HERALD_RENDITIONS',
    about:
      'Whether images and videos are converted if a platform would refuse their format or size. If `off`, such ' +
      'posts are refused.',
    choices: ['on', 'off'],
    fallback: 'on',
  }),
  ffmpeg: textSetting({
    name: 'HERALD_FFMPEG',
    about: 'Name or path of the program that converts videos. Without it, only images are converted.',
    fallback: 'ffmpeg',
  }),
};

const postSettings = {
  publishSlots: integerSetting({
    name: 'HERALD_PUBLISH_SLOTS',
    about:
      'How many posts a worker process publishes at the same time on each platform. More slots use more memory, and ' +
      'more of the platforms’ rate limits at once.',
    fallback: 32,
    min: 1,
    max: 1000,
  }),
  duplicateGuard: choiceSetting({
    name: 'HERALD_DUPLICATE_GUARD',
    about:
      'Whether a post is refused when the same content is scheduled or published on the account within 24 hours and ' +
      'the request does not set `allowDuplicate`.',
    choices: ['on', 'off'],
    fallback: 'on',
  }),
  analyticsDays: integerSetting({
    name: 'HERALD_ANALYTICS_DAYS',
    about: 'How many days the daily numbers of posts and accounts are kept. Requests cover 366 days at most.',
    fallback: 400,
    min: 31,
    max: 36_500,
  }),
};

const outgoingSettings = {
  allowPrivateNetwork: choiceSetting({
    name: 'HERALD_ALLOW_PRIVATE_NETWORK',
    about:
      'Whether webhook and media URLs may point to private networks and use `http://`. Enable it only if every user ' +
      'of this Herald may access everything that it can reach.',
    choices: ['true', 'false'],
    fallback: 'false',
  }),
  egressProxy: urlSetting({
    name: 'HERALD_EGRESS_PROXY',
    about:
      'An HTTP proxy (`http://user:password@host:port`) for calls to webhook and media URLs. Herald sends it ' +
      '`CONNECT` with the address that it has checked. `HTTP_PROXY` and similar variables are ignored.',
    protocols: ['http:'],
    secret: true,
    fallbackText: 'no proxy',
  }),
};

const limitSettings = {
  authFailuresPerMinute: integerSetting({
    name: 'HERALD_AUTH_FAILURES_PER_MINUTE',
    about:
      'Failed authentications per minute from one IP address before it gets 429 instead of 401. Valid keys always ' +
      'pass.',
    fallback: 600,
    min: 1,
    max: 1_000_000,
  }),
  budgetFree: budget('free', 'FREE', 60),
  budgetStarter: budget('starter', 'STARTER', 120),
  budgetPro: budget('pro', 'PRO', 600),
  budgetScale: budget('scale', 'SCALE', 1200),
  budgetSelfHosted: budget('self-hosted', 'SELF_HOSTED', undefined),
  documentationUrl: urlSetting({
    name: 'HERALD_DOCUMENTATION_URL',
    about: 'URL of a page about the plans, returned when a user needs another plan.',
    protocols: ['https:', 'http:'],
  }),
  dashboardUrl: urlSetting({
    name: 'HERALD_DASHBOARD_URL',
    about: 'URL of a page where users change their plan, returned when a user needs another plan.',
    protocols: ['https:', 'http:'],
  }),
};

const monitoringSettings = {
  logLevel: choiceSetting({
    name: 'HERALD_LOG_LEVEL',
    about: 'Log level. Logs go to standard error: JSON lines, or text on a terminal.',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    fallback: undefined,
    fallbackText: '`warn` in development, `info` in production',
  }),
  metricsToken: textSetting({
    name: 'HERALD_METRICS_TOKEN',
    about: 'If set, `/metrics` requires it as a bearer token.',
    secret: true,
    fallback: undefined,
    fallbackText: '`/metrics` is open in development; in production only to requests from the same machine',
  }),
  otlpUrl: urlSetting({
    name: 'HERALD_OTLP_URL',
    about:
      'URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`. Every process sends its metrics there ' +
      'every 30 seconds, as OTLP over HTTP in JSON.',
    protocols: ['http:', 'https:'],
    fallbackText: 'no export',
  }),
  otlpAuthorization: textSetting({
    name: 'HERALD_OTLP_AUTHORIZATION',
    about: 'The `Authorization` header for the collector, such as `Bearer …`.',
    secret: true,
    fallback: undefined,
    fallbackText: 'no header',
  }),
};

const sandboxSettings = {
  sandbox: choiceSetting({
    name: 'HERALD_SANDBOX',
    about:
      'Whether role `all` runs the sandbox. In development it is served under `/sandbox`; in production it has its ' +
      'own listener at `HERALD_SANDBOX_HOST` and `HERALD_SANDBOX_PORT`.',
    choices: ['on', 'off'],
    fallback: undefined,
    fallbackText: '`on` in development, `off` in production',
  }),
  sandboxHost: textSetting({
    name: 'HERALD_SANDBOX_HOST',
    about:
      "Address of the sandbox's own listener in production. Everyone who can reach it can use the sandbox: keep it on " +
      'loopback and use a tunnel to open its consent pages.',
    fallback: '127.0.0.1',
  }),
  sandboxPort: integerSetting({
    name: 'HERALD_SANDBOX_PORT',
    about: "Port of the sandbox's own listener in production; 0 picks a free one.",
    fallback: 4020,
    min: 0,
    max: 65535,
  }),
  sandboxUrl: urlSetting({
    name: 'HERALD_SANDBOX_URL',
    about:
      'URL of a separate sandbox (`npm run sandbox`), for example `http://127.0.0.1:4020/sandbox`. Required with ' +
      'several processes: roles `api` and `worker` start none.',
    protocols: ['http:', 'https:'],
    fallbackText: 'the sandbox of this process, see `HERALD_SANDBOX`',
  }),
};

/** `docs/configuration.md` and `.env.example` are generated from these. */
export const settingTopics = {
  Server: serverSettings,
  Database: databaseSettings,
  Keys: keySettings,
  Media: { ...mediaSettings, ...storageSettings },
  'Posts and analytics': postSettings,
  'Outgoing requests': outgoingSettings,
  'Plans and limits': limitSettings,
  'Logs and metrics': monitoringSettings,
  Sandbox: sandboxSettings,
};

export const settings = {
  ...serverSettings,
  ...databaseSettings,
  ...keySettings,
  ...mediaSettings,
  ...postSettings,
  ...outgoingSettings,
  ...limitSettings,
  ...monitoringSettings,
  ...sandboxSettings,
  ...storageSettings,
};
