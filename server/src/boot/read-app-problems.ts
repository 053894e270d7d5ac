import { createDatabase } from '../db/client.ts';
import type { AppProblem } from '../domain/posts/list-app-problems.ts';
import { listAppProblems } from '../domain/posts/list-app-problems.ts';
import { createLog } from '../kernel/log.ts';

/** For commands that run without an app. */
export async function readAppProblems(databaseUrl: string): Promise<AppProblem[]> {
  const { db, close } = createDatabase({ url: databaseUrl, poolSize: 1, log: createLog('silent') });
  try {
    return await listAppProblems({ db });
  } finally {
    await close();
  }
}
