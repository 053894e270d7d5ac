import { startHerald } from '../herald.ts';
import { startLoader } from '../load.ts';
import { defaultProfile, uploadRows } from '../posts/bulk.ts';
import { removePosts } from '../posts/pile-up.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect, keyHeader } from '../stage.ts';

const rows = 500;

export const bulkNeighbours: FigureScenario = {
  kind: 'figure',
  name: 'bulk-neighbours',
  about:
    'The p95 of listing profiles while one file of 500 rows after another is uploaded, divided by the p95 without ' +
    'uploads; 1 client.',
  unit: 'times',
  figureMax: 3,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const seconds = restSeconds < 5 ? 1 : 5;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const profileId = await defaultProfile(herald.url, stage);
    const loader = startLoader();
    const order = {
      url: `${herald.url}/v1/profiles`,
      method: 'GET',
      headers: keyHeader(stage.apiKey),
      body: undefined,
    };
    const p95 = async (): Promise<number> =>
      (await loader.run({ ...order, status: 200, connections: 1, seconds })).p95Ms;
    await p95();
    await uploadRows({ url: herald.url, stage, rows, profileId });
    const alone = await p95();
    const over = new AbortController();
    const files = (async (): Promise<void> => {
      while (!over.signal.aborted) await uploadRows({ url: herald.url, stage, rows, profileId });
    })();
    const beside = await p95();
    over.abort();
    await files;
    await loader.stop();
    await removePosts(db);
    await db.end();
    await herald.stop();
    return beside / alone;
  },
};
