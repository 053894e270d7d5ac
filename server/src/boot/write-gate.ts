import type { RestoreGuard } from '../domain/installation/guard.ts';
import { heldMessage } from '../domain/installation/restore-guard.ts';
import { isSpaceLow } from '../domain/media/space/require-space.ts';
import { within, type Clock } from '../kernel/time/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { DiskSpace } from '../storage/disk-space.ts';

export type DiskState = 'ok' | 'writesRefused' | 'unknown';

type WriteGate = {
  /** Throws 503 while Herald is held, and 507 while the database's disk is almost full. */
  check(): Promise<void>;
  disk(): Promise<DiskState>;
};

/** `databaseSpace` is undefined for an external PostgreSQL, whose operator monitors the disk. */
type Options = {
  databaseSpace: (() => Promise<DiskSpace>) | undefined;
  heldReason: RestoreGuard['heldReason'];
  clock: Clock;
};

const measuredForMs = 1000;
const responseWithinMs = 1000;
const retryAfterSeconds = 60;

/** Refuses writes while there is still space: PostgreSQL panics on a full WAL disk and cannot recover until space is freed. */
export function createWriteGate({ databaseSpace, heldReason, clock }: Options): WriteGate {
  let measuredAtMs = -Infinity;
  let measurement: Promise<DiskState> = Promise.resolve('ok');
  const disk = (): Promise<DiskState> => {
    if (databaseSpace === undefined) return Promise.resolve('ok');
    const nowMs = clock.now().getTime();
    // Absolute, because the host's clock may be set back.
    if (Math.abs(nowMs - measuredAtMs) >= measuredForMs) {
      measuredAtMs = nowMs;
      measurement = measure(databaseSpace, clock);
    }
    return measurement;
  };
  return {
    disk,
    check: async () => {
      const reason = await heldReason();
      if (reason !== undefined) throw new AppError('held', heldMessage(reason), { retryAfterSeconds });
      if ((await disk()) !== 'writesRefused') return;
      throw new AppError(
        'insufficientStorage',
        "The database's disk is almost full. Writes are refused until space is freed.",
        { retryAfterSeconds },
      );
    },
  };
}

/** An unmeasurable disk does not block writes: PostgreSQL reports when it is full. */
async function measure(databaseSpace: () => Promise<DiskSpace>, clock: Clock): Promise<DiskState> {
  const space = await within(clock, responseWithinMs, databaseSpace()).catch(() => undefined);
  if (space === undefined) return 'unknown';
  return isSpaceLow(space, 'posts') ? 'writesRefused' : 'ok';
}
