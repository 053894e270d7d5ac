import { Type } from 'typebox';
import type { AccountCall, Outcome, Post, Publish } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { callAsAccount, make } from '../meta/client.ts';
import { readOptions } from '../shared/read-options.ts';
import { toSendOutcome } from './errors.ts';
import { pollWaitMs, readHandle, type Parts } from './handle.ts';
import { options } from './options.ts';
import { scopes } from './scopes.ts';

type Fields = Readonly<Record<string, string>>;

export const send: Publish['send'] = async (call, post, handle) => {
  const parts = readHandle(handle);
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

async function postToFeed(call: AccountCall, form: Fields): Promise<Outcome> {
  const made = await make(call, `${call.account.providerAccountId}/feed`, form);
  return made.kind === 'made' ? { kind: 'published', id: made.id } : toSendOutcome(made, scopes.publish);
}

/** A single photo goes the way of several: Facebook fetches it before the call that must not be repeated. */
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

const readFinished = answerReader(Type.Object({ success: Type.Literal(true) }));

async function publishReel(call: AccountCall, post: Post, parts: Parts): Promise<Outcome> {
  if (parts.video === null) throw new Error('a reel is sent only when it is uploaded');
  // Never a second time: an earlier call had its effect after all, and the look-up finds it.
  if (parts.isPublished) return { kind: 'unknown', reason: 'the reel had been published before' };
  const form = { upload_phase: 'finish', video_id: parts.video, video_state: 'PUBLISHED', ...description(post) };
  const reply = await callAsAccount(call, `${call.account.providerAccountId}/video_reels`, { form });
  if (reply.kind !== 'ok') return toSendOutcome(reply, scopes.publish);
  if (readFinished(reply.json) === undefined) return { kind: 'unknown', reason: 'the answer says nothing of success' };
  return pending(parts, parts.video);
}

async function postVideo(call: AccountCall, post: Post, parts: Parts): Promise<Outcome> {
  const [media] = post.media;
  if (media === undefined) throw new Error('the media of a post changed while it was published');
  const form = { file_url: media.url, published: 'true', ...description(post) };
  const made = await make(call, `${call.account.providerAccountId}/videos`, form);
  return made.kind === 'made' ? pending(parts, made.id) : toSendOutcome(made, scopes.publish);
}

const description = ({ text }: Post): Fields => (text === '' ? {} : { description: text });

/** Accepted, and out as soon as Facebook has worked through it. */
function pending(parts: Parts, video: string): Outcome {
  const handle = { ...parts, video, pollCount: 0 };
  return { kind: 'pending', handle, pollAfterMs: pollWaitMs(handle) };
}
