import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { checkout } from '../../src/boot/open-database.ts';

const platforms = /'(instagram|facebook|threads|tiktok|linkedin|youtube|pinterest|bluesky|telegram|twitter)'/;

test('no platform is named as a string outside its folder and the registry', () => {
  const files = globSync('server/src/**/*.ts', { cwd: checkout, exclude: ['**/*.test.ts', 'server/src/platforms/**'] });
  assert.ok(files.length > 40);
  const named = files.filter((file) => platforms.test(readFileSync(join(checkout, file), 'utf8')));
  assert.deepEqual(named, []);
});

test('only stores query tenant tables, and each of their queries is scoped to the owner', () => {
  // Exempt: stores that work for all owners (such as users, vault, jobs, workers, retention and restore), stores that
  // find the owner by a hash (API keys, connect sessions), and media files, whose key is their permission.
  const unscoped = new Set([
    ...['user-store.ts', 'vault-store.ts', 'identity-store.ts', 'job-store.ts', 'sweep-store.ts', 'worker-store.ts'],
    ...[
      'retention-store.ts',
      'partition-store.ts',
      'delivery-queue-store.ts',
      'connect-session-store.ts',
      'due-refresh-store.ts',
    ],
    ...['media-file-store.ts', 'publish-store.ts', 'installation-store.ts', 'overdue-store.ts', 'app-problem-store.ts'],
    ...['platform-event-store.ts', 'subscription-store.ts', 'comment-poll-store.ts', 'purge-store.ts'],
    ...['due-account-store.ts', 'due-metrics-store.ts'],
    ...['reply-queue-store.ts'],
  ]);
  for (const file of globSync('server/src/domain/**/*-store.ts', { cwd: checkout })) {
    if (unscoped.has(basename(file))) continue;
    const text = readFileSync(join(checkout, file), 'utf8');
    const bodies = text.split(/^export (?:async )?function /m).slice(1);
    for (const body of bodies) {
      const name = /^\w+/.exec(body)?.[0] ?? '';
      if (name.startsWith('insert')) continue;
      assert.match(body, /scope\.ownerId/, `${file}: ${name} does not use the scope's owner`);
    }
  }
});
