import type { MediaRow } from '../../../db/rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { insertMedia } from '../media-store.ts';

type Reservation = Pick<MediaRow, 'key' | 'kind' | 'filename' | 'content_type' | 'type'> & {
  profileId?: string | undefined;
  sizeBytes?: number | undefined;
  keptMs: number;
};

/** The row comes before the bytes: whatever a crash leaves in the store is found by it and goes when its time is over. */
export async function reserveMedia(
  ctx: Pick<Ctx, 'clock' | 'caller'> & { db: Ctx['db'] | TxCtx['db'] },
  { profileId, sizeBytes, keptMs, ...given }: Reservation,
): Promise<void> {
  const now = ctx.clock.now();
  await insertMedia(ctx.db, {
    ...given,
    owner_id: scopeOf(ctx.caller).ownerId,
    profile_id: profileId ?? null,
    declared_bytes: sizeBytes === undefined ? null : String(sizeBytes),
    ...{ size_bytes: null, checksum: null, width: null, height: null, duration_ms: null, video_codec: null },
    status: 'pending',
    use_count: 0,
    ...{ claim_token: null, claim_until: null },
    created_at: now,
    expires_at: new Date(now.getTime() + keptMs),
  });
}
