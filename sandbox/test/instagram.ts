import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { avatarOf } from '../src/core/pages/avatar.ts';
import type { SandboxOptions } from '../src/core/context.ts';
import { startSandbox, startServer, type TestResponse, type Running } from './harness.ts';
import { jpegOf, mp4, mp4Of } from './media.ts';

export const allScopes =
  'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments';
export const app = { client_id: 'sandbox-instagram-app', client_secret: 'sandbox-instagram-secret' };

const files: Readonly<Record<string, Buffer>> = {
  '/a.jpg': jpegOf(1080, 1080),
  '/b.jpg': jpegOf(1080, 1350),
  '/tall.jpg': jpegOf(1080, 1920),
  '/wide.jpg': jpegOf(2000, 1000),
  '/large.jpg': jpegOf(1080, 1080, 8 * 1024 * 1024 + 1),
  '/a.png': avatarOf('a'),
  '/a.mp4': mp4,
  '/ten.mp4': mp4Of(10),
  '/two.mp4': mp4Of(2),
  '/page.html': Buffer.from('<p>Hello</p>'),
};

export type Instagram = {
  sandbox: Running;
  herald: string;
  callback: string;
  authorize(query?: Record<string, string>): Promise<TestResponse>;
  exchange(code: string, more?: Record<string, string>): Promise<TestResponse>;
  graph(method: string, path: string, parameters?: object, token?: string): Promise<TestResponse>;
  connect(account?: string, more?: Record<string, string>): Promise<string>;
  advance(ms: number): Promise<unknown>;
  /** Creates a container, waits until it is ready and publishes it. */
  publish(token: string, parameters: object): Promise<string>;
};

/** A sandbox with a stand-in for Herald that serves media, and the calls of an app. */
export async function startInstagram(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Instagram> {
  const herald = await startServer(t, (req, res) => {
    const file = files[req.url ?? ''];
    if (file === undefined) res.writeHead(404).end();
    else res.end(file);
  });
  const sandbox = await startSandbox(t, { heraldOrigins: () => [herald], ...options });
  const callback = `${herald}/callback`;

  const authorize: Instagram['authorize'] = (query = {}) => {
    const all = { client_id: app.client_id, redirect_uri: callback, response_type: 'code', scope: allScopes };
    const search = new URLSearchParams({ ...all, state: 's1', ...query }).toString();
    return sandbox.request(`/instagram/www.instagram.com/oauth/authorize?${search}`);
  };
  const exchange: Instagram['exchange'] = (code, more = {}) => {
    const form = { ...app, grant_type: 'authorization_code', redirect_uri: callback, code, ...more };
    return sandbox.request('/instagram/api.instagram.com/oauth/access_token', {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  };
  const graph: Instagram['graph'] = (method, path, parameters = {}, token) => {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const address = `/instagram/graph.instagram.com${path}`;
    if (method === 'GET') {
      const search = new URLSearchParams(parameters as Record<string, string>).toString();
      return sandbox.request(`${address}?${search}`, { headers });
    }
    const json = { ...headers, 'content-type': 'application/json' };
    return sandbox.request(address, { method, headers: json, body: JSON.stringify(parameters) });
  };
  const connect: Instagram['connect'] = async (account = 'ada.studio', more = {}) => {
    const response = await authorize({ decision: 'approve', account, ...more });
    const { body } = await exchange(codeOf(response));
    const short = (body.data?.[0] ?? body).access_token;
    const query = { grant_type: 'ig_exchange_token', client_secret: app.client_secret, access_token: short };
    const long = await graph('GET', '/access_token', query);
    assert.equal(long.status, 200);
    return long.body.access_token;
  };
  const advance: Instagram['advance'] = (ms) => sandbox.control('POST', 'clock', { advanceMs: ms });
  const publish: Instagram['publish'] = async (token, parameters) => {
    const container = await graph('POST', '/v26.0/me/media', parameters, token);
    assert.equal(container.status, 200, JSON.stringify(container.body));
    await advance(10_000);
    const published = await graph('POST', '/v26.0/me/media_publish', { creation_id: container.body.id }, token);
    assert.equal(published.status, 200, JSON.stringify(published.body));
    return published.body.id;
  };
  return { sandbox, herald, callback, authorize, exchange, graph, connect, advance, publish };
}

export function codeOf(response: TestResponse): string {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}
