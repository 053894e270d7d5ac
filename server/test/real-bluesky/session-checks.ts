import assert from 'node:assert/strict';
import type { FormConnect, Refreshed, RemoteAccount, Tokens } from '../../src/platforms/adapter.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import type { Check } from './checks.ts';
import { expectOk, type Person, type BlueskyFixture } from './bluesky-fixture.ts';

const connect = bluesky.connect as FormConnect;

async function refresh(fixture: BlueskyFixture, account: RemoteAccount, tokens?: Partial<Tokens>): Promise<Refreshed> {
  const refreshed = await connect.refresh?.(fixture.as(account, tokens));
  assert.ok(refreshed);
  return refreshed;
}

const signInKind = async (
  { call, pds }: BlueskyFixture,
  { handle, appPassword }: Person,
  values: Record<string, string>,
) => (await connect.signIn(call, { handle, appPassword, serviceUrl: pds.origin, ...values })).kind;

type ServiceUrls = {
  /** Nothing listens here. */ closed: string;
  /** Not a PDS. */ web: string;
};

export const sessionChecks = ({ closed, web }: ServiceUrls): Check[] => [
  {
    name: 'an app password connects the account, without a profile',
    run: async (fixture) => {
      const person = await fixture.newPerson('ada');
      const { tokens, ...account } = await fixture.signIn(person, { handle: ' @Ada.TEST\u202c' });
      assert.deepEqual(account, {
        providerAccountId: person.did,
        username: 'ada.test',
        displayName: 'ada.test',
        profileUrl: 'https://bsky.app/profile/ada.test',
        grantedScopes: ['atproto'],
        state: { pds: fixture.pds.origin.replace('127.0.0.1', 'localhost') },
      });
      const lifetimeMs = (tokens?.expiresAt?.getTime() ?? 0) - Date.now();
      assert.ok(Math.abs(lifetimeMs - 7_200_000) < 60_000, `the token lasts ${lifetimeMs} ms`);
      const profile = fixture.seen.find(({ request }) => request.includes('getProfile'));
      assert.ok(profile?.reply.kind === 'response' && profile.reply.status >= 400, 'there should be no profile');
    },
  },
  {
    name: 'a wrong password and unknown or impossible handles are refused',
    run: async (fixture) => {
      const person = await fixture.newPerson('bo-wrong');
      assert.equal(await signInKind(fixture, person, { appPassword: 'abcd-abcd-abcd-abcd' }), 'refused');
      assert.equal(await signInKind(fixture, person, { handle: 'nobody.test' }), 'refused');
      assert.equal(await signInKind(fixture, person, { handle: 'no handle at all' }), 'refused');
    },
  },
  {
    name: 'a missing server or one that is not a PDS is unavailable',
    run: async (fixture) => {
      const person = await fixture.newPerson('cy-lost');
      for (const serviceUrl of [closed, web, `${web}/missing`]) {
        assert.equal(await signInKind(fixture, person, { serviceUrl }), 'unavailable');
      }
    },
  },
  {
    name: 'refreshing rotates both tokens, and the new ones work',
    run: async (fixture) => {
      const account = await fixture.signIn(await fixture.newPerson('dee'));
      const first = await refresh(fixture, account);
      assert.ok(first.kind === 'refreshed', JSON.stringify(first));
      assert.notEqual(first.tokens.refreshToken, account.tokens?.refreshToken);
      const second = await refresh(fixture, account, first.tokens);
      assert.equal(second.kind, 'refreshed');
      const token = first.tokens.accessToken;
      const session = expectOk(await fixture.ask('com.atproto.server.getSession', { token }));
      assert.equal(session['did'], account.providerAccountId);
    },
  },
  {
    name: 'after a lost response the old refresh token still works for the same session',
    run: async (fixture) => {
      const account = await fixture.signIn(await fixture.newPerson('eve'));
      const [first, again] = [await refresh(fixture, account), await refresh(fixture, account)];
      assert.ok(first.kind === 'refreshed' && again.kind === 'refreshed', JSON.stringify([first, again]));
      assert.equal(idOf(first.tokens.refreshToken), idOf(again.tokens.refreshToken));
    },
  },
  {
    name: 'two concurrent refreshes return valid tokens',
    run: async (fixture) => {
      const account = await fixture.signIn(await fixture.newPerson('fay'));
      const both = await Promise.all([refresh(fixture, account), refresh(fixture, account)]);
      for (const one of both) {
        assert.ok(one.kind === 'refreshed', JSON.stringify(one));
        assert.equal((await refresh(fixture, account, one.tokens)).kind, 'refreshed');
      }
    },
  },
  {
    name: 'revoking ends the session, and its refresh token is refused',
    run: async (fixture) => {
      const account = await fixture.signIn(await fixture.newPerson('gil'));
      assert.equal(await connect.revoke?.(fixture.as(account)), true);
      assertDead(await refresh(fixture, account));
      // The real server keeps access tokens valid until they expire.
      const token = account.tokens?.accessToken ?? '';
      assert.equal((await fixture.ask('com.atproto.server.getSession', { token })).status, 200);
      assert.equal(await connect.revoke?.(fixture.as(account)), true, 'again');
    },
  },
  {
    name: 'revoking the app password ends the session',
    run: async (fixture) => {
      const person = await fixture.newPerson('hal');
      const account = await fixture.signIn(person);
      const token = person.accessJwt;
      expectOk(await fixture.ask('com.atproto.server.revokeAppPassword', { token, body: { name: 'Herald' } }));
      assertDead(await refresh(fixture, account));
      assert.equal(await signInKind(fixture, person, {}), 'refused');
    },
  },
  {
    name: 'an invalid refresh token is refused',
    run: async (fixture) => {
      const account = await fixture.signIn(await fixture.newPerson('ida'));
      assertDead(await refresh(fixture, account, { refreshToken: 'rubbish' }));
      assertDead(await refresh(fixture, account, { refreshToken: account.tokens?.accessToken ?? '' }));
      assertDead(await refresh(fixture, account, { refreshToken: `${account.tokens?.refreshToken ?? ''}x` }));
    },
  },
  {
    name: 'an account that was taken down can neither refresh nor sign in',
    run: async (fixture) => {
      const person = await fixture.newPerson('jon');
      const account = await fixture.signIn(person);
      await takeDown(fixture, person);
      assertDead(await refresh(fixture, account));
      assert.equal(await signInKind(fixture, person, {}), 'refused');
    },
  },
  {
    name: 'an account that was deleted can neither refresh nor sign in',
    run: async (fixture) => {
      const person = await fixture.newPerson('kay');
      const account = await fixture.signIn(person);
      expectOk(await fixture.command('com.atproto.admin.deleteAccount', { did: person.did }));
      assertDead(await refresh(fixture, account));
      assert.equal(await signInKind(fixture, person, {}), 'refused');
    },
  },
  {
    name: 'an account that was deactivated cannot be connected',
    run: async (fixture) => {
      const person = await fixture.newPerson('lea');
      await deactivate(fixture, person);
      assert.equal(await signInKind(fixture, person, {}), 'refused');
    },
  },
  {
    name: 'too many sign-ins lead to a wait',
    run: async (fixture) => {
      const person = await fixture.newPerson('max');
      const attempt = (): Promise<string> => signInKind(fixture, person, { appPassword: 'wrong' });
      const kinds = await Promise.all(Array.from({ length: 31 }, attempt));
      assert.equal(kinds.filter((kind) => kind === 'refused').length, 30);
      fixture.seen.length = 0;
      assert.equal(await attempt(), 'unavailable');
    },
  },
];

export async function takeDown(fixture: BlueskyFixture, { did }: Person): Promise<void> {
  const subject = { $type: 'com.atproto.admin.defs#repoRef', did };
  const takedown = { applied: true, ref: 'test' };
  expectOk(await fixture.command('com.atproto.admin.updateSubjectStatus', { subject, takedown }));
}

export async function deactivate(fixture: BlueskyFixture, { accessJwt: token }: Person): Promise<void> {
  expectOk(await fixture.ask('com.atproto.server.deactivateAccount', { token, body: {} }));
}

function assertDead(refreshed: Refreshed): void {
  assert.ok(refreshed.kind === 'refused' && refreshed.cause === 'tokenDead', JSON.stringify(refreshed));
}

function idOf(jwt: string | undefined): unknown {
  const claims = Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { jti?: unknown }).jti;
}
