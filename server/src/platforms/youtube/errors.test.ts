import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import { youtube } from './index.ts';

const account = {
  providerAccountId: 'UC1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', refreshToken: 'RT', isRefreshable: true },
  state: { uploads: 'UU1' },
};
const post = fakePost({ title: 'A title', media: [fakeMedia({ type: 'video' })] });
const publishState = {
  v: 1,
  uri: 'https://youtube.googleapis.com/resumable/upload/youtube/v3/videos?upload_id=U1',
  offset: 0,
};
const callWith = (reply: PlatformReply) => fakeCall({ account, hosts: youtube.hosts, respond: () => reply }).call;

const requests = {
  send: (reply: PlatformReply) => youtube.publish.send(callWith(reply), post, publishState),
  prepare: (reply: PlatformReply) => youtube.publish.prepare(callWith(reply), post, undefined),
};

const apiError = (code: number, domain: string, reason: string, message: string) =>
  jsonReply({ error: { code, message, errors: [{ message, domain, reason }] } }, code);

testErrorTable(requests, {
  operator: [
    {
      name: 'accessNotConfigured',
      reply: apiError(
        403,
        'usageLimits',
        'accessNotConfigured',
        'YouTube Data API v3 has not been used in project 1 before or it is disabled.',
      ),
      during: 'prepare',
      outcome: { kind: 'appProblem', code: 'accessNotConfigured' },
    },
    {
      name: 'quotaExceeded, the quota of the project',
      reply: apiError(
        403,
        'youtube.quota',
        'quotaExceeded',
        'The request cannot be completed because you have exceeded your quota.',
      ),
      during: 'prepare',
      outcome: { kind: 'appProblem', code: 'quotaExceeded' },
    },
  ],
  account: [
    {
      name: '401 authError',
      reply: apiError(401, 'global', 'authError', 'Invalid Credentials'),
      outcome: { kind: 'disconnected', cause: 'tokenExpired' },
    },
    {
      name: 'authenticatedUserAccountSuspended',
      reply: apiError(403, 'youtube.common', 'authenticatedUserAccountSuspended', 'The account is suspended.'),
      outcome: { kind: 'disconnected', cause: 'tokenDead' },
    },
    {
      name: 'youtubeSignupRequired',
      reply: apiError(401, 'youtube.header', 'youtubeSignupRequired', 'Unauthorized'),
      during: 'prepare',
      outcome: { kind: 'disconnected', cause: 'tokenDead' },
    },
    {
      name: 'insufficientPermissions',
      reply: apiError(403, 'global', 'insufficientPermissions', 'Insufficient Permission'),
      outcome: { kind: 'scopeMissing' },
    },
  ],
  post: [
    {
      name: 'invalidTitle',
      reply: apiError(400, 'youtube.video', 'invalidTitle', 'The request metadata specifies an invalid video title.'),
      during: 'prepare',
      outcome: { kind: 'rejected', code: 'invalidTitle' },
    },
    {
      name: 'forbidden',
      reply: apiError(403, 'youtube.common', 'forbidden', 'Access forbidden.'),
      outcome: { kind: 'rejected' },
    },
  ],
  wait: [
    {
      name: 'uploadLimitExceeded, until midnight Pacific time',
      reply: apiError(400, 'youtube.video', 'uploadLimitExceeded', 'The user has exceeded the number of videos.'),
      during: 'prepare',
      outcome: { retryAfterMs: 19 * 3_600_000 },
    },
    {
      name: 'userRateLimitExceeded',
      reply: apiError(403, 'usageLimits', 'userRateLimitExceeded', 'User Rate Limit Exceeded'),
      outcome: { retryAfterMs: 60_000 },
    },
  ],
  // A session lost while preparing restarts by itself; see publish.test.ts.
  retry: [{ name: 'no connection to YouTube', reply: notSent, outcome: { kind: 'notDone' } }],
  doubt: [
    {
      name: 'an upload session that is gone, perhaps because it was finished',
      reply: textReply('Not Found', 404),
      outcome: { kind: 'unknown' },
    },
    {
      name: 'a status that no row knows',
      reply: apiError(409, 'global', 'conflict', 'Conflict'),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: '503 backendError',
      reply: apiError(503, 'global', 'backendError', 'Backend Error'),
      outcome: { kind: 'unknown', reason: 'status 503' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
  ],
});

test('disconnects after a refresh only when the grant itself is refused', async () => {
  const refresh = async (error: string, status: number) =>
    (await youtube.connect.refresh?.(callWith(jsonReply({ error, error_description: 'words' }, status))))?.kind;
  assert.equal(await refresh('invalid_grant', 400), 'refused');
  for (const error of ['invalid_client', 'unauthorized_client', 'deleted_client']) {
    assert.equal(await refresh(error, 401), 'appProblem');
  }
  assert.equal(await refresh('invalid_request', 400), 'later');
});
