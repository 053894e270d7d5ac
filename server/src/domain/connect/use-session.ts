import { AppError } from '../../kernel/errors.ts';
import type { Ctx, SystemCtx } from '../context.ts';
import { stateHash } from './connect-secrets.ts';
import { claimSession, findSession, type StoredSession } from './connect-session-store.ts';

export async function sessionOf(
  ctx: Pick<Ctx, 'db'>,
  { platform, state }: { platform: string; state: string },
): Promise<StoredSession | undefined> {
  const session = await findSession(ctx.db, stateHash(state));
  return session?.platform === platform ? session : undefined;
}

export async function sessionAgain(ctx: Pick<Ctx, 'db'>, session: StoredSession): Promise<StoredSession> {
  return (await findSession(ctx.db, session.stateHash)) ?? session;
}

export async function useSession(ctx: Pick<Ctx, 'db'>, session: StoredSession): Promise<void> {
  if (!(await claimSession(ctx.db, session.id))) throw unusable();
}

export function unusable(): AppError {
  return new AppError(
    'oauthCallbackFailed',
    'This connection is unknown, already used, older than ten minutes or for another platform: start it again',
  );
}

/** The person at the browser has no API key. */
export function asSessionOwner(ctx: SystemCtx, session: StoredSession): Ctx {
  return { ...ctx, caller: { kind: 'system', ownerId: session.ownerId } };
}
