import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { avatarOf } from '../src/core/pages/avatar.ts';
import { startSandbox, startServer, type TestResponse, type Running } from './harness.ts';
import { jpegOf, mp4, mp4Of } from './media.ts';

export const allScopes =
  'threads_basic,threads_content_publish,threads_read_replies,threads_manage_replies,threads_delete';
export const app = { client_id: 'sandbox-threads-app', client_secret: 'sandbox-threads-secret' };

const files: Readonly<Record<string, Buffer>> = {
  '/a.jpg': jpegOf(1080, 1080),
  '/a.png': avatarOf('a'),
  '/long.jpg': jpegOf(1100, 100),
  '/thin.jpg': jpegOf(100, 1100),
  '/large.jpg': jpegOf(1080, 1080, 8 * 1024 * 1024 + 1),
  '/a.gif': Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
  '/a.mp4': mp4,
  '/ten.mp4': mp4Of(10),
  '/film.mp4': mp4Of(301),
  '/page.html': Buffer.from('<p>Hello</p>'),
};

export type Threads = {
  sandbox: Running;
  herald: string;
  callback: string;
  authorize(query?: Record<string, string>, host?: string): Promise<TestResponse>;
  exchange(code: string, more?: Record<string, string>): Promise<TestResponse>;
  graph(method: string, path: string, parameters?: object, token?: string): Promise<TestResponse>;
  connect(account?: string, more?: Record<string, string>): Promise<string>;
  advance(ms: number): Promise<unknown>;
  make(token: string, parameters: object): Promise<string>;
  /** Creates a container, waits until it is ready and publishes it. */
  publish(token: string, parameters: object): Promise<string>;
};

/** A sandbox with a stand-in for Herald that serves media, and the calls of an app. */
export async function startThreads(t: TestContext): Promise<Threads> {
  const herald = await startServer(t, (req, res) => {
    const file = files[req.url ?? ''];
    if (file === undefined) res.writeHead(404).end();
    else res.end(file);
  });
  const sandbox = await startSandbox(t, { heraldOrigins: () => [herald] });
  const callback = `${herald}/callback`;

  const authorize: Threads['authorize'] = (query = {}, host = 'threads.net') => {
    const all = { client_id: app.client_id, redirect_uri: callback, response_type: 'code', scope: allScopes };
    const search = new URLSearchParams({ ...all, state: 's1', ...query }).toString();
    return sandbox.request(`/threads/${host}/oauth/authorize?${search}`);
  };
  const exchange: Threads['exchange'] = (code, more = {}) => {
    const form = { ...app, grant_type: 'authorization_code', redirect_uri: callback, code, ...more };
    return sandbox.request('/threads/graph.threads.net/oauth/access_token', {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  };
  const graph: Threads['graph'] = (method, path, parameters = {}, token) => {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const address = `/threads/graph.threads.net${path}`;
    if (method !== 'POST') {
      const search = new URLSearchParams(parameters as Record<string, string>).toString();
      return sandbox.request(`${address}?${search}`, { method, headers });
    }
    const json = { ...headers, 'content-type': 'application/json' };
    return sandbox.request(address, { method, headers: json, body: JSON.stringify(parameters) });
  };
  const connect: Threads['connect'] = async (account = 'ada.knits', more = {}) => {
    const { body } = await exchange(codeOf(await authorize({ decision: 'approve', account, ...more })));
    const query = { grant_type: 'th_exchange_token', ...secret, access_token: body.access_token };
    const long = await graph('GET', '/access_token', query);
    assert.equal(long.status, 200);
    return long.body.access_token;
  };
  const advance: Threads['advance'] = (ms) => sandbox.control('POST', 'clock', { advanceMs: ms });
  const make: Threads['make'] = async (token, parameters) => {
    const container = await graph('POST', '/v1.0/me/threads', parameters, token);
    assert.equal(container.status, 200, JSON.stringify(container.body));
    return container.body.id;
  };
  const publish: Threads['publish'] = async (token, parameters) => {
    const creation_id = await make(token, parameters);
    await advance(10_000);
    const published = await graph('POST', '/v1.0/me/threads_publish', { creation_id }, token);
    assert.equal(published.status, 200, JSON.stringify(published.body));
    return published.body.id;
  };
  return { sandbox, herald, callback, authorize, exchange, graph, connect, advance, make, publish };
}

const secret = { client_secret: app.client_secret };

export function codeOf(response: TestResponse): string {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}
