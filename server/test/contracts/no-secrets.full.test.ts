import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccount } from '../../src/domain/accounts/tokens/open-account.ts';
import { adapters } from '../../src/platforms/registry.ts';
import { parrot } from '../example/adapter/index.ts';
import { defaultProfile, followConsent, makeAccount, makeWebhook } from '../factories.ts';
import { startTestApp, type TestUser } from '../harness.ts';

const t = await startTestApp({ sandbox: true });
const dayMs = 86_400_000;

async function dump(): Promise<Map<string, string>> {
  const tables = await t.sql<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await t.sql<{ text: string }>(`SELECT one::text AS text FROM ${name} one`);
    texts.set(name, rows.map((row) => row.text).join('\n'));
  }
  // Bytes would be shown as hexadecimal.
  const bodies = await t.sql<{ text: string }>(`SELECT convert_from(body, 'UTF8') AS text FROM events`);
  return texts.set('bodies of events', bodies.map((row) => row.text).join('\n'));
}

async function refuseSecrets(secrets: ReadonlySet<string>, more = new Map<string, string>()): Promise<void> {
  const texts = new Map([...(await dump()), ...more, ['the log', t.log.join('\n')]]);
  assert.ok(texts.get('public.events'), 'something was looked at');
  for (const [name, text] of texts) {
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret.slice(0, 6)}… is in ${name}`);
  }
}

async function live(user: TestUser, platform: string, secrets: Set<string>): Promise<void> {
  const { _id: profileId } = await defaultProfile(user.call);
  const errors: string[] = [];
  for (const decision of ['deny', 'approve']) {
    const { body } = await user.call('GET', `/v1/connect/${platform}?profileId=${profileId}&sandbox=true`);
    secrets.add(body.state);
    const wrong = {
      state: body.state,
      profileId,
      code: 'wrong-code',
      handle: 'ada.bsky.test',
      appPassword: 'not-the-password',
    };
    if (decision === 'deny') errors.push((await user.call('POST', `/v1/connect/${platform}`, { body: wrong })).text);
    else await followConsent(user.call, `${body.authUrl}&decision=${decision}`);
    errors.push((await user.call('POST', `/v1/connect/${platform}`, { body: wrong })).text);
  }
  const account = await makeAccount(user.call, { platform });
  const ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } as const };
  const note = async (): Promise<void> => {
    const opened = await openAccount(ctx, account._id);
    const { accessToken, refreshToken } = (opened.kind === 'open' ? opened.call.account.tokens : null) ?? {};
    for (const token of [accessToken, refreshToken]) if (token !== undefined) secrets.add(token);
  };
  await note();
  await t.sandbox.fault(platform, 'errorBefore', { times: 1 });
  await t.sql(`UPDATE accounts SET refresh_at = herald_now() WHERE id = $1 AND refresh_at IS NOT NULL`, [account._id]);
  await note();
  await refuseSecrets(secrets);
  await t.advance(2 * dayMs);
  await t.sandbox.control('DELETE', 'faults');
  await note();
  await t.app.drain();
  errors.push((await user.call('GET', `/v1/accounts/${account._id}/health`)).text);
  await user.call('DELETE', `/v1/accounts/${account._id}`);
  await refuseSecrets(secrets, new Map([['errors', errors.join('\n')]]));
}

test('no token, secret or state appears in a log, job, event, error or the database', async () => {
  const user = await t.newUser();
  await makeWebhook(user.call, { events: ['account.connected', 'account.needs_reauth', 'account.disconnected'] });
  const allAdapters = [...adapters, parrot];
  const secrets = new Set(['not-the-password', 'sand-boxx-pass-word']);
  for (const { settings } of allAdapters) {
    for (const { isSecret, sandboxValue } of settings) if (isSecret) secrets.add(sandboxValue);
  }
  for (const { name } of allAdapters) await live(user, name, secrets);
  assert.ok(secrets.size > 3 * allAdapters.length, 'states, tokens and credentials were noted');
  await refuseSecrets(secrets, new Map([['the feed', (await user.call('GET', '/v1/events?limit=200')).text]]));
});
