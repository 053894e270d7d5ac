import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigFaults, readConfig } from './config.ts';

const apiKey = `hrd_live_${'ab'.repeat(32)}`;
const folder = mkdtempSync(join(tmpdir(), 'herald-config-'));
after(() => rmSync(folder, { recursive: true }));

function secretFile(text: string): string {
  const file = join(folder, 'secret.txt');
  writeFileSync(file, text);
  return file;
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigFaults);
    return error.faults;
  }
  return [];
}

test('an empty environment is a complete configuration for development', () => {
  const { config, secrets, warnings } = readConfig({});
  assert.equal(config.env, 'development');
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 4010);
  assert.equal(config.logLevel, 'warn');
  assert.equal(config.drainSeconds, 0);
  assert.deepEqual(config.trustedProxies, []);
  assert.equal(config.authFailuresPerMinute, 600);
  assert.deepEqual(secrets, {
    databaseUrl: undefined,
    apiKey: undefined,
    tokenKeys: undefined,
    egressProxy: undefined,
    metricsToken: undefined,
    s3SecretAccessKey: undefined,
    credentials: { bluesky: {} },
  });
  assert.deepEqual(warnings, []);
});

test('the budgets are those of the plans unless configured', () => {
  const { config } = readConfig({ HERALD_BUDGET_PRO_PER_MINUTE: '700' });
  const { budgetFree, budgetStarter, budgetPro, budgetScale, budgetSelfHosted } = config;
  assert.deepEqual([budgetFree, budgetStarter, budgetPro, budgetScale], [60, 120, 700, 1200]);
  assert.equal(budgetSelfHosted, undefined);
});

test('an empty value counts as not set', () => {
  assert.equal(readConfig({ PORT: '' }).config.port, 4010);
});

test('all faults are reported at once, each with its name and what was given', () => {
  const faults = faultsOf({ PORT: 'http', HERALD_ENV: 'prod', HERALD_TRUSTED_PROXIES: '10.0.0.0/99' });
  assert.equal(faults.length, 3);
  assert.ok(faults.some((fault) => /^PORT must be a whole number .*"http"/.test(fault)));
  assert.ok(faults.some((fault) => /^HERALD_ENV must be one of .*"prod"/.test(fault)));
  assert.ok(faults.some((fault) => /^HERALD_TRUSTED_PROXIES .*10\.0\.0\.0\/99/.test(fault)));
});

test('the value of a secret is in no fault', () => {
  const given = {
    HERALD_API_KEY: 'hrd_live_TopSecret',
    DATABASE_URL: 'mysql://user:TopSecret@host/name',
    HERALD_METRICS_TOKEN: 'TopSecret',
    HERALD_METRICS_TOKEN_FILE: secretFile('TopSecret'),
  };
  const faults = faultsOf(given);
  assert.equal(faults.length, 3);
  assert.ok(!faults.join('\n').includes('TopSecret'));
});

test('an API key must be in key format', () => {
  assert.equal(readConfig({ HERALD_API_KEY: apiKey }).secrets.apiKey, apiKey);
  for (const wrong of [apiKey.toUpperCase(), apiKey.slice(1), `${apiKey}0`, ` ${apiKey}`]) {
    assert.match(faultsOf({ HERALD_API_KEY: wrong }).join(), /^HERALD_API_KEY must be hrd_live_/);
  }
});

test('every secret may come from a file, without the line end at its end', () => {
  const { secrets } = readConfig({
    HERALD_API_KEY_FILE: secretFile(`${apiKey}\n`),
  });
  assert.equal(secrets.apiKey, apiKey);
  assert.equal(readConfig({ HERALD_METRICS_TOKEN_FILE: secretFile('word\r\n') }).secrets.metricsToken, 'word');
  const url = 'postgres://user:word@host/name';
  assert.equal(readConfig({ DATABASE_URL_FILE: secretFile(url) }).secrets.databaseUrl, url);
});

test('a secret set both ways is a fault, and so is a file that cannot be read', () => {
  const both = faultsOf({ HERALD_API_KEY: apiKey, HERALD_API_KEY_FILE: secretFile(apiKey) });
  assert.deepEqual(both, ['HERALD_API_KEY and HERALD_API_KEY_FILE are both set: keep one']);
  const missing = join(folder, 'missing.txt');
  assert.deepEqual(faultsOf({ HERALD_API_KEY_FILE: missing }), [
    `HERALD_API_KEY_FILE names "${missing}", which cannot be read`,
  ]);
});

test('what is no secret does not come from a file', () => {
  const { config, warnings } = readConfig({ HERALD_ENV_FILE: secretFile('production') });
  assert.equal(config.env, 'development');
  assert.equal(warnings.length, 1);
});

test('an unknown HERALD_ name is a warning with the nearest known one', () => {
  const { warnings } = readConfig({ HERALD_DATADIR: '/tmp', HERALD_API_KEY_FIEL: '/tmp', HERALD_QUITE_ANOTHER: 'x' });
  assert.deepEqual(warnings, [
    'HERALD_DATADIR is not a setting of Herald; did you mean HERALD_DATA_DIR?',
    'HERALD_API_KEY_FIEL is not a setting of Herald; did you mean HERALD_API_KEY_FILE?',
    'HERALD_QUITE_ANOTHER is not a setting of Herald',
  ]);
});

test('names of others and of the tests are not warned about', () => {
  assert.deepEqual(readConfig({ PATH: '/bin', PROT: '80', HERALD_TEST_DATABASE_URL: 'x' }).warnings, []);
});

test('production demands the public address and the keys, and changes what is not set', () => {
  assert.deepEqual(faultsOf({ HERALD_ENV: 'production' }), [
    'HERALD_PUBLIC_URL is required in production: set it to the address the outside uses',
    'HERALD_TOKEN_KEYS is required in production: set it to k1: and what `openssl rand -base64 32` prints',
  ]);
  const { config } = readConfig({
    HERALD_ENV: 'production',
    HERALD_PUBLIC_URL: 'https://herald.example/',
    HERALD_TOKEN_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  });
  assert.equal(config.publicUrl, 'https://herald.example');
  assert.equal(config.logLevel, 'info');
  assert.equal(config.drainSeconds, 5);
});

test('what is handed out is frozen', () => {
  const { config, secrets } = readConfig({});
  assert.throws(() => Object.assign(config, { port: 1 }), TypeError);
  assert.throws(() => Object.assign(secrets, { apiKey }), TypeError);
});

test('an empty secret file is a fault, not a missing secret', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'herald-config-')), 'token');
  writeFileSync(file, '\n');
  assert.throws(() => readConfig({ HERALD_METRICS_TOKEN_FILE: file }), {
    faults: [`HERALD_METRICS_TOKEN_FILE names "${file}", which is empty`],
  });
});

test('the credentials of a network are read together, secrets also from files', () => {
  const { secrets, config } = readConfig({
    HERALD_INSTAGRAM_CLIENT_ID: 'app',
    HERALD_INSTAGRAM_CLIENT_SECRET_FILE: secretFile('hush'),
    HERALD_INSTAGRAM_API_VERSION: 'v25.0',
    HERALD_TELEGRAM_API_URL: 'http://10.1.2.3:8081/',
  });
  assert.deepEqual(secrets.credentials['instagram'], { CLIENT_ID: 'app', CLIENT_SECRET: 'hush' });
  const { telegram, instagram } = config.platforms;
  assert.deepEqual([instagram?.apiVersion, instagram?.trustedOrigins], ['v25.0', []]);
  assert.deepEqual(telegram?.trustedOrigins, ['http://10.1.2.3:8081']);
  assert.equal(telegram.hosts['api'], 'http://10.1.2.3:8081');
});

test('the scopes that people are asked for are those of publishing unless the operator names others', () => {
  const { platforms } = readConfig({
    HERALD_FACEBOOK_SCOPES: 'pages_show_list,pages_manage_posts, pages_read_engagement business_management',
  }).config;
  const publish = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
  assert.deepEqual(platforms['facebook']?.requestedScopes, [...publish, 'business_management']);
  const { instagram, telegram } = readConfig({}).config.platforms;
  assert.ok(!instagram?.requestedScopes.some((scope) => /messages|insights/.test(scope)));
  assert.deepEqual(telegram?.requestedScopes, []);
});

test('a list of scopes without those of publishing stops the start', () => {
  assert.deepEqual(faultsOf({ HERALD_LINKEDIN_SCOPES: 'openid profile' }), [
    'HERALD_LINKEDIN_SCOPES must include w_member_social: publishing needs them',
  ]);
});

test('some of the credentials of a network stop the start, and the missing one is named', () => {
  assert.deepEqual(faultsOf({ HERALD_INSTAGRAM_CLIENT_ID: 'app' }), [
    'HERALD_INSTAGRAM_CLIENT_SECRET must be set too: Instagram needs all of its credentials, or none',
  ]);
});

test('origins that people may be sent to are origins alone', () => {
  const { config } = readConfig({ HERALD_REDIRECT_ORIGINS: 'https://app.example, http://127.0.0.1:3000/' });
  assert.deepEqual(config.redirectOrigins, ['https://app.example', 'http://127.0.0.1:3000']);
  assert.match(
    faultsOf({ HERALD_REDIRECT_ORIGINS: 'https://app.example/path' })[0] ?? '',
    /scheme, host and port alone/,
  );
});
