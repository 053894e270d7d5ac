import { sql } from 'kysely';
import type { Db } from './db/client.ts';
import { isMigrated } from './db/migrate.ts';
import type { Readiness } from './http/service.ts';
import { within, type Clock } from './kernel/clock.ts';

const answerWithinMs = 1000;
const clockSkewSecondsMax = 5;

type Deps = { db: Db; clock: Clock; isDraining(): boolean; heartbeat(): number | null };

/** Ready means: the database answers within a second and has our schema, and we are not on our way out. */
export async function readReadiness({ db, clock, isDraining, heartbeat }: Deps): Promise<Readiness> {
  const database = await within(clock, answerWithinMs, askDatabase(db, clock));
  const skew = database?.clockSkewSeconds ?? null;
  const warnings =
    skew !== null && Math.abs(skew) > clockSkewSecondsMax
      ? [`the clocks of this host and of the database are ${skew} seconds apart: synchronise them`]
      : [];
  return {
    isReady: database?.isMigrated === true && !isDraining(),
    checks: {
      database: database === undefined ? 'unreachable' : 'ok',
      migrations: database === undefined ? 'unknown' : database.isMigrated ? 'ok' : 'pending',
      draining: isDraining(),
      clockSkewSeconds: skew,
      heartbeatSecondsAgo: heartbeat(),
    },
    warnings,
  };
}

type Answer = { isMigrated: boolean; clockSkewSeconds: number };

async function askDatabase(db: Db, clock: Clock): Promise<Answer | undefined> {
  try {
    const { rows } = await sql<{ now: Date }>`SELECT herald_now() AS now`.execute(db);
    const now = rows[0]?.now ?? clock.now();
    const clockSkewSeconds = Math.round((clock.now().getTime() - now.getTime()) / 1000);
    return { isMigrated: await isMigrated(db), clockSkewSeconds };
  } catch {
    return undefined;
  }
}
