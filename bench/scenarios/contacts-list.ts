import {
  contactsPerOwner,
  emptyContacts,
  fillContacts,
  makeContactOwner,
  tidyContacts,
} from '../contacts/fill-contacts.ts';
import { startHerald } from '../herald.ts';
import { startLoader } from '../load.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect, keyHeader } from '../stage.ts';

const queries: readonly [query: string, matches: number][] = [
  ['', contactsPerOwner],
  ['search=company', contactsPerOwner],
  ['search=person.4321', 1],
  ['search=missing', 0],
  ['tags=tag%207,tag%2033', 200],
  ['search=company%207&tag=group%203', 78],
];

export const contactsList: FigureScenario = {
  kind: 'figure',
  name: 'contacts-list',
  about:
    'The p95 of a list of 5,000 contacts among 1,000,000 of other users, divided by the p95 without them; the worst of ' +
    'six queries with search and tags; 4 connections.',
  unit: 'times',
  figureMax: 1.5,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const isSmoke = restSeconds < 5;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const owner = await makeContactOwner(db);
    await fillContacts(db, owner);
    await tidyContacts(db);
    const loader = startLoader();
    const p95 = async (query: string): Promise<number> => {
      const url = `${herald.url}/v1/contacts?${query}`;
      const order = { url, method: 'GET', headers: keyHeader(owner.key), body: undefined, status: 200, connections: 4 };
      if (!isSmoke) await loader.run({ ...order, seconds: 1 });
      return (await loader.run({ ...order, seconds: isSmoke ? 0.5 : 5 })).p95Ms;
    };
    const p95OfAll = async (): Promise<number[]> => {
      const times: number[] = [];
      for (const [query, matches] of queries) {
        await checkTotal(`${herald.url}/v1/contacts?${query}`, owner.key, matches);
        times.push(await p95(query));
      }
      return times;
    };
    const alone = await p95OfAll();
    const others = isSmoke ? 2 : 200;
    for (let number = 0; number < others; number += 1) await fillContacts(db, await makeContactOwner(db));
    await tidyContacts(db);
    const amongOthers = await p95OfAll();
    await loader.stop();
    await emptyContacts(db);
    await db.end();
    await herald.stop();
    return Math.max(...amongOthers.map((ms, index) => ms / (alone[index] ?? 0)));
  },
};

async function checkTotal(url: string, key: string, matches: number): Promise<void> {
  const response = await fetch(url, { headers: keyHeader(key) });
  const { pagination } = (await response.json()) as { pagination?: { total: number } };
  if (pagination?.total !== matches)
    throw new Error(`${url} has ${pagination?.total ?? 'no'} contacts, not ${matches}`);
}
