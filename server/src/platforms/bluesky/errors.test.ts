import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import { noParts } from './publish-state.ts';
import { bluesky } from './index.ts';

const account = {
  providerAccountId: 'did:plc:abcdefghijklmnopqrstuvwx',
  username: 'ada.bsky.test',
  grantedScopes: ['atproto'],
  tokens: { accessToken: 'ACCESS', refreshToken: 'REFRESH', isRefreshable: true },
  state: { pds: 'https://pds.example' },
};
const record = { $type: 'app.bsky.feed.post', text: 'Hello', createdAt: '2026-10-01T12:00:00.000Z' };
const publishState = { ...noParts, final: { key: '3lwxyz2abcd2e', record } };

const requests = {
  send: (reply: PlatformReply) => {
    const { call } = fakeCall({ account, hosts: bluesky.hosts, respond: () => reply });
    return bluesky.publish.send(call, fakePost(), publishState);
  },
};

const xrpcError = (status: number, error: string, message: string, headers = {}) =>
  jsonReply({ error, message }, status, headers);

testErrorTable(requests, {
  operator: { none: 'an app password belongs to the account; there is no app that could be refused' },
  account: [
    {
      name: 'ExpiredToken',
      reply: xrpcError(400, 'ExpiredToken', 'Token has expired'),
      outcome: { kind: 'disconnected', cause: 'tokenExpired' },
    },
    {
      name: 'AccountTakedown',
      reply: xrpcError(401, 'AccountTakedown', 'Account has been taken down'),
      outcome: { kind: 'disconnected', cause: 'tokenDead' },
    },
  ],
  post: [
    {
      name: 'InvalidRequest for a text that is too long',
      reply: xrpcError(
        400,
        'InvalidRequest',
        'Invalid app.bsky.feed.post record: Record/text must not be longer than 300 graphemes',
      ),
      outcome: { kind: 'rejected', code: 'InvalidRequest' },
    },
    {
      name: 'a 400 with a name that no row knows',
      reply: xrpcError(400, 'UnsupportedEmbed', 'This embed is not supported'),
      outcome: { kind: 'rejected', code: 'UnsupportedEmbed' },
    },
    {
      name: '413',
      reply: xrpcError(413, 'PayloadTooLarge', 'request entity too large'),
      outcome: { kind: 'rejected' },
    },
  ],
  wait: [
    {
      name: '429 with the reset of the limit',
      reply: xrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
        'ratelimit-reset': String(Date.parse('2026-10-01T12:10:00Z') / 1000),
      }),
      outcome: { retryAfterMs: 600_000 },
    },
  ],
  retry: [
    {
      name: 'BlobNotFound',
      reply: xrpcError(400, 'BlobNotFound', 'Could not find blob: bafkrei'),
      outcome: { kind: 'preparationLost' },
    },
    { name: 'no connection to the server', reply: notSent, outcome: { kind: 'notDone' } },
  ],
  doubt: [
    {
      name: 'a 409 that no row knows',
      reply: xrpcError(409, 'Conflict', 'Something new'),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: '502 from the upstream',
      reply: xrpcError(502, 'UpstreamFailure', 'Upstream service unreachable'),
      outcome: { kind: 'unknown', reason: 'Upstream service unreachable (status 502)' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
    { name: 'an unreadable 500', reply: textReply('', 500), outcome: { kind: 'unknown' } },
  ],
});
