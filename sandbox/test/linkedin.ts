import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SandboxOptions } from '../src/core/context.ts';
import { startSandbox, type TestResponse, type Running } from './harness.ts';

export const app = { client_id: 'sandbox-linkedin-app', client_secret: 'sandbox-linkedin-secret' };
export const ada = 'urn:li:person:Ada0-lvl_1';
export const grace = 'urn:li:person:Grc0hppr_2';
export const allScopes = 'openid profile w_member_social';

const callback = 'http://127.0.0.1:1/callback';

type Linkedin = {
  sandbox: Running;
  callback: string;
  authorize(query?: Record<string, string>): Promise<TestResponse>;
  /** A call to the host that issues tokens. */
  tokens(form: Record<string, string>): Promise<TestResponse>;
  connect(account?: string, more?: Record<string, string>): Promise<string>;
  /** Sends the required headers; `undefined` removes one. */
  rest(method: string, path: string, input?: RequestInput): Promise<TestResponse>;
  /** Sends to a URL that the platform returned. */
  put(url: string, bytes: Buffer, headers?: Record<string, string>): Promise<TestResponse>;
  /** Uploads an image or a document, waits until it is ready and returns its URN. */
  file(token: string, kind: 'image' | 'document', bytes: Buffer): Promise<string>;
  video(token: string, bytes: Buffer): Promise<string>;
  post(token: string, parts?: object): Promise<TestResponse>;
  advance(ms: number): Promise<unknown>;
};

type RequestInput = { token?: string; body?: unknown; headers?: Record<string, string | undefined> };

export async function startLinkedin(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Linkedin> {
  const sandbox = await startSandbox(t, options);
  const advance: Linkedin['advance'] = (ms) => sandbox.control('POST', 'clock', { advanceMs: ms });
  const authorize: Linkedin['authorize'] = (query = {}) => {
    const all = { client_id: app.client_id, redirect_uri: callback, response_type: 'code', scope: allScopes };
    const search = new URLSearchParams({ ...all, state: 's1', ...query }).toString();
    return sandbox.request(`/linkedin/www.linkedin.com/oauth/v2/authorization?${search}`);
  };
  const tokens: Linkedin['tokens'] = (form) =>
    sandbox.request('/linkedin/www.linkedin.com/oauth/v2/accessToken', {
      method: 'POST',
      body: new URLSearchParams({ ...app, ...form }),
    });
  const connect: Linkedin['connect'] = async (account = 'ada-lovelace', more = {}) => {
    const code = codeOf(await authorize({ decision: 'approve', account, ...more }));
    const { status, body } = await tokens({ grant_type: 'authorization_code', redirect_uri: callback, code });
    assert.equal(status, 200, JSON.stringify(body));
    return body.access_token;
  };
  const rest: Linkedin['rest'] = (method, path, { token, body, headers = {} } = {}) => {
    const all = {
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
      authorization: token && `Bearer ${token}`,
      'content-type': body === undefined ? undefined : 'application/json',
      ...headers,
    };
    return sandbox.request(`/linkedin/api.linkedin.com${path}`, {
      method,
      headers: Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []))),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  const put: Linkedin['put'] = (url, bytes, headers = {}) => {
    const { host, pathname, search } = new URL(url);
    return sandbox.request(`/linkedin/${host}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', ...headers },
      body: Uint8Array.from(bytes),
    });
  };
  const ownerOf = async (token: string): Promise<string> =>
    `urn:li:person:${(await rest('GET', '/v2/userinfo', { token })).body.sub}`;
  const file: Linkedin['file'] = async (token, kind, bytes) => {
    const body = { initializeUploadRequest: { owner: await ownerOf(token) } };
    const { value } = (await rest('POST', `/rest/${kind}s?action=initializeUpload`, { token, body })).body;
    const sent = await put(value.uploadUrl, bytes, { authorization: `Bearer ${token}` });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    await advance(500);
    return value[kind];
  };
  const video: Linkedin['video'] = async (token, bytes) => {
    const request = { owner: await ownerOf(token), fileSizeBytes: bytes.length };
    const body = { initializeUploadRequest: { ...request, uploadCaptions: false, uploadThumbnail: false } };
    const { value } = (await rest('POST', '/rest/videos?action=initializeUpload', { token, body })).body;
    const uploadedPartIds: (string | null)[] = [];
    for (const { uploadUrl, firstByte, lastByte } of value.uploadInstructions) {
      const sent = await put(uploadUrl, bytes.subarray(firstByte, lastByte + 1));
      uploadedPartIds.push(sent.headers.get('etag'));
    }
    const { video: urn, uploadToken } = value;
    const finalizeUploadRequest = { video: urn, uploadToken, uploadedPartIds };
    const done = await rest('POST', '/rest/videos?action=finalizeUpload', { token, body: { finalizeUploadRequest } });
    assert.equal(done.status, 200, JSON.stringify(done.body));
    return urn;
  };
  const post: Linkedin['post'] = async (token, parts = {}) =>
    rest('POST', '/rest/posts', { token, body: { ...textPost(await ownerOf(token)), ...parts } });
  return { sandbox, callback, authorize, tokens, connect, rest, put, file, video, post, advance };
}

export const textPost = (author: string) => ({
  author,
  commentary: 'Hello',
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
});

export function codeOf(response: TestResponse): string {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}
