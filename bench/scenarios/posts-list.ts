import { startHerald } from '../herald.ts';
import { startLoader } from '../load.ts';
import { makeOwner, removeOwners } from '../owner.ts';
import { firstOwner, pileUpPosts, runBeside } from '../posts/pile-up.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect, keyHeader } from '../stage.ts';

const few = 1000;
const inAYear = `now() + interval '1 day' + n * interval '10 seconds'`;

export const postsList: FigureScenario = {
  kind: 'figure',
  name: 'posts-list',
  about:
    'The p95 of the first page of posts for a user with 1,000,000 posts, divided by the p95 for a user with 1,000; 4 ' +
    'connections.',
  unit: 'times',
  figureMax: 1.5,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const isSmoke = restSeconds < 5;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const many = { key: stage.apiKey, id: await firstOwner(db) };
    const small = await makeOwner(db);
    await pileUpPosts(db, { ownerId: small.id, count: few, scheduledFor: inAYear, accountOf: 'NULL' });
    await pileUpPosts(db, { ownerId: many.id, count: isSmoke ? 20_000 : 1_000_000, scheduledFor: inAYear });
    const loader = startLoader();
    const p95 = async (key: string): Promise<number> => {
      const order = { url: `${herald.url}/v1/posts`, method: 'GET', headers: keyHeader(key), body: undefined };
      await loader.run({ ...order, status: 200, connections: 4, seconds: 1 });
      return (await loader.run({ ...order, status: 200, connections: 4, seconds: isSmoke ? 1 : 5 })).p95Ms;
    };
    const [ofFew, ofMany] = [await p95(small.key), await p95(many.key)];
    await loader.stop();
    await herald.stop();
    await db.end();
    await empty(stage.folder, stage);
    return ofMany / ofFew;
  },
};

/** Deleting a million rows takes long. */
async function empty(folder: string, stage: Parameters<typeof startHerald>[0]): Promise<void> {
  const herald = await startHerald(stage);
  const db = await connect(folder);
  // Includes everything that refers to posts, also in later versions.
  await runBeside(db, 'TRUNCATE posts CASCADE');
  await removeOwners(db);
  await db.end();
  await herald.stop();
}
