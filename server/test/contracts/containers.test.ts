import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { allSettings, readConfig } from '../../src/boot/config.ts';
import { checkout } from '../../src/boot/open-database.ts';

// Images cannot be built everywhere, so their files are compared with the code.
const dockerfile = readFileSync(join(checkout, 'Dockerfile'), 'utf8');
const compose = readFileSync(join(checkout, 'compose.yaml'), 'utf8');
const ignored = readFileSync(join(checkout, '.dockerignore'), 'utf8').split('\n');
const known = new Set(allSettings().flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])));
const foreign = new Set(['NODE_ENV', 'PATH', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'HERALD_UPSTREAM']);

const demanded = {
  HERALD_API_KEY: `hrd_live_${'ab'.repeat(32)}`,
  HERALD_PUBLIC_URL: 'https://herald.example',
  HERALD_TOKEN_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
};
const oddPassword = `a b@c:d/e?f#g%41&h'i"j$k\\l`;
const copied = [...dockerfile.matchAll(/^COPY (.+) \S+$/gm)].flatMap((match) => (match[1] ?? '').split(' '));

test('every path the Dockerfile copies or runs exists and is not excluded by .dockerignore', () => {
  assert.ok(copied.length > 5);
  for (const path of copied) {
    assert.ok(existsSync(join(checkout, path)), path);
    assert.ok(ignored.includes(`!${path}`), `.dockerignore lacks !${path}`);
  }
  const program = /^CMD \["node", (?:"--\S+", )*"(\S+)"\]$/m.exec(dockerfile)?.[1] ?? '';
  assert.ok(existsSync(join(checkout, program)));
  assert.ok(copied.some((path) => program.startsWith(path)));
});

test('every variable in Dockerfile and compose.yaml is a setting of Herald or PostgreSQL', () => {
  const inDockerfile = [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map((match) => match[1]);
  const inCompose = [...compose.matchAll(/^ {6}([A-Z_]+):/gm), ...compose.matchAll(/\$\{(\w+)/g)].map(
    (match) => match[1],
  );
  assert.ok(inDockerfile.length > 3 && inCompose.length > 3);
  for (const name of [...inDockerfile, ...inCompose]) {
    assert.ok(name !== undefined && (known.has(name) || foreign.has(name)), name);
  }
});

test('the Dockerfile with the variables required by compose.yaml is a valid production configuration', () => {
  const pairs = (/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('='));
  const environment = Object.fromEntries(pairs) as Record<string, string>;
  const { config } = readConfig({ ...environment, ...demanded });
  assert.equal(config.env, 'production');
  assert.match(dockerfile, new RegExp(`^EXPOSE ${config.port}$`, 'm'));
  assert.match(compose, new RegExp(`HERALD_UPSTREAM: herald:${config.port}$`, 'm'));
});

test("the image uses the project's Node version, does not run as root, and its health check calls /readyz", () => {
  const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const major = String(manifest.devDependencies.node).split('.')[0] ?? '';
  assert.match(dockerfile, new RegExp(`^FROM node:${major}\\.\\d+\\.\\d+-`, 'm'));
  assert.match(dockerfile, /^USER node$/m);
  const probe = /127\.0\.0\.1:4010(\/\w+)/.exec(dockerfile)?.[1];
  assert.equal(probe, '/readyz');
});

test('files, state and database have their own volumes, and stop_grace_period exceeds the drain time', () => {
  const volumes = /^volumes:\n((?: {2}\w+:\n)+)/m.exec(compose)?.[1] ?? '';
  for (const name of volumes.match(/\w+/g) ?? []) assert.match(compose, new RegExp(`'${name}:/`));
  assert.deepEqual(volumes.match(/\w+/g), ['certificates', 'caddy', 'data', 'state', 'database']);
  const graceSeconds = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]);
  const { config } = readConfig({ HERALD_ENV: 'production', ...demanded });
  assert.ok(graceSeconds > config.drainSeconds + 25);
});

test('compose.yaml requires the variables that production requires, and a chosen key that is never printed', () => {
  for (const name of Object.keys(demanded)) assert.match(compose, new RegExp(`^ {6}${name}: \\$\\{${name}:\\?`, 'm'));
});

test('every image has an exact version', () => {
  const images = [...`${dockerfile}\n${compose}`.matchAll(/^(?:FROM| {4}image:) (\S+)/gm)].map(
    (match) => match[1] ?? '',
  );
  assert.ok(images.length >= 3);
  for (const image of images) assert.match(image, /^\w+:\d+\.\d+(\.\d+)?(-\w+)*$/);
});

test('only Caddy publishes ports', () => {
  const services = compose.split(/^ {2}(?=\w+:$)/m).filter((service) => service.includes('ports:'));
  assert.deepEqual(
    services.map((service) => service.split(':')[0]),
    ['caddy'],
  );
});

test('a password with any character reaches the database', () => {
  const url = /DATABASE_URL: (\S+)/.exec(compose)?.[1] ?? '';
  const { secrets } = readConfig({ DATABASE_URL: url, DATABASE_PASSWORD: oddPassword });
  assert.equal(new Client(secrets.databaseUrl).password, oddPassword);
});

test('.env.example has every variable that compose.yaml requires, and otherwise only settings', () => {
  const example = readFileSync(join(checkout, '.env.example'), 'utf8');
  const set = [...example.matchAll(/^([A-Z_]+)=$/gm)].map((match) => match[1]);
  const required = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map((match) => match[1]));
  assert.deepEqual(set.sort(), [...required].sort());
  const optional = [...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map((match) => match[1] ?? '');
  assert.ok(optional.length > 50);
  for (const name of optional) assert.ok(known.has(name), name);
});
