import { Type } from 'typebox';
import type { AccountCall, Outcome, Post, Publish } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { callTiktok } from './client.ts';
import { forDraft, throttled, toSendOutcome, uploadExpired } from './errors.ts';
import { isStale, readHandle, type Progress } from './handle.ts';
import { check, isVideoPost, limits, limitsOf, options } from './options.ts';
import { poll } from './poll.ts';
import { prepare } from './prepare.ts';
import { settle } from './settle.ts';
import { putPart } from './upload.ts';

const firstPollMs = 5000;

export const publish: Publish = {
  limits,
  limitsOf,
  options,
  textColumn: 'tiktok_description',
  check,
  prepare,
  send: async (call, post, handle) => {
    const progress = readHandle(handle);
    return isVideoPost(post) ? await sendVideo(call, post, progress) : await sendPhotos(call, post, progress);
  },
  poll,
  settle,
};

/** The last part: TikTok publishes once it has all of them. */
async function sendVideo(call: AccountCall, post: Post, progress: Progress): Promise<Outcome> {
  const [video] = post.media;
  if (video === undefined) throw new Error('a post without a video was not to come this far');
  // Never a second time: an earlier call had its effect after all, and the look-up finds it.
  if (progress.isSent) return { kind: 'unknown', reason: 'all of the video had been sent before' };
  if (isStale(progress, call.clock.now())) return uploadExpired;
  const answer = await putPart(call, video, progress);
  switch (answer.kind) {
    case 'whole':
      return { kind: 'pending', handle: { ...progress, isSent: true }, pollAfterMs: firstPollMs };
    case 'more':
      return { kind: 'notDone', reason: 'TikTok has not got all of the video yet' };
    case 'gone':
      return uploadExpired;
    case 'busy':
      return throttled;
    case 'lost':
      return { kind: 'unknown', reason: answer.reason };
    case 'notSent':
      return { kind: 'notDone', reason: answer.reason };
  }
}

const readMade = answerReader(Type.Object({ publish_id: Type.String({ minLength: 1, maxLength: 200 }) }));

/** TikTok fetches photos itself, so that asking is publishing. */
async function sendPhotos(call: AccountCall, post: Post, progress: Progress): Promise<Outcome> {
  const { creator } = progress;
  const isDraft = creator.privacy === null;
  const brand = {
    brand_content_toggle: on(post, 'brandContentToggle'),
    brand_organic_toggle: on(post, 'brandOrganicToggle'),
  };
  const direct = {
    privacy_level: creator.privacy,
    disable_comment: !creator.comments,
    auto_add_music: false,
    ...brand,
  };
  const title = post.title === '' ? {} : { title: post.title };
  const reply = await callTiktok(call, {
    path: '/v2/post/publish/content/init/',
    json: {
      post_info: { ...title, description: post.text, ...(isDraft ? {} : direct) },
      source_info: { source: 'PULL_FROM_URL', photo_images: post.media.map(({ url }) => url), photo_cover_index: 0 },
      post_mode: isDraft ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
      media_type: 'PHOTO',
    },
  });
  if (reply.kind !== 'ok') return isDraft ? forDraft(toSendOutcome(reply)) : toSendOutcome(reply);
  const made = readMade(reply.data);
  if (made === undefined) return { kind: 'unknown', reason: 'an answer without an id' };
  return {
    kind: 'pending',
    handle: { ...progress, publishId: made.publish_id, isSent: true },
    pollAfterMs: firstPollMs,
  };
}

function on({ settings }: Post, name: string): boolean {
  return settings[name] === true;
}
