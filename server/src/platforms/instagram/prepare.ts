import type { Post, Publish } from '../adapter.ts';
import { prepareContainers, type Contents } from '../meta/containers.ts';
import type { InstagramCall } from './call.ts';
import { containers } from './containers.ts';
import { postTypeOf } from './options.ts';
import { childFields, containerFields, isVideo } from './payloads.ts';

export const prepare: Publish<InstagramCall>['prepare'] = (call, post, publishState) =>
  prepareContainers(containers, call, contentsOf(post), publishState);

function contentsOf(post: Post): Contents {
  const parts = postTypeOf(post) === 'carousel' ? post.media : [];
  return {
    parts: parts.map((media) => ({ fields: childFields(media), isSlow: isVideo(media) })),
    isSlow: post.media.some(isVideo),
    fields: (partIds) => containerFields(post, partIds),
  };
}
