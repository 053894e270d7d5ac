import { createFollowers } from '../../../core/state/followers.ts';
import { ledger, type LedgerMedia } from '../../../core/state/ledger.ts';
import type { Random } from '../../../core/state/random.ts';
import type { Reader, Tx } from '../../../core/state/store.ts';
import { createComments } from '../../meta/comments.ts';
import type { Node } from '../../meta/fields.ts';
import { wireInstant } from '../../meta/wire-instant.ts';
import type { Page } from '../pages.ts';
import { findPublished, type Published } from '../posts.ts';
import { addFeedEvent } from './webhook.ts';

export type Comment = {
  /** Prefixed with its story's ID. */
  readonly id: string;
  /** A post or a video. */
  readonly objectId: string;
  readonly parentId?: string;
  readonly message: string;
  readonly author: { readonly id: string; readonly name: string };
  readonly url: string;
  readonly isHidden: boolean;
  readonly createdAt: number;
};

/** Marks the second part of a comment's ID, to distinguish it from a post's. */
export const commentPrefix = '1444';

export const followers = createFollowers('facebook', (random) => `2${random.digits(16)}`);

export const comments = createComments<Comment>('facebook');

type NewComment = {
  readonly published: Published;
  readonly parent?: Comment | undefined;
  readonly message: string;
  readonly media?: readonly LedgerMedia[];
  readonly author: { readonly id: string; readonly name: string; readonly username: string };
  readonly createdAt: number;
  readonly random: Random;
};

export function addComment(tx: Tx, page: Page, comment: NewComment): Comment {
  const { published, parent, message, media = [], author, createdAt, random } = comment;
  const parentId = comments.topLevelId(parent);
  const [, story = published.id] = published.id.split('_');
  const commentId = `${commentPrefix}${random.digits(11)}`;
  const added: Comment = {
    id: `${story}_${commentId}`,
    objectId: published.id,
    message,
    author: { id: author.id, name: author.name },
    url: `${published.url}?comment_id=${commentId}`,
    isHidden: false,
    createdAt,
    ...(parentId !== undefined && { parentId }),
  };
  comments.of(page.id).put(tx, added.id, added);
  addFeedEvent(tx, page, { comment: added, published, verb: 'add', at: createdAt });
  ledger.add(tx, {
    platform: 'facebook',
    account: author.username,
    accountId: author.id,
    id: added.id,
    url: added.url,
    text: message,
    media,
    parentId: parentId ?? published.id,
    createdAt: new Date(createdAt).toISOString(),
    deletedAt: null,
  });
  return added;
}

type CommentChange = { readonly comment: Comment; readonly now: number };

export function setHidden(tx: Tx, page: Page, { comment, now, isHidden }: CommentChange & { isHidden: boolean }): void {
  comments.of(page.id).put(tx, comment.id, { ...comment, isHidden });
  if (isHidden === comment.isHidden) return;
  const published = findPublished(tx, page.id, comment.objectId);
  addFeedEvent(tx, page, { comment, published, verb: isHidden ? 'hide' : 'unhide', at: now });
}

/** Replies are deleted too, without events of their own. */
export function deleteComment(tx: Tx, page: Page, change: CommentChange): void {
  comments.delete(tx, page.id, change);
  const { comment, now } = change;
  const published = findPublished(tx, page.id, comment.objectId);
  addFeedEvent(tx, page, { comment, published, verb: 'remove', at: now });
}

/** `showsAuthors`: the token may read what visitors wrote. */
export function commentNode(reader: Reader, page: Page, comment: Comment, showsAuthors: boolean): Node {
  const { author } = comment;
  const picture: Node = {
    type: 'ProfilePictureSource',
    defaults: ['url'],
    values: { url: `https://scontent.xx.fbcdn.net/v/${author.id}.jpg` },
  };
  const from: Node = {
    type: 'User',
    defaults: ['name', 'id'],
    values: author,
    edges: { picture },
  };
  return {
    type: 'Comment',
    defaults: ['created_time', 'message', 'id'],
    values: {
      id: comment.id,
      message: comment.message,
      created_time: wireInstant(comment.createdAt),
      comment_count: comments.repliesOf(reader, page.id, comment).length,
      like_count: 0,
      is_hidden: comment.isHidden,
      can_hide: !comments.isOwn(page.id, comment),
      can_remove: true,
      can_comment: !comment.isHidden,
      permalink_url: comment.url,
    },
    objects: {
      from: showsAuthors || comments.isOwn(page.id, comment) ? from : undefined,
      parent: comment.parentId === undefined ? undefined : { type: 'Comment', values: { id: comment.parentId } },
    },
    edges: {
      comments: comments
        .repliesOf(reader, page.id, comment)
        .map((reply) => commentNode(reader, page, reply, showsAuthors)),
    },
  };
}
