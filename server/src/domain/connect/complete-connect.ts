import { AppError } from '../../kernel/errors.ts';
import type { Connected, FormConnect, OAuthConnect } from '../../platforms/adapter.ts';
import type { ConnectCompleted } from '../../schemas/connect.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { platformNamed } from '../accounts/platform-named.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { completedView } from './completed-view.ts';
import type { StoredSession } from './connect-session-store.ts';
import { callbackUrl } from './connect-urls.ts';
import { finishSession } from './finish-session.ts';
import { checkForm } from './check-form.ts';
import { openVerifier } from './sealed-verifier.ts';
import { seenAccounts } from './seen-accounts.ts';
import { sessionOf, unusable, useSession } from './use-session.ts';

type Input = { state: string; profileId: string } & Readonly<Record<string, string | undefined>>;

export async function completeConnect(ctx: Ctx, platformName: string, input: Input): Promise<ConnectCompleted> {
  const platform = platformNamed(ctx, platformName);
  const profile = await requireProfile(ctx, input.profileId);
  const session = await sessionOf(ctx, { platform: platform.adapter.name, state: input.state });
  if (session === undefined) throw unusable();
  if (session.ownerId !== scopeOf(ctx.caller).ownerId || session.profileId !== profile.id) {
    throw new AppError('oauthStateUserMismatch', 'This state belongs to another user or profile');
  }
  const accounts = await complete(ctx, session, input);
  return completedView(platform.adapter, profile.id, accounts);
}

async function complete(ctx: Ctx, session: StoredSession, input: Input): Promise<StoredAccount[]> {
  const { connect } = platformNamed(ctx, session.platform).adapter;
  switch (connect.kind) {
    case 'oauth':
      return byCode(ctx, { session, connect, code: input['code'] ?? '' });
    case 'form': {
      const values = checkForm(ctx, connect.fields, input);
      await useSession(ctx, session);
      return finishSession(ctx, session, await signIn(ctx, { session, connect, values }));
    }
    case 'code':
      return seenAccounts(ctx, session);
  }
}

type Grant = { session: StoredSession; connect: OAuthConnect; code: string };

export async function byCode(ctx: Ctx, { session, connect, code }: Grant): Promise<StoredAccount[]> {
  if (code === '')
    throw new AppError('oauthCallbackFailed', 'The platform returned no code: start the connection again');
  await useSession(ctx, session);
  const call = platformNamed(ctx, session.platform).call({ sandbox: session.isSandbox });
  const connected = await connect.exchange(call, {
    code,
    redirectUri: callbackUrl(ctx.site, session.platform),
    codeVerifier: openVerifier(ctx.sealer, session, session.codeVerifierSealed),
  });
  return finishSession(ctx, session, connected);
}

type SignIn = { session: StoredSession; connect: FormConnect; values: Readonly<Record<string, string>> };

export function signIn(ctx: Ctx, { session, connect, values }: SignIn): Promise<Connected> {
  return connect.signIn(platformNamed(ctx, session.platform).call({ sandbox: session.isSandbox }), values);
}
