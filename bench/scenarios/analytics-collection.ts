import {
  fullCollection,
  heraldOrigin,
  makePublished,
  readTokens,
  removePublished,
  smokeCollection,
  prepareRound,
  startRound,
  waitForRound,
} from '../analytics/collection.ts';
import type { CollectOrder, CollectResult } from '../analytics/collect-worker.ts';
import { nextMessage, startModule } from '../children.ts';
import { startHerald } from '../herald.ts';
import { startSandbox } from '../posts/sandbox.ts';
import { startMeter } from '../processor-time.ts';
import type { RateScenario } from '../scenario.ts';
import { connect, databaseUrl } from '../stage.ts';

const lookEveryMs = 50;
const endWithinMs = 180_000;

export const analyticsCollection: RateScenario = {
  kind: 'rate',
  name: 'analytics-collection',
  about:
    'A round that reads the numbers of 10,000 posts of 200 X accounts of the sandbox, all due at once. The floor is a bare ' +
    'loop that makes the same requests, ten at a time like Herald, and writes the numbers of each account in one statement.',
  unit: 'posts',
  ratioMin: 0.5,
  open: async (stage, { seconds }) => {
    const size = seconds < 5 ? smokeCollection : fullCollection;
    const count = size.accounts * size.postsPerAccount;
    const sandbox = await startSandbox();
    const herald = await startHerald(stage, { HERALD_SANDBOX_URL: sandbox.url, HERALD_PUBLIC_URL: heraldOrigin });
    const db = await connect(stage.folder);
    await makePublished({ db, sandbox, url: herald.url, stage }, size);
    const tokens = await readTokens(sandbox, size);
    const floor = startModule('./analytics/collect-worker.ts', []);
    return {
      floor: async () => {
        // Herald is not woken, so that it leaves the posts to the floor.
        await prepareRound(db);
        const message = nextMessage(floor, 'the floor', endWithinMs);
        const meter = startMeter(floor.pid, stage.folder);
        const tweetsUrl = `${sandbox.url}/x/api.x.com/2/tweets`;
        floor.process.send({ databaseUrl: databaseUrl(stage.folder), tweetsUrl, tokens } satisfies CollectOrder);
        const { perSecond } = (await message) as CollectResult;
        const figures = { perSecond, ...meter.stop(count) };
        await waitForRound(db, { withinMs: endWithinMs, lookEveryMs });
        return figures;
      },
      herald: async () => {
        const startedMs = performance.now();
        const meter = startMeter(herald.pid, stage.folder);
        await prepareRound(db);
        await startRound(db);
        await waitForRound(db, { withinMs: endWithinMs, lookEveryMs });
        return { perSecond: count / ((performance.now() - startedMs) / 1000), ...meter.stop(count) };
      },
      close: async () => {
        await removePublished(db);
        await db.end();
        await floor.stop();
        await herald.stop();
        await sandbox.stop();
      },
    };
  },
};
