import type { MediaRow } from '../../../db/rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import { systemScope } from '../../system-scope.ts';
import type { Ctx } from '../../context.ts';
import { uploadBytesMax } from '../limits.ts';
import { findFile } from '../media-file-store.ts';
import { finishMedia } from '../media-store.ts';
import { withinQuota } from '../space/quota.ts';
import { requireSameKind } from './same-kind.ts';
import { uploadedFacts } from './uploaded-facts.ts';
import { versionChecksum } from './version-checksum.ts';

type UploadCtx = Pick<Ctx, 'db' | 'storage' | 'imaging' | 'limits'>;

/**
 * Completes direct uploads on first use, because the store does not announce them. The checksum is the store's version, because
 * hashing gigabytes would take too long in a request.
 */
export async function adoptUpload(ctx: UploadCtx, row: MediaRow): Promise<MediaRow | undefined> {
  if (ctx.storage.presignPut === undefined) return undefined;
  const stat = await ctx.storage.stat(row.key);
  if (stat === undefined) return undefined;
  const { sizeBytes, version } = stat;
  try {
    if (sizeBytes > uploadBytesMax) throw unusable('too large');
    if (row.declaredBytes !== null && Number(row.declaredBytes) !== sizeBytes) throw unusable('another length');
    const probed = await ctx.imaging.probe({ sizeBytes, open: (range) => ctx.storage.open(row.key, range) });
    if (probed.kind === 'refused') throw unusable(probed.reason);
    requireSameKind(row.contentType, probed.contentType);
    const facts = { ...uploadedFacts(probed), sizeBytes: String(sizeBytes), checksum: versionChecksum(version) };
    const owner = { ...ctx, caller: { kind: 'system', ownerId: row.ownerId } } as const;
    await withinQuota(owner, { key: row.key, sizeBytes }, ({ db }) =>
      finishMedia(db, systemScope(row.ownerId), { key: row.key, facts }),
    );
    return await findFile(ctx.db, row.key);
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code !== 'validation' && code !== 'insufficientStorage') throw error;
    await ctx.storage.delete(row.key);
    if (code === 'insufficientStorage') throw error;
    return undefined;
  }
}

function unusable(reason: string): AppError {
  return new AppError('validation', reason);
}
