import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { isMigrated } from '../db/migrate.ts';
import { heldMessage } from '../domain/installation/restore-guard.ts';
import { isSpaceLow } from '../domain/media/space/require-space.ts';
import type { Readiness } from '../http/service.ts';
import { within, type Clock } from '../kernel/time/clock.ts';
import type { Storage } from '../storage/storage.ts';
import type { DiskState } from './write-gate.ts';

const responseWithinMs = 1000;
const clockSkewSecondsMax = 5;

type Deps = {
  db: Db;
  storage: Pick<Storage, 'space' | 'ping'>;
  clock: Clock;
  isDraining(): boolean;
  heartbeat(): number | null;
  databaseDisk(): Promise<DiskState>;
  heldReason(): Promise<string | undefined>;
};

type StorageState = Readiness['checks']['storage'];

const storageWarnings: Readonly<Partial<Record<StorageState, string>>> = {
  uploadsRefused: 'the media disk is almost full: uploads are refused until space is freed',
  mediaRefused: 'the media disk is nearly out of space: uploads and posts with media are refused until space is freed',
  unknown: 'the free space of the media disk could not be measured',
  unreachable: 'the media store is unreachable: uploads fail, and posts with media are delayed',
};

const databaseDiskWarnings: Readonly<Partial<Record<DiskState, string>>> = {
  writesRefused: "the database's disk is almost full: writes are refused until space is freed",
  unknown: "the database's disk could not be measured",
};

/**
 * Stays ready with an almost full disk or while held: reads work, and other processes behind the load balancer are no better
 * off.
 */
export async function readReadiness(deps: Deps): Promise<Readiness> {
  const { db, storage, clock, isDraining, heartbeat } = deps;
  const [database, disk, databaseDisk, heldReason] = await Promise.all([
    within(clock, responseWithinMs, askDatabase(db, clock)),
    askStorageInTime(clock, storage),
    deps.databaseDisk(),
    within(clock, responseWithinMs, deps.heldReason()).catch(() => undefined),
  ]);
  const skew = database?.clockSkewSeconds ?? null;
  const warnings = [
    ...(heldReason === undefined ? [] : [heldMessage(heldReason)]),
    ...(skew !== null && Math.abs(skew) > clockSkewSecondsMax
      ? [`the clocks of this host and of the database are ${skew} seconds apart: synchronize them`]
      : []),
    ...[storageWarnings[disk], databaseDiskWarnings[databaseDisk]].filter((text) => text !== undefined),
  ];
  return {
    isReady: database?.isMigrated === true && !isDraining(),
    checks: {
      database: database === undefined ? 'unreachable' : 'ok',
      migrations: database === undefined ? 'unknown' : database.isMigrated ? 'ok' : 'pending',
      storage: disk,
      databaseDisk,
      held: heldReason !== undefined,
      draining: isDraining(),
      clockSkewSeconds: skew,
      heartbeatSecondsAgo: heartbeat(),
    },
    warnings,
  };
}

type DatabaseStatus = { isMigrated: boolean; clockSkewSeconds: number };

async function askDatabase(db: Db, clock: Clock): Promise<DatabaseStatus | undefined> {
  try {
    const { rows } = await sql<{ now: Date }>`SELECT herald_now() AS now`.execute(db);
    const now = rows[0]?.now ?? clock.now();
    const clockSkewSeconds = Math.round((clock.now().getTime() - now.getTime()) / 1000);
    return { isMigrated: await isMigrated(db), clockSkewSeconds };
  } catch {
    return undefined;
  }
}

async function askStorageInTime(clock: Clock, storage: Deps['storage']): Promise<StorageState> {
  const state = await within(clock, responseWithinMs, askStorage(storage));
  return state ?? (storage.ping === undefined ? 'unknown' : 'unreachable');
}

async function askStorage({ space, ping }: Pick<Storage, 'space' | 'ping'>): Promise<StorageState> {
  try {
    await ping?.();
  } catch {
    return 'unreachable';
  }
  try {
    const diskSpace = await space?.();
    if (diskSpace === undefined || !isSpaceLow(diskSpace, 'uploads')) return 'ok';
    return isSpaceLow(diskSpace, 'posts') ? 'mediaRefused' : 'uploadsRefused';
  } catch {
    return 'unknown';
  }
}
