import { startHerald } from '../herald.ts';
import { emptyInbox, fillInbox, wordOf } from '../inbox/fill-inbox.ts';
import { startLoader } from '../load.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect, keyHeader } from '../stage.ts';

const queries = [
  wordOf(1),
  wordOf(300),
  wordOf(15_000),
  'missing',
  `${wordOf(1)} ${wordOf(2)}`,
  `${wordOf(7)} ${wordOf(300)}`,
  'an.99',
];

export const inboxSearch: FigureScenario = {
  kind: 'figure',
  name: 'inbox-search',
  about:
    'The p95 of a search in 1,000,000 messages of 100,000 threads, divided by the p95 in 10,000 messages of 1,000; the ' +
    'worst of seven queries, from frequent words to parts of names; 4 connections.',
  unit: 'times',
  figureMax: 3,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const isSmoke = restSeconds < 5;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const few = await fillInbox(db, 1000);
    const many = await fillInbox(db, isSmoke ? 2000 : 100_000);
    const loader = startLoader();
    const p95 = async (key: string, query: string): Promise<number> => {
      const url = `${herald.url}/v1/inbox/conversations/search?query=${encodeURIComponent(query)}`;
      const order = { url, method: 'GET', headers: keyHeader(key), body: undefined, status: 200, connections: 4 };
      await loader.run({ ...order, seconds: 1 });
      return (await loader.run({ ...order, seconds: isSmoke ? 1 : 3 })).p95Ms;
    };
    const ratios: number[] = [];
    for (const query of queries) {
      const ofFew = await p95(few.key, query);
      ratios.push((await p95(many.key, query)) / ofFew);
    }
    await loader.stop();
    await emptyInbox(db);
    await db.end();
    await herald.stop();
    return Math.max(...ratios);
  },
};
