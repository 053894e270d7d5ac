import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { checkout } from '../../src/boot/open-database.ts';

const forbidden = {
  'http/x.ts': "import pg from 'pg';\nexport const x = pg;\n",
  'http/y.ts':
    "import { selectProfiles } from '../../domain/profiles/profile-store.ts';\nexport const y = selectProfiles;\n",
  'domain/x.ts': "import type { Route } from '../../http/route.ts';\nexport type X = Route;\n",
  'domain/plans/z.ts': "import { selectUsers } from '../../users/user-store.ts';\nexport const z = selectUsers;\n",
  'kernel/x.ts': "import { settings } from '../../config.ts';\nexport const x = settings;\n",
};

for (const [file, text] of Object.entries(forbidden)) {
  test(`the layer check rejects ${text.split('\n', 1)[0] ?? ''} in ${file}`, () => {
    const layer = join('server/src', file, '..');
    const folder = mkdtempSync(join(checkout, layer, 'layer-test-'));
    try {
      // One folder deeper than the layer, hence the extra "../" above.
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
