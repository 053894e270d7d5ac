import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type {
  CodeConnect,
  Connected,
  FormConnect,
  OAuthConnect,
  RemoteAccount,
  SeenCode,
} from '../../src/platforms/adapter.ts';
import type { Edge, PlatformFixture } from './platform-fixture.ts';

type Wish = { name?: string; decision?: 'approve' | 'deny'; drop?: string; edge?: Edge };

export async function newAccount(fixture: PlatformFixture, name = fixture.newName()): Promise<RemoteAccount> {
  const [first] = await accountsOf(fixture, name);
  assert.ok(first);
  await fixture.prepareAccount(first);
  return first;
}

export async function accountsOf(fixture: PlatformFixture, name: string): Promise<readonly RemoteAccount[]> {
  const connected = await connect(fixture, { name });
  assert.equal(connected.kind, 'accounts', JSON.stringify(connected));
  return connected.accounts;
}

export async function connect(fixture: PlatformFixture, wish: Wish): Promise<Connected> {
  const { connect: way } = fixture.adapter;
  switch (way.kind) {
    case 'oauth': {
      const grant = await approve(fixture, way, wish);
      return await way.exchange(fixture.call(wish.edge), grant);
    }
    case 'form':
      return await way.signIn(fixture.call(wish.edge), formValues(fixture, way, wish));
    case 'code': {
      const seen = await sendCode(fixture, way, wish);
      assert.ok(seen, 'the code was not seen');
      return await way.open(fixture.call(wish.edge), seen);
    }
  }
}

type Grant = Parameters<OAuthConnect['exchange']>[1];

export async function approve(fixture: PlatformFixture, way: OAuthConnect, wish: Wish): Promise<Grant> {
  const { parameters, ...grant } = await decide(fixture, way, { ...wish, decision: 'approve' });
  const code = parameters.get('code');
  assert.ok(code, `no code: ${parameters.toString()}`);
  fixture.transcript.secrets.add(code);
  return { ...grant, code };
}

type Decided = { parameters: URLSearchParams; redirectUri: string; codeVerifier: string | undefined };

let states = 0;

export async function decide(fixture: PlatformFixture, way: OAuthConnect, wish: Wish): Promise<Decided> {
  const redirectUri = `${fixture.files.origin}/callback`;
  const state = `state${(states += 1)}`;
  const codeVerifier = way.usesPkce ? `verifier-${state}-${'x'.repeat(40)}` : undefined;
  if (codeVerifier !== undefined) fixture.transcript.secrets.add(codeVerifier);
  const codeChallenge =
    codeVerifier === undefined ? undefined : createHash('sha256').update(codeVerifier).digest('base64url');
  const request = { redirectUri, state, codeChallenge, scopes: way.requestedScopes };
  const address = new URL(fixture.browserUrl(way.authorizeUrl(fixture.call(), request)));
  address.searchParams.set('decision', wish.decision ?? 'approve');
  if (wish.name !== undefined) address.searchParams.set('account', wish.name);
  if (wish.drop !== undefined) address.searchParams.append('drop', wish.drop);
  const response = await fetch(address, { redirect: 'manual' });
  const location = response.headers.get('location');
  assert.ok(location, `no redirect: ${response.status} ${await response.text()}`);
  const parameters = new URL(location).searchParams;
  assert.equal(new URL(location).origin, fixture.files.origin);
  assert.equal(parameters.get('state'), state, 'the state does not come back');
  return { parameters, redirectUri, codeVerifier };
}

export function formValues(
  fixture: PlatformFixture,
  way: FormConnect,
  { name }: Wish,
): Readonly<Record<string, string>> {
  const values = way.sandboxValues(name);
  for (const { name: field, isSecret } of way.fields) {
    const value = values[field];
    if (isSecret && value !== undefined) fixture.transcript.secrets.add(value);
  }
  return values;
}

/** Undefined when the code was not sent. */
export async function sendCode(fixture: PlatformFixture, way: CodeConnect, wish: Wish): Promise<SeenCode | undefined> {
  const code = `code-${(states += 1)}`;
  const invite = await way.invite(fixture.call(), code);
  assert.equal(invite.kind, 'invite', JSON.stringify(invite));
  const address = new URL(fixture.browserUrl(invite.links[0]?.url ?? ''));
  address.searchParams.set('text', invite.text);
  address.searchParams.set('decision', wish.decision ?? 'approve');
  if (wish.name !== undefined) address.searchParams.set('account', wish.name);
  const response = await fetch(address);
  assert.equal(response.status, 200, await response.text());
  const seen = await way.readCodes(fixture.call(), cursors.get(fixture));
  assert.equal(seen.kind, 'codes', JSON.stringify(seen));
  cursors.set(fixture, seen.cursor);
  return seen.codes.find((one) => one.code === code);
}

const cursors = new WeakMap<PlatformFixture, string | undefined>();

export function cursorOf(fixture: PlatformFixture): string | undefined {
  return cursors.get(fixture);
}
