import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import { pinterest } from './index.ts';

const account = {
  providerAccountId: '1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', refreshToken: 'RT', isRefreshable: true },
  state: {},
};
const settings = { boardId: '7' };
const image = fakePost({ media: [fakeMedia()], settings });
const video = fakePost({ media: [fakeMedia({ type: 'video' })], settings });
const callWith = (reply: PlatformReply) =>
  fakeCall({ account, hosts: pinterest.hosts, apiVersion: 'v5', respond: () => reply }).call;

const requests = {
  send: (reply: PlatformReply) => pinterest.publish.send(callWith(reply), image, { v: 1, mediaId: null, pollCount: 0 }),
  prepare: (reply: PlatformReply) =>
    pinterest.publish.prepare(callWith(reply), video, { v: 1, mediaId: '55', pollCount: 0 }),
};

const apiError = (status: number, code: number, message: string, headers = {}) =>
  jsonReply({ code, message }, status, headers);

testErrorTable(requests, {
  operator: [
    {
      name: '403/29, the app has trial access',
      reply: apiError(403, 29, 'Apps with Trial access may not create Pins in production'),
      outcome: { kind: 'appProblem', code: '29' },
    },
  ],
  account: [
    {
      name: '401/2, the token expired',
      reply: apiError(401, 2, 'Authentication failed.'),
      outcome: { kind: 'disconnected', cause: 'tokenExpired' },
    },
    {
      name: '401/3, a scope is missing',
      reply: apiError(401, 3, "Authorization failed. Missing: ['pins:write']"),
      outcome: { kind: 'scopeMissing' },
    },
    { name: '403/7, not authorised', reply: apiError(403, 7, 'Not authorized.'), outcome: { kind: 'scopeMissing' } },
  ],
  post: [
    {
      name: "403/29, somebody else's board",
      reply: apiError(403, 29, 'You are not permitted to access that resource.'),
      outcome: { kind: 'rejected', code: '29' },
    },
    { name: '404/40, no such board', reply: apiError(404, 40, 'Board not found.'), outcome: { kind: 'rejected' } },
    {
      name: '400/1, invalid parameters',
      reply: apiError(400, 1, "Invalid request: 'title' is too long"),
      outcome: { kind: 'rejected', code: '1' },
    },
  ],
  wait: [
    {
      name: '429/8 with a reset',
      reply: apiError(429, 8, 'You have exceeded your rate limit. Try again later.', { 'x-ratelimit-reset': '30' }),
      outcome: { retryAfterMs: 30_000 },
    },
  ],
  retry: [
    {
      name: '400/235, the image could not be fetched',
      reply: apiError(400, 235, 'Sorry we could not fetch the image.'),
      outcome: { kind: 'notDone' },
    },
    {
      name: '404 for the status of an uploaded video',
      reply: apiError(404, 1, 'Media upload not found.'),
      during: 'prepare',
      outcome: { kind: 'preparationLost' },
    },
    { name: 'no connection to Pinterest', reply: notSent, outcome: { kind: 'notDone' } },
  ],
  doubt: [
    {
      name: 'a status that no row knows',
      reply: apiError(418, 999, 'Something new'),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: '500',
      reply: apiError(500, 0, 'Sorry! Something went wrong on our end.'),
      outcome: { kind: 'unknown', reason: 'status 500' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
    { name: 'a 201 without a body', reply: textReply('', 201), outcome: { kind: 'unknown' } },
  ],
});

test('disconnects after a refresh only when the grant itself is refused', async () => {
  const refresh = async (status: number, body: object) =>
    (await pinterest.connect.refresh?.(callWith(jsonReply(body, status))))?.kind;
  assert.equal(await refresh(401, { code: 283, message: 'The authorization grant is invalid' }), 'refused');
  const wrongApp = { code: 283, data: 'Invalid Application ID', message: 'The authorization grant is invalid' };
  assert.equal(await refresh(401, wrongApp), 'appProblem');
  assert.equal(await refresh(401, { code: 2, message: 'Authentication failed.' }), 'appProblem');
  assert.equal(await refresh(400, { code: 1, message: "Invalid request: 'scope' was not granted" }), 'later');
});

test('requests renewable refresh tokens', async () => {
  const { call, sent } = fakeCall({ account, hosts: pinterest.hosts, apiVersion: 'v5', respond: () => lost });
  const { connect } = pinterest;
  assert.ok(connect.kind === 'oauth');
  await connect.exchange(call, { code: 'c', redirectUri: 'https://herald.example/', codeVerifier: undefined });
  assert.equal(sent[0]?.form.get('continuous_refresh'), 'true');
});
