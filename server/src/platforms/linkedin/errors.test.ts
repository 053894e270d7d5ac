import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import { noUploads } from './publish-state.ts';
import { linkedin } from './index.ts';

const account = {
  providerAccountId: 'ada',
  username: 'Ada',
  grantedScopes: [],
  tokens: { accessToken: 'AQV', refreshToken: 'AQX', isRefreshable: true },
  state: {},
};
const callWith = (reply: PlatformReply) =>
  fakeCall({ account, hosts: linkedin.hosts, apiVersion: '202609', respond: () => reply }).call;
const requests = { send: (reply: PlatformReply) => linkedin.publish.send(callWith(reply), fakePost(), noUploads) };

const fault = (status: number, code: string, message: string, serviceErrorCode?: number) =>
  jsonReply({ status, code, message, ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }) }, status);

testErrorTable(requests, {
  operator: [
    {
      name: '426 NONEXISTENT_VERSION',
      reply: fault(426, 'NONEXISTENT_VERSION', 'Requested version 20250601 is not active'),
      outcome: { kind: 'appProblem', code: 'NONEXISTENT_VERSION' },
    },
    {
      name: '400 VERSION_MISSING',
      reply: fault(400, 'VERSION_MISSING', 'A version must be present.'),
      outcome: { kind: 'appProblem' },
    },
  ],
  account: [
    {
      name: '401 with an expired token',
      reply: fault(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65_602),
      outcome: { kind: 'disconnected', cause: 'tokenExpired' },
    },
    {
      name: '401 with a revoked token',
      reply: fault(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', 65_601),
      outcome: { kind: 'disconnected', cause: 'authorizationRemoved' },
    },
    {
      name: '403 ACCESS_DENIED',
      reply: fault(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE.20260901', 100),
      outcome: { kind: 'scopeMissing' },
    },
  ],
  post: [
    {
      name: '422 for duplicate content',
      reply: fault(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:7000000000000000001'),
      outcome: { kind: 'rejected', code: 'DUPLICATE_POST' },
    },
    {
      name: '400 for a text that is too long',
      reply: fault(400, 'FIELD_LENGTH_TOO_LONG', 'commentary exceeded max length of 3000 characters'),
      outcome: { kind: 'rejected' },
    },
  ],
  wait: [
    {
      name: '429, until midnight UTC',
      reply: fault(429, 'TOO_MANY_REQUESTS', 'Resource level throttle MEMBER DAY limit reached', 101),
      outcome: { retryAfterMs: 12 * 3_600_000 },
    },
  ],
  retry: [
    // LinkedIn documents no error for lost media.
    {
      name: '422 MEDIA_ASSET_PROCESSING',
      reply: fault(422, 'MEDIA_ASSET_PROCESSING', 'The media asset is still being processed'),
      outcome: { kind: 'notDone' },
    },
    { name: 'no connection to LinkedIn', reply: notSent, outcome: { kind: 'notDone' } },
  ],
  doubt: [
    {
      name: 'a status that no row knows',
      reply: fault(418, 'TEAPOT', 'Something new'),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: '500',
      reply: fault(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
      outcome: { kind: 'unknown', reason: '500 Internal Server Error' },
    },
    {
      name: '400 "Unable to obtain activity", said of posts that exist',
      reply: fault(400, 'BAD_REQUEST', 'Unable to obtain activity'),
      outcome: { kind: 'unknown' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
    { name: 'a 201 without an id', reply: textReply('', 201), outcome: { kind: 'unknown' } },
  ],
});

test('reads the post ID from x-restli-id or x-linkedin-id', async () => {
  for (const name of ['x-restli-id', 'x-linkedin-id']) {
    const outcome = await requests.send(textReply('', 201, { [name]: 'urn:li:share:7' }));
    assert.partialDeepStrictEqual(outcome, { kind: 'published', id: 'urn:li:share:7' });
  }
});

test('names the scope of vetted apps when a first comment is refused', async () => {
  const { followUps } = linkedin.publish;
  assert.ok(followUps);
  const position = { name: 'firstComment', index: 0, postId: 'urn:li:share:7', previousId: 'urn:li:share:7' };
  const denied = fault(403, 'ACCESS_DENIED', 'Not enough permissions to access: comments.CREATE', 100);
  const post = fakePost({ settings: { firstComment: 'First' } });
  const outcome = await followUps.send(callWith(denied), post, position, undefined);
  assert.deepEqual(outcome, { kind: 'scopeMissing', scopes: ['w_member_social_feed'] });
});

test('disconnects after a refresh only when the token itself is refused', async () => {
  const refresh = async (error: string, error_description: string, status = 400) =>
    (await linkedin.connect.refresh?.(callWith(jsonReply({ error, error_description }, status))))?.kind;
  assert.equal(await refresh('invalid_grant', 'The provided authorization grant has expired'), 'refused');
  assert.equal(await refresh('invalid_request', 'The refresh token is invalid, expired or revoked'), 'refused');
  assert.equal(await refresh('invalid_client', 'Client authentication failed', 401), 'appProblem');
  assert.equal(await refresh('invalid_request', 'A required parameter "client_id" is missing'), 'appProblem');
  assert.equal(await refresh('invalid_request', 'The request cannot be read'), 'later');
});
