import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('only stores speak SQL to tenant tables, and every one of their questions names the owner', () => {
  // Users, the vault, the installation, jobs and workers are above owners, the review after a restore, app problems, retention, due refreshes and the delivery engine serve all of
  // them; a key and a connect session are found by a hash, which names the owner; the key of a file is its permission.
  const unscoped = new Set([
    ...['user-store.ts', 'vault-store.ts', 'identity-store.ts', 'job-store.ts', 'sweep-store.ts', 'worker-store.ts'],
    ...['retention-store.ts', 'delivery-queue-store.ts', 'connect-session-store.ts', 'due-refresh-store.ts'],
    ...['media-file-store.ts', 'publish-store.ts', 'installation-store.ts', 'overdue-store.ts', 'app-problem-store.ts'],
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

/** One forbidden import each; the layer check must refuse it. */
const forbidden = {
  'http/x.ts': "import pg from 'pg';\nexport const x = pg;\n",
  'http/y.ts':
    "import { selectProfiles } from '../../domain/profiles/profile-store.ts';\nexport const y = selectProfiles;\n",
  'domain/x.ts': "import type { Route } from '../../http/route.ts';\nexport type X = Route;\n",
  'domain/plans/z.ts': "import { selectUsers } from '../../users/user-store.ts';\nexport const z = selectUsers;\n",
  'kernel/x.ts': "import { settings } from '../../config.ts';\nexport const x = settings;\n",
};

for (const [file, text] of Object.entries(forbidden)) {
  test(`the layer check refuses ${text.split('\n', 1)[0] ?? ''} in ${file}`, () => {
    const layer = join('server/src', file, '..');
    const folder = mkdtempSync(join(checkout, layer, 'layer-test-'));
    try {
      // One folder deeper than the layer, hence the extra "../" in the texts above.
      writeFileSync(join(folder, basename(file)), text);
      const program = join(checkout, 'node_modules/.bin/depcruise');
      const args = [folder, '--config', '.dependency-cruiser.cjs', '--output-type=err'];
      const { status, stdout } = spawnSync(program, args, { cwd: checkout, encoding: 'utf8' });
      assert.notEqual(status, 0, `it passed: ${stdout}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
