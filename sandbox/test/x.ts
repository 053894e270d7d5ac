import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { startSandbox, type TestResponse, type Running } from './harness.ts';

export const basic = `Basic ${Buffer.from('sandbox-x-client:sandbox-x-secret').toString('base64')}`;
export const allScopes = 'tweet.read tweet.write users.read media.write offline.access';
export const ada = '1000000000000000001';
export const grace = '1000000000000000002';
export const verifier = 'a-verifier-that-is-long-enough-to-be-one-0123456789';

const callback = 'http://127.0.0.1:1/callback';
const challenge = createHash('sha256').update(verifier).digest('base64url');

type RequestInput = { token?: string; body?: unknown; form?: FormData };

type X = {
  sandbox: Running;
  callback: string;
  authorize(query?: Record<string, string>): Promise<TestResponse>;
  /** A form sent to `token` or `revoke`. */
  oauth(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<TestResponse>;
  connect(account?: string, more?: Record<string, string>): Promise<{ access: string; refresh: string }>;
  api(method: string, path: string, input?: RequestInput): Promise<TestResponse>;
  image(token: string, bytes: Buffer, category?: string): Promise<TestResponse>;
  append(token: string, id: string, index: number, bytes: Buffer): Promise<TestResponse>;
  /** Uploads a video in one segment and returns its ID. */
  video(token: string, bytes: Buffer): Promise<string>;
  tweet(token: string, body: object): Promise<TestResponse>;
  advance(ms: number): Promise<unknown>;
};

export async function startX(t: TestContext): Promise<X> {
  const sandbox = await startSandbox(t);
  const authorize: X['authorize'] = (query = {}) => {
    const all = { client_id: 'sandbox-x-client', redirect_uri: callback, response_type: 'code', scope: allScopes };
    const proof = { state: 's1', code_challenge: challenge, code_challenge_method: 'S256' };
    return sandbox.request(
      `/x/x.com/i/oauth2/authorize?${new URLSearchParams({ ...all, ...proof, ...query }).toString()}`,
    );
  };
  const oauth: X['oauth'] = (path, form, headers = { authorization: basic }) =>
    sandbox.request(`/x/api.x.com/2/oauth2/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  const connect: X['connect'] = async (account = 'ada_lovelace', more = {}) => {
    const code = codeOf(await authorize({ decision: 'approve', account, ...more }));
    const grant = { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier };
    const { status, body } = await oauth('token', { ...grant, code });
    assert.equal(status, 200, JSON.stringify(body));
    return { access: body.access_token, refresh: body.refresh_token };
  };
  const api: X['api'] = (method, path, { token, body, form } = {}) =>
    sandbox.request(`/x/api.x.com/2${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form }),
    });
  const image: X['image'] = (token, bytes, category = 'tweet_image') =>
    api('POST', '/media/upload', { token, form: formOf({ media_category: category }, bytes) });
  const append: X['append'] = (token, id, index, bytes) =>
    api('POST', `/media/upload/${id}/append`, { token, form: formOf({ segment_index: String(index) }, bytes) });
  const video: X['video'] = async (token, bytes) => {
    const body = { media_type: 'video/mp4', total_bytes: bytes.length, media_category: 'tweet_video' };
    const { id } = (await api('POST', '/media/upload/initialize', { token, body })).body.data;
    assert.equal((await append(token, id, 0, bytes)).status, 200);
    const done = await api('POST', `/media/upload/${id}/finalize`, { token });
    assert.equal(done.status, 200, JSON.stringify(done.body));
    return id;
  };
  const tweet: X['tweet'] = (token, body) => api('POST', '/tweets', { token, body });
  const advance: X['advance'] = (ms) => sandbox.control('POST', 'clock', { advanceMs: ms });
  return { sandbox, callback, authorize, oauth, connect, api, image, append, video, tweet, advance };
}

export function formOf(fields: Record<string, string>, media?: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (media !== undefined) form.append('media', new Blob([Uint8Array.from(media)]), 'file');
  return form;
}

export function codeOf(response: TestResponse): string {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}
