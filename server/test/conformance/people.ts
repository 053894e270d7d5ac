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
import type { Edge, World } from './world.ts';

/** People of the sandbox, who come and let Herald in by script. */

type Wish = { name?: string; decision?: 'approve' | 'deny'; drop?: string; edge?: Edge };

/** A new person's only account, or the first of them. */
export async function newAccount(world: World, name = world.newName()): Promise<RemoteAccount> {
  const [first] = await accountsOf(world, name);
  assert.ok(first);
  await world.place(first);
  return first;
}

export async function accountsOf(world: World, name: string): Promise<readonly RemoteAccount[]> {
  const connected = await connect(world, { name });
  assert.equal(connected.kind, 'accounts', JSON.stringify(connected));
  return connected.accounts;
}

/** Up to the answer of the network, whatever it is. */
export async function connect(world: World, wish: Wish): Promise<Connected> {
  const { connect: way } = world.adapter;
  switch (way.kind) {
    case 'oauth': {
      const grant = await approve(world, way, wish);
      return await way.exchange(world.call(wish.edge), grant);
    }
    case 'form':
      return await way.signIn(world.call(wish.edge), formValues(world, way, wish));
    case 'code': {
      const seen = await sendCode(world, way, wish);
      assert.ok(seen, 'the code was not seen');
      return await way.open(world.call(wish.edge), seen);
    }
  }
}

type Grant = Parameters<OAuthConnect['exchange']>[1];

export async function approve(world: World, way: OAuthConnect, wish: Wish): Promise<Grant> {
  const { answer, ...grant } = await decide(world, way, { ...wish, decision: 'approve' });
  const code = answer.get('code');
  assert.ok(code, `no code: ${answer.toString()}`);
  world.transcript.secrets.add(code);
  return { ...grant, code };
}

type Decided = { answer: URLSearchParams; redirectUri: string; codeVerifier: string | undefined };

let states = 0;

/** What a browser brings back from the consent page. */
export async function decide(world: World, way: OAuthConnect, wish: Wish): Promise<Decided> {
  const redirectUri = `${world.fixtures.origin}/callback`;
  const state = `state${(states += 1)}`;
  const codeVerifier = way.usesPkce ? `verifier-${state}-${'x'.repeat(40)}` : undefined;
  if (codeVerifier !== undefined) world.transcript.secrets.add(codeVerifier);
  const codeChallenge =
    codeVerifier === undefined ? undefined : createHash('sha256').update(codeVerifier).digest('base64url');
  const request = { redirectUri, state, codeChallenge, scopes: way.requestedScopes };
  const address = new URL(world.browserUrl(way.authorizeUrl(world.call(), request)));
  address.searchParams.set('decision', wish.decision ?? 'approve');
  if (wish.name !== undefined) address.searchParams.set('account', wish.name);
  if (wish.drop !== undefined) address.searchParams.append('drop', wish.drop);
  const response = await fetch(address, { redirect: 'manual' });
  const location = response.headers.get('location');
  assert.ok(location, `no redirect: ${response.status} ${await response.text()}`);
  const answer = new URL(location).searchParams;
  assert.equal(new URL(location).origin, world.fixtures.origin);
  assert.equal(answer.get('state'), state, 'the state does not come back');
  return { answer, redirectUri, codeVerifier };
}

export function formValues(world: World, way: FormConnect, { name }: Wish): Readonly<Record<string, string>> {
  const values = way.sandboxValues(name);
  for (const { name: field, isSecret } of way.fields) {
    const value = values[field];
    if (isSecret && value !== undefined) world.transcript.secrets.add(value);
  }
  return values;
}

/** The code as the bot saw it; undefined when nobody sent it. */
export async function sendCode(world: World, way: CodeConnect, wish: Wish): Promise<SeenCode | undefined> {
  const code = `code-${(states += 1)}`;
  const invite = await way.invite(world.call(), code);
  assert.equal(invite.kind, 'invite', JSON.stringify(invite));
  const address = new URL(world.browserUrl(invite.links[0]?.url ?? ''));
  address.searchParams.set('text', invite.text);
  address.searchParams.set('decision', wish.decision ?? 'approve');
  if (wish.name !== undefined) address.searchParams.set('account', wish.name);
  const response = await fetch(address);
  assert.equal(response.status, 200, await response.text());
  const seen = await way.readCodes(world.call(), cursors.get(world));
  assert.equal(seen.kind, 'codes', JSON.stringify(seen));
  cursors.set(world, seen.cursor);
  return seen.codes.find((one) => one.code === code);
}

const cursors = new WeakMap<World, string | undefined>();

/** Up to where codes have been read. */
export function cursorOf(world: World): string | undefined {
  return cursors.get(world);
}
