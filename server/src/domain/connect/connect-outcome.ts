import { AppError } from '../../kernel/errors.ts';
import type { FormField, InviteLink, PlatformAdapter } from '../../platforms/adapter.ts';
import { systemScope } from '../system-scope.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { capabilitiesOf } from '../accounts/account-health.ts';
import { listConnected } from '../accounts/find-accounts.ts';
import { missingScopes } from '../accounts/account-fault.ts';
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
      allowed: readonly FunctionName[];
      refused: readonly FunctionName[];
      isSandbox: boolean;
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

const functionNames = ['publish', 'comments', 'messages', 'analytics'] as const;
export type FunctionName = (typeof functionNames)[number];

type Granted = { requested: readonly string[]; rows: readonly StoredAccount[] };

function grantedFunctions(
  adapter: PlatformAdapter,
  { requested, rows }: Granted,
): { allowed: FunctionName[]; refused: FunctionName[] } {
  const isRefused = (name: FunctionName): boolean =>
    rows.some(({ grantedScopes }) =>
      missingScopes(adapter, grantedScopes, name).some((scope) => requested.includes(scope)),
    );
  return {
    allowed: functionNames.filter((name) => rows.every((row) => capabilitiesOf(adapter, row)[name])),
    refused: functionNames.filter(isRefused),
  };
}

/** `error` is a code of docs/errors.md, or `accessDenied`. */
export function failed(session: StoredSession | undefined, fault: { code: string; message: string }): ConnectOutcome {
  if (session === undefined || session.redirectUrl === null)
    return { kind: 'failed', code: fault.code, message: fault.message };
  const url = withQuery(session.redirectUrl, { error: fault.code, errorDescription: fault.message });
  return { kind: 'redirect', url };
}

/** Rethrows errors that the person cannot act on. */
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
