import { startHerald } from '../herald.ts';
import { defaultProfile, uploadRows } from '../posts/bulk.ts';
import { removePosts } from '../posts/pile-up.ts';
import { createPosts } from '../posts/queue.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect } from '../stage.ts';

const rows = 500;
const clients = 8;

export const bulkUpload: FigureScenario = {
  kind: 'figure',
  name: 'bulk-upload',
  about:
    'The time of one file with 500 scheduled rows, divided by the time of 500 requests for one post each by 8 ' +
    'clients.',
  unit: 'times',
  figureMax: 0.25,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const count = restSeconds < 5 ? 100 : rows;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const profileId = await defaultProfile(herald.url, stage);
    const size = { url: herald.url, stage, count, clients };
    const scheduledFor = new Date(Date.now() + 48 * 3_600_000).toISOString();
    const single = async (): Promise<number> => (count / (await createPosts(size, { scheduledFor }))) * 1000;
    const file = (): Promise<number> => uploadRows({ url: herald.url, stage, rows: count, profileId });
    // Warms up both sides, so that the second has no advantage.
    await single();
    await file();
    await removePosts(db);
    const [ofFile, ofSingle] = [await file(), await single()];
    await removePosts(db);
    await db.end();
    await herald.stop();
    return ofFile / ofSingle;
  },
};
