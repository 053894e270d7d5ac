import { AppError } from '../../kernel/errors.ts';
import type { FormField, InviteLink, PlatformAdapter } from '../../platforms/adapter.ts';
import { systemScope } from '../system-scope.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { listConnected } from '../accounts/list-connected.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { SystemCtx } from '../context.ts';
import type { StoredSession } from './connect-session-store.ts';
import { withQuery } from './connect-urls.ts';
import { faultMessage } from './fault-message.ts';

export type ConnectOutcome =
  | { kind: 'redirect'; url: string }
  | {
      kind: 'connected';
      label: string;
      names: readonly string[];
      /** What the person allowed, and what Herald requestedFunctions for in vain. */
      allowed: readonly ScopedFunction[];
      refused: readonly ScopedFunction[];
      isSandbox: boolean;
      /** Where the posts of a sandbox account appear. */
      feedUrl: string | undefined;
    }
  | { kind: 'failed'; code: string; message: string }
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

export function succeeded(ctx: SystemCtx, session: StoredSession, rows: readonly StoredAccount[]): ConnectOutcome {
  const { adapter, requestedScopes } = platformOf(ctx, session.platform);
  const { isSandbox } = session;
  const names = rows.map((row) => row.username);
  if (session.redirectUrl === null) {
    const pagesUrl = isSandbox ? ctx.site.sandboxPagesUrl() : undefined;
    return {
      ...{ kind: 'connected', label: adapter.label, names, isSandbox },
      ...grantedFunctions(adapter, { requested: requestedScopes({ sandbox: isSandbox }), rows }),
      feedUrl: pagesUrl === undefined ? undefined : `${pagesUrl}/feed/${adapter.name}`,
    };
  }
  const url = withQuery(session.redirectUrl, {
    connected: adapter.name,
    profileId: session.profileId,
    accountId: rows[0]?.id,
    username: rows[0]?.username,
  });
  return { kind: 'redirect', url };
}

const scopedFunctions = ['publish', 'comments', 'messages', 'analytics'] as const;
export type ScopedFunction = (typeof scopedFunctions)[number];

function grantedFunctions(
  { connect }: PlatformAdapter,
  { requested, rows }: { requested: readonly string[]; rows: readonly StoredAccount[] },
): { allowed: ScopedFunction[]; refused: ScopedFunction[] } {
  const requestedFunctions = scopedFunctions.filter((name) => {
    const scopes = connect.scopes[name];
    return scopes.length > 0 && scopes.every((scope) => requested.includes(scope));
  });
  const isAllowed = (name: ScopedFunction): boolean =>
    rows.every(({ grantedScopes }) => connect.scopes[name].every((scope) => grantedScopes.includes(scope)));
  return {
    allowed: requestedFunctions.filter(isAllowed),
    refused: requestedFunctions.filter((name) => !isAllowed(name)),
  };
}

/** The `error` parameter is a code of docs/errors.md, or `accessDenied` if the person declined. */
export function failed(session: StoredSession | undefined, fault: { code: string; message: string }): ConnectOutcome {
  if (session === undefined || session.redirectUrl === null)
    return { kind: 'failed', code: fault.code, message: fault.message };
  const url = withQuery(session.redirectUrl, { error: fault.code, errorDescription: fault.message });
  return { kind: 'redirect', url };
}

/** Shows errors that the person can act on; rethrows all others. */
export function failedWith(session: StoredSession | undefined, error: unknown): ConnectOutcome {
  if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
  const code = error.code === 'oauthFailed' ? `${session?.platform ?? ''}OauthFailed` : error.code;
  return failed(session, { code, message: faultMessage(error) });
}

export async function ended(ctx: SystemCtx, session: StoredSession): Promise<ConnectOutcome> {
  if (session.status === 'completed') {
    return succeeded(ctx, session, await listConnected(ctx, systemScope(session.ownerId), session.accountIds));
  }
  return failed(session, {
    code: session.errorCode ?? 'oauthCallbackFailed',
    message: session.errorDescription ?? 'The connection failed: start it again',
  });
}
