import { AppError } from '../../kernel/errors.ts';
import type { FormConnect } from '../../platforms/adapter.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { SystemCtx } from '../context.ts';
import { checkForm } from './check-form.ts';
import { signIn } from './complete-connect.ts';
import { ended, failed, failedWith, succeeded, type ConnectOutcome } from './connect-outcome.ts';
import { releaseSession, type StoredSession } from './connect-session-store.ts';
import { denySession } from './deny-session.ts';
import { finishSession } from './finish-session.ts';
import { asSessionOwner, sessionOf, unusable, useSession } from './use-session.ts';

export type PageInput = Readonly<Record<string, string | undefined>>;
type Page = { session: StoredSession; connect: FormConnect; label: string; state: string };

export async function formPage(ctx: SystemCtx, platform: string, query: PageInput): Promise<ConnectOutcome> {
  return onPage(ctx, { platform, state: query['state'] ?? '' }, async (page) => {
    const { session, connect } = page;
    if (query['decision'] === 'deny') return denySession(ctx, session);
    const ready = session.isSandbox ? connect.sandboxValues(query['account']) : {};
    if (session.isSandbox && query['decision'] === 'approve') return submit(ctx, page, ready);
    return formOf(page, ready);
  });
}

export async function submitForm(ctx: SystemCtx, platform: string, form: PageInput): Promise<ConnectOutcome> {
  return onPage(ctx, { platform, state: form['state'] ?? '' }, (page) => submit(ctx, page, form));
}

async function onPage(
  ctx: SystemCtx,
  { platform, state }: { platform: string; state: string },
  show: (page: Page) => Promise<ConnectOutcome>,
): Promise<ConnectOutcome> {
  const session = await sessionOf(ctx, { platform, state });
  if (session === undefined) return failed(undefined, unusable());
  const { connect, label } = platformOf(ctx, platform).adapter;
  if (session.status !== 'pending') return ended(ctx, session);
  if (session.isExpired || connect.kind !== 'form') return failedWith(session, unusable());
  try {
    return await show({ session, connect, label, state });
  } catch (error) {
    return failedWith(session, error);
  }
}

/** After a failed sign-in, the form is shown again and the state remains valid. */
async function submit(ctx: SystemCtx, page: Page, input: PageInput): Promise<ConnectOutcome> {
  const { session, connect } = page;
  const owned = asSessionOwner(ctx, session);
  const again = (message: string): ConnectOutcome => formOf(page, withoutSecrets(connect, input), message);
  let values: Record<string, string>;
  try {
    values = checkForm(ctx, connect.fields, input);
  } catch (error) {
    if (error instanceof AppError) return again(error.message);
    throw error;
  }
  await useSession(ctx, session);
  const connected = await signIn(owned, { session, connect, values });
  if (connected.kind !== 'accounts') {
    await releaseSession(ctx.db, session.id);
    return again(connected.reason);
  }
  return succeeded(ctx, session, await finishSession(owned, session, connected));
}

function formOf(page: Page, values: PageInput, fault?: string): ConnectOutcome {
  const { label, connect, state, session } = page;
  const known = connect.fields.map(({ name }) => [name, values[name] ?? ''] as const);
  return {
    kind: 'form',
    label,
    intro: connect.intro,
    fields: connect.fields,
    values: Object.fromEntries(known),
    fault,
    state,
    isSandbox: session.isSandbox,
  };
}

function withoutSecrets({ fields }: FormConnect, values: PageInput): PageInput {
  const shown = fields.filter(({ isSecret }) => !isSecret).map(({ name }) => [name, values[name]] as const);
  return Object.fromEntries(shown);
}
