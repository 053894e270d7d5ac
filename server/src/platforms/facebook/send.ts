import { Type } from 'typebox';
import type { Outcome, Post, Publish } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { callAsAccount, createObject } from '../meta/client.ts';
import { readOptions } from '../shared/read-options.ts';
import type { FacebookAccountCall, FacebookCall } from './call.ts';
import { toSendOutcome } from './errors.ts';
import { pollWaitMs, readPublishState, type Parts } from './publish-state.ts';
import { options } from './options.ts';
import { scopes } from './scopes.ts';

type Fields = Readonly<Record<string, string>>;

export const send: Publish<FacebookCall>['send'] = async (call, post, publishState) => {
  const parts = readPublishState(publishState);
  switch (parts.kind) {
    case 'text':
    case 'photos':
      return await postToFeed(call, feedFields(post, parts));
    case 'reel':
      return await publishReel(call, post, parts);
    case 'video':
      return await postVideo(call, post, parts);
  }
};

async function postToFeed(call: FacebookAccountCall, form: Fields): Promise<Outcome> {
  const created = await createObject(call, `${call.account.providerAccountId}/feed`, form);
  return created.kind === 'created' ? { kind: 'published', id: created.id } : toSendOutcome(created, scopes.publish);
}

/** Attaches even a single photo: Facebook then fetches it before the request that must not be repeated. */
function feedFields(post: Post, { photos }: Pick<Parts, 'photos'>): Fields {
  const { link } = readOptions(options, post.settings).options;
  const attached = photos.map((id, index) => [`attached_media[${index}]`, JSON.stringify({ media_fbid: id })] as const);
  return {
    ...(post.text === '' ? {} : { message: post.text }),
    ...(link === undefined || post.media.length > 0 ? {} : { link }),
    published: 'true',
    ...(Object.fromEntries(attached) as Fields),
  };
}

const readFinished = responseReader(Type.Object({ success: Type.Literal(true) }));

async function publishReel(call: FacebookAccountCall, post: Post, parts: Parts): Promise<Outcome> {
  if (parts.video === null) throw new Error('a reel cannot be sent before it is uploaded');
  // An earlier call took effect: sending again would publish twice, and the look-up finds the post.
  if (parts.isPublished) return { kind: 'unknown', reason: 'the reel was already published' };
  const form = { upload_phase: 'finish', video_id: parts.video, video_state: 'PUBLISHED', ...description(post) };
  const reply = await callAsAccount(call, `${call.account.providerAccountId}/video_reels`, { form });
  if (reply.kind !== 'ok') return toSendOutcome(reply, scopes.publish);
  if (readFinished(reply.json) === undefined)
    return { kind: 'unknown', reason: 'the response does not confirm success' };
  return pending(parts, parts.video);
}

async function postVideo(call: FacebookAccountCall, post: Post, parts: Parts): Promise<Outcome> {
  const [media] = post.media;
  if (media === undefined) throw new Error('the media of the post changed during publishing');
  const form = { file_url: media.url, published: 'true', ...description(post) };
  const created = await createObject(call, `${call.account.providerAccountId}/videos`, form);
  return created.kind === 'created' ? pending(parts, created.id) : toSendOutcome(created, scopes.publish);
}

const description = ({ text }: Post): Fields => (text === '' ? {} : { description: text });

function pending(parts: Parts, video: string): Outcome {
  const publishState = { ...parts, video, pollCount: 0 };
  return { kind: 'pending', publishState, pollAfterMs: pollWaitMs(publishState) };
}
