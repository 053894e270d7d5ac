import { createDatabase, type Db } from '../db/client.ts';
import { createLog } from '../kernel/log.ts';

export async function withDatabase<Result>(url: string, read: (ctx: { db: Db }) => Promise<Result>): Promise<Result> {
  const { db, close } = createDatabase({ url, poolSize: 1, log: createLog('silent') });
  try {
    return await read({ db });
  } finally {
    await close();
  }
}
