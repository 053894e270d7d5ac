import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { noContainers } from '../meta/container-state.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakePost, lost } from '../shared/test/fake-call.ts';
import { threads } from './index.ts';

const account = {
  providerAccountId: '25',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'THAA', isRefreshable: true },
  state: {},
};
const publishState = { ...noContainers(0), container: '7' };

const requests = {
  send: (reply: PlatformReply) => {
    const { call } = fakeCall({ account, hosts: threads.hosts, apiVersion: 'v1.0', respond: () => reply });
    return threads.publish.send(call, fakePost(), publishState);
  },
};

const graphError = (code: number, subcode: number | undefined, message: string, status = 400): PlatformReply =>
  jsonReply(
    {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUv',
      },
    },
    status,
  );

testErrorTable(requests, {
  operator: [
    {
      name: 'code 3, the app lacks a capability',
      reply: graphError(3, undefined, '(#3) Application does not have the capability to make this API call.'),
      outcome: { kind: 'appProblem' },
    },
  ],
  account: [
    {
      name: '190, the token is invalid',
      reply: graphError(190, 467, 'Error validating access token: The access token is invalid'),
      outcome: { kind: 'disconnected', cause: 'tokenDead' },
    },
    {
      name: '10, a permission is missing',
      reply: graphError(10, undefined, 'Application does not have permission for this action', 403),
      outcome: { kind: 'scopeMissing' },
    },
  ],
  post: [
    {
      name: '25/2207050, the account is restricted',
      reply: graphError(25, 2207050, 'The user is restricted'),
      outcome: { kind: 'rejected', code: '25/2207050' },
    },
    {
      name: '25/4279013, the profile is restricted',
      reply: graphError(25, 4279013, 'The user is restricted'),
      outcome: { kind: 'rejected' },
    },
    {
      name: '4/2207051, taken for spam',
      reply: graphError(4, 2207051, 'Application request limit reached'),
      outcome: { kind: 'rejected' },
    },
    {
      name: '100/4279071, the topic tag is invalid',
      reply: graphError(100, 4279071, 'Invalid parameter'),
      outcome: { kind: 'rejected' },
    },
  ],
  wait: [
    {
      name: '4, the app rate limit',
      reply: graphError(4, undefined, 'Limit reached'),
      outcome: { kind: 'rateLimited' },
    },
    {
      name: '9/2207042, the daily limit',
      reply: graphError(9, 2207042, 'Application request limit reached'),
      outcome: { retryAfterMs: 3_600_000 },
    },
  ],
  retry: [
    {
      name: '24/4279009 after FINISHED, the container is gone',
      reply: graphError(24, 4279009, 'The requested resource does not exist'),
      outcome: { kind: 'preparationLost' },
    },
    {
      name: '-2/2207020, the container expired',
      reply: graphError(-2, 2207020, 'The media has expired'),
      outcome: { kind: 'preparationLost' },
    },
  ],
  doubt: [
    {
      name: 'an error that no row knows',
      reply: graphError(77_777, undefined, 'Something new'),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: 'code 2 with status 500',
      reply: graphError(2, undefined, 'An unexpected error has occurred. Please retry your request later.', 500),
      outcome: { kind: 'unknown' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
    { name: 'an unreadable 502', reply: textReply('<html>', 502), outcome: { kind: 'unknown' } },
  ],
});
