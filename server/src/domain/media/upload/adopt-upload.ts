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

type World = Pick<Ctx, 'db' | 'storage' | 'imaging' | 'limits'>;

/**
 * An upload that went to the store itself, of which nobody told us: looked at when the file is wanted. Its checksum is
 * the store's own, since reading gigabytes to make one takes too long for who waits.
 */
export async function adoptUpload(ctx: World, row: MediaRow): Promise<MediaRow | undefined> {
  if (ctx.storage.presignPut === undefined) return undefined;
  const found = await ctx.storage.stat(row.key);
  if (found === undefined) return undefined;
  const { sizeBytes, version } = found;
  try {
    if (sizeBytes > uploadBytesMax) throw unusable('too large');
    if (row.declared_bytes !== null && Number(row.declared_bytes) !== sizeBytes) throw unusable('another length');
    const probed = await ctx.imaging.probe({ sizeBytes, open: (range) => ctx.storage.open(row.key, range) });
    if (probed.kind === 'refused') throw unusable(probed.reason);
    requireSameKind(row.content_type, probed.contentType);
    const facts = { ...uploadedFacts(probed), size_bytes: String(sizeBytes), checksum: versionChecksum(version) };
    const owner = { ...ctx, caller: { kind: 'system', ownerId: row.owner_id } } as const;
    await withinQuota(owner, { key: row.key, sizeBytes }, ({ db }) =>
      finishMedia(db, systemScope(row.owner_id), { key: row.key, facts }),
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
