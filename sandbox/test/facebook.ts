import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SandboxOptions } from '../src/core/context.ts';
import { startSandbox, startServer, type TestResponse, type Running } from './harness.ts';
import { jpegOf, mp4, mp4Of, pngOf } from './media.ts';

export const allScopes = [
  ...['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
  'pages_manage_engagement',
].join(',');
export const app = { client_id: 'sandbox-facebook-app', client_secret: 'sandbox-facebook-secret' };
export const bakery = '100000000000001';

export const files: Readonly<Record<string, Buffer>> = {
  '/a.jpg': jpegOf(1080, 1080),
  '/b.png': pngOf(800, 600),
  '/large.jpg': jpegOf(1080, 1080, 10 * 1024 * 1024 + 1),
  '/ten.mp4': mp4Of(10),
  '/two.mp4': mp4Of(2),
  '/long.mp4': mp4Of(600),
  '/a.mp4': mp4,
  '/page.html': Buffer.from('<p>Hello</p>'),
};

export type Facebook = {
  sandbox: Running;
  herald: string;
  callback: string;
  authorize(query?: Record<string, string>): Promise<TestResponse>;
  exchange(code: string, more?: Record<string, string>): Promise<TestResponse>;
  graph(method: string, path: string, parameters?: object, token?: string): Promise<TestResponse>;
  /** A long-lived token of a person. */
  signIn(account?: string, more?: Record<string, string>): Promise<string>;
  /** The token of a person's first Page. */
  connect(account?: string, more?: Record<string, string>): Promise<string>;
  upload(video: string, token: string, headers: Record<string, string>, bytes?: Buffer): Promise<TestResponse>;
  advance(ms: number): Promise<unknown>;
};

/** A sandbox with a stand-in for Herald that serves media, and the calls of an app. */
export async function startFacebook(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Facebook> {
  const herald = await startServer(t, (req, res) => {
    const file = files[req.url ?? ''];
    if (file === undefined) res.writeHead(404).end();
    else res.end(file);
  });
  const sandbox = await startSandbox(t, { heraldOrigins: () => [herald], ...options });
  const callback = `${herald}/callback`;

  const authorize: Facebook['authorize'] = (query = {}) => {
    const all = { client_id: app.client_id, redirect_uri: callback, response_type: 'code', scope: allScopes };
    const search = new URLSearchParams({ ...all, state: 's1', ...query }).toString();
    return sandbox.request(`/facebook/www.facebook.com/v26.0/dialog/oauth?${search}`);
  };
  const graph: Facebook['graph'] = (method, path, parameters = {}, token) => {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const address = `/facebook/graph.facebook.com${path}`;
    if (method === 'GET' || method === 'DELETE') {
      const search = new URLSearchParams(parameters as Record<string, string>).toString();
      return sandbox.request(`${address}?${search}`, { method, headers });
    }
    const json = { ...headers, 'content-type': 'application/json' };
    return sandbox.request(address, { method, headers: json, body: JSON.stringify(parameters) });
  };
  const exchange: Facebook['exchange'] = (code, more = {}) =>
    graph('GET', '/v26.0/oauth/access_token', { ...app, redirect_uri: callback, code, ...more });
  const signIn: Facebook['signIn'] = async (account = 'ada.bakes', more = {}) => {
    const response = await authorize({ decision: 'approve', account, ...more });
    const short = (await exchange(codeOf(response))).body.access_token;
    const query = { grant_type: 'fb_exchange_token', ...app, fb_exchange_token: short };
    const long = await graph('GET', '/v26.0/oauth/access_token', query);
    assert.equal(long.status, 200);
    return long.body.access_token;
  };
  const connect: Facebook['connect'] = async (account, more) => {
    const token = await signIn(account, more);
    const { body } = await graph('GET', '/v26.0/me/accounts', { fields: 'access_token' }, token);
    return body.data[0].access_token;
  };
  const upload: Facebook['upload'] = (video, token, headers, bytes) =>
    sandbox.request(`/facebook/rupload.facebook.com/video-upload/v26.0/${video}`, {
      method: 'POST',
      headers: {
        authorization: `OAuth ${token}`,
        ...headers,
        ...(bytes && { 'content-type': 'application/octet-stream' }),
      },
      ...(bytes && { body: new Uint8Array(bytes) }),
    });
  const advance: Facebook['advance'] = (ms) => sandbox.control('POST', 'clock', { advanceMs: ms });
  return { sandbox, herald, callback, authorize, exchange, graph, signIn, connect, upload, advance };
}

export function codeOf(response: TestResponse): string {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}
