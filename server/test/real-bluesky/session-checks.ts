import assert from 'node:assert/strict';
import type { FormConnect, Refreshed, RemoteAccount, Tokens } from '../../src/platforms/adapter.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import type { Check } from './checks.ts';
import { expectOk, type Person, type World } from './world.ts';

const connect = bluesky.connect as FormConnect;

async function refresh(world: World, account: RemoteAccount, tokens?: Partial<Tokens>): Promise<Refreshed> {
  const refreshed = await connect.refresh?.(world.as(account, tokens));
  assert.ok(refreshed);
  return refreshed;
}

const signInKind = async ({ call, pds }: World, { handle, appPassword }: Person, values: Record<string, string>) =>
  (await connect.signIn(call, { handle, appPassword, serviceUrl: pds.origin, ...values })).kind;

type Places = {
  /** Nobody listens there. */ closed: string;
  /** A web server, and none of this network. */ web: string;
};

export const sessionChecks = ({ closed, web }: Places): Check[] => [
  {
    name: 'an app password connects the account, without a profile to be had',
    run: async (world) => {
      const person = await world.newPerson('ada');
      const { tokens, ...account } = await world.signIn(person, { handle: ' @Ada.TEST\u202c' });
      assert.deepEqual(account, {
        providerAccountId: person.did,
        username: 'ada.test',
        displayName: 'ada.test',
        profileUrl: 'https://bsky.app/profile/ada.test',
        grantedScopes: ['atproto'],
        state: { pds: world.pds.origin.replace('127.0.0.1', 'localhost') },
      });
      const lifetimeMs = (tokens?.expiresAt?.getTime() ?? 0) - Date.now();
      assert.ok(Math.abs(lifetimeMs - 7_200_000) < 60_000, `the token lasts ${lifetimeMs} ms`);
      const profile = world.seen.find(({ request }) => request.includes('getProfile'));
      assert.ok(profile?.reply.kind === 'answer' && profile.reply.status >= 400, 'there should be no profile');
    },
  },
  {
    name: 'a wrong password and unknown or impossible handles are refused',
    run: async (world) => {
      const person = await world.newPerson('bo-wrong');
      assert.equal(await signInKind(world, person, { appPassword: 'abcd-abcd-abcd-abcd' }), 'refused');
      assert.equal(await signInKind(world, person, { handle: 'nobody.test' }), 'refused');
      assert.equal(await signInKind(world, person, { handle: 'no handle at all' }), 'refused');
    },
  },
  {
    name: 'a server that is not there, or is another kind of server, is unavailable',
    run: async (world) => {
      const person = await world.newPerson('cy-lost');
      for (const serviceUrl of [closed, web, `${web}/missing`]) {
        assert.equal(await signInKind(world, person, { serviceUrl }), 'unavailable');
      }
    },
  },
  {
    name: 'refreshing rotates both tokens, and the new ones work',
    run: async (world) => {
      const account = await world.signIn(await world.newPerson('dee'));
      const first = await refresh(world, account);
      assert.ok(first.kind === 'refreshed', JSON.stringify(first));
      assert.notEqual(first.tokens.refreshToken, account.tokens?.refreshToken);
      const second = await refresh(world, account, first.tokens);
      assert.equal(second.kind, 'refreshed');
      const token = first.tokens.accessToken;
      const session = expectOk(await world.ask('com.atproto.server.getSession', { token }));
      assert.equal(session['did'], account.providerAccountId);
    },
  },
  {
    name: 'after a lost answer the old refresh token still works, and leads to the same session',
    run: async (world) => {
      const account = await world.signIn(await world.newPerson('eve'));
      const [first, again] = [await refresh(world, account), await refresh(world, account)];
      assert.ok(first.kind === 'refreshed' && again.kind === 'refreshed', JSON.stringify([first, again]));
      assert.equal(idOf(first.tokens.refreshToken), idOf(again.tokens.refreshToken));
    },
  },
  {
    name: 'refreshing twice at once gives two that work',
    run: async (world) => {
      const account = await world.signIn(await world.newPerson('fay'));
      const both = await Promise.all([refresh(world, account), refresh(world, account)]);
      for (const one of both) {
        assert.ok(one.kind === 'refreshed', JSON.stringify(one));
        assert.equal((await refresh(world, account, one.tokens)).kind, 'refreshed');
      }
    },
  },
  {
    name: 'revoking ends the session: its refresh token is refused for good',
    run: async (world) => {
      const account = await world.signIn(await world.newPerson('gil'));
      assert.equal(await connect.revoke?.(world.as(account)), true);
      assertDead(await refresh(world, account));
      // As the network has it: the short-lived token is not looked up, and lasts until it runs out.
      const token = account.tokens?.accessToken ?? '';
      assert.equal((await world.ask('com.atproto.server.getSession', { token })).status, 200);
      assert.equal(await connect.revoke?.(world.as(account)), true, 'again');
    },
  },
  {
    name: 'an app password that was withdrawn ends the session',
    run: async (world) => {
      const person = await world.newPerson('hal');
      const account = await world.signIn(person);
      const token = person.accessJwt;
      expectOk(await world.ask('com.atproto.server.revokeAppPassword', { token, body: { name: 'Herald' } }));
      assertDead(await refresh(world, account));
      assert.equal(await signInKind(world, person, {}), 'refused');
    },
  },
  {
    name: 'a refresh token that is none is refused',
    run: async (world) => {
      const account = await world.signIn(await world.newPerson('ida'));
      assertDead(await refresh(world, account, { refreshToken: 'rubbish' }));
      assertDead(await refresh(world, account, { refreshToken: account.tokens?.accessToken ?? '' }));
      assertDead(await refresh(world, account, { refreshToken: `${account.tokens?.refreshToken ?? ''}x` }));
    },
  },
  {
    name: 'an account that was taken down can neither refresh nor sign in',
    run: async (world) => {
      const person = await world.newPerson('jon');
      const account = await world.signIn(person);
      await takeDown(world, person);
      assertDead(await refresh(world, account));
      assert.equal(await signInKind(world, person, {}), 'refused');
    },
  },
  {
    name: 'an account that was deleted can neither refresh nor sign in',
    run: async (world) => {
      const person = await world.newPerson('kay');
      const account = await world.signIn(person);
      expectOk(await world.command('com.atproto.admin.deleteAccount', { did: person.did }));
      assertDead(await refresh(world, account));
      assert.equal(await signInKind(world, person, {}), 'refused');
    },
  },
  {
    name: 'an account that was deactivated cannot be connected',
    run: async (world) => {
      const person = await world.newPerson('lea');
      await deactivate(world, person);
      assert.equal(await signInKind(world, person, {}), 'refused');
    },
  },
  {
    name: 'too many sign-ins are a matter of waiting',
    run: async (world) => {
      const person = await world.newPerson('max');
      const attempt = (): Promise<string> => signInKind(world, person, { appPassword: 'wrong' });
      const kinds = await Promise.all(Array.from({ length: 31 }, attempt));
      assert.equal(kinds.filter((kind) => kind === 'refused').length, 30);
      world.seen.length = 0;
      assert.equal(await attempt(), 'unavailable');
    },
  },
];

export async function takeDown(world: World, { did }: Person): Promise<void> {
  const subject = { $type: 'com.atproto.admin.defs#repoRef', did };
  const takedown = { applied: true, ref: 'test' };
  expectOk(await world.command('com.atproto.admin.updateSubjectStatus', { subject, takedown }));
}

export async function deactivate(world: World, { accessJwt: token }: Person): Promise<void> {
  expectOk(await world.ask('com.atproto.server.deactivateAccount', { token, body: {} }));
}

function assertDead(refreshed: Refreshed): void {
  assert.ok(refreshed.kind === 'refused' && refreshed.cause === 'tokenDead', JSON.stringify(refreshed));
}

function idOf(jwt: string | undefined): unknown {
  const claims = Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { jti?: unknown }).jti;
}
