import { startHerald } from '../herald.ts';
import { firstOwner, pileUpPosts, removePosts } from '../posts/pile-up.ts';
import { createPosts, makeQueue } from '../posts/queue.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect } from '../stage.ts';

const clients = 8;

export const queueClaimsOccupied: FigureScenario = {
  kind: 'figure',
  name: 'queue-claims-occupied',
  about: 'The time of a claim when 2,000 slots of the queue are taken, divided by the time when none is; 8 clients.',
  unit: 'times',
  figureMax: 1.3,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const count = restSeconds < 5 ? 100 : 600;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const size = { url: herald.url, stage, count, clients };
    const measure = async (occupied: number): Promise<number> => {
      await removePosts(db);
      const { queueId, profileId } = await makeQueue(herald.url, stage);
      const ownerId = await firstOwner(db);
      const scheduledFor = `date_trunc('day', now(), 'UTC') + interval '1 day' + (n - 1) * interval '3 hours'`;
      if (occupied > 0) await pileUpPosts(db, { ownerId, count: occupied, scheduledFor, queueId });
      // The first claims fill the rest of the day and find out until when the queue is full.
      await createPosts({ ...size, count: 30 }, { queuedFromProfile: profileId });
      return await createPosts(size, { queuedFromProfile: profileId });
    };
    await measure(0);
    const [freeRate, occupiedRate] = [await measure(0), await measure(2000)];
    await removePosts(db);
    await db.end();
    await herald.stop();
    return freeRate / occupiedRate;
  },
};
