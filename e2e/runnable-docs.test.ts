import assert from 'node:assert/strict';
import { globSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { checkout, launch, startHerald, stopHerald, temporaryFolder } from './herald.ts';
import { runnableBlocks } from './runnable-blocks.ts';

// Blocks that begin with ```sh runnable are run as they stand, against a server that has just been started.
const dataDir = temporaryFolder();
const herald = await startHerald({ dataDir });
after(async () => {
  await stopHerald(herald);
  rmSync(dataDir, { recursive: true, force: true });
});

for (const file of globSync(['README.md', 'docs/*.md'], { cwd: checkout })) {
  for (const [index, block] of runnableBlocks(file).entries()) {
    test(`block ${index + 1} of ${file} runs as it stands`, async () => {
      const env = { HERALD_API_KEY: herald.key ?? '', HERALD_URL: herald.baseUrl };
      const { ended, output } = launch({ env, command: ['bash', '-euo', 'pipefail', '-c', block] });
      assert.equal(await ended, 0, output());
    });
  }
}
