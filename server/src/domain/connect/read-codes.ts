import { AppError } from '../../kernel/errors.ts';
import { claimToken } from '../../kernel/crypto/random.ts';
import type { CodeConnect, SeenCode } from '../../platforms/adapter.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { SystemCtx } from '../context.ts';
import { codeHash } from './connect-secrets.ts';
import { claimReader, claimSession, findWaiting, releaseReader, releaseSession } from './connect-session-store.ts';
import { finishSession } from './finish-session.ts';
import { asSessionOwner } from './use-session.ts';

type Bot = { platform: string; isSandbox: boolean };

export async function readCodes(ctx: SystemCtx, bot: Bot): Promise<void> {
  const { connect } = platformOf(ctx, bot.platform).adapter;
  if (connect.kind !== 'code') return;
  const token = claimToken(ctx.random);
  const reader = await claimReader(ctx.db, { ...bot, token, leaseMs: ctx.timing.codeLeaseMs });
  if (reader === undefined) return;
  let { cursor } = reader;
  try {
    const call = platformOf(ctx, bot.platform).call({ sandbox: bot.isSandbox });
    const result = await connect.readCodes(call, cursor ?? undefined);
    if (result.kind !== 'codes') {
      ctx.log.warn({ platform: bot.platform, reason: result.reason }, 'the messages of a bot could not be read');
      return;
    }
    const isAllDone = await completeAll(ctx, { bot, connect, seen: result.codes });
    // Keeps the cursor otherwise, so that the bot returns the same codes next time.
    if (isAllDone) cursor = result.cursor ?? null;
  } finally {
    await releaseReader(ctx.db, { ...bot, token, cursor });
  }
}

async function completeAll(
  ctx: SystemCtx,
  { bot, connect, seen }: { bot: Bot; connect: CodeConnect; seen: readonly SeenCode[] },
): Promise<boolean> {
  let isAllDone = true;
  for (const one of seen) isAllDone = (await completeOne(ctx, { bot, connect, one })) && isAllDone;
  return isAllDone;
}

async function completeOne(
  ctx: SystemCtx,
  { bot, connect, one }: { bot: Bot; connect: CodeConnect; one: SeenCode },
): Promise<boolean> {
  const [session] = await findWaiting(ctx.db, { ...bot, codeHashes: [codeHash(one.code)] });
  if (session === undefined || !(await claimSession(ctx.db, session.id))) return true;
  const connected = await connect.open(platformOf(ctx, bot.platform).call({ sandbox: bot.isSandbox }), one);
  if (connected.kind === 'unavailable') {
    await releaseSession(ctx.db, session.id);
    return false;
  }
  try {
    await finishSession(asSessionOwner(ctx, session), session, connected);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return true;
}
