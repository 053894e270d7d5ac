import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../boot/config.ts';
import { checkPlatforms } from './platform-checks.ts';

const real = { HERALD_INSTAGRAM_CLIENT_ID: 'app', HERALD_INSTAGRAM_CLIENT_SECRET: 'secret' };
const messages = (environment: Record<string, string>): string[] =>
  checkPlatforms(readConfig(environment)).map(({ level, message }) => `${level} ${message}`);

test('reports no warning without credentials', () => {
  assert.deepEqual(messages({}), ['ok real accounts on Bluesky']);
});

test('warns about a version with a known end, naming the date and the setting', () => {
  const [first] = messages({ HERALD_INSTAGRAM_API_VERSION: 'v21.0' });
  assert.match(
    first ?? '',
    /^warning Instagram ends support for version v21\.0 .* on 2027-01-21: set HERALD_INSTAGRAM_API_VERSION/,
  );
});

test('warns when a platform that fetches media cannot reach Herald', () => {
  const unreachable = [
    undefined,
    'http://herald.example',
    'https://localhost',
    'https://10.0.0.5',
    'https://herald.local',
  ];
  for (const url of unreachable) {
    const [first] = messages({ ...real, ...(url === undefined ? {} : { HERALD_PUBLIC_URL: url }) });
    assert.match(first ?? '', /^warning Instagram fetches media from Herald but cannot reach/, url);
  }
  const reachable = messages({ ...real, HERALD_PUBLIC_URL: 'https://herald.example' });
  assert.deepEqual(reachable, ['ok real accounts on Instagram, Bluesky']);
});
