import type { Call } from '../../../core/platform.ts';
import type { Node } from '../../meta/fields.ts';
import { wireInstant } from '../../meta/wire-instant.ts';
import type { Page } from '../pages.ts';
import { attachmentNode, postNode, type Published } from '../posts.ts';
import { statisticsOfPublished } from '../statistics.ts';

export function publishedNode(call: Call, page: Page, published: Published): Node {
  const { likes, comments, shares } = statisticsOfPublished(call, page, published);
  const node = published.kind === 'post' ? postNode(published.post) : videoPostNode(page, published);
  const modifiers = ['summary(total_count)', 'limit(0)'];
  return {
    ...node,
    values: {
      ...node.values,
      // Facebook omits shares until there are some.
      shares: shares === 0 ? undefined : { count: shares },
      reactions: { data: [], summary: { total_count: likes } },
      comments: { data: [], summary: { total_count: comments } },
    },
    modifiers: { reactions: modifiers, comments: modifiers },
  };
}

function videoPostNode(page: Page, { video, url }: Published & { kind: 'video' }): Node {
  return {
    type: 'PagePost',
    values: {
      id: `${page.id}_${video.postId ?? video.id}`,
      message: video.description,
      created_time: wireInstant(video.publishedAt ?? video.createdAt),
      permalink_url: url,
      status_type: 'added_video',
      is_published: true,
    },
    edges: { attachments: [attachmentNode(url, 'video', video.file)] },
  };
}
