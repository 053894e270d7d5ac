import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import { testErrorTable } from '../../../test/error-table.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import { firstState } from './publish-state.ts';
import { tiktok } from './index.ts';

const account = {
  providerAccountId: 'open-id',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'act.1', refreshToken: 'rft.1', isRefreshable: true },
  state: { handle: 'ada' },
};
const creator = { privacy: 'PUBLIC_TO_EVERYONE', comments: true, duet: true, stitch: true, profile: 'ada' };
const photos = fakePost({ media: [fakeMedia()] });
const video = fakePost({ media: [fakeMedia({ type: 'video' })] });
const callWith = (reply: PlatformReply) => fakeCall({ account, hosts: tiktok.hosts, respond: () => reply }).call;
const opened = { ...firstState(creator), publishId: 'v_pub~1', uploadUrl: 'https://open-upload.tiktokapis.com/1' };

const requests = {
  send: (reply: PlatformReply) => tiktok.publish.send(callWith(reply), photos, firstState(creator)),
  sendVideo: (reply: PlatformReply) => tiktok.publish.send(callWith(reply), video, opened),
  poll: async (reply: PlatformReply) => {
    assert.ok(tiktok.publish.poll);
    return await tiktok.publish.poll(callWith(reply), photos, { ...opened, isSent: true });
  },
};

const failed = (code: string, message: string, status: number) =>
  jsonReply({ data: {}, error: { code, message, log_id: '2026100112000001' } }, status);
const failedLater = (fail_reason: string) =>
  jsonReply({ data: { status: 'FAILED', fail_reason }, error: { code: 'ok', message: '', log_id: '2' } });
const day = 24 * 3_600_000;

testErrorTable(requests, {
  operator: [
    {
      name: 'unaudited_client_can_only_post_to_private_accounts',
      reply: failed(
        'unaudited_client_can_only_post_to_private_accounts',
        'Please review our integration guidelines at https://developers.tiktok.com/doc/content-sharing-guidelines/',
        403,
      ),
      outcome: { kind: 'appProblem', code: 'unaudited_client_can_only_post_to_private_accounts' },
    },
    {
      name: 'url_ownership_unverified',
      reply: failed('url_ownership_unverified', 'Please review our URL ownership verification rules', 403),
      outcome: { kind: 'appProblem' },
    },
  ],
  account: [
    {
      name: 'access_token_invalid',
      reply: failed('access_token_invalid', 'The access token is invalid or not found in the request.', 401),
      outcome: { kind: 'disconnected', cause: 'tokenExpired' },
    },
    {
      name: 'scope_not_authorized',
      reply: failed('scope_not_authorized', 'The user did not authorize the scope required', 401),
      outcome: { kind: 'scopeMissing' },
    },
    {
      name: 'auth_removed while TikTok processes the post',
      reply: failedLater('auth_removed'),
      during: 'poll',
      outcome: { kind: 'disconnected', cause: 'authorizationRemoved' },
    },
  ],
  post: [
    {
      name: 'spam_risk_text',
      reply: failed('spam_risk_text', 'The caption is flagged as spam', 403),
      outcome: { kind: 'rejected', code: 'spam_risk_text' },
    },
    {
      name: 'invalid_params',
      reply: failed('invalid_params', 'The request parameters are invalid', 400),
      outcome: { kind: 'rejected' },
    },
    ...[
      'file_format_check_failed',
      'duration_check_failed',
      'frame_rate_check_failed',
      'picture_size_check_failed',
    ].map((reason) => ({
      name: `${reason} while TikTok processes the post`,
      reply: failedLater(reason),
      during: 'poll' as const,
      outcome: { kind: 'rejected', code: reason },
    })),
  ],
  wait: [
    {
      name: 'rate_limit_exceeded',
      reply: failed('rate_limit_exceeded', 'The API rate limit was exceeded.', 429),
      outcome: { retryAfterMs: 60_000 },
    },
    {
      name: 'spam_risk_too_many_posts',
      reply: failed('spam_risk_too_many_posts', 'The daily post cap from the API is reached', 403),
      outcome: { retryAfterMs: day },
    },
    {
      name: 'spam_risk_user_banned_from_posting',
      reply: failed('spam_risk_user_banned_from_posting', 'The user is banned from making new posts', 403),
      outcome: { retryAfterMs: day },
    },
    {
      name: 'spam_risk_too_many_posts while TikTok processes the post',
      reply: failedLater('spam_risk_too_many_posts'),
      during: 'poll',
      outcome: { retryAfterMs: day },
    },
  ],
  retry: [
    {
      name: 'an upload URL that TikTok has forgotten',
      reply: textReply('', 404),
      during: 'sendVideo',
      outcome: { kind: 'preparationLost' },
    },
    {
      name: 'internal while TikTok processes the post',
      reply: failedLater('internal'),
      during: 'poll',
      outcome: { kind: 'preparationLost' },
    },
    { name: 'no connection to TikTok', reply: notSent, outcome: { kind: 'notDone' } },
  ],
  doubt: [
    {
      name: 'a code that no row knows',
      reply: failed('something_new', 'Something new', 400),
      outcome: { kind: 'unknown', isRefusal: true },
    },
    {
      name: 'internal_error with status 500',
      reply: failed('internal_error', 'Internal error', 500),
      outcome: { kind: 'unknown', reason: '500 Internal error' },
    },
    { name: 'a lost connection', reply: lost, outcome: { kind: 'unknown' } },
  ],
});

test('disconnects after a refresh only when the grant itself is refused', async () => {
  const refresh = async (error: string) =>
    (await tiktok.connect.refresh?.(callWith(jsonReply({ error, error_description: 'words', log_id: '3' }))))?.kind;
  assert.equal(await refresh('invalid_grant'), 'refused');
  assert.equal(await refresh('invalid_client'), 'appProblem');
  assert.equal(await refresh('invalid_request'), 'later');
});
