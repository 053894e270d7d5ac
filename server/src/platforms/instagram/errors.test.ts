import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { noContainers } from '../meta/container-state.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost } from '../shared/test/fake-call.ts';
import { instagram } from './index.ts';

const account = {
  providerAccountId: '17841400000000001',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'IGAA', isRefreshable: true },
  state: {},
};
const post = fakePost({ media: [fakeMedia()] });
const publishState = { ...noContainers(0), container: '7' };
const callWith = (reply: PlatformReply) =>
  fakeCall({ account, hosts: instagram.hosts, apiVersion: 'v26.0', respond: () => reply }).call;

const requests = {
  send: (reply: PlatformReply) => instagram.publish.send(callWith(reply), post, publishState),
  prepare: (reply: PlatformReply) => instagram.publish.prepare(callWith(reply), post, noContainers(0)),
};

/** `title` and `text` are shown to people. */
const graphError = (code: number, subcode: number | undefined, message: string, status = 400): PlatformReply =>
  jsonReply(
    {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        is_transient: false,
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
      name: 'code 101, the app is unknown',
      reply: graphError(
        101,
        undefined,
        'Error validating application. Cannot get application info due to a system error.',
      ),
      outcome: { kind: 'appProblem' },
    },
  ],
  account: [
    {
      name: '190/463, the token expired',
      reply: graphError(190, 463, 'Error validating access token: Session has expired.'),
      outcome: { kind: 'disconnected', cause: 'tokenExpired' },
    },
    {
      name: '190/458, the person removed the app',
      reply: graphError(190, 458, 'Error validating access token: The user has not authorized application 1.'),
      outcome: { kind: 'disconnected', cause: 'authorizationRemoved' },
    },
    {
      name: '10 without a subcode, a permission is missing',
      reply: graphError(10, undefined, '(#10) Application does not have permission for this action', 403),
      outcome: { kind: 'scopeMissing' },
    },
  ],
  post: [
    {
      name: '4/2207051, taken for spam',
      reply: graphError(4, 2207051, 'Application request limit reached'),
      outcome: { kind: 'rejected', code: '4/2207051' },
    },
    {
      name: '25/2207050, the account is restricted',
      reply: graphError(25, 2207050, 'The user is restricted'),
      outcome: { kind: 'rejected', code: '25/2207050' },
    },
    {
      name: '36003/2207009, the aspect ratio',
      reply: graphError(36_003, 2207009, 'The aspect ratio is not supported.'),
      outcome: { kind: 'rejected' },
    },
    {
      name: '1/2207057, the thumbnail offset',
      reply: graphError(1, 2207057, 'Invalid thumbnail offset'),
      outcome: { kind: 'rejected' },
    },
    {
      name: '100/2207040, too many mentions',
      reply: graphError(100, 2207040, 'Cannot use more than 20 tags'),
      outcome: { kind: 'rejected' },
      during: 'prepare',
    },
  ],
  wait: [
    {
      name: '4, the app rate limit',
      reply: graphError(4, undefined, 'Limit reached'),
      outcome: { kind: 'rateLimited' },
    },
    {
      name: '9/2207042, the daily publishing limit',
      reply: graphError(9, 2207042, 'Application request limit reached'),
      outcome: { retryAfterMs: 3_600_000 },
    },
    {
      name: '368, blocked for a while',
      reply: graphError(368, undefined, 'The action attempted has been deemed abusive'),
      outcome: { retryAfterMs: day },
    },
  ],
  retry: [
    {
      name: '24/2207006, the container is missing',
      reply: graphError(24, 2207006, 'The requested resource does not exist'),
      outcome: { kind: 'preparationLost' },
    },
    {
      name: '-2/2207020, the container expired',
      reply: graphError(-2, 2207020, 'The media has expired'),
      outcome: { kind: 'preparationLost' },
    },
    {
      name: '-1/2207053, the upload failed',
      reply: graphError(-1, 2207053, 'Unknown upload error'),
      outcome: { kind: 'preparationLost' },
    },
    {
      name: '9007/2207027, the media is not ready',
      reply: graphError(9007, 2207027, 'The media is not ready to be published'),
      outcome: { kind: 'notDone' },
    },
    {
      name: '24/2207008, the container is not found yet',
      reply: graphError(24, 2207008, 'The requested resource does not exist'),
      outcome: { kind: 'notDone' },
    },
    {
      name: '9004/2207052, the media could not be fetched',
      reply: graphError(9004, 2207052, 'Only photo or video can be accepted as media type.'),
      outcome: { kind: 'notDone' },
      during: 'prepare',
    },
  ],
  doubt: [
    {
      name: 'an error that no row knows',
      reply: graphError(777, undefined, 'Something new'),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: '4/2207051 with status 500, which may have been published',
      reply: graphError(4, 2207051, 'Application request limit reached', 500),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: '-1/2207001, a server error of Instagram',
      reply: graphError(-1, 2207001, 'Instagram server error', 500),
      outcome: { kind: 'unknown', reason: '(#-1/2207001) Instagram server error' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown', reason: 'the connection broke' } },
    { name: 'an unreadable 502', reply: textReply('<html>', 502), outcome: { kind: 'unknown' } },
  ],
});
