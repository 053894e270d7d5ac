import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startSandbox } from '../../../test/harness.ts';
import { toy } from '../../../test/toy-platform.ts';

const herald = 'https://herald.example';
const callback = `${herald}/callback?keep=1`;

async function open(t: TestContext) {
  const sandbox = await startSandbox(t, { platforms: [toy], heraldOrigins: () => [herald] });
  const path = (query: Record<string, string> = {}) =>
    `/toy/toy.example/authorize?${new URLSearchParams({ redirect_uri: callback, ...query }).toString()}`;
  const decide = async (query: Record<string, string>) => {
    const response = await sandbox.request(path(query));
    assert.equal(response.status, 302);
    return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);
  };
  const post = (form: [string, string][]) =>
    sandbox.request(path(), { method: 'POST', body: new URLSearchParams(form) });
  return { sandbox, path, decide, post };
}

test('scripts decide by query: approve, deny, account, dropped scope and chosen pages', async (t) => {
  const { decide } = await open(t);
  const always = { keep: '1', state: 'st&te' };
  assert.deepEqual(await decide({ decision: 'approve' }), { ...always, code: 'ada.read+write.p1+p2' });
  assert.deepEqual(await decide({ decision: 'approve', account: 'grace' }), { ...always, code: 'grace.read+write.' });
  assert.deepEqual(await decide({ decision: 'approve', drop: 'write', chosen: 'p2' }), {
    ...always,
    code: 'ada.read.p2',
  });
  assert.deepEqual(await decide({ decision: 'deny' }), { ...always, error: 'access_denied' });
});

test('the consent page escapes its content and allows forms to submit to Herald only', async (t) => {
  const { sandbox, path } = await open(t);
  const { status, body, headers } = await sandbox.request(path());
  assert.equal(status, 200);
  assert.match(body, /Herald &lt;b&gt;/);
  assert.match(body, /nothing here reaches the real platform/);
  assert.match(headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/herald\.example;/);
});

test('the form asks for pages in a second step and then redirects', async (t) => {
  const { post } = await open(t);
  const second = await post([
    ['decision', 'approve'],
    ['account', 'ada'],
    ['scope', 'read'],
  ]);
  assert.match(second.body, /name="chosen"\s+value="p1"/);
  assert.doesNotMatch(second.body, /value="write"/);
  const done = await post([
    ['decision', 'approve'],
    ['choosing', 'yes'],
    ['account', 'ada'],
    ['scope', 'read'],
    ['chosen', 'p2'],
  ]);
  assert.match(done.headers.get('location') ?? '', /code=ada\.read\.p2/);
  const typed = await post([
    ['decision', 'approve'],
    ['account', 'ada'],
    ['other', ' new person '],
    ['scope', 'read'],
  ]);
  assert.match(typed.headers.get('location') ?? '', /code=new\+person\.read\./);
});

test('returns 400 with a page for a redirect_uri outside Herald', async (t) => {
  const { sandbox } = await open(t);
  for (const uri of ['https://evil.example/', 'https://herald.example.evil.example/', 'not a url', '']) {
    const query = new URLSearchParams({ redirect_uri: uri, decision: 'approve' });
    const response = await sandbox.request(`/toy/toy.example/authorize?${query.toString()}`);
    assert.equal(response.status, 400);
    assert.match(response.headers.get('content-type') ?? '', /text\/html/);
  }
});
