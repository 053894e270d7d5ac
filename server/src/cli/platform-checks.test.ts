import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../boot/config.ts';
import { checkPlatforms } from './platform-checks.ts';

const real = { HERALD_INSTAGRAM_CLIENT_ID: 'app', HERALD_INSTAGRAM_CLIENT_SECRET: 'secret' };
const messages = (environment: Record<string, string>): string[] =>
  checkPlatforms(readConfig(environment)).map(({ level, message }) => `${level} ${message}`);

test('without credentials there is nothing to warn of', () => {
  assert.deepEqual(messages({}), ['ok real accounts on Bluesky']);
});

test('a version with a known end is a warning that names the day and the setting', () => {
  const [first] = messages({ HERALD_INSTAGRAM_API_VERSION: 'v21.0' });
  assert.match(
    first ?? '',
    /^warning Instagram ends version v21\.0 .* on 2027-01-21: set HERALD_INSTAGRAM_API_VERSION/,
  );
});

test('a network that fetches media must be able to reach Herald', () => {
  const unreachable = [
    undefined,
    'http://herald.example',
    'https://localhost',
    'https://10.0.0.5',
    'https://herald.local',
  ];
  for (const url of unreachable) {
    const [first] = messages({ ...real, ...(url === undefined ? {} : { HERALD_PUBLIC_URL: url }) });
    assert.match(first ?? '', /^warning Instagram fetches media from Herald, and cannot reach/, url);
  }
  const reachable = messages({ ...real, HERALD_PUBLIC_URL: 'https://herald.example' });
  assert.deepEqual(reachable, ['ok real accounts on Instagram, Bluesky']);
});
