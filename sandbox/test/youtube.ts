import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SandboxOptions } from '../src/core/context.ts';
import { startSandbox, type TestResponse, type Running } from './harness.ts';

export const app = {
  client_id: 'sandbox-youtube-client.apps.googleusercontent.com',
  client_secret: 'sandbox-youtube-secret',
};
const auth = 'https://www.googleapis.com/auth';
export const scopes = {
  upload: `${auth}/youtube.upload`,
  read: `${auth}/youtube.readonly`,
  manage: `${auth}/youtube.force-ssl`,
};
export const step = 256 * 1024;

const callback = 'http://127.0.0.1:1/callback';

type Youtube = {
  sandbox: Running;
  callback: string;
  authorize(query?: Record<string, string>): Promise<TestResponse>;
  tokens(form: Record<string, string>): Promise<TestResponse>;
  /** All tokens issued for a consent. */
  grant(account?: string, more?: Record<string, string>): Promise<any>;
  connect(account?: string, more?: Record<string, string>): Promise<string>;
  api(method: string, path: string, token?: string): Promise<TestResponse>;
  begin(token: string, input?: RequestInput): Promise<TestResponse>;
  /** Sends to a URL that the platform returned. */
  put(url: string, bytes: Buffer | undefined, headers?: Record<string, string>): Promise<TestResponse>;
  /** Starts an upload and returns its URL. */
  session(token: string, sizeBytes: number): Promise<string>;
  upload(token: string, bytes: Buffer, resource?: object): Promise<TestResponse>;
  advance(ms: number): Promise<unknown>;
};

type RequestInput = { resource?: object; query?: Record<string, string>; headers?: Record<string, string> };

export async function startYoutube(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Youtube> {
  const sandbox = await startSandbox(t, options);
  const authorize: Youtube['authorize'] = (query = {}) => {
    const all = { client_id: app.client_id, redirect_uri: callback, response_type: 'code', state: 's1' };
    const offline = { scope: Object.values(scopes).join(' '), access_type: 'offline', prompt: 'consent' };
    const search = new URLSearchParams({ ...all, ...offline, ...query }).toString();
    return sandbox.request(`/youtube/accounts.google.com/o/oauth2/v2/auth?${search}`);
  };
  const tokens: Youtube['tokens'] = (form) =>
    sandbox.request('/youtube/oauth2.googleapis.com/token', {
      method: 'POST',
      body: new URLSearchParams({ ...app, ...form }),
    });
  const grant: Youtube['grant'] = async (account = 'ada.films', more = {}) => {
    const code = codeOf(await authorize({ decision: 'approve', account, ...more }));
    const { status, body } = await tokens({ grant_type: 'authorization_code', redirect_uri: callback, code });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const bearer = (token?: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {});
  const begin: Youtube['begin'] = (token, { resource = video(), query = {}, headers = {} } = {}) => {
    const search = new URLSearchParams({ uploadType: 'resumable', part: 'snippet,status', ...query }).toString();
    return sandbox.request(`/youtube/www.googleapis.com/upload/youtube/v3/videos?${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=UTF-8', ...bearer(token), ...headers },
      body: JSON.stringify(resource),
    });
  };
  const put: Youtube['put'] = (url, bytes, headers = {}) => {
    const { host, pathname, search } = new URL(url);
    return sandbox.request(`/youtube/${host}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'video/mp4', ...headers },
      ...(bytes !== undefined && { body: Uint8Array.from(bytes) }),
    });
  };
  const session: Youtube['session'] = async (token, sizeBytes) => {
    const headers = { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': String(sizeBytes) };
    const begun = await begin(token, { headers });
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    return begun.headers.get('location') ?? '';
  };
  return {
    sandbox,
    callback,
    authorize,
    tokens,
    grant,
    connect: async (account, more) => (await grant(account, more)).access_token,
    api: (method, path, token) =>
      sandbox.request(`/youtube/www.googleapis.com/youtube/v3/${path}`, { method, headers: bearer(token) }),
    begin,
    put,
    session,
    upload: async (token, bytes, resource = video()) => {
      const begun = await begin(token, { resource });
      return begun.status === 200 ? put(begun.headers.get('location') ?? '', bytes) : begun;
    },
    advance: (ms) => sandbox.control('POST', 'clock', { advanceMs: ms }),
  };
}

export const video = (snippet: object = {}, status: object = {}) => ({
  snippet: {
    title: 'A day',
    description: 'From dawn to dusk',
    tags: ['sun', 'long day'],
    categoryId: '22',
    ...snippet,
  },
  status: { privacyStatus: 'public', selfDeclaredMadeForKids: false, ...status },
});

export function codeOf(response: TestResponse): string {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

export const reasonOf = ({ body }: TestResponse): unknown => body.error?.errors?.[0]?.reason ?? body.error ?? body;
