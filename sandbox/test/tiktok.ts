import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startSandbox, startServer, type TestResponse, type Running } from './harness.ts';

export const app = { client_key: 'sandbox-tiktok-key', client_secret: 'sandbox-tiktok-secret' };
export const allScopes = 'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list';

type Tiktok = {
  sandbox: Running;
  /** Media that Herald serves, by path. */
  herald: string;
  files: Map<string, Buffer>;
  callback: string;
  authorize(query?: Record<string, string>): Promise<TestResponse>;
  /** A form sent to `token` or `revoke`. */
  oauth(path: string, form: Record<string, string>): Promise<TestResponse>;
  connect(account?: string, more?: Record<string, string>): Promise<{ access: string; refresh: string }>;
  get(path: string, token?: string): Promise<TestResponse>;
  post(path: string, token: string, body?: object): Promise<TestResponse>;
  put(url: string, bytes: Buffer, headers: Record<string, string>): Promise<TestResponse>;
  /** Uploads a video in one chunk and returns its publish ID. */
  video(token: string, bytes: Buffer, info?: object): Promise<string>;
  photos(token: string, more?: { info?: object; source?: object; body?: object }): Promise<TestResponse>;
  status(token: string, publishId: string): Promise<any>;
  advance(ms: number): Promise<unknown>;
};

export async function startTiktok(t: TestContext): Promise<Tiktok> {
  const files = new Map<string, Buffer>();
  const herald = await startServer(t, (request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  const callback = `${herald}/callback`;
  const sandbox = await startSandbox(t, { heraldOrigins: () => [herald] });
  const authorize: Tiktok['authorize'] = (query = {}) => {
    const all = { client_key: app.client_key, redirect_uri: callback, response_type: 'code', scope: allScopes };
    const search = new URLSearchParams({ ...all, state: 's1', ...query }).toString();
    return sandbox.request(`/tiktok/www.tiktok.com/v2/auth/authorize/?${search}`);
  };
  const oauth: Tiktok['oauth'] = (path, form) =>
    sandbox.request(`/tiktok/open.tiktokapis.com/v2/oauth/${path}/`, {
      method: 'POST',
      body: new URLSearchParams({ ...app, ...form }),
    });
  const connect: Tiktok['connect'] = async (account = 'ada.dances', more = {}) => {
    const code = codeOf(await authorize({ decision: 'approve', account, ...more }));
    const { body } = await oauth('token', { grant_type: 'authorization_code', redirect_uri: callback, code });
    assert.equal(body.error, undefined, JSON.stringify(body));
    return { access: body.access_token, refresh: body.refresh_token };
  };
  const bearer = (token?: string) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  const get: Tiktok['get'] = (path, token) =>
    sandbox.request(`/tiktok/open.tiktokapis.com/v2${path}`, { headers: bearer(token) });
  const post: Tiktok['post'] = (path, token, body = {}) =>
    sandbox.request(`/tiktok/open.tiktokapis.com/v2${path}`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify(body),
    });
  const put: Tiktok['put'] = (url, bytes, headers) => {
    const { host, pathname, search } = new URL(url);
    return sandbox.request(`/tiktok/${host}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'video/mp4', ...headers },
      body: Uint8Array.from(bytes),
    });
  };
  const video: Tiktok['video'] = async (token, bytes, info = {}) => {
    const begun = await post('/post/publish/video/init/', token, {
      post_info: { title: 'A video', privacy_level: 'PUBLIC_TO_EVERYONE', ...info },
      source_info: sourceOf(bytes.length),
    });
    assert.equal(begun.body.error.code, 'ok', JSON.stringify(begun.body));
    const { publish_id: id, upload_url: url } = begun.body.data;
    const sent = await put(url, bytes, { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}` });
    assert.equal(sent.status, 201);
    return id;
  };
  const photos: Tiktok['photos'] = (token, { info = {}, source = {}, body = {} } = {}) =>
    post('/post/publish/content/init/', token, {
      post_info: { title: 'Photos', description: 'Of things', privacy_level: 'PUBLIC_TO_EVERYONE', ...info },
      source_info: {
        source: 'PULL_FROM_URL',
        photo_images: [...files.keys()].map((path) => `${herald}${path}`),
        photo_cover_index: 0,
        ...source,
      },
      post_mode: 'DIRECT_POST',
      media_type: 'PHOTO',
      ...body,
    });
  const status: Tiktok['status'] = async (token, publishId) =>
    (await post('/post/publish/status/fetch/', token, { publish_id: publishId })).body.data;
  const advance: Tiktok['advance'] = (ms) => sandbox.control('POST', 'clock', { advanceMs: ms });
  return {
    ...{ sandbox, herald, files, callback, authorize, oauth, connect, get, post, put, video, photos, status },
    advance,
  };
}

export function sourceOf(size: number, chunk = size): object {
  return {
    source: 'FILE_UPLOAD',
    video_size: size,
    chunk_size: chunk,
    total_chunk_count: Math.floor(size / chunk),
  };
}

export function codeOf(response: TestResponse): string {
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}
