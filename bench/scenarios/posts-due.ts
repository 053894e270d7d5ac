import type pg from 'pg';
import { nextMessage, startModule } from '../children.ts';
import { startHerald } from '../herald.ts';
import { accountOf, makeAccounts, removeAccounts } from '../posts/accounts.ts';
import type { DueOrder, DueResult } from '../posts/due-worker.ts';
import { firstOwner, pileUpPosts, removePosts } from '../posts/pile-up.ts';
import { bot, requireLive, startSandbox } from '../posts/sandbox.ts';
import { waitForPosts } from '../posts/wait.ts';
import { startMeter } from '../processor-time.ts';
import type { RateScenario } from '../scenario.ts';
import { connect, databaseUrl } from '../stage.ts';

const endWithinMs = 180_000;
// Herald does not know this platform and leaves its targets to the floor.
const floorPlatform = 'floor';

type Size = { count: number; accounts: number; leadMs: number };
const fullSize: Size = { count: 10_000, accounts: 1000, leadMs: 12_000 };
const smoke: Size = { count: 200, accounts: 50, leadMs: 2000 };

export const postsDue: RateScenario = {
  kind: 'rate',
  name: 'posts-due',
  about:
    '10,000 posts that are due at the same instant, over 1,000 sandbox accounts without rate limits, from that ' +
    'instant until the last one is published. The floor is a bare loop that claims them and makes one POST for ' +
    'each, with one commit before and one after it, 32 at a time like Herald.',
  unit: 'posts',
  ratioMin: 0.5,
  open: async (stage, { seconds }) => {
    const size = seconds < 5 ? smoke : fullSize;
    const sandbox = await startSandbox();
    const herald = await startHerald(stage, { HERALD_SANDBOX_URL: sandbox.url });
    const db = await connect(stage.folder);
    const floor = startModule('./posts/due-worker.ts', []);
    const sendUrl = `${sandbox.url}/telegram/api.telegram.org/bot${bot.token}/sendMessage`;
    const begin = async (): Promise<void> => {
      await removePosts(db);
      await makeAccounts(db, sandbox, size.accounts);
    };
    return {
      floor: async () => {
        await begin();
        await pileUp(db, size, { scheduledFor: 'now()', platform: floorPlatform });
        const meter = startMeter(floor.pid, stage.folder);
        const message = nextMessage(floor, 'the floor', endWithinMs);
        const order = { databaseUrl: databaseUrl(stage.folder), sendUrl, platform: floorPlatform, count: size.count };
        floor.process.send(order satisfies DueOrder);
        const { perSecond } = (await message) as DueResult;
        const figures = { perSecond, ...meter.stop(size.count) };
        await requireLive(sandbox, size.count);
        return figures;
      },
      herald: async () => {
        await begin();
        const dueAt = new Date(Date.now() + size.leadMs);
        await pileUp(db, size, { scheduledFor: `'${dueAt.toISOString()}'::timestamptz` });
        if (Date.now() > dueAt.getTime()) throw new Error('the posts were due before all were created');
        const meter = startMeter(herald.pid, stage.folder);
        const endedMs = await waitForPosts(db, size.leadMs + endWithinMs);
        const processorTime = meter.stop(size.count);
        await requireLive(sandbox, size.count);
        return { perSecond: size.count / ((endedMs - dueAt.getTime()) / 1000), ...processorTime };
      },
      close: async () => {
        await removePosts(db);
        await removeAccounts(db);
        await db.end();
        await floor.stop();
        await herald.stop();
        await sandbox.stop();
      },
    };
  },
};

type Kind = { scheduledFor: string; platform?: string };

async function pileUp(db: pg.Client, { count, accounts }: Size, kind: Kind): Promise<void> {
  await pileUpPosts(db, { ownerId: await firstOwner(db), count, accountOf: accountOf(accounts), ...kind });
}
