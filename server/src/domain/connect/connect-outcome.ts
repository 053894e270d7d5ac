import { AppError } from '../../kernel/errors.ts';
import type { FormField, InviteLink } from '../../platforms/adapter.ts';
import { systemScope } from '../system-scope.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { listConnected } from '../accounts/list-connected.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { Ctx } from '../context.ts';
import type { StoredSession } from './connect-session-store.ts';
import { withQuery } from './connect-urls.ts';
import { faultMessage } from './fault-message.ts';

/** What a person's browser gets next. */
export type ConnectOutcome =
  | { kind: 'redirect'; url: string }
  | { kind: 'connected'; label: string; names: readonly string[]; isSandbox: boolean }
  | { kind: 'failed'; message: string }
  | {
      kind: 'form';
      label: string;
      intro: string;
      fields: readonly FormField[];
      values: Readonly<Record<string, string>>;
      fault: string | undefined;
      state: string;
      isSandbox: boolean;
    }
  | {
      kind: 'code';
      label: string;
      bot: string;
      text: string;
      links: readonly InviteLink[];
      state: string;
      isSandbox: boolean;
    };

type World = Omit<Ctx, 'caller'>;

export function succeeded(ctx: World, session: StoredSession, rows: readonly StoredAccount[]): ConnectOutcome {
  const { adapter } = platformOf(ctx, session.platform);
  const names = rows.map((row) => row.username);
  if (session.redirect_url === null) {
    return { kind: 'connected', label: adapter.label, names, isSandbox: session.is_sandbox };
  }
  const url = withQuery(session.redirect_url, {
    connected: adapter.name,
    profileId: session.profile_id,
    accountId: rows[0]?.id,
    username: rows[0]?.username,
  });
  return { kind: 'redirect', url };
}

/** `error` is a code of docs/errors.md, or `accessDenied` when the person declined. */
export function failed(session: StoredSession | undefined, fault: { code: string; message: string }): ConnectOutcome {
  if (session === undefined || session.redirect_url === null) return { kind: 'failed', message: fault.message };
  const url = withQuery(session.redirect_url, { error: fault.code, errorDescription: fault.message });
  return { kind: 'redirect', url };
}

/** Faults that the person is told about; anything else is Herald's own. */
export function failedWith(session: StoredSession | undefined, error: unknown): ConnectOutcome {
  if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
  const code = error.code === 'oauthFailed' ? `${session?.platform ?? ''}OauthFailed` : error.code;
  return failed(session, { code, message: faultMessage(error) });
}

/** How an ended session ended. */
export async function ended(ctx: World, session: StoredSession): Promise<ConnectOutcome> {
  if (session.status === 'completed') {
    return succeeded(ctx, session, await listConnected(ctx, systemScope(session.owner_id), session.account_ids));
  }
  return failed(session, {
    code: session.error_code ?? 'oauthCallbackFailed',
    message: session.error_description ?? 'The connection failed: start again',
  });
}
