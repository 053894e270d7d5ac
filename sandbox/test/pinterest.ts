import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SandboxOptions } from '../src/core/context.ts';
import { startSandbox, startServer, type TestResponse, type Running } from './harness.ts';

export const app = { id: 'sandbox-pinterest-app', secret: 'sandbox-pinterest-secret' };
export const plainScopes = 'user_accounts:read,boards:read,boards:write,pins:read,pins:write';
export const secretScopes = 'boards:read_secret,boards:write_secret,pins:read_secret,pins:write_secret';
export const cakes = '200000000000000001';

const callback = 'http://127.0.0.1:1/callback';

type Pinterest = {
  sandbox: Running;
  callback: string;
  authorize(query?: Record<string, string>): Promise<TestResponse>;
  tokens(form: Record<string, string>, client?: string): Promise<TestResponse>;
  grant(account?: string, more?: Record<string, string>): Promise<any>;
  connect(account?: string, more?: Record<string, string>): Promise<string>;
  api(method: string, path: string, input?: { token?: string | undefined; body?: unknown }): Promise<TestResponse>;
  /** The URL at which Herald serves this file. */
  host(bytes: Buffer): string;
  board(token: string, body: object): Promise<TestResponse>;
  pin(token: string, parts: object): Promise<TestResponse>;
  /** Sends fields and file to the storage in the given order. */
  store(url: string, fields: readonly (readonly [string, string | Buffer])[]): Promise<TestResponse>;
  /** Registers and uploads a video; returns its ID. */
  video(token: string, bytes: Buffer): Promise<string>;
  advance(ms: number): Promise<unknown>;
};

export async function startPinterest(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Pinterest> {
  const files = new Map<string, Buffer>();
  const herald = await startServer(t, (request, response) => {
    const bytes = files.get(request.url ?? '');
    response.writeHead(bytes === undefined ? 404 : 200).end(bytes ?? '');
  });
  const sandbox = await startSandbox(t, { heraldOrigins: () => [herald, 'http://127.0.0.1:1'], ...options });
  const authorize: Pinterest['authorize'] = (query = {}) => {
    const all = { client_id: app.id, redirect_uri: callback, response_type: 'code', scope: plainScopes, state: 's1' };
    const search = new URLSearchParams({ ...all, ...query }).toString();
    return sandbox.request(`/pinterest/www.pinterest.com/oauth/?${search}`);
  };
  const tokens: Pinterest['tokens'] = (form, client = `${app.id}:${app.secret}`) =>
    sandbox.request('/pinterest/api.pinterest.com/v5/oauth/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(client).toString('base64')}` },
      body: new URLSearchParams(form),
    });
  const grant: Pinterest['grant'] = async (account = 'ada_bakes', more = {}) => {
    const code = codeOf(await authorize({ decision: 'approve', account, ...more }));
    const { status, body } = await tokens({ grant_type: 'authorization_code', redirect_uri: callback, code });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const api: Pinterest['api'] = (method, path, { token, body } = {}) =>
    sandbox.request(`/pinterest/api.pinterest.com/v5/${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const store: Pinterest['store'] = (url, fields) => {
    const form = new FormData();
    for (const [name, value] of fields) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([Uint8Array.from(value)]), 'video.mp4');
    }
    const { host, pathname } = new URL(url);
    return sandbox.request(`/pinterest/${host}${pathname}`, { method: 'POST', body: form });
  };
  return {
    sandbox,
    callback,
    authorize,
    tokens,
    grant,
    connect: async (account, more) => (await grant(account, more)).access_token,
    api,
    host: (bytes) => {
      const path = `/media/${files.size}`;
      files.set(path, bytes);
      return `${herald}${path}`;
    },
    board: (token, body) => api('POST', 'boards', { token, body }),
    pin: (token, parts) => api('POST', 'pins', { token, body: { board_id: cakes, ...parts } }),
    store,
    video: async (token, bytes) => {
      const { body } = await api('POST', 'media', { token, body: { media_type: 'video' } });
      const fields: [string, string | Buffer][] = Object.entries<string>(body.upload_parameters);
      const sent = await store(body.upload_url, [...fields, ['file', bytes]]);
      assert.equal(sent.status, 204, String(sent.body));
      return body.media_id;
    },
    advance: (ms) => sandbox.control('POST', 'clock', { advanceMs: ms }),
  };
}

export function codeOf(response: TestResponse): string {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

/** Status and the platform's error code. */
export const codesOf = ({ status, body }: TestResponse): unknown[] => [status, body.code];
