import { AppError } from '../../kernel/errors.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { SystemCtx } from '../context.ts';
import { byCode } from './complete-connect.ts';
import { failed, failedWith, succeeded, type ConnectOutcome } from './connect-outcome.ts';
import type { StoredSession } from './connect-session-store.ts';
import { denySession } from './deny-session.ts';
import { asSessionOwner, sessionOf, unusable } from './use-session.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Authenticated only by the state, which works once. */
export async function hostedCallback(ctx: SystemCtx, platformName: string, query: Query): Promise<ConnectOutcome> {
  const platform = ctx.platforms.find(platformName)?.adapter;
  const session =
    platform?.connect.kind === 'oauth'
      ? await sessionOf(ctx, { platform: platform.name, state: query['state'] ?? '' })
      : undefined;
  if (session === undefined) return failed(undefined, unusable());
  try {
    if (query['error'] !== undefined) return await refusedBy(ctx, session, query);
    return await grantedBy(ctx, session, query['code'] ?? '');
  } catch (error) {
    return failedWith(session, error);
  }
}

async function grantedBy(ctx: SystemCtx, session: StoredSession, code: string): Promise<ConnectOutcome> {
  const { connect } = platformOf(ctx, session.platform).adapter;
  if (connect.kind !== 'oauth') throw unusable();
  const rows = await byCode(asSessionOwner(ctx, session), { session, connect, code });
  return succeeded(ctx, session, rows);
}

async function refusedBy(ctx: SystemCtx, session: StoredSession, query: Query): Promise<ConnectOutcome> {
  if (query['error'] === 'access_denied') return denySession(ctx, session);
  const reason = (query['error_description'] ?? query['error'] ?? '').slice(0, 500);
  return denySession(ctx, session, new AppError('oauthCallbackFailed', `The platform refused: ${reason}`));
}
