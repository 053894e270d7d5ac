import type { AppError } from '../../kernel/errors.ts';
import type { SystemCtx } from '../context.ts';
import { failed, type ConnectOutcome } from './connect-outcome.ts';
import type { StoredSession } from './connect-session-store.ts';
import { failSession } from './finish-session.ts';
import { useSession } from './use-session.ts';

const denied = { code: 'accessDenied', message: 'The connection was declined' };

export async function denySession(
  ctx: SystemCtx,
  session: StoredSession,
  fault: Pick<AppError, 'code' | 'message'> | typeof denied = denied,
): Promise<ConnectOutcome> {
  await useSession(ctx, session);
  await failSession(ctx, session, fault);
  return failed(session, fault);
}
