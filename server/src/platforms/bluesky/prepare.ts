import type { FollowUps, Media, Post, Publish, PublishState, Refusal, Step } from '../adapter.ts';
import { isJsonObject } from '../../kernel/text/json.ts';
import { mediaBody } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import type { BlueskyAccountCall, BlueskyCall } from './call.ts';
import { uploadBlob } from './blob.ts';
import { toStepRefusal } from './errors.ts';
import { detectFacets, firstLink, resolveMentions } from './facets.ts';
import { noParts, readPublishState, type Parts } from './publish-state.ts';
import { readLinkCard, uploadThumb } from './link-card.ts';
import { options } from './options.ts';
import { readRecord } from './read-record.ts';
import { toRecord } from './record.ts';
import { home, keyOf } from './session.ts';
import { newTid } from './tid.ts';
import { prepareVideo } from './video.ts';

export const prepare: Publish<BlueskyCall>['prepare'] = (call, post, publishState) =>
  preparePost(call, { post }, publishState);

/** Alternative texts in the settings belong to the media of the thread's first item. */
export const prepareReply: NonNullable<FollowUps<BlueskyCall>['prepare']> = async (
  call,
  { thread, settings, ...post },
  { index, previousId },
  publishState,
) => {
  const part = thread[index];
  if (part === undefined) throw new Error('the thread changed during publishing');
  const item = { ...post, ...part, thread: [], settings: { ...settings, altTexts: [] } };
  return await preparePost(call, { post: item, previousId }, publishState);
};

type Content = {
  post: Post;
  previousId?: string;
};

async function preparePost(
  call: BlueskyAccountCall,
  content: Content,
  publishState: PublishState | undefined,
): Promise<Step> {
  const { post } = content;
  const parts = publishState === undefined ? noParts : readPublishState(publishState);
  if (parts.final !== null) return { kind: 'ready', publishState: parts };
  const next = post.media[parts.blobs.length];
  if (next?.type === 'video') return await prepareVideo(call, next, parts);
  if (next !== undefined) return await prepareImage(call, next, parts);
  const link = parts.isCardRead || !mayHaveCard(post) ? undefined : firstLink(await detectFacets(post.text));
  if (link !== undefined) {
    return { kind: 'again', publishState: { ...parts, isCardRead: true, card: await readLinkCard(call, link) } };
  }
  const { card } = parts;
  if (card !== null && card.imageUrl !== null) {
    const thumb = await uploadThumb(call, card.imageUrl);
    return { kind: 'again', publishState: { ...parts, card: { ...card, imageUrl: null, thumb } } };
  }
  return await finish(call, content, parts);
}

async function prepareImage(call: BlueskyAccountCall, media: Media, parts: Parts): Promise<Step> {
  const blob = await uploadBlob(call, mediaBody(media));
  if (blob.kind !== 'ok') return toStepRefusal(blob);
  return { kind: 'again', publishState: { ...parts, blobs: [...parts.blobs, blob.data] } };
}

function mayHaveCard({ media, settings }: Post): boolean {
  return media.length === 0 && readOptions(options, settings).options.disableLinkCard !== true;
}

async function finish(call: BlueskyAccountCall, { post, previousId }: Content, parts: Parts): Promise<Step> {
  const replied = previousId === undefined ? undefined : await readReplied(call, previousId);
  if (replied !== undefined && 'kind' in replied) return replied;
  const resolved = await resolveMentions(call, await detectFacets(post.text));
  if (resolved.kind !== 'facets') return resolved;
  const { blobs, card } = parts;
  const record = {
    ...toRecord(post, { createdAt: call.clock.now(), facets: resolved.facets, blobs, card }),
    ...(replied === undefined ? {} : { reply: replied }),
  };
  return { kind: 'ready', publishState: { ...parts, final: { key: newTid(call), record } } };
}

type Reference = { uri: string; cid: string };

/** A reply refers to the post before it and to the thread's first post, which that post names. */
async function readReplied(
  call: BlueskyAccountCall,
  previousId: string,
): Promise<{ root: Reference; parent: Reference } | Refusal> {
  const reply = await readRecord(call, home(call), keyOf(previousId) ?? '');
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const { uri, cid = '', value } = reply.data;
  const parent = { uri, cid };
  const { root } = isJsonObject(value['reply']) ? value['reply'] : {};
  return { root: isReference(root) ? { uri: root.uri, cid: root.cid } : parent, parent };
}

function isReference(value: unknown): value is Reference {
  return isJsonObject(value) && typeof value['uri'] === 'string' && typeof value['cid'] === 'string';
}
