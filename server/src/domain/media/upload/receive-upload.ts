import type { MediaRow } from '../../../db/rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import { claimToken } from '../../../kernel/crypto/random.ts';
import { scopeOf } from '../../access.ts';
import { uploadTypes } from '../../../schemas/media.ts';
import type { Ctx } from '../../context.ts';
import { claimMs, holdClaim } from './hold-claim.ts';
import { readTicket } from '../media-urls.ts';
import { claimUpload, finishUpload, releaseUpload } from '../media-store.ts';
import { uploadBytesMax } from '../limits.ts';
import { remainingQuota, withinQuota } from '../space/quota.ts';
import { requireSpace } from '../space/require-space.ts';
import { requireSameKind } from './same-kind.ts';
import { storedFacts, storeFile } from './store-file.ts';
import type { UploadedFacts } from './uploaded-facts.ts';

type Upload = { token: string; contentType: string; source: AsyncIterable<Uint8Array> };

/** The PUT of a ticket: one success spends it, a failure leaves nothing behind and the ticket as it was. */
export async function receiveUpload(world: Omit<Ctx, 'caller'>, upload: Upload): Promise<void> {
  const ticket = readTicket(world, upload.token);
  if (ticket === undefined) throw new AppError('uploadNotAllowed', 'Forbidden');
  if (!(ticket.expiresAt > world.clock.now())) throw gone();
  if (plainType(upload.contentType) !== ticket.contentType) {
    throw new AppError('validation', `Content-Type must be ${ticket.contentType}, as announced`, {
      param: 'content-type',
    });
  }
  const ctx: Ctx = { ...world, caller: { kind: 'system', ownerId: ticket.ownerId } };
  await requireSpace(ctx);
  const scope = scopeOf(ctx.caller);
  const claim = { key: ticket.key, token: claimToken(ctx.random) };
  const row = await claimUpload(ctx.db, scope, { ...claim, untilMs: claimMs });
  if (row === undefined) throw gone();
  const held = holdClaim(ctx, { scope, claim, source: upload.source }, (source) => receive(ctx, row, source));
  const isFinished = await held
    .then((facts) => finish(ctx, claim, facts))
    .catch(async (error: unknown) => {
      await releaseUpload(ctx.db, scope, claim);
      throw error;
    });
  if (!isFinished) throw gone();
}

type Claim = { key: string; token: string };

/** False when the claim was lost. A file that exceeds the quota is deleted. */
async function finish(ctx: Ctx, claim: Claim, facts: UploadedFacts): Promise<boolean> {
  const file = { key: claim.key, sizeBytes: Number(facts.size_bytes) };
  try {
    return await withinQuota(ctx, file, ({ db }) => finishUpload(db, scopeOf(ctx.caller), { ...claim, facts }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficientStorage') await ctx.storage.delete(claim.key);
    throw error;
  }
}

async function receive(ctx: Ctx, row: MediaRow, source: AsyncIterable<Uint8Array>): Promise<UploadedFacts> {
  const sizeBytes = row.declared_bytes === null ? undefined : Number(row.declared_bytes);
  const file = await storeFile(ctx, {
    key: row.key,
    source,
    contentType: row.content_type,
    sizeBytes,
    sizeBytesMax: uploadBytesMax,
    quotaBytes: await remainingQuota(ctx, row.key),
  });
  try {
    requireSameKind(row.content_type, file.contentType);
  } catch (error) {
    await ctx.storage.delete(row.key);
    throw error;
  }
  return storedFacts(file);
}

function plainType(text: string): string {
  const plain = text.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return plain in uploadTypes ? plain : '';
}

function gone(): AppError {
  return new AppError('uploadGone', 'This upload address has expired or was used: ask for another');
}
