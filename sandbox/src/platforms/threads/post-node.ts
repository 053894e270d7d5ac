import type { LedgerMedia } from '../../core/state/ledger.ts';
import type { Reader } from '../../core/state/store.ts';
import type { Node } from '../meta/fields.ts';
import { wireInstant } from '../meta/wire-instant.ts';
import type { Person } from './persons.ts';
import { ancestorsOf, isHidden, permalinkOf, repliesTo, usernameOf, type Post } from './posts.ts';

export function postNode(reader: Reader, person: Person, post: Post): Node {
  const owner = { username: usernameOf(reader, post) };
  const ancestors = ancestorsOf(reader, post);
  const [parent, root] = [ancestors[0], ancestors.at(-1)];
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
      is_reply_owned_by_me: post.ownerId === person.userId,
      has_replies: repliesTo(reader, post).length > 0,
      hide_status: isHidden(reader, post) ? 'HIDDEN' : 'NOT_HUSHED',
      reply_audience: post.replyControl.toUpperCase(),
    },
    objects: {
      root_post: root && { type: 'ThreadsMedia', values: { id: root.id } },
      replied_to: parent && { type: 'ThreadsMedia', values: { id: parent.id } },
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

function common({ username }: Pick<Person, 'username'>, { id, publishedAt }: Pick<Post, 'id' | 'publishedAt'>) {
  return { id, timestamp: wireInstant(publishedAt), username };
}

function fileValues(file: LedgerMedia | undefined) {
  if (file === undefined) return { media_url: undefined, thumbnail_url: undefined };
  const address = `https://scontent.cdninstagram.com/v/${file.sha256}`;
  const isVideo = file.type === 'video';
  return { media_url: `${address}.${isVideo ? 'mp4' : 'jpg'}`, thumbnail_url: isVideo ? `${address}.jpg` : undefined };
}
