import { Type } from 'typebox';
import type { Post, Publish } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { jsonBody } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import type { PinterestCall } from './call.ts';
import { callPinterest } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { readPublishState, type Uploaded } from './publish-state.ts';
import { check, limits, options, titleOf } from './options.ts';
import { pinUrl } from './pins.ts';
import { prepare } from './prepare.ts';
import { settle } from './settle.ts';

const readCreated = responseReader(Type.Object({ id: Type.String({ pattern: '^[0-9]{1,25}$' }) }));

export const publish: Publish<PinterestCall> = {
  limits,
  options,
  check,
  prepare,
  send: async (call, post, publishState) => {
    const reply = await callPinterest(call, {
      path: '/pins',
      body: jsonBody(pinOf(post, readPublishState(publishState))),
    });
    if (reply.kind !== 'ok') return toSendOutcome(reply);
    const id = readCreated(reply.json)?.id;
    return id === undefined
      ? { kind: 'unknown', reason: 'the response has no ID' }
      : { kind: 'published', id, url: pinUrl(id) };
  },
  settle,
};

function pinOf(post: Post, uploaded: Uploaded): object {
  const { boardId, link, altText } = readOptions(options, post.settings).options;
  const { title } = titleOf(post);
  return {
    board_id: boardId,
    ...(title === '' ? {} : { title }),
    ...(post.text === '' ? {} : { description: post.text }),
    ...(link === undefined ? {} : { link }),
    ...(altText === undefined || altText === '' ? {} : { alt_text: altText }),
    media_source: sourceOf(post, uploaded),
  };
}

function sourceOf({ media, settings }: Post, { mediaId }: Uploaded): object {
  const [first] = media;
  if (mediaId !== null) {
    const { coverImageUrl, coverImageKeyFrameTime = 0 } = readOptions(options, settings).options;
    const cover =
      coverImageUrl === undefined
        ? { cover_image_key_frame_time: Math.floor(coverImageKeyFrameTime) }
        : { cover_image_url: coverImageUrl };
    return { source_type: 'video_id', media_id: mediaId, ...cover };
  }
  if (media.length === 1) return { source_type: 'image_url', url: first?.url };
  return { source_type: 'multiple_image_urls', items: media.map(({ url }) => ({ url })) };
}
