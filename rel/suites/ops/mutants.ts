import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'roll-restarts',
    name: 'a process that stops reports that it is ready',
    file: 'server/src/boot/readiness.ts',
    find: 'isReady: database?.isMigrated === true && !isDraining(),',
    replace: 'isReady: database?.isMigrated === true,',
  },
  {
    case: 'kill-postgres-under-writes',
    name: 'commits do not wait for the disk',
    file: 'server/src/db/client.ts',
    find: "pool.on('connect', (client) => client.on('error', () => undefined));",
    replace: `pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.query('SET synchronous_commit TO off').catch(() => undefined);
  });`,
  },
  {
    case: 'kill-postgres-under-writes',
    name: 'lost connections have no error listener',
    file: 'server/src/db/client.ts',
    find: "pool.on('error', (error) => {",
    replace: "pool.on('release', (error) => {",
  },
  {
    case: 'break-database-connections',
    name: 'a lost connection is an internal error',
    file: 'server/src/db/failure.ts',
    find: ' || unavailableSystemCodes.has(state) || unavailableMessages.test(error.message)',
    replace: '',
  },
  {
    case: 'run-out-of-memory',
    name: 'writes are acknowledged before they are committed',
    file: 'server/src/db/transaction.ts',
    find: 'const result = await transact(ctx.db, (tx) => run({ ...ctx, db: tx, wake }));',
    replace: `const result = await new Promise<Result>((resolve, reject) => {
        const early = transact(ctx.db, async (tx) => {
          resolve(await run({ ...ctx, db: tx, wake }));
          await new Promise((later) => setTimeout(later, 500));
        });
        early.catch(reject);
      });`,
  },
  {
    case: 'start-on-backlog',
    name: 'a worker claims the whole backlog',
    file: 'server/src/domain/webhooks/delivery/delivery-queue-store.ts',
    find: 'LIMIT granted.slots',
    replace: 'LIMIT 100000',
  },
  {
    case: 'survive-read-only-database',
    name: 'a read-only database is an internal error',
    file: 'server/src/db/failure.ts',
    find: '0A000|25006|25P03',
    replace: '0A000|25P03',
  },
  {
    case: 'fill-disks',
    name: 'writes are accepted on an almost full database disk',
    file: 'server/src/boot/write-gate.ts',
    find: "return isSpaceLow(space, 'posts') ? 'writesRefused' : 'ok';",
    replace: "return isSpaceLow(space, 'posts') ? 'unknown' : 'ok';",
  },
  {
    case: 'fill-disks',
    name: 'the space of the media disk is not checked',
    file: 'server/src/domain/media/space/require-space.ts',
    find: 'if (space === undefined || !isSpaceLow(space, use)) return;',
    replace: 'if (space === undefined || space.totalBytes > 0) return;',
  },
  {
    case: 'lose-media-store',
    name: 'an unreachable media store is an internal error',
    file: 'server/src/storage/s3-fault.ts',
    find: '    if (!(error instanceof S3Fault)) throw error;',
    replace: '    if (error instanceof S3Fault) throw error;',
  },
];
