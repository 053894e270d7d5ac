import { Type } from 'typebox';
import type { Outcome, Post, Publish } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { TiktokAccountCall, TiktokCall } from './call.ts';
import { callTiktok } from './client.ts';
import { forDraft, throttled, toSendOutcome, uploadExpired } from './errors.ts';
import { isStale, readPublishState, type Progress } from './publish-state.ts';
import { check, isVideoPost, limits, limitsOf, options } from './options.ts';
import { poll } from './poll.ts';
import { prepare } from './prepare.ts';
import { settle } from './settle.ts';
import { putPart } from './upload.ts';

const firstPollMs = 5000;

export const publish: Publish<TiktokCall> = {
  limits,
  limitsOf,
  options,
  textColumn: 'tiktok_description',
  check,
  prepare,
  send: async (call, post, publishState) => {
    const progress = readPublishState(publishState);
    return isVideoPost(post) ? await sendVideo(call, post, progress) : await sendPhotos(call, post, progress);
  },
  poll,
  settle,
};

/** TikTok publishes once it has the last part. */
async function sendVideo(call: TiktokAccountCall, post: Post, progress: Progress): Promise<Outcome> {
  const [video] = post.media;
  if (video === undefined) throw new Error('a post without a video must be refused by the checks');
  // An earlier call took effect: sending again would publish twice, and the look-up finds the post.
  if (progress.isSent) return { kind: 'unknown', reason: 'the whole video was already sent' };
  if (isStale(progress, call.clock.now())) return uploadExpired;
  const result = await putPart(call, video, progress);
  switch (result.kind) {
    case 'complete':
      return { kind: 'pending', publishState: { ...progress, isSent: true }, pollAfterMs: firstPollMs };
    case 'more':
      return { kind: 'notDone', reason: 'TikTok has not received the whole video yet' };
    case 'expired':
      return uploadExpired;
    case 'rateLimited':
      return throttled;
    case 'lost':
      return { kind: 'unknown', reason: result.reason };
    case 'notSent':
      return { kind: 'notDone', reason: result.reason };
  }
}

const readCreated = responseReader(Type.Object({ publish_id: Type.String({ minLength: 1, maxLength: 200 }) }));

/** TikTok fetches photos itself, so this request publishes. */
async function sendPhotos(call: TiktokAccountCall, post: Post, progress: Progress): Promise<Outcome> {
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
  const created = readCreated(reply.data);
  if (created === undefined) return { kind: 'unknown', reason: 'the response has no ID' };
  return {
    kind: 'pending',
    publishState: { ...progress, publishId: created.publish_id, isSent: true },
    pollAfterMs: firstPollMs,
  };
}

function on({ settings }: Post, name: string): boolean {
  return settings[name] === true;
}
