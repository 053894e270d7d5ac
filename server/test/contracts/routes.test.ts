import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathParamNames, type JsonRoute } from '../../src/http/route.ts';
import { routes } from '../../src/http/routes/index.ts';
import {
  approvedSession,
  assertError,
  defaultProfile,
  followConsent,
  makeAccount,
  makeForParam,
  makeKey,
  makeProfile,
} from '../factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../harness.ts';

// Runs for every listed route, so new endpoints are covered automatically.

const t = await startTestApp({ sandbox: true });
const json = routes.filter((route) => route.kind === 'json');
const withBody = json.filter((route) => route.body !== undefined);
const unknownKey = `hrd_live_${'0'.repeat(64)}`;

function anyBody(route: JsonRoute): { body?: object } {
  return route.body === undefined ? {} : { body: {} };
}

function pathWith(route: JsonRoute, ids: Record<string, string> = {}): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? 'unknown');
  return isReserved(route) ? `${path}?accountId=unknown` : path;
}

/** Reserved endpoints return no data yet. */
function isReserved(route: JsonRoute): boolean {
  return route.errors.includes('orgScopesDisabled');
}

function isInbox(route: JsonRoute): boolean {
  return route.path.startsWith('/v1/inbox/');
}

for (const route of json) {
  const name = `${route.method} ${route.path}`;

  test(`${name}: returns 401 without a key, with a malformed one and with an unknown one`, async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }, { authorization: `Bearer ${unknownKey}` }]) {
      assertError(await t.call(route.method, pathWith(route), { headers }), 401, { error: 'Unauthorized' });
    }
  });

  test(`${name}: returns 401 before reading the body`, async () => {
    const response = await t.call(route.method, pathWith(route), {
      headers: { 'content-type': 'application/json' },
      payload: '{broken',
    });
    assertError(response, 401, { error: 'Unauthorized' });
  });

  test(`${name}: returns 413 for a body over its limit and 415 for an encoded one, before checking the key`, async () => {
    const big = await t.call(route.method, pathWith(route), {
      payload: 'x'.repeat((route.bodyBytesMax ?? 1024 * 1024) + 1),
      headers: { 'content-type': 'application/json' },
    });
    assertError(big, 413, { error: 'Payload too large' });
    const coded = await t.call(route.method, pathWith(route), { headers: { 'content-encoding': 'gzip' } });
    assertError(coded, 415, { error: 'Unsupported content encoding' });
  });

  test(`${name}: returns 429 once the request budget of the plan is spent`, async () => {
    const user = await t.newUser('free');
    await t.sql(
      `INSERT INTO request_budgets (owner_id, full_at, admitted) VALUES ($1, herald_now() + interval '1 minute', true)`,
      [user.ownerId],
    );
    const response = await user.call(route.method, pathWith(route), anyBody(route));
    assertError(response, 429, { error: 'rate_limited', retryAfter: 1 });
    assert.equal(response.headers['retry-after'], '1');
  });

  if (route.access !== 'read') {
    test(`${name}: returns 403 for a read-only key, before reading the body`, async () => {
      const user = await t.newUser();
      const { key } = await makeKey(user.call, { permission: 'read' });
      assertError(await t.as(key)(route.method, pathWith(route)), 403, {
        error: 'API key requires read_write permission',
      });
    });
  }

  if (route.access === 'write-all') {
    test(`${name}: returns 403 for a key limited to profiles`, async () => {
      const call = await limitedKey(t);
      assertError(await call(route.method, pathWith(route)), 403, { error: 'API key requires read_write permission' });
    });
  }

  if (route.access === 'write') {
    test(`${name}: returns 403 forbidden for a limited key whose profiles are deleted`, async () => {
      const user = await t.newUser();
      const profile = await makeProfile(user.call);
      const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
      await user.call('DELETE', `/v1/profiles/${profile._id}`);
      assertError(await t.as(key)(route.method, pathWith(route)), 403, { code: 'forbidden' });
    });
  }

  // A platform is a fixed name, not an ID. Inbox IDs, which are the platform's, have their own tests.
  for (const param of isInbox(route) ? [] : pathParamNames(route.path).filter((name) => name !== 'platform')) {
    test(`${name}: returns the same for the ${param} of another user as for an unknown one`, async () => {
      const [user, other] = [await t.newUser(), await t.newUser()];
      const foreign = await makeForParam(param, other, t, route.path);
      const body = await bodyFor(route, user);
      const unknown = await user.call(route.method, pathWith(route), body);
      const response = await user.call(route.method, pathWith(route, { [param]: foreign }), body);
      assert.equal(unknown.status, 404, unknown.text);
      assert.deepEqual(
        { status: response.status, body: response.body },
        { status: unknown.status, body: unknown.body },
      );
      const own = await other.call(
        route.method,
        pathWith(route, { [param]: foreign }),
        await bodyFor(route, other, foreign),
      );
      if (isReserved(route)) return assertError(own, 404, { code: 'accountNotFound' });
      assert.equal(own.status, route.success, `and its owner still reaches it: ${own.text}`);
    });

    test(`${name}: returns 404 for hostile text as ${param}`, async () => {
      const user = await t.newUser();
      for (const text of ['%00', 'prf_%00', '%F0%9F%98%80', '..%2F..', "'%20OR%201=1--", 'x'.repeat(513)]) {
        const response = await user.call(route.method, pathWith(route, { [param]: text }), await bodyFor(route, user));
        assert.equal(response.status, 404, `${text}: ${response.text}`);
      }
    });
  }
}

for (const route of withBody) {
  const name = `${route.method} ${route.path}`;

  test(`${name}: returns 400 "JSON body is required" for a missing, empty or non-JSON body`, async () => {
    const user = await t.newUser();
    const send = (payload: string | undefined, contentType: string) =>
      user.call(route.method, pathWith(route), {
        headers: { 'content-type': contentType },
        ...(payload === undefined ? {} : { payload }),
      });
    const responses = [
      ...(route.isBodyOptional === true
        ? []
        : [await user.call(route.method, pathWith(route)), await send('', 'application/json')]),
      await send('  ', 'application/json'),
      await send('{}', 'text/plain'),
      await send('{}', 'nonsense'),
      await send('name=x', 'application/x-www-form-urlencoded'),
      await send('[]', 'application/json'),
      await send('null', 'application/json'),
      await send('"text"', 'application/json'),
    ];
    for (const response of responses) assertError(response, 400, { error: 'JSON body is required' });
  });

  test(`${name}: returns 400 "Invalid JSON body" for malformed, too deep or badly encoded JSON`, async () => {
    const user = await t.newUser();
    const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    for (const payload of ['{broken', '{"a":1,}', deep, '['.repeat(10_000), Buffer.from([0x7b, 0xff, 0x7d])]) {
      const headers = { 'content-type': 'application/json' };
      const response = await user.call(route.method, pathWith(route), { headers, payload });
      assertError(response, 400, { error: 'Invalid JSON body' });
    }
  });

  test(`${name}: rejects U+0000 and lone surrogates with their field path`, async () => {
    const user = await t.newUser();
    if (route.isBodyCheckedLater === true) {
      const { body } = await user.call(route.method, pathWith(route), { body: { name: 'a\u0000b' } });
      return assert.deepEqual([body.valid, body.issues[0].rule, body.issues[0].field], [false, 'schema', 'name']);
    }
    for (const text of ['a\u0000b', '\ud800', 'x\udfff']) {
      const body = { ...(await bodyFor(route, user)).body, name: text };
      assertError(await user.call(route.method, pathWith(route), { body }), 400, { code: 'validation', param: 'name' });
    }
  });

  test(`${name}: unknown keys are ${route.unknownKeys === 'reject' ? 'refused' : 'ignored'}`, async () => {
    const user = await t.newUser();
    const ids: Record<string, string> = {};
    const params = isInbox(route) ? [] : pathParamNames(route.path);
    for (const param of params) ids[param] = await makeForParam(param, user, t, route.path);
    const body = { ...(await bodyFor(route, user, Object.values(ids)[0])).body, somethingElse: 1, __proto__: null };
    const response = await user.call(route.method, pathWith(route, ids), { body });
    if (isInbox(route)) return assertError(response, 404, { code: 'accountNotFound' });
    if (route.unknownKeys === 'ignore') assert.equal(response.status, route.success, response.text);
    else assertError(response, 400, { code: 'validation', param: 'somethingElse' });
  });
}

/** Valid bodies by operation: all that a new endpoint adds here. */
const bodies: Record<string, object | ((user: TestUser, id: string) => Promise<object>)> = {
  'create profile': { name: 'Shop' },
  'update profile': { name: 'Shop' },
  'create API key': { name: 'Key' },
  'create webhook': {
    name: 'Orders',
    url: 'https://hooks.example/herald',
    events: ['post.published'],
    profileAccess: 'all_profiles',
  },
  'update webhook': { name: 'Orders' },
  'complete connect': approvedSession,
  'create queue': queueBody,
  'update queue': async (user) => {
    const body = await queueBody(user);
    await user.call('POST', '/v1/queue/slots', { body });
    return body;
  },
  'create post': { isDraft: true },
  'validate post': { isDraft: true },
  'update post': { title: 'Other' },
  'sync external posts': async ({ call }) => ({ accountId: (await makeAccount(call, { platform: 'parrot' }))._id }),
  'retry post': {},
  'unpublish post': async (user, id) => {
    const { body } = await user.call('GET', `/v1/posts/${id}`);
    const published = body.post?.platforms.find(({ status }: { status: string }) => status === 'published');
    return { accountId: published?.accountId._id ?? 'acc_unknown' };
  },
  'create pinterest board': { name: 'Cakes' },
  'choose pinterest board': async (user, id) => {
    const { body } = await user.call('POST', `/v1/accounts/${id}/pinterest-boards`, { body: { name: 'Bread' } });
    return { defaultBoardId: body.board?.id ?? '1' };
  },
  'select pinterest board': async (user) => {
    const { _id: profileId } = await defaultProfile(user.call);
    const { body } = await user.call('GET', `/v1/connect/pinterest?profileId=${profileId}&sandbox=true`);
    await followConsent(user.call, `${body.authUrl}&decision=approve&account=ada_bakes`);
    const { body: listed } = await user.call('GET', `/v1/connect/pinterest/select-board?state=${body.state}`);
    return { state: body.state, boardId: listed.boards[0].id };
  },
  'create contact': async ({ call }) => ({ profileId: (await makeProfile(call))._id, name: 'Ada' }),
  'bulk create contacts': async ({ call }) => ({
    profileId: (await makeProfile(call))._id,
    contacts: [{ name: 'Ada' }],
  }),
  'create comment automation': async ({ call }) => {
    const { _id: accountId } = await makeAccount(call, { platform: 'instagram', account: 'commented' });
    return { accountId, name: 'Guide', dmMessage: 'Here it is' };
  },
  'update comment automation': { name: 'Guide' },
  'test comment automation': { text: 'Hello' },
  'update contact': { name: 'Ada L.' },
  'reply to comment': { accountId: 'unknown', message: 'Hello' },
  'hide comment': { accountId: 'unknown' },
  'update conversation': { accountId: 'unknown', status: 'archived' },
  'send message': { accountId: 'unknown', message: 'Hello' },
  'mark conversation read': { accountId: 'unknown' },
  'presign upload': { filename: 'photo.jpg', contentType: 'image/jpeg' },
};

async function bodyFor(route: JsonRoute, user: TestUser, id = 'unknown'): Promise<{ body?: object }> {
  if (route.body === undefined) return {};
  const example = bodies[route.operation];
  const body = typeof example === 'function' ? await example(user, id) : example;
  assert.ok(body, `contracts/routes.test.ts needs a valid body for "${route.operation}"`);
  return { body };
}

async function queueBody({ call }: TestUser): Promise<object> {
  return { profileId: (await makeProfile(call))._id, timezone: 'UTC', slots: [{ dayOfWeek: 1, time: '09:00' }] };
}

async function limitedKey(app: TestApp) {
  const user = await app.newUser();
  const profile = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
  return app.as(key);
}
