import type { MediaRow } from '../../../db/rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import { claimToken } from '../../../kernel/crypto/random.ts';
import { scopeOf } from '../../access.ts';
import { uploadTypes } from '../../../schemas/media.ts';
import type { Ctx, SystemCtx } from '../../context.ts';
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

/** Success uses up the ticket; a failed upload can be repeated. */
export async function receiveUpload(systemCtx: SystemCtx, upload: Upload): Promise<void> {
  const ticket = readTicket(systemCtx, upload.token);
  if (ticket === undefined) throw new AppError('uploadNotAllowed', 'Forbidden');
  if (!(ticket.expiresAt > systemCtx.clock.now())) throw expiredError();
  if (plainType(upload.contentType) !== ticket.contentType) {
    throw new AppError('validation', `Content-Type must be ${ticket.contentType}, as declared in the presign request`, {
      param: 'content-type',
    });
  }
  const ctx: Ctx = { ...systemCtx, caller: { kind: 'system', ownerId: ticket.ownerId } };
  await requireSpace(ctx);
  const scope = scopeOf(ctx.caller);
  const claim = { key: ticket.key, token: claimToken(ctx.random) };
  const row = await claimUpload(ctx.db, scope, { ...claim, leaseMs: claimMs });
  if (row === undefined) throw expiredError();
  const held = holdClaim(ctx, { scope, claim, source: upload.source }, (source) => receive(ctx, row, source));
  const isFinished = await held
    .then((facts) => finish(ctx, claim, facts))
    .catch(async (error: unknown) => {
      await releaseUpload(ctx.db, scope, claim);
      throw error;
    });
  if (!isFinished) throw expiredError();
}

type Claim = { key: string; token: string };

async function finish(ctx: Ctx, claim: Claim, facts: UploadedFacts): Promise<boolean> {
  const file = { key: claim.key, sizeBytes: Number(facts.sizeBytes) };
  try {
    return await withinQuota(ctx, file, ({ db }) => finishUpload(db, scopeOf(ctx.caller), { ...claim, facts }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficientStorage') await ctx.storage.delete(claim.key);
    throw error;
  }
}

async function receive(ctx: Ctx, row: MediaRow, source: AsyncIterable<Uint8Array>): Promise<UploadedFacts> {
  const sizeBytes = row.declaredBytes === null ? undefined : Number(row.declaredBytes);
  const file = await storeFile(ctx, {
    key: row.key,
    source,
    contentType: row.contentType,
    sizeBytes,
    sizeBytesMax: uploadBytesMax,
    quotaBytes: await remainingQuota(ctx, row.key),
  });
  try {
    requireSameKind(row.contentType, file.contentType);
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

function expiredError(): AppError {
  return new AppError('uploadGone', 'This upload URL has expired or was already used: request a new one');
}
