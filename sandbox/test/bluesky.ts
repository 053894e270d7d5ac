import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startSandbox, type TestResponse, type Running } from './harness.ts';

export const password = 'sand-boxx-pass-word';
export const postCollection = 'app.bsky.feed.post';

export type Session = { did: string; handle: string; host: string; accessJwt: string; refreshJwt: string };

export type Bluesky = {
  sandbox: Running;
  query(nsid: string, parameters: Record<string, string>, token?: string, host?: string): Promise<TestResponse>;
  procedure(nsid: string, input?: object, token?: string, host?: string): Promise<TestResponse>;
  bytes(path: string, body: Buffer, type: string, token?: string): Promise<TestResponse>;
  signIn(handle?: string): Promise<Session>;
  /** A post with these fields in addition to text and date. */
  post(session: Session, parts?: object, more?: object): Promise<TestResponse>;
  upload(session: Session, body: Buffer, type: string): Promise<any>;
  advance(ms: number): Promise<unknown>;
};

export async function startBluesky(t: TestContext): Promise<Bluesky> {
  const sandbox = await startSandbox(t);
  const bearer = (token?: string) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  const query: Bluesky['query'] = (nsid, parameters, token, host = 'bsky.social') => {
    const search = new URLSearchParams(parameters).toString();
    return sandbox.request(`/bluesky/${host}/xrpc/${nsid}?${search}`, { headers: bearer(token) });
  };
  const procedure: Bluesky['procedure'] = (nsid, input, token, host = 'bsky.social') =>
    sandbox.request(`/bluesky/${host}/xrpc/${nsid}`, {
      method: 'POST',
      headers: { ...bearer(token), ...(input && { 'content-type': 'application/json' }) },
      ...(input && { body: JSON.stringify(input) }),
    });
  const bytes: Bluesky['bytes'] = (path, body, type, token) =>
    sandbox.request(`/bluesky/${path}`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': type },
      body: Uint8Array.from(body),
    });
  const signIn: Bluesky['signIn'] = async (handle = 'ada.bsky.test') => {
    const { status, body } = await procedure('com.atproto.server.createSession', { identifier: handle, password });
    assert.equal(status, 200);
    return { ...body, host: new URL(body.didDoc.service[0].serviceEndpoint).host };
  };
  const post: Bluesky['post'] = (session, parts = {}, more = {}) => {
    const record = { $type: postCollection, text: 'Hello', createdAt: '2026-01-01T00:00:00.000Z', ...parts };
    const input = { repo: session.did, collection: postCollection, record, ...more };
    return procedure('com.atproto.repo.createRecord', input, session.accessJwt, session.host);
  };
  const upload: Bluesky['upload'] = async (session, body, type) => {
    const path = `${session.host}/xrpc/com.atproto.repo.uploadBlob`;
    const response = await bytes(path, body, type, session.accessJwt);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.blob;
  };
  const advance: Bluesky['advance'] = (ms) => sandbox.control('POST', 'clock', { advanceMs: ms });
  return { sandbox, query, procedure, bytes, signIn, post, upload, advance };
}
