import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';
import { makePost, makeTarget, readPost } from '../../../test/data/posts.ts';
import { checkAppProblems } from './app-problem-check.ts';

const t = await startTestApp({ sandbox: true });
const hourMs = 3_600_000;

async function failForTheApp(description: string): Promise<void> {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const body = { ok: false, error_code: 401, description };
  await t.sandbox.fault('telegram', 'response', { operation: 'sendMessage', status: 401, body });
  const post = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target] });
  await t.app.drain();
  const [failed] = (await readPost(user.call, post._id)).platforms;
  assert.deepEqual([failed.status, failed.errorCode], ['failed', 'platformAppProblem']);
}

async function countedProblems(): Promise<string[]> {
  const { text } = await t.call('GET', '/metrics');
  return text.split('\n').filter((line) => line.startsWith('herald_platform_app_problems_total{'));
}

test('reports ok and counts nothing while no platform rejects the app', async () => {
  assert.deepEqual(await countedProblems(), []);
  const [finding, ...others] = await checkAppProblems(t.databaseUrl);
  assert.equal(finding?.level, 'ok');
  assert.deepEqual(others, []);
});

test('counts app problems per platform, and doctor warns with the latest message for 24 hours', async () => {
  await failForTheApp('Unauthorized');
  await t.advance(hourMs);
  await failForTheApp('Unauthorized: bot was deleted');
  assert.deepEqual(await countedProblems(), ['herald_platform_app_problems_total{platform="telegram"} 2']);
  const line = t.log.find((one) => one.includes('a platform refuses the app'));
  assert.match(line ?? '', /"platform":"telegram"/);

  const findings = await checkAppProblems(t.databaseUrl);
  assert.deepEqual(
    findings.map(({ level, check }) => [level, check]),
    [['warning', 'apps']],
  );
  assert.match(findings[0]?.message ?? '', /^Telegram refused your app for 2 posts .*"Unauthorized: bot was deleted"/);
  assert.match(findings[0]?.message ?? '', /Check the app's credentials.*POST \/v1\/posts\/\{postId\}\/retry/);

  await t.advance(23.5 * hourMs);
  assert.match((await checkAppProblems(t.databaseUrl))[0]?.message ?? '', /for 1 post in/);
  await t.advance(hourMs);
  assert.equal((await checkAppProblems(t.databaseUrl))[0]?.level, 'ok');
});
