import { inTransaction } from '../../db/transaction.ts';
import { sha256 } from '../../kernel/crypto/secret.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { MessageSent, SendMessage } from '../../schemas/inbox.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { deleteSend, insertSend, selectSend, updateSend, type SendKey } from './message-send-store.ts';

export type SendOutcome =
  | { kind: 'sent'; data: MessageSent['data'] }
  | { kind: 'failed'; code: ErrorCode; message: string; details: AppError['details'] };

const unknownOutcome: SendOutcome = {
  kind: 'failed',
  code: 'providerOutcomeUnknown',
  message: 'The platform did not confirm the message: check on the platform whether it was sent',
  details: {},
};

/**
 * Returns the stored outcome of an earlier request, if any. If its process died, the message may have been sent, so the outcome
 * becomes unknown.
 */
export async function claimSendKey(ctx: Ctx, sendKey: SendKey, request: SendMessage): Promise<SendOutcome | undefined> {
  const scope = scopeOf(ctx.caller);
  const requestHash = sha256(canonicalJson(request));
  const leaseMs = ctx.timing.messageSendLeaseMs;
  return await inTransaction(ctx, async (ctx) => {
    if (await insertSend(ctx.db, scope, { ...sendKey, requestHash, leaseMs })) return undefined;
    const stored = await selectSend(ctx.db, scope, sendKey);
    if (stored === undefined || (stored.outcome === null && !stored.isLeaseOver)) {
      throw new AppError(
        'idempotencyInFlight',
        'A request with this Idempotency-Key is still running: try again later',
      );
    }
    if (!stored.requestHash.equals(requestHash)) {
      const message = 'This Idempotency-Key was used with another body: use a new key for a new message';
      throw new AppError('idempotencyConflict', message);
    }
    if (stored.outcome !== null) return stored.outcome as SendOutcome;
    await updateSend(ctx.db, scope, { ...sendKey, outcome: unknownOutcome });
    return unknownOutcome;
  });
}

export async function releaseSendKey(ctx: Ctx, sendKey: SendKey): Promise<void> {
  await deleteSend(ctx.db, scopeOf(ctx.caller), sendKey);
}

/** Ignores the order of keys in the body. */
function canonicalJson({ accountId, message, attachmentUrl, attachmentType }: SendMessage): string {
  return JSON.stringify([accountId, message ?? null, attachmentUrl ?? null, attachmentType ?? null]);
}
