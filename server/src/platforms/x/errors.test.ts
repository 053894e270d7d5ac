import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import { noUploads } from './publish-state.ts';
import { x } from './index.ts';

const account = {
  providerAccountId: '7',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', refreshToken: 'RT', isRefreshable: true },
  state: {},
};
const callWith = (reply: PlatformReply) => fakeCall({ account, hosts: x.hosts, respond: () => reply }).call;
const requests = { send: (reply: PlatformReply) => x.publish.send(callWith(reply), fakePost(), noUploads) };

const problems = 'https://api.twitter.com/2/problems';
const invalid = (message: string) =>
  jsonReply(
    {
      errors: [{ parameters: {}, message }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: `${problems}/invalid-request`,
    },
    400,
  );
const forbidden = (detail: string) => jsonReply({ detail, type: 'about:blank', title: 'Forbidden', status: 403 }, 403);
const at = (time: string) => String(Date.parse(`2026-10-${time}:00Z`) / 1000);
const tooMany = (headers: Record<string, string>) =>
  jsonReply(
    { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
    429,
    headers,
  );

testErrorTable(requests, {
  operator: [
    {
      name: '403 client-not-enrolled',
      reply: jsonReply(
        {
          client_id: '1',
          detail:
            'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project.',
          registration_url: 'https://developer.twitter.com/en/docs/projects/overview',
          title: 'Client Forbidden',
          required_enrollment: 'Appropriate Level of API Access',
          reason: 'client-not-enrolled',
          type: `${problems}/client-forbidden`,
        },
        403,
      ),
      outcome: { kind: 'appProblem', code: 'client-forbidden' },
    },
    {
      name: '402 CreditsDepleted',
      reply: jsonReply(
        {
          title: 'CreditsDepleted',
          detail: 'Your enrolled account [1] does not have any credits to fulfill this request.',
          type: `${problems}/credits`,
        },
        402,
      ),
      outcome: { kind: 'appProblem', code: 'credits' },
    },
    {
      name: '429 UsageCapExceeded',
      reply: jsonReply(
        {
          title: 'UsageCapExceeded',
          detail: 'Usage cap exceeded: Monthly product cap',
          period: 'Monthly',
          scope: 'Product',
          type: `${problems}/usage-capped`,
        },
        429,
      ),
      outcome: { kind: 'appProblem', code: 'usage-capped' },
    },
  ],
  account: [
    {
      name: '401 Unauthorized',
      reply: jsonReply({ title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }, 401),
      outcome: { kind: 'disconnected', cause: 'tokenExpired' },
    },
    {
      name: '403 of a suspended account',
      reply: forbidden('Your account is suspended and is not permitted to access this feature.'),
      outcome: { kind: 'disconnected', cause: 'tokenDead' },
    },
    { name: '403 of a missing scope', reply: forbidden('Forbidden'), outcome: { kind: 'scopeMissing' } },
  ],
  post: [
    {
      name: '403 for duplicate content',
      reply: forbidden('You are not allowed to create a Tweet with duplicate content.'),
      outcome: { kind: 'rejected', code: '403' },
    },
    {
      name: '403 for something that is not permitted',
      reply: forbidden('You are not permitted to perform this action.'),
      outcome: { kind: 'rejected' },
    },
    {
      name: '403 code 226, taken for automated',
      reply: jsonReply({ errors: [{ code: 226, message: 'This request looks like it might be automated.' }] }, 403),
      outcome: { kind: 'rejected', message: 'This request looks like it might be automated.' },
    },
    {
      name: "400 with X's own words",
      reply: invalid('Tweet text is too long'),
      outcome: { kind: 'rejected', code: 'invalid-request', message: 'Tweet text is too long' },
    },
  ],
  wait: [
    {
      name: '429 with the reset of the window',
      reply: tooMany({ 'x-rate-limit-reset': at('01T12:05'), 'x-user-limit-24hour-remaining': '3' }),
      outcome: { retryAfterMs: 300_000 },
    },
    {
      name: '429 with the daily limit of the user used up',
      reply: tooMany({
        'x-rate-limit-reset': at('01T12:05'),
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': at('01T20:00'),
      }),
      outcome: { retryAfterMs: 8 * 3_600_000 },
    },
  ],
  retry: [
    {
      name: '400 for media that X no longer has',
      reply: invalid('Your media IDs are invalid.'),
      outcome: { kind: 'preparationLost' },
    },
    { name: 'no connection to X', reply: notSent, outcome: { kind: 'notDone' } },
  ],
  doubt: [
    {
      name: 'a status that no row knows',
      reply: jsonReply({ title: 'Conflict', detail: 'Conflict', type: 'about:blank', status: 409 }, 409),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: '503',
      reply: jsonReply({ title: 'Service Unavailable', detail: 'Service Unavailable', type: 'about:blank' }, 503),
      outcome: { kind: 'unknown', reason: 'status 503' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
    { name: 'a 201 without a body', reply: textReply('', 201), outcome: { kind: 'unknown' } },
  ],
});

test('disconnects after a refresh only when the token itself is refused', async () => {
  const refresh = async (error: string, error_description: string, status: number) =>
    (await x.connect.refresh?.(callWith(jsonReply({ error, error_description }, status))))?.kind;
  assert.equal(await refresh('invalid_request', 'Value passed for the token was invalid.', 400), 'refused');
  assert.equal(await refresh('unauthorized_client', 'Missing valid authorization header', 401), 'appProblem');
  assert.equal(await refresh('invalid_request', 'Missing required parameter [client_id].', 400), 'appProblem');
  assert.equal(await refresh('invalid_request', 'The request body cannot be read.', 400), 'later');
});
