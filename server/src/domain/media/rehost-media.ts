import type { MediaRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { unattachedMs } from './limits.ts';
import { findFile } from './media-file-store.ts';
import { deleteMediaRow, finishMedia } from './media-store.ts';
import { newMediaKey } from './upload/new-media-key.ts';
import { remainingQuota, withinQuota } from './space/quota.ts';
import { reserveMedia } from './upload/reserve-media.ts';
import { storedFacts, storeFile } from './upload/store-file.ts';

export const rehostedBytesMax = 100_000_000;

type Bytes = AsyncIterable<Uint8Array>;

/** Passes the file to `receive`, or throws without calling it. */
export type MediaSource = (receive: (body: Bytes) => Promise<void>) => Promise<void>;

/** The post keeps the content that the URL had at its creation. */
export async function rehostMedia(
  ctx: Ctx,
  { filename, source }: { filename: string; source: MediaSource },
): Promise<MediaRow> {
  const key = await newMediaKey(ctx);
  const scope = scopeOf(ctx.caller);
  const contentType = 'application/octet-stream';
  const reservation = { key, kind: 'fetched', filename, contentType, type: 'document' } as const;
  await reserveMedia(ctx, { ...reservation, keptMs: unattachedMs });
  try {
    await source((body) => keep(ctx, key, body));
  } catch (error) {
    await ctx.storage.delete(key);
    await deleteMediaRow(ctx.db, scope, key);
    throw error;
  }
  const row = await findFile(ctx.db, key);
  if (row === undefined) throw new AppError('mediaUnavailable', 'The copy of the file could not be read back');
  return row;
}

async function keep(ctx: Ctx, key: string, source: Bytes): Promise<void> {
  const incoming = { key, source, contentType: 'application/octet-stream', sizeBytes: undefined };
  const quotaBytes = await remainingQuota(ctx, key);
  const file = await storeFile(ctx, { ...incoming, sizeBytesMax: rehostedBytesMax, quotaBytes });
  if (file.type === 'audio' || file.type === 'document') {
    throw new AppError('validation', `The file has the type ${file.contentType}: use an image or a video`);
  }
  const facts = storedFacts(file);
  await withinQuota(ctx, { key, sizeBytes: file.sizeBytes }, ({ db }) =>
    finishMedia(db, scopeOf(ctx.caller), { key, facts }),
  );
}
