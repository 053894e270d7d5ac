import { startHerald } from '../herald.ts';
import { emptyInbox, fillInbox } from '../inbox/fill-inbox.ts';
import { startLoader } from '../load.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect, keyHeader } from '../stage.ts';

export const inboxList: FigureScenario = {
  kind: 'figure',
  name: 'inbox-list',
  about: 'The p95 of page 500 of 100,000 threads, divided by the p95 of the first page; 4 connections.',
  unit: 'times',
  figureMax: 1.5,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const isSmoke = restSeconds < 5;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const { key } = await fillInbox(db, isSmoke ? 1000 : 100_000);
    const first = `${herald.url}/v1/inbox/conversations`;
    const last = await urlOfPage(first, key, isSmoke ? 10 : 500);
    const loader = startLoader();
    const p95 = async (url: string): Promise<number> => {
      const order = { url, method: 'GET', headers: keyHeader(key), body: undefined, status: 200, connections: 4 };
      await loader.run({ ...order, seconds: 1 });
      return (await loader.run({ ...order, seconds: isSmoke ? 1 : 5 })).p95Ms;
    };
    const [ofFirst, ofLast] = [await p95(first), await p95(last)];
    await loader.stop();
    await emptyInbox(db);
    await db.end();
    await herald.stop();
    return ofLast / ofFirst;
  },
};

type Page = { pagination: { nextCursor: string } };

async function urlOfPage(first: string, key: string, page: number): Promise<string> {
  let url = first;
  for (let number = 1; number < page; number += 1) {
    const response = await fetch(url, { headers: keyHeader(key) });
    const { pagination } = (await response.json()) as Page;
    url = `${first}?cursor=${pagination.nextCursor}`;
  }
  return url;
}
