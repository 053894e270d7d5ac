import { readRequests } from '../../harness/ledger.ts';
import type { Child } from '../../harness/programs/supervisor.ts';
import { sleep } from '../../harness/wait.ts';
import { opaquePlatforms, endsUnknown, traitsOf, type Platform } from './platforms.ts';
import type { Fixture } from './fixture.ts';

type UnverifiableTargets = {
  unverifiable: Set<string>;
  /** Those whose call timed out on a slow machine, without an injected fault. */
  slow: Set<string>;
  killedSends(id: string): number;
  noteKill(worker: Child): Promise<void>;
  stop(): Promise<void>;
};

/** The sandbox must still have all requests since the last look. */
const lookMs = 1500;

export function watchUnverifiable(fixture: Fixture): UnverifiableTargets {
  const unverifiable = new Set<string>();
  const slow = new Set<string>();
  const dead: string[] = [];
  const killed = new Map<string, Set<number>>();
  const note = async (ids: Promise<string[]>): Promise<void> => {
    for (const id of await ids) unverifiable.add(id);
  };
  const noteInterrupted = async (): Promise<void> => {
    for (const { id, platform, send_count: send } of await findInterruptedSends(fixture, dead)) {
      killed.set(id, (killed.get(id) ?? new Set()).add(send));
      if (endsUnknown(platform, { isLive: false })) unverifiable.add(id);
    }
  };
  const look = async (): Promise<void> => {
    // Includes workers killed earlier, whose last statement may be committed after their death.
    await noteInterrupted();
    await note(findUnanswered(fixture));
  };
  const stopping = { isSo: false };
  const looking = (async () => {
    while (!stopping.isSo) {
      await look();
      await sleep(lookMs);
    }
  })();
  // The awaited promise reports errors.
  void looking.catch(() => undefined);
  return {
    unverifiable,
    slow,
    killedSends: (id) => killed.get(id)?.size ?? 0,
    noteKill: async (worker) => {
      // A worker without a name was killed before it claimed anything.
      const named = await worker.waitForEvent('named').catch(() => undefined);
      if (named === undefined) return;
      dead.push(String(named['workerId']));
      await noteInterrupted();
    },
    stop: async () => {
      stopping.isSo = true;
      await looking;
      await look();
      for (const id of await findSlow(fixture)) slow.add(id);
      for (const id of slow) unverifiable.add(id);
    },
  };
}

type InterruptedSend = { id: string; platform: Platform; send_count: number };

async function findInterruptedSends({ database }: Fixture, workerIds: readonly string[]): Promise<InterruptedSend[]> {
  return await database.sql<InterruptedSend>(
    `SELECT post_id || ' ' || account_id AS id, platform, send_count FROM post_targets
      WHERE worker_id = ANY($1) AND stage = 'sending'`,
    [workerIds],
  );
}

function textIn(body: Readonly<Record<string, unknown>>): string {
  const info = body['post_info'] as { description?: string } | undefined;
  const fields = [body['text'], body['caption'], body['commentary'], info?.description];
  return fields.find((one) => typeof one === 'string') ?? '';
}

const sends = new Set(
  opaquePlatforms.flatMap((name) => Object.values(traitsOf(name).sends).map(({ operation }) => operation)),
);

async function findUnanswered({ database, sandbox }: Fixture): Promise<string[]> {
  const all = await Promise.all(opaquePlatforms.map((platform) => readRequests(sandbox, platform)));
  const lost = all.flat().filter(({ operation, status }) => sends.has(operation) && (status ?? 500) >= 500);
  const texts = lost.map(({ body }) => textIn(body ?? {}));
  const rows = await database.sql<{ id: string }>(
    `SELECT t.post_id || ' ' || t.account_id AS id FROM post_targets t JOIN posts p ON p.id = t.post_id
      WHERE t.platform = ANY($1) AND p.content = ANY($2)`,
    [opaquePlatforms, texts],
  );
  return rows.map(({ id }) => id);
}

async function findSlow({ database, options }: Fixture): Promise<string[]> {
  const rows = await database.sql<{ id: string }>(
    `SELECT a.post_id || ' ' || a.account_id AS id FROM post_timeline a
       JOIN post_timeline b ON b.post_id = a.post_id AND b.account_id = a.account_id AND b.kind = 'attemptStarted'
      WHERE a.kind = 'platformAnswer' AND a.summary LIKE 'no response within%'
        AND a.at >= b.at + make_interval(secs => $1)
        AND EXISTS (SELECT 1 FROM post_targets t
                     WHERE t.post_id = a.post_id AND t.account_id = a.account_id AND t.platform = ANY($2))`,
    [options.timing.platformCallMs / 1000, opaquePlatforms],
  );
  return rows.map(({ id }) => id);
}
