import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connectAccount } from './connect-account.ts';
import { checkout, startHerald, stopHerald, temporaryFolder } from './herald.ts';
import { installTools } from './install-tools.ts';

type Tour = (baseUrl: string, key: string, accountId: string) => Promise<Record<string, unknown>>;

const folder = join(checkout, 'e2e/openapi-client');
const dataDir = temporaryFolder();
after(() => rmSync(dataDir, { recursive: true, force: true }));

test('a client generated from the API description creates, lists, validates and uploads', async () => {
  const run = installTools(folder);
  const herald = await startHerald({ dataDir });
  const key = herald.key ?? '';
  run('openapi-typescript', [`${herald.baseUrl}/v1/openapi.json`, '-o', 'schema.d.ts', '--default-non-nullable=false']);
  run('tsc', ['-p', '.']);

  const { accountId } = await connectAccount(herald, key, { platform: 'bluesky' });
  const client = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as { tour: Tour };
  const { postId, posts, csvHeader, ...rest } = await client.tour(herald.baseUrl, key, accountId);
  assert.deepEqual(rest, {
    profile: 'Generated client',
    profiles: ['Default', 'Generated client'],
    upload: { contentType: 'application/pdf', size: 15, error: undefined },
    validation: { valid: true, issues: [] },
    post: { status: 'scheduled', error: undefined },
    rows: { valid: 1, error: undefined },
    missing: { status: 404, error: { error: 'The post does not exist', code: 'postNotFound' } },
  });
  assert.match(String(csvHeader), /^post_content,/);
  assert.match(String(postId), /^pst_/);
  assert.deepEqual(posts, [postId]);
  assert.equal(await stopHerald(herald), 0);
});

test('the API description passes the linter without warnings', () => {
  const run = installTools(join(checkout, 'e2e/openapi-lint'));
  const report = run('redocly', ['lint', join(checkout, 'docs/openapi.json'), '--format=json']);
  const { totals } = JSON.parse(report.slice(report.indexOf('{'))) as { totals: object };
  assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 });
});
