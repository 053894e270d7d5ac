import assert from 'node:assert/strict';
import { globSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { checkout, launch, startHerald, stopHerald, temporaryFolder } from './herald.ts';
import { runnableBlocks } from './runnable-blocks.ts';

const dataDir = temporaryFolder();
const herald = await startHerald({ dataDir });
after(async () => {
  await stopHerald(herald);
  rmSync(dataDir, { recursive: true, force: true });
});

for (const file of globSync(['README.md', 'docs/*.md'], { cwd: checkout })) {
  for (const [index, block] of runnableBlocks(file).entries()) {
    test(`block ${index + 1} of ${file} runs as it stands`, async () => {
      // grep -q closes the pipe at the first match, and curl then fails when it writes the rest.
      assert.doesNotMatch(block, /\|\s*grep -q/);
      const env = { HERALD_API_KEY: herald.key ?? '', HERALD_URL: herald.baseUrl };
      const { ended, output } = launch({ dataDir, env, command: ['bash', '-euo', 'pipefail', '-c', block] });
      assert.equal(await ended, 0, output());
    });
  }
}
