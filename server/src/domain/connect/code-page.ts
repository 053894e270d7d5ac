import type { CodeConnect } from '../../platforms/adapter.ts';
import type { Platform } from '../../platforms/platforms.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { SystemCtx } from '../context.ts';
import { codeOf } from './connect-secrets.ts';
import { ended, failed, failedWith, type ConnectOutcome } from './connect-outcome.ts';
import type { StoredSession } from './connect-session-store.ts';
import { pageUrl, withQuery } from './connect-urls.ts';
import { denySession } from './deny-session.ts';
import type { PageInput } from './form-page.ts';
import { readCodes } from './read-codes.ts';
import { sessionAgain, sessionOf, unusable } from './use-session.ts';

export async function codePage(ctx: SystemCtx, platformName: string, query: PageInput): Promise<ConnectOutcome> {
  const state = query['state'] ?? '';
  const storedSession = await sessionOf(ctx, { platform: platformName, state });
  if (storedSession === undefined) return failed(undefined, unusable());
  const platform = platformOf(ctx, platformName);
  const { connect } = platform.adapter;
  const session = await lookedUp(ctx, storedSession);
  if (session.status !== 'pending') return ended(ctx, session);
  if (session.isExpired || connect.kind !== 'code') return failedWith(session, unusable());
  if (query['decision'] === 'deny') return denySession(ctx, session);
  return invitation(ctx, { platform, connect, session, state, query });
}

async function lookedUp(ctx: SystemCtx, session: StoredSession): Promise<StoredSession> {
  if (session.status !== 'pending' || session.isExpired) return session;
  await readCodes(ctx, { platform: session.platform, isSandbox: session.isSandbox });
  return sessionAgain(ctx, session);
}

type Waiting = { platform: Platform; connect: CodeConnect; session: StoredSession; state: string; query: PageInput };

async function invitation(ctx: SystemCtx, waiting: Waiting): Promise<ConnectOutcome> {
  const { platform, connect, session, state, query } = waiting;
  const sandbox = session.isSandbox;
  const invite = await connect.invite(platform.call({ sandbox }), codeOf(state));
  if (invite.kind !== 'invite') {
    return {
      kind: 'failed',
      code: 'unavailable',
      message: `${platform.adapter.label} is unavailable: reload the page to try again (${invite.reason})`,
    };
  }
  const { bot, text } = invite;
  const links = invite.links.map(({ label, url }) => {
    const browserUrl = platform.browserUrl(url, { sandbox });
    // The sandbox's chat page fills in the message and links back to this page.
    const back = pageUrl(ctx.site, platform.adapter.name, state);
    return { label, url: sandbox ? withQuery(browserUrl, { back, text }) : browserUrl };
  });
  const [chat] = links;
  if (sandbox && chat !== undefined && query['decision'] === 'approve') {
    return { kind: 'redirect', url: withQuery(chat.url, { decision: 'approve', account: query['account'] }) };
  }
  return { kind: 'code', label: platform.adapter.label, bot, text, links, state, isSandbox: sandbox };
}
