import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathParamNames, type JsonRoute } from '../../src/http/route.ts';
import { routes } from '../../src/http/routes/index.ts';
import {
  approvedSession,
  assertError,
  defaultProfile,
  followConsent,
  makeForParam,
  makeKey,
  makeProfile,
} from '../factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../harness.ts';

// What must hold for every endpoint follows from the list, so that a new one is covered by being on it.

const t = await startTestApp({ sandbox: true });
const json = routes.filter((route) => route.kind === 'json');
const withBody = json.filter((route) => route.body !== undefined);
const unknownKey = `hrd_live_${'0'.repeat(64)}`;

/** A body that is an object, for routes that want one. */
function anyBody(route: JsonRoute): { body?: object } {
  return route.body === undefined ? {} : { body: {} };
}

/** With a query where one is required. */
function pathWith(route: JsonRoute, ids: Record<string, string> = {}): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? 'unknown');
  return isReserved(route) ? `${path}?accountId=unknown` : path;
}

/** Nothing can be read there yet. */
function isReserved(route: JsonRoute): boolean {
  return route.errors.includes('orgScopesDisabled');
}

for (const route of json) {
  const name = `${route.method} ${route.path}`;

  test(`${name}: 401 without a key, with a malformed one and with an unknown one`, async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }, { authorization: `Bearer ${unknownKey}` }]) {
      assertError(await t.call(route.method, pathWith(route), { headers }), 401, { error: 'Unauthorized' });
    }
  });

  test(`${name}: 401 comes before any look at the body`, async () => {
    const answer = await t.call(route.method, pathWith(route), {
      headers: { 'content-type': 'application/json' },
      payload: '{broken',
    });
    assertError(answer, 401, { error: 'Unauthorized' });
  });

  test(`${name}: 413 for a body over 1 MiB and 415 for a coded one, before the key is looked at`, async () => {
    const big = await t.call(route.method, pathWith(route), {
      payload: 'x'.repeat(1024 * 1024 + 1),
      headers: { 'content-type': 'application/json' },
    });
    assertError(big, 413, { error: 'Payload too large' });
    const coded = await t.call(route.method, pathWith(route), { headers: { 'content-encoding': 'gzip' } });
    assertError(coded, 415, { error: 'Unsupported content encoding' });
  });

  test(`${name}: 429 once the budget of the plan is spent`, async () => {
    const user = await t.newUser('free');
    await t.sql(
      `INSERT INTO request_budgets (owner_id, full_at, admitted) VALUES ($1, herald_now() + interval '1 minute', true)`,
      [user.ownerId],
    );
    const answer = await user.call(route.method, pathWith(route), anyBody(route));
    assertError(answer, 429, { error: 'rate_limited', retryAfter: 1 });
    assert.equal(answer.headers['retry-after'], '1');
  });

  if (route.access !== 'read') {
    test(`${name}: 403 for a read key, before any look at the body`, async () => {
      const user = await t.newUser();
      const { key } = await makeKey(user.call, { permission: 'read' });
      assertError(await t.as(key)(route.method, pathWith(route)), 403, {
        error: 'API key requires read_write permission',
      });
    });
  }

  if (route.access === 'write-all') {
    test(`${name}: 403 for a key limited to profiles`, async () => {
      const call = await limitedKey(t);
      assertError(await call(route.method, pathWith(route)), 403, { error: 'API key requires read_write permission' });
    });
  }

  if (route.access === 'write') {
    test(`${name}: 403 forbidden for a limited key whose profiles are gone`, async () => {
      const user = await t.newUser();
      const profile = await makeProfile(user.call);
      const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id] });
      await user.call('DELETE', `/v1/profiles/${profile._id}`);
      assertError(await t.as(key)(route.method, pathWith(route)), 403, { code: 'forbidden' });
    });
  }

  // A platform is a word of a list and no id.
  for (const param of pathParamNames(route.path).filter((name) => name !== 'platform')) {
    test(`${name}: the ${param} of another user answers like an unknown one`, async () => {
      const [user, other] = [await t.newUser(), await t.newUser()];
      const foreign = await makeForParam(param, other, t, route.path);
      const body = await bodyFor(route, user);
      const unknown = await user.call(route.method, pathWith(route), body);
      const answer = await user.call(route.method, pathWith(route, { [param]: foreign }), body);
      assert.equal(unknown.status, 404, unknown.text);
      assert.deepEqual({ status: answer.status, body: answer.body }, { status: unknown.status, body: unknown.body });
      const own = await other.call(
        route.method,
        pathWith(route, { [param]: foreign }),
        await bodyFor(route, other, foreign),
      );
      if (isReserved(route)) return assertError(own, 404, { code: 'accountNotFound' });
      assert.equal(own.status, route.success, `and its owner still reaches it: ${own.text}`);
    });

    test(`${name}: hostile text as ${param} is just unknown`, async () => {
      const user = await t.newUser();
      for (const text of ['%00', 'prf_%00', '%F0%9F%98%80', '..%2F..', "'%20OR%201=1--", 'x'.repeat(513)]) {
        const answer = await user.call(route.method, pathWith(route, { [param]: text }), await bodyFor(route, user));
        assert.equal(answer.status, 404, `${text}: ${answer.text}`);
      }
    });
  }
}

for (const route of withBody) {
  const name = `${route.method} ${route.path}`;

  test(`${name}: a missing, empty or foreign body is "JSON body is required"`, async () => {
    const user = await t.newUser();
    const send = (payload: string | undefined, contentType: string) =>
      user.call(route.method, pathWith(route), {
        headers: { 'content-type': contentType },
        ...(payload === undefined ? {} : { payload }),
      });
    const answers = [
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
    for (const answer of answers) assertError(answer, 400, { error: 'JSON body is required' });
  });

  test(`${name}: broken, too deep or badly encoded JSON is "Invalid JSON body"`, async () => {
    const user = await t.newUser();
    const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    for (const payload of ['{broken', '{"a":1,}', deep, '['.repeat(10_000), Buffer.from([0x7b, 0xff, 0x7d])]) {
      const headers = { 'content-type': 'application/json' };
      const answer = await user.call(route.method, pathWith(route), { headers, payload });
      assertError(answer, 400, { error: 'Invalid JSON body' });
    }
  });

  test(`${name}: U+0000 and lone surrogates are refused with their place`, async () => {
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
    for (const param of pathParamNames(route.path)) ids[param] = await makeForParam(param, user, t, route.path);
    const body = { ...(await bodyFor(route, user, Object.values(ids)[0])).body, somethingElse: 1, __proto__: null };
    const answer = await user.call(route.method, pathWith(route, ids), { body });
    if (route.unknownKeys === 'ignore') assert.equal(answer.status, route.success, answer.text);
    else assertError(answer, 400, { code: 'validation', param: 'somethingElse' });
  });
}

/** Bodies every rule accepts, by operation: the one thing a new endpoint adds to these suites. */
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
  'presign upload': { filename: 'photo.jpg', contentType: 'image/jpeg' },
};

async function bodyFor(route: JsonRoute, user: TestUser, id = 'unknown'): Promise<{ body?: object }> {
  if (route.body === undefined) return {};
  const given = bodies[route.operation];
  const body = typeof given === 'function' ? await given(user, id) : given;
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
