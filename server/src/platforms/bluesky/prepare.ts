import type { Media, Post, Publish, Step } from '../adapter.ts';
import { mediaBody } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import type { BlueskyAccountCall, BlueskyCall } from './call.ts';
import { uploadBlob } from './blob.ts';
import { toStepRefusal } from './errors.ts';
import { detectFacets, firstLink, resolveMentions } from './facets.ts';
import { noParts, readPublishState, type Parts } from './publish-state.ts';
import { readLinkCard, uploadThumb } from './link-card.ts';
import { options } from './options.ts';
import { toRecord } from './record.ts';
import { newTid } from './tid.ts';
import { prepareVideo } from './video.ts';

/** Uploads the media one by one, or the card of a link and its image, then builds the record. */
export const prepare: Publish<BlueskyCall>['prepare'] = async (call, post, publishState) => {
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
  return await finish(call, post, parts);
};

async function prepareImage(call: BlueskyAccountCall, media: Media, parts: Parts): Promise<Step> {
  const blob = await uploadBlob(call, mediaBody(media));
  if (blob.kind !== 'ok') return toStepRefusal(blob);
  return { kind: 'again', publishState: { ...parts, blobs: [...parts.blobs, blob.data] } };
}

function mayHaveCard({ media, settings }: Post): boolean {
  return media.length === 0 && readOptions(options, settings).options.disableLinkCard !== true;
}

async function finish(call: BlueskyAccountCall, post: Post, parts: Parts): Promise<Step> {
  const resolved = await resolveMentions(call, await detectFacets(post.text));
  if (resolved.kind !== 'facets') return resolved;
  const { blobs, card } = parts;
  const record = toRecord(post, { createdAt: call.clock.now(), facets: resolved.facets, blobs, card });
  return { kind: 'ready', publishState: { ...parts, final: { key: newTid(call), record } } };
}
