// The floor of deliveries: reads them in batches, posts them with undici, and commits the outcomes of each batch.
import pg from 'pg';
import { Agent, request } from 'undici';

export type PostOrder = {
  databaseUrl: string;
  /** By endpoint. */
  ports: Readonly<Record<string, number>>;
  atOnce: number;
};
export type PostResult = { perSecond: number };

type Delivery = { id: string; endpoint_id: string; body: Buffer };

const batchMax = 100;

const statements = {
  read: `
    SELECT d.id, d.endpoint_id, e.body FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
     WHERE d.id > $1 AND d.status = 'pending' ORDER BY d.id LIMIT ${batchMax}`,
  write: `
    UPDATE webhook_deliveries
       SET status = 'delivered', attempt_count = 1, last_http_status = 200, last_attempt_at = now(), delivered_at = now()
     WHERE id = ANY($1::text[])`,
};

process.on('disconnect', () => process.exit(0));
process.on('message', (order: PostOrder) => void run(order).then((result) => process.send?.(result)));

async function run({ databaseUrl, ports, atOnce }: PostOrder): Promise<PostResult> {
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const dispatcher = new Agent({ connections: atOnce, pipelining: 1 });
  const headers = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`x-header-${n}`, 'some value of a header']));
  const read = async (after: string): Promise<Delivery[]> => {
    return (await db.query<Delivery>({ name: 'read', text: statements.read, values: [after] })).rows;
  };
  const post = async ({ endpoint_id, body }: Delivery): Promise<void> => {
    const url = `http://127.0.0.1:${ports[endpoint_id] ?? 0}/hook`;
    const response = await request(url, { method: 'POST', headers, body, dispatcher });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`a sink answered ${response.statusCode}`);
  };
  const startedMs = performance.now();
  let count = 0;
  let writing: Promise<unknown> = Promise.resolve();
  for (let batch = await read(''); batch.length > 0;) {
    const next = read(batch.at(-1)?.id ?? '');
    const deliveries = batch.values();
    const lane = async (): Promise<void> => {
      for (const delivery of deliveries) await post(delivery);
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    count += batch.length;
    await writing;
    writing = db.query({ name: 'write', text: statements.write, values: [batch.map(({ id }) => id)] });
    batch = await next;
  }
  await writing;
  const perSecond = count / ((performance.now() - startedMs) / 1000);
  await Promise.all([db.end(), dispatcher.close()]);
  return { perSecond };
}
