import { startHerald } from '../herald.ts';
import { accountOf, makeAccounts, removeAccounts } from '../posts/accounts.ts';
import { firstOwner, pileUpPosts, removePosts } from '../posts/pile-up.ts';
import { requireLive, startSandbox } from '../posts/sandbox.ts';
import { waitForPosts } from '../posts/wait.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect } from '../stage.ts';

const perSecond = 20;
const accountCount = 50;
const leadMs = 3000;

export const postLateness: FigureScenario = {
  kind: 'figure',
  name: 'post-lateness',
  about:
    'The p99 of the delay from the time of a post to the start of its publishing, by the database clock, when 20 ' +
    'posts a second are due for 20 seconds, each at a different instant.',
  unit: 's',
  figureMax: 1,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const seconds = restSeconds < 5 ? 3 : 20;
    const count = perSecond * seconds;
    const sandbox = await startSandbox();
    const herald = await startHerald(stage, { HERALD_SANDBOX_URL: sandbox.url });
    const db = await connect(stage.folder);
    await removePosts(db);
    await makeAccounts(db, sandbox, accountCount);
    const firstAt = new Date(Date.now() + leadMs);
    const scheduledFor = `'${firstAt.toISOString()}'::timestamptz + (n - 1) * interval '${1000 / perSecond} ms'`;
    const owner = { ownerId: await firstOwner(db), accountOf: accountOf(accountCount) };
    await pileUpPosts(db, { ...owner, count, scheduledFor });
    if (Date.now() > firstAt.getTime()) throw new Error('the first post was due before all were created');
    await waitForPosts(db, leadMs + seconds * 1000 + 30_000);
    const { rows } = await db.query<{ p99: number }>(
      `SELECT percentile_cont(0.99) WITHIN GROUP (
                ORDER BY extract(epoch FROM t.claimed_at - p.scheduled_for))::float8 AS p99
         FROM post_targets t JOIN posts p ON p.id = t.post_id`,
    );
    await requireLive(sandbox, count);
    await removePosts(db);
    await removeAccounts(db);
    await db.end();
    await herald.stop();
    await sandbox.stop();
    return rows[0]?.p99 ?? Infinity;
  },
};
