import { createInBulk, createOneByOne, type Creation } from '../contacts/create-contacts.ts';
import { emptyContacts, makeContactOwner, tidyContacts } from '../contacts/fill-contacts.ts';
import { startHerald } from '../herald.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect } from '../stage.ts';

export const contactsBulk: FigureScenario = {
  kind: 'figure',
  name: 'contacts-bulk',
  about:
    'The time of one request for 1,000 contacts, divided by the time of 1,000 requests for one contact each by 8 ' +
    'clients.',
  unit: 'times',
  figureMax: 0.1,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const count = restSeconds < 5 ? 100 : 1000;
    const creation = { url: herald.url, db, owner: await makeContactOwner(db), count, clients: 8 };
    await createOneByOne(creation);
    await createInBulk(creation);
    await removeContacts(creation);
    const [inBulk, oneByOne] = [await createInBulk(creation), await createOneByOne(creation)];
    await checkCount(creation, 2 * count);
    await removeContacts(creation);
    await emptyContacts(db);
    await db.end();
    await herald.stop();
    return inBulk / oneByOne;
  },
};

async function removeContacts({ db }: Creation): Promise<void> {
  for (const table of ['contacts', 'events', 'hourly_uses']) await db.query(`DELETE FROM ${table}`);
  await tidyContacts(db);
}

async function checkCount({ db, owner }: Creation, expected: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM contacts WHERE owner_id = $1',
    [owner.id],
  );
  if (rows[0]?.count !== expected) throw new Error(`${rows[0]?.count ?? 0} of ${expected} contacts were created`);
}
