import type { MediaRow } from '../../../db/rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { insertMedia } from '../media-store.ts';

type Reservation = Pick<MediaRow, 'key' | 'kind' | 'filename' | 'contentType' | 'type'> & {
  profileId?: string | undefined;
  sizeBytes?: number | undefined;
  keptMs: number;
};

/** Inserts the row before the file is written, so that a file left by a crash expires with its row. */
export async function reserveMedia(
  ctx: Pick<Ctx, 'clock' | 'caller'> & { db: Ctx['db'] | TxCtx['db'] },
  { profileId, sizeBytes, keptMs, ...file }: Reservation,
): Promise<void> {
  const now = ctx.clock.now();
  const { ownerId, keyId } = scopeOf(ctx.caller);
  await insertMedia(ctx.db, {
    ...file,
    ownerId,
    keyId,
    profileId: profileId ?? null,
    declaredBytes: sizeBytes === undefined ? null : String(sizeBytes),
    ...{ sizeBytes: null, checksum: null, width: null, height: null, durationMs: null, videoCodec: null },
    status: 'pending',
    useCount: 0,
    ...{ claimToken: null, leaseUntil: null },
    createdAt: now,
    expiresAt: new Date(now.getTime() + keptMs),
  });
}
