import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import { noParts } from './publish-state.ts';
import { facebook } from './index.ts';

const account = {
  providerAccountId: '104',
  username: 'Ada',
  grantedScopes: [],
  tokens: { accessToken: 'EAAB', isRefreshable: false },
  state: {},
};
const post = fakePost();

const requests = {
  send: (reply: PlatformReply) => {
    const { call } = fakeCall({ account, hosts: facebook.hosts, apiVersion: 'v26.0', respond: () => reply });
    return facebook.publish.send(call, post, noParts(post));
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

const day = 24 * 3_600_000;

testErrorTable(requests, {
  operator: [
    {
      name: 'code 3, the app lacks a capability',
      reply: graphError(3, undefined, '(#3) Application does not have the capability to make this API call.'),
      outcome: { kind: 'appProblem', code: '3' },
    },
    {
      name: 'code 12, the API version is retired',
      reply: graphError(12, undefined, '(#12) feed is deprecated for versions v2.8 and higher'),
      outcome: { kind: 'appProblem' },
    },
    {
      name: '190, the app was deleted',
      reply: graphError(190, undefined, 'Error validating application. Application has been deleted.'),
      outcome: { kind: 'appProblem' },
    },
  ],
  account: [
    {
      name: '190/460, the password changed',
      reply: graphError(190, 460, 'Error validating access token: The session has been invalidated.'),
      outcome: { kind: 'disconnected', cause: 'tokenDead' },
    },
    {
      name: '200, a permission is missing',
      reply: graphError(
        200,
        undefined,
        "(#200) The user hasn't authorized the application to perform this action",
        403,
      ),
      outcome: { kind: 'scopeMissing' },
    },
  ],
  post: [
    {
      name: '506, the same post a moment ago',
      reply: graphError(506, undefined, '(#506) Duplicate status message'),
      outcome: { kind: 'rejected', code: '506' },
    },
    {
      name: '1500, the link is invalid',
      reply: graphError(1500, undefined, 'The url you supplied is invalid'),
      outcome: { kind: 'rejected' },
    },
    ...[352, 382, 389, 390, 6000].map((code) => ({
      name: `${code}, the video cannot be used`,
      reply: graphError(code, undefined, 'There was a problem uploading your video file.'),
      outcome: { kind: 'rejected' },
    })),
    {
      name: '200/1404078, the owner must act',
      reply: graphError(200, 1_404_078, 'Permissions error'),
      outcome: { kind: 'rejected' },
    },
  ],
  wait: [
    {
      name: '368/1390008, blocked for a while',
      reply: graphError(368, 1_390_008, 'The action attempted has been deemed abusive or is otherwise disallowed'),
      outcome: { retryAfterMs: day },
    },
    {
      name: '80001, the Page rate limit',
      reply: graphError(80_001, undefined, 'There have been too many calls to this Page account.'),
      outcome: { kind: 'rateLimited' },
    },
  ],
  retry: [{ name: 'no connection to Facebook', reply: notSent, outcome: { kind: 'notDone' } }],
  doubt: [
    {
      name: 'an error that no row knows',
      reply: graphError(987, undefined, 'Something new'),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: 'code 1, an unknown error of Facebook',
      reply: graphError(1, undefined, 'An unknown error occurred', 500),
      outcome: { kind: 'unknown' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
    { name: 'an unreadable 502', reply: textReply('<html>', 502), outcome: { kind: 'unknown' } },
  ],
});
