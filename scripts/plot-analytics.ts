// Draws the pictures of docs/analytics.md: a month of a sandbox account, read through the API.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { startTestApp, type TestUser } from '../server/test/harness.ts';
import { makePost, makeTarget, words } from '../server/test/data/posts.ts';
import { chartSvg, type Chart } from './docs/chart.ts';

const hourMs = 3_600_000;
const days = 30;

const t = await startTestApp({ sandbox: true });

type Daily = { dailyData: { date: string; metrics: { impressions: number } }[] };
type Followers = { stats: Record<string, { date: string; followers: number }[]> };

async function read<Body>(user: TestUser, path: string): Promise<Body> {
  const response = await user.call('GET', path);
  assert.equal(response.status, 200, response.text);
  return response.body as Body;
}

// A test, so that the server and the sandbox are stopped at the end.
test('draws a month of the sandbox', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call, 'x', 'ada_lovelace');
  for (let day = 0; day < days; day += 1) {
    if (day % 3 === 0) {
      await makePost(user.call, { content: words(), platforms: [target], isDraft: false, publishNow: true });
    }
    for (let hour = 0; hour < 24; hour += 4) {
      await t.advance(4 * hourMs);
      await t.app.drain();
    }
  }
  const { dailyData } = await read<Daily>(user, '/v1/analytics/daily-metrics?attribution=received');
  const { stats } = await read<Followers>(user, '/v1/accounts/follower-stats');
  const charts: Readonly<Record<string, Chart>> = {
    impressions: {
      title: 'Impressions received per day, with a post every third day',
      kind: 'bars',
      points: dailyData.map(({ date, metrics }) => ({ label: date, value: metrics.impressions })),
    },
    followers: {
      title: 'Followers',
      kind: 'line',
      points: Object.values(stats)
        .flat()
        .map(({ date, followers }) => ({ label: date, value: followers })),
    },
  };
  for (const [name, chart] of Object.entries(charts)) writeFileSync(`docs/images/${name}.svg`, chartSvg(chart));
});
