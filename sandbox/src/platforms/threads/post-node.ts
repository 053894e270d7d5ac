import type { LedgerMedia } from '../../core/ledger.ts';
import type { Reader } from '../../core/store.ts';
import type { Node } from '../meta/fields.ts';
import { wireInstant } from '../meta/wire-instant.ts';
import type { Person } from './persons.ts';
import { permalinkOf, posts, type Post } from './posts.ts';

/** The readable fields of an own post. */
export function postNode(reader: Reader, owner: Person, post: Post): Node {
  const replies = posts.all(reader).filter((each) => each.replyToId === post.id && each.deletedAt === undefined);
  return {
    type: 'ThreadsMedia',
    values: {
      ...common(owner, post),
      ...fileValues(post.files[0]),
      media_product_type: 'THREADS',
      media_type: post.mediaType,
      text: post.text === '' ? undefined : post.text,
      permalink: permalinkOf(owner, post),
      shortcode: post.shortcode,
      alt_text: post.altText,
      link_attachment_url: post.link,
      topic_tag: post.topic,
      is_quote_post: false,
      is_reply: post.replyToId !== undefined,
      has_replies: replies.length > 0,
      reply_audience: post.replyControl.toUpperCase(),
    },
    edges: {
      children: post.childIds.map((id, index): Node => ({
        type: 'ThreadsMedia',
        values: {
          ...common(owner, { ...post, id }),
          ...fileValues(post.files[index]),
          media_type: post.files[index]?.type === 'video' ? 'VIDEO' : 'IMAGE',
        },
      })),
    },
  };
}

function common({ username }: Person, { id, publishedAt }: Pick<Post, 'id' | 'publishedAt'>) {
  return { id, timestamp: wireInstant(publishedAt), username };
}

function fileValues(file: LedgerMedia | undefined) {
  if (file === undefined) return { media_url: undefined, thumbnail_url: undefined };
  const address = `https://scontent.cdninstagram.com/v/${file.sha256}`;
  const isVideo = file.type === 'video';
  return { media_url: `${address}.${isVideo ? 'mp4' : 'jpg'}`, thumbnail_url: isVideo ? `${address}.jpg` : undefined };
}
