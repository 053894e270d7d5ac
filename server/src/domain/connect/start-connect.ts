import type { ConnectSessionRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Platform } from '../../platforms/platforms.ts';
import type { ConnectStarted, StartConnectQuery } from '../../schemas/connect.ts';
import { scopeOf } from '../access.ts';
import { checkAccountLimit } from '../accounts/check-account-limit.ts';
import { platformNamed } from '../accounts/platform-named.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { checkRedirectUrl } from './check-redirect-url.ts';
import { codeChallenge, codeHash, codeOf, newState, stateHash } from './connect-secrets.ts';
import { insertSession } from './connect-session-store.ts';
import { callbackUrl, pageUrl } from './connect-urls.ts';
import { sealVerifier } from './sealed-verifier.ts';

const minuteMs = 60_000;
const lifeMs = { oauth: 10 * minuteMs, form: 10 * minuteMs, code: 15 * minuteMs };

export async function startConnect(ctx: Ctx, platformName: string, query: StartConnectQuery): Promise<ConnectStarted> {
  const platform = platformNamed(ctx, platformName);
  if (query.redirectUrl !== undefined) checkRedirectUrl(ctx, query.redirectUrl);
  const profile = await requireProfile(ctx, query.profileId);
  const sandbox = query.sandbox === true || !platform.hasCredentials;
  if (sandbox && !platform.hasSandbox) throw noSandbox(platform);
  await checkAccountLimit(ctx, {
    destination: { profileId: profile.id, platform: platform.adapter.name },
    added: 'unknown',
  });
  const state = newState(ctx);
  const { connect } = platform.adapter;
  const verifier = connect.kind === 'oauth' && connect.usesPkce ? newState(ctx) : undefined;
  const row = newSession(ctx, { platform, state, verifier, sandbox, query });
  await insertSession(ctx.db, row);
  return { authUrl: authUrl(ctx, { platform, state, verifier, sandbox }), state };
}

type Begun = { platform: Platform; state: string; verifier: string | undefined; sandbox: boolean };

function newSession(ctx: Ctx, { query, ...begun }: Begun & { query: StartConnectQuery }): ConnectSessionRow {
  const { adapter } = begun.platform;
  const now = ctx.clock.now();
  const key = { id: ctx.ids.make('connectSession'), ownerId: scopeOf(ctx.caller).ownerId };
  return {
    ...key,
    profileId: query.profileId,
    platform: adapter.name,
    isSandbox: begun.sandbox,
    stateHash: stateHash(begun.state),
    codeHash: adapter.connect.kind === 'code' ? codeHash(codeOf(begun.state)) : null,
    codeVerifierSealed: begun.verifier === undefined ? null : sealVerifier(ctx.sealer, key, begun.verifier),
    redirectUrl: query.redirectUrl ?? null,
    status: 'pending',
    claimedAt: null,
    accountIds: [],
    errorCode: null,
    errorDescription: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs[adapter.connect.kind]),
  };
}

function authUrl(ctx: Ctx, { platform, state, verifier, sandbox }: Begun): string {
  const { connect, name } = platform.adapter;
  if (connect.kind !== 'oauth') return pageUrl(ctx.site, name, state);
  const url = connect.authorizeUrl(platform.call({ sandbox }), {
    redirectUri: callbackUrl(ctx.site, name),
    state,
    codeChallenge: verifier === undefined ? undefined : codeChallenge(verifier),
    scopes: platform.requestedScopes({ sandbox }),
  });
  return platform.browserUrl(url, { sandbox });
}

function noSandbox({ adapter }: Platform): AppError {
  const names = adapter.settings.map(({ name }) => `HERALD_${adapter.name.toUpperCase()}_${name}`).join(', ');
  const real = names === '' ? '' : ` To connect real accounts, the operator sets ${names}.`;
  return new AppError('platformUnsupported', `No sandbox is running: set HERALD_SANDBOX_URL.${real}`, {
    platform: adapter.name,
  });
}
