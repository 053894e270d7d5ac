import { inTransaction } from '../../db/transaction.ts';
import type { InstallationRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import type { RestoreGuard } from './guard.ts';
import { readCopies, writeCopies, type EpochStores } from './epoch-copies.ts';
import {
  findInstallation,
  hasContent,
  holdInstallation,
  incrementEpoch,
  insertInstallation,
  lockInstallation,
} from './installation-store.ts';
import { judgeEpoch } from './judge-epoch.ts';

type Deps = Pick<Ctx, 'db' | 'clock' | 'random' | 'log' | 'timing'> & { stores: EpochStores };

const heldCheckMs = 1000;

export function createRestoreGuard(deps: Deps): RestoreGuard {
  const { db, clock, timing } = deps;
  let reason: string | undefined;
  let heldCheckedAtMs = 0;
  let advancedAtMs = -Infinity;
  let hasSent = false;
  let advancing: Promise<void> | undefined;

  const advance = async (everyMs: number): Promise<void> => {
    const nowMs = clock.now().getTime();
    const hadSent = hasSent;
    // Reset before the write, because requests sent during it need another increment.
    hasSent = false;
    const isAdvanced = await incrementEpoch(db, everyMs).catch((error: unknown) => {
      hasSent = true;
      throw error;
    });
    hasSent ||= hadSent && !isAdvanced;
    if (isAdvanced) {
      await copyEpoch(deps);
    } else if ((await findInstallation(db))?.heldReason) {
      throw new AppError('held', heldMessage('the database was restored'));
    }
    advancedAtMs = nowMs;
  };
  const isRecent = (atMs: number, ms: number): boolean => Math.abs(clock.now().getTime() - atMs) < ms;
  return {
    start: async () => {
      reason = await judge(deps);
      if (reason !== undefined) return;
      // A process that reads an epoch above 0 expects copies.
      await copyEpoch(deps);
      await advance(0);
    },
    beforeSend: async () => {
      if (!isRecent(advancedAtMs, timing.epochMs)) {
        await (advancing ??= advance(timing.epochMs).finally(() => (advancing = undefined)));
      }
      hasSent = true;
    },
    catchUp: async (everyMs) => {
      if (hasSent) await advance(everyMs);
    },
    advance: () => advance(0),
    heldReason: async () => {
      if (reason === undefined || isRecent(heldCheckedAtMs, heldCheckMs)) return reason;
      heldCheckedAtMs = clock.now().getTime();
      reason = await findHeldReason({ db });
      return reason;
    },
  };
}

export async function findHeldReason({ db }: Pick<Ctx, 'db'>): Promise<string | undefined> {
  return (await findInstallation(db))?.heldReason ?? undefined;
}

export function heldMessage(reason: string): string {
  return `Herald is held: ${reason}. Nothing is written, published or delivered until the operator runs \`herald release\`.`;
}

async function judge(deps: Deps): Promise<string | undefined> {
  const { db } = deps;
  const why = await whyOld(deps);
  if (why !== undefined && (await hasContent(db))) await holdInstallation(db, why);
  return (await findInstallation(db))?.heldReason ?? undefined;
}

async function whyOld(deps: Deps): Promise<string | undefined> {
  const known = await findInstallation(deps.db);
  return known === undefined ? await register(deps) : await compare(deps, known);
}

/** Without an epoch, a database is new or predates epochs, unless the media store has one. */
async function register(deps: Deps): Promise<string | undefined> {
  const { db, random, stores, log } = deps;
  const { media } = await readCopies(stores, '', log);
  const epoch = typeof media === 'object' ? media.epoch : 0;
  const isFirst = await insertInstallation(db, { id: newInstallationId(random), epoch });
  // Another process registered meanwhile, and the copy may be its own.
  if (!isFirst) return await whyOld(deps);
  return epoch === 0 ? undefined : 'the database is older than the first epoch that Herald recorded';
}

/** Reads the copies first: the epoch is committed before it is copied, so a current database is never behind them. */
async function compare({ db, stores, log }: Deps, known: InstallationRow): Promise<string | undefined> {
  if (known.heldSince !== null) return undefined;
  const copies = await readCopies(stores, known.id, log);
  // Another process has registered and not written the copies yet.
  if (known.epoch === 0 && copies.media === undefined && copies.host === undefined) return undefined;
  const { id, epoch } = (await findInstallation(db)) ?? known;
  return judgeEpoch({ installationId: id, epoch }, copies);
}

async function copyEpoch(deps: Deps): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const row = await lockInstallation(db);
    if (row !== undefined) await writeCopies(deps.stores, { installationId: row.id, epoch: row.epoch }, deps.log);
  });
}

export function newInstallationId(random: Deps['random']): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}
