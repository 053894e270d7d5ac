import { ledger } from '../../core/state/ledger.ts';
import { createFollowers } from '../../core/state/followers.ts';
import type { Reader, Tx } from '../../core/state/store.ts';
import { createComments } from '../meta/comments.ts';
import type { Node } from '../meta/fields.ts';
import { wireInstant } from '../meta/wire-instant.ts';
import { mediaOf, permalinkOf, type Media } from './media.ts';
import type { Person } from './persons.ts';
import { addCommentEvent } from './webhook.ts';

export type Comment = {
  readonly id: string;
  readonly mediaId: string;
  readonly parentId?: string;
  readonly text: string;
  readonly author: { readonly id: string; readonly username: string };
  readonly isHidden: boolean;
  readonly createdAt: number;
};

export const commentPrefix = '1791';

export const followers = createFollowers('instagram', (random) => `7${random.digits(15)}`);

export const comments = createComments<Comment>('instagram');

type NewComment = Pick<Comment, 'id' | 'text' | 'author' | 'createdAt'> & { media: Media; parent?: Comment };

export function addComment(tx: Tx, person: Person, { media, parent, ...comment }: NewComment): Comment {
  const parentId = comments.topLevelId(parent);
  const added: Comment = {
    ...comment,
    mediaId: media.id,
    isHidden: false,
    ...(parentId !== undefined && { parentId }),
  };
  comments.of(person.userId).put(tx, added.id, added);
  mediaOf(person.userId).put(tx, media.id, { ...media, commentsCount: media.commentsCount + 1 });
  addCommentEvent(tx, person, { comment: added, media });
  ledger.add(tx, {
    platform: 'instagram',
    account: added.author.username,
    accountId: added.author.id,
    id: added.id,
    url: `${permalinkOf(person, media)}c/${added.id}/`,
    text: added.text,
    media: [],
    parentId: parentId ?? media.id,
    createdAt: new Date(added.createdAt).toISOString(),
    deletedAt: null,
  });
  return added;
}

export function deleteComment(tx: Tx, { userId }: Person, comment: Comment, now: number): void {
  const count = comments.delete(tx, userId, { comment, now });
  const media = mediaOf(userId).get(tx, comment.mediaId);
  if (media === undefined) return;
  mediaOf(userId).put(tx, media.id, { ...media, commentsCount: media.commentsCount - count });
}

export function commentNode(reader: Reader, person: Person, comment: Comment): Node {
  const replies = comment.parentId === undefined ? comments.repliesOf(reader, person.userId, comment) : [];
  const media = mediaOf(person.userId).get(reader, comment.mediaId);
  return {
    type: 'IGComment',
    defaults: ['id', 'timestamp', 'text'],
    values: {
      id: comment.id,
      text: comment.text,
      timestamp: wireInstant(comment.createdAt),
      username: comment.author.username,
      like_count: 0,
      hidden: comment.isHidden,
      parent_id: comment.parentId,
    },
    objects: {
      from: { type: 'IGCommentFromUser', defaults: ['id', 'username'], values: comment.author },
      media: {
        type: 'IGMedia',
        values: { id: comment.mediaId, media_product_type: media?.productType ?? 'FEED' },
      },
    },
    edges: { replies: replies.map((reply) => commentNode(reader, person, reply)) },
  };
}
