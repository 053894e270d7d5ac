import type { Call } from '../../../core/platform.ts';
import type { Reader } from '../../../core/state/store.ts';
import { missingObject, refuse, refuseParameter } from '../../meta/errors.ts';
import { readNode } from '../../meta/fields.ts';
import { pageOf, pageParameters } from '../../meta/paging.ts';
import {
  addComment,
  commentNode,
  commentPrefix,
  comments,
  deleteComment as remove,
  setHidden,
  type Comment,
} from './comments.ts';
import { pageRoute, type PageCaller } from '../graph-route.ts';
import { limits, scopes } from '../limits.ts';
import type { Page } from '../pages.ts';
import { findPublished, type Published } from '../posts.ts';
import { takePhoto } from '../publish/take-photo.ts';
import { ownTokenErrors } from '../token-errors.ts';

const commentPath = `/{story}_${commentPrefix}{comment}`;
const orders = ['chronological', 'reverse_chronological'];

/**
 * Of a post: newest first with `order=reverse_chronological`, top level only unless `filter=stream`. Of a comment: its
 * replies.
 */
export const listComments = pageRoute({
  method: 'GET',
  path: '/{object}/comments',
  operation: 'listComments',
  scope: scopes.read,
  parameters: { ...pageParameters, filter: 'string', order: 'string', summary: 'boolean' },
  handle: (call, caller, { filter = 'toplevel', order = 'chronological', summary, ...page }) => {
    if (filter !== 'toplevel' && filter !== 'stream') refuseParameter(call, 'Param filter must be toplevel or stream');
    if (!orders.includes(order)) refuseParameter(call, `Param order must be one of {${orders.join(', ')}}`);
    const { shown, total } = listed(call, caller.page, filter);
    const list = {
      shown: order === 'chronological' ? shown : shown.toReversed(),
      tokenText: caller.token.text,
      toNode: (comment: Comment) => nodeOf(call, caller, comment),
    };
    const reply = pageOf(call, list, page);
    return summary === true ? { ...reply, summary: { order, total_count: total, can_comment: true } } : reply;
  },
});

export const createComment = pageRoute({
  method: 'POST',
  path: '/{object}/comments',
  operation: 'createComment',
  scope: scopes.engage,
  parameters: { message: 'string', attachment_url: 'string', fields: 'string' },
  handle: async (call, { page }, { message = '', attachment_url: url, fields }) => {
    checkMessage(call, message, url !== undefined);
    const media = url === undefined ? [] : [await takePhoto(call, { url })];
    return call.commit((tx) => {
      const { published, parent } = commented(call, tx, page);
      const author = { id: page.id, name: page.title, username: page.username };
      const written = { published, parent, message, media, author, createdAt: call.clock.now(), random: call.random };
      return readNode(call, commentNode(tx, page, addComment(tx, page, written), true), fields ?? 'id');
    });
  },
});

export const getComment = pageRoute({
  method: 'GET',
  path: commentPath,
  operation: 'getComment',
  scope: scopes.read,
  parameters: { fields: 'string' },
  handle: (call, caller, { fields }) =>
    readNode(call, nodeOf(call, caller, requireComment(call, call.store, caller.page)), fields),
});

export const hideComment = pageRoute({
  method: 'POST',
  path: commentPath,
  operation: 'hideComment',
  scope: scopes.engage,
  parameters: { is_hidden: 'boolean!' },
  handle: (call, { page }, { is_hidden: isHidden }) =>
    call.commit((tx) => {
      const comment = requireComment(call, tx, page);
      if (comments.isOwn(page.id, comment))
        refuseParameter(call, 'Invalid parameter', 'This comment cannot be hidden.');
      setHidden(tx, page, { comment, isHidden, now: call.clock.now() });
      return { success: true };
    }),
});

export const deleteComment = pageRoute({
  method: 'DELETE',
  path: commentPath,
  operation: 'deleteComment',
  scope: scopes.engage,
  parameters: {},
  handle: (call, { page, token }) =>
    call.commit((tx) => {
      const comment = requireComment(call, tx, page);
      const isAllowed = comments.isOwn(page.id, comment) || token.scopes.includes(scopes.visitors);
      if (!isAllowed) refuse(call, ownTokenErrors.permission(scopes.visitors));
      remove(tx, page, { comment, now: call.clock.now() });
      return { success: true };
    }),
});

function nodeOf(call: Call, { page, token }: PageCaller, comment: Comment) {
  return commentNode(call.store, page, comment, token.scopes.includes(scopes.visitors));
}

function listed(call: Call, page: Page, filter: 'toplevel' | 'stream'): { shown: readonly Comment[]; total: number } {
  const { published, parent } = commented(call, call.store, page);
  if (parent !== undefined) {
    const shown = comments.repliesOf(call.store, page.id, parent);
    return { shown, total: shown.length };
  }
  const below = comments
    .of(page.id)
    .all(call.store)
    .filter(({ objectId }) => objectId === published.id);
  const shown = filter === 'stream' ? below : below.filter(({ parentId }) => parentId === undefined);
  return { shown, total: shown.length };
}

function commented(call: Call, reader: Reader, page: Page): { published: Published; parent?: Comment } {
  const { object = '' } = call.request.params;
  const parent = comments.of(page.id).get(reader, object);
  const published = findPublished(reader, page.id, parent?.objectId ?? object);
  if (published === undefined) refuse(call, missingObject(call, object));
  return { published, ...(parent && { parent }) };
}

function requireComment(call: Call, reader: Reader, page: Page): Comment {
  const { story = '', comment = '' } = call.request.params;
  const id = `${story}_${commentPrefix}${comment}`;
  return comments.of(page.id).get(reader, id) ?? refuse(call, missingObject(call, id));
}

function checkMessage(call: Call, message: string, hasAttachment: boolean): void {
  if (message.trim() === '' && !hasAttachment) refuseParameter(call, 'The parameter message is required.');
  if ([...message].length > limits.commentCharacters) {
    refuseParameter(call, 'Invalid parameter', `A comment cannot exceed ${limits.commentCharacters} characters.`);
  }
}
