import { startHerald } from '../herald.ts';
import { removePosts } from '../posts/pile-up.ts';
import { countShared, createPosts, makeQueue } from '../posts/queue.ts';
import { startMeter } from '../processor-time.ts';
import type { RateScenario } from '../scenario.ts';
import { connect } from '../stage.ts';

const clients = 64;

export const queueClaims: RateScenario = {
  kind: 'rate',
  name: 'queue-claims',
  about:
    '64 concurrent clients create posts that take the next slot of one queue. The floor is the same number of posts ' +
    'with times of their own, created by the same Herald. No slot may be taken twice.',
  unit: 'posts',
  ratioMin: 0.5,
  open: async (stage, { seconds }) => {
    const count = seconds < 5 ? 200 : 2000;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const size = { url: herald.url, stage, count, clients };
    const scheduledFor = new Date(Date.now() + 30 * 86_400_000).toISOString();
    return {
      floor: async () => {
        await removePosts(db);
        const meter = startMeter(herald.pid, stage.folder);
        const perSecond = await createPosts(size, { scheduledFor });
        return { perSecond, ...meter.stop(count) };
      },
      herald: async () => {
        await removePosts(db);
        const { profileId } = await makeQueue(herald.url, stage);
        const meter = startMeter(herald.pid, stage.folder);
        const perSecond = await createPosts(size, { queuedFromProfile: profileId });
        const figures = { perSecond, ...meter.stop(count) };
        const shared = await countShared(db);
        if (shared > 0) throw new Error(`${shared} slots were taken more than once`);
        return figures;
      },
      close: async () => {
        await removePosts(db);
        await db.end();
        await herald.stop();
      },
    };
  },
};
