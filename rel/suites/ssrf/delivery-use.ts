import type { Api, CaseDatabase } from '../../harness/testbed.ts';
import { inParallel, waitUntil } from '../../harness/wait.ts';
import { emitEvents, createEndpoint } from '../webhooks/endpoints.ts';
import { userAt } from './api-uses.ts';
import type { Fixture } from './fixture.ts';

const perUser = 20;
/** Earlier users belong to the create and update checks. */
const firstUser = 2;

export function usersNeeded(urlCount: number): number {
  return firstUser + Math.ceil((urlCount + 1) / perUser);
}

type Delivering = { api: Api; database: CaseDatabase; fixture: Fixture; urls: readonly string[] };
type Delivered = { url: string; status: string; error: string | null };

/** Writes hostile URLs to the database, as an older, laxer version might have; no delivery may be sent. */
export async function tryDeliveries({ api, database, fixture, urls }: Delivering): Promise<string[]> {
  const all = [...urls, fixture.back.url];
  const templates: string[] = [];
  for (let index = firstUser; index < usersNeeded(urls.length); index += 1) {
    const endpoint = await createEndpoint(api, { user: userAt(api, index), sink: 0, url: fixture.front.url });
    templates.push(endpoint.id);
  }
  const copies = all.map((url, index) => ({
    template: templates[Math.floor(index / perUser)] ?? '',
    url,
    id: `whk_hostile${index}`,
  }));
  await database.sql(
    `INSERT INTO webhook_endpoints
     SELECT (jsonb_populate_record(e, jsonb_build_object('id', c.id, 'url', c.url))).*
       FROM jsonb_to_recordset($1::jsonb) AS c (template text, id text, url text)
       JOIN webhook_endpoints e ON e.id = c.template`,
    [JSON.stringify(copies)],
  );
  await inParallel(copies, 4, async ({ id }, index) => {
    const user = userAt(api, firstUser + Math.floor(index / perUser));
    await emitEvents(api, { user, data: [{ suiteId: id }], webhookId: id });
  });
  return compare(await waitForEnd(database, all.length), fixture);
}

async function waitForEnd(database: CaseDatabase, count: number): Promise<Delivered[]> {
  let ended: Delivered[] = [];
  await waitUntil('the end of all deliveries', 30_000, async () => {
    ended = await database.sql<Delivered>(
      `SELECT e.url, d.status, d.last_error_code AS error FROM webhook_deliveries d
         JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.status IN ('delivered', 'failed')`,
    );
    return ended.length === count;
  });
  return ended;
}

function compare(ended: readonly Delivered[], { farm, back }: Fixture): string[] {
  const hostile = ended.filter(({ url }) => url !== back.url);
  const faults = hostile
    .filter(({ status, error }) => status !== 'failed' || error !== 'addressBlocked')
    .map(
      ({ url, status, error }) => `a delivery to ${JSON.stringify(url)} ended as ${status} (${error ?? 'no error'})`,
    );
  const arrived = farm.receipts.filter(({ suiteId }) => suiteId !== '');
  if (arrived.length !== 1) faults.push(`${arrived.length} deliveries arrived where only the admitted one should`);
  return faults;
}
