import type { RestoreGuard } from '../domain/installation/guard.ts';
import { heldMessage } from '../domain/installation/restore-guard.ts';
import { isSpaceLow } from '../domain/media/space/require-space.ts';
import { within, type Clock } from '../kernel/time/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { DiskSpace } from '../storage/disk-space.ts';

export type DiskState = 'ok' | 'writesRefused' | 'unknown';

type WriteGate = {
  /** Throws 503 while Herald is held after a restore, and 507 while the database's disk is almost full. */
  check(): Promise<void>;
  /** What the room on the database's disk allows; `ok` where Herald cannot see that disk. */
  disk(): Promise<DiskState>;
};

/** `databaseSpace` is undefined with an external PostgreSQL, whose disk is its operator's to watch. */
type Options = {
  databaseSpace: (() => Promise<DiskSpace>) | undefined;
  heldReason: RestoreGuard['heldReason'];
  clock: Clock;
};

const measuredForMs = 1000;
const answerWithinMs = 1000;
const retryAfterSeconds = 60;

/**
 * Decides whether requests may write. Herald stops accepting writes while there is still room: PostgreSQL panics on a
 * full WAL disk and cannot recover until space is freed.
 */
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
        "The database's disk is almost full. Writes are refused until there is room.",
        { retryAfterSeconds },
      );
    },
  };
}

/** A disk that cannot be measured is not refused: the database itself still reports when it is full. */
async function measure(databaseSpace: () => Promise<DiskSpace>, clock: Clock): Promise<DiskState> {
  const space = await within(clock, answerWithinMs, databaseSpace()).catch(() => undefined);
  if (space === undefined) return 'unknown';
  return isSpaceLow(space, 'posts') ? 'writesRefused' : 'ok';
}
