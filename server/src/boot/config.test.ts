import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigFaults, readConfig } from './config.ts';
import { faultText } from './fault-text.ts';

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
  assert.equal(config.publishSlots, 32);
  assert.deepEqual(secrets, {
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    apiKey: undefined,
    tokenKeys: undefined,
    egressProxy: undefined,
    metricsToken: undefined,
    otlpAuthorization: undefined,
    s3SecretAccessKey: undefined,
    credentials: { bluesky: {} },
  });
  assert.deepEqual(warnings, []);
});

test('uses the budgets of the plans unless configured', () => {
  const { config } = readConfig({ HERALD_BUDGET_PRO_PER_MINUTE: '700' });
  const { budgetFree, budgetStarter, budgetPro, budgetScale, budgetSelfHosted } = config;
  assert.deepEqual([budgetFree, budgetStarter, budgetPro, budgetScale], [60, 120, 700, 1200]);
  assert.equal(budgetSelfHosted, undefined);
});

test('treats an empty value as not set', () => {
  assert.equal(readConfig({ PORT: '' }).config.port, 4010);
});

test('reports all faults at once, each with its name and value', () => {
  const faults = faultsOf({ PORT: 'http', HERALD_ENV: 'prod', HERALD_TRUSTED_PROXIES: '10.0.0.0/99' });
  assert.equal(faults.length, 3);
  assert.ok(faults.some((fault) => /^PORT must be a whole number .*"http"/.test(fault)));
  assert.ok(faults.some((fault) => /^HERALD_ENV must be one of .*"prod"/.test(fault)));
  assert.ok(faults.some((fault) => /^HERALD_TRUSTED_PROXIES .*10\.0\.0\.0\/99/.test(fault)));
});

test('no fault contains the value of a secret', () => {
  const environment = {
    HERALD_API_KEY: 'hrd_live_TopSecret',
    DATABASE_URL: 'mysql://user:TopSecret@host/name',
    HERALD_METRICS_TOKEN: 'TopSecret',
    HERALD_METRICS_TOKEN_FILE: secretFile('TopSecret'),
  };
  const faults = faultsOf(environment);
  assert.equal(faults.length, 3);
  assert.ok(!faults.join('\n').includes('TopSecret'));
});

test('an API key must be in key format', () => {
  assert.equal(readConfig({ HERALD_API_KEY: apiKey }).secrets.apiKey, apiKey);
  for (const wrong of [apiKey.toUpperCase(), apiKey.slice(1), `${apiKey}0`, ` ${apiKey}`]) {
    assert.match(faultsOf({ HERALD_API_KEY: wrong }).join(), /^HERALD_API_KEY must be hrd_live_/);
  }
});

test('reads every secret from a file, without the trailing newline', () => {
  const { secrets } = readConfig({
    HERALD_API_KEY_FILE: secretFile(`${apiKey}\n`),
  });
  assert.equal(secrets.apiKey, apiKey);
  assert.equal(readConfig({ HERALD_METRICS_TOKEN_FILE: secretFile('word\r\n') }).secrets.metricsToken, 'word');
  const url = 'postgres://user:word@host/name';
  assert.equal(readConfig({ DATABASE_URL_FILE: secretFile(url) }).secrets.databaseUrl, url);
});

test('DATABASE_PASSWORD completes DATABASE_URL, and is refused where it would be ignored', () => {
  const url = 'postgres://herald@host:5432/name';
  const { config, secrets } = readConfig({ DATABASE_URL: url, DATABASE_PASSWORD: 'pw@/%41' });
  assert.equal(secrets.databaseUrl, 'postgres://herald:pw%40%2F%2541@host:5432/name');
  assert.ok(!JSON.stringify(config).includes('pw@'));
  assert.match(faultsOf({ DATABASE_PASSWORD: 'word' }).join(), /^DATABASE_PASSWORD also requires DATABASE_URL/);
  const urls = { DATABASE_URL: url, HERALD_DATABASE_DIRECT_URL: 'postgres://herald@direct/name' };
  const completed = readConfig({ ...urls, DATABASE_PASSWORD: 'word' }).secrets;
  assert.equal(completed.databaseDirectUrl, 'postgres://herald:word@direct/name');
  const directOnly = faultsOf({ HERALD_DATABASE_DIRECT_URL: 'postgres://herald@direct/name' });
  assert.match(directOnly.join(), /^HERALD_DATABASE_DIRECT_URL also requires DATABASE_URL/);
  const both = { DATABASE_URL: 'postgres://herald:one@host/name', DATABASE_PASSWORD: 'two' };
  assert.match(faultsOf(both).join(), /both contain a password: remove one of them$/);
});

test('rejects a secret set both ways and an unreadable file', () => {
  const both = faultsOf({ HERALD_API_KEY: apiKey, HERALD_API_KEY_FILE: secretFile(apiKey) });
  assert.deepEqual(both, ['HERALD_API_KEY and HERALD_API_KEY_FILE are both set: remove one of them']);
  const missing = join(folder, 'missing.txt');
  assert.deepEqual(faultsOf({ HERALD_API_KEY_FILE: missing }), [
    `HERALD_API_KEY_FILE names "${missing}", which cannot be read`,
  ]);
});

test('does not read settings that are not secrets from a file', () => {
  const { config, warnings } = readConfig({ HERALD_ENV_FILE: secretFile('production') });
  assert.equal(config.env, 'development');
  assert.equal(warnings.length, 1);
});

test('warns about an unknown HERALD_ name and suggests the nearest known one', () => {
  const { warnings } = readConfig({ HERALD_DATADIR: '/tmp', HERALD_API_KEY_FIEL: '/tmp', HERALD_QUITE_ANOTHER: 'x' });
  assert.deepEqual(warnings, [
    'HERALD_DATADIR is not a setting of Herald; did you mean HERALD_DATA_DIR?',
    'HERALD_API_KEY_FIEL is not a setting of Herald; did you mean HERALD_API_KEY_FILE?',
    'HERALD_QUITE_ANOTHER is not a setting of Herald',
  ]);
});

test('does not warn about foreign names or names of the tests', () => {
  assert.deepEqual(readConfig({ PATH: '/bin', PROT: '80', HERALD_TEST_DATABASE_URL: 'x' }).warnings, []);
});

test('production requires the public URL and the keys, and has its own defaults', () => {
  assert.deepEqual(faultsOf({ HERALD_ENV: 'production' }), [
    'HERALD_PUBLIC_URL is required in production: set it to the URL at which clients and platforms reach Herald',
    'HERALD_TOKEN_KEYS is required in production: set it to k1: followed by the output of `openssl rand -base64 32`',
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

test('config and secrets are frozen', () => {
  const { config, secrets } = readConfig({});
  assert.throws(() => Object.assign(config, { port: 1 }), TypeError);
  assert.throws(() => Object.assign(secrets, { apiKey }), TypeError);
});

test('rejects an empty secret file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'herald-config-')), 'token');
  writeFileSync(file, '\n');
  assert.throws(() => readConfig({ HERALD_METRICS_TOKEN_FILE: file }), {
    faults: [`HERALD_METRICS_TOKEN_FILE names "${file}", which is empty`],
  });
});

test('reads the credentials of a platform together, secrets also from files', () => {
  const { secrets, config } = readConfig({
    HERALD_INSTAGRAM_CLIENT_ID: 'app',
    HERALD_INSTAGRAM_CLIENT_SECRET_FILE: secretFile('hush'),
    HERALD_INSTAGRAM_API_VERSION: 'v25.0',
    HERALD_TELEGRAM_API_URL: 'http://10.1.2.3:8081/',
  });
  assert.deepEqual(secrets.credentials['instagram'], {
    CLIENT_ID: 'app',
    CLIENT_SECRET: 'hush',
    WEBHOOK_VERIFY_TOKEN: '',
  });
  const { telegram, instagram } = config.platforms;
  assert.deepEqual([instagram?.apiVersion, instagram?.trustedOrigins], ['v25.0', []]);
  assert.deepEqual(telegram?.trustedOrigins, ['http://10.1.2.3:8081']);
  assert.equal(telegram.hosts['api'], 'http://10.1.2.3:8081');
});

test('requests the publishing scopes unless the operator sets others', () => {
  const { platforms } = readConfig({
    HERALD_FACEBOOK_SCOPES: 'pages_show_list,pages_manage_posts, pages_read_engagement business_management',
  }).config;
  const publish = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
  assert.deepEqual(platforms['facebook']?.requestedScopes, [...publish, 'business_management']);
  const { instagram, telegram } = readConfig({}).config.platforms;
  assert.ok(instagram?.requestedScopes.includes('instagram_business_content_publish'));
  assert.deepEqual(telegram?.requestedScopes, []);
});

test('rejects a scope list without the publishing scopes', () => {
  assert.deepEqual(faultsOf({ HERALD_LINKEDIN_SCOPES: 'openid profile' }), [
    'HERALD_LINKEDIN_SCOPES must include w_member_social, which publishing requires',
  ]);
});

test('rejects incomplete platform credentials and names the missing one', () => {
  assert.deepEqual(faultsOf({ HERALD_INSTAGRAM_CLIENT_ID: 'app' }), [
    'HERALD_INSTAGRAM_CLIENT_SECRET must be set too: Instagram needs all of its credentials or none of them',
  ]);
});

test('HERALD_REDIRECT_ORIGINS accepts only origins', () => {
  const { config } = readConfig({ HERALD_REDIRECT_ORIGINS: 'https://app.example, http://127.0.0.1:3000/' });
  assert.deepEqual(config.redirectOrigins, ['https://app.example', 'http://127.0.0.1:3000']);
  assert.match(
    faultsOf({ HERALD_REDIRECT_ORIGINS: 'https://app.example/path' })[0] ?? '',
    /scheme, host and port only/,
  );
});

test('a start that fails also names unknown settings with the closest known name', () => {
  assert.throws(
    () => readConfig({ PORT: 'x', HERALD_PUBLIC_URI: 'https://herald.example' }),
    (error) => {
      assert.match(faultText(error), /PORT must be a whole number/);
      assert.match(faultText(error), /\nNote: HERALD_PUBLIC_URI is not a setting.*did you mean HERALD_PUBLIC_URL\?\n/);
      return true;
    },
  );
});
