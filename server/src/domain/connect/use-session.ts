import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { stateHash } from './connect-secrets.ts';
import { claimSession, findSession, type StoredSession } from './connect-session-store.ts';

type World = Omit<Ctx, 'caller'>;

/** Undefined for a state nobody was given, or of another platform. */
export async function sessionOf(
  ctx: Pick<Ctx, 'db'>,
  { platform, state }: { platform: string; state: string },
): Promise<StoredSession | undefined> {
  const session = await findSession(ctx.db, stateHash(state));
  return session?.platform === platform ? session : undefined;
}

/** As it stands now. */
export async function sessionAgain(ctx: Pick<Ctx, 'db'>, session: StoredSession): Promise<StoredSession> {
  return (await findSession(ctx.db, session.state_hash)) ?? session;
}

/** From here on the state is used up. */
export async function useSession(ctx: Pick<Ctx, 'db'>, session: StoredSession): Promise<void> {
  if (!(await claimSession(ctx.db, session.id))) throw unusable();
}

export function unusable(): AppError {
  return new AppError(
    'oauthCallbackFailed',
    'This state is unknown, used, expired or of another platform: start again',
  );
}

/** Everything a session leads to happens for its owner, in whose name it was begun. */
export function asSessionOwner(ctx: World, session: StoredSession): Ctx {
  return { ...ctx, caller: { kind: 'system', ownerId: session.owner_id } };
}
