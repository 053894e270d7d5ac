import type { Call } from '../../core/platform.ts';
import type { Reader } from '../../core/state/store.ts';
import { missingObject, refuse, refuseParameter } from '../meta/errors.ts';
import { readNode } from '../meta/fields.ts';
import { pageOf, pageParameters } from '../meta/paging.ts';
import { addComment, commentNode, commentPrefix, comments, deleteComment as remove, type Comment } from './comments.ts';
import { countHashtags } from './publish/container-parameters.ts';
import { graphRoute, type Caller } from './graph-route.ts';
import { limits, scopes } from './limits.ts';
import { mediaOf, type Media } from './media.ts';
import type { Person } from './persons.ts';

const commentPath = `/${commentPrefix}{comment}`;
const common = { scope: scopes.comments } as const;

export const listComments = graphRoute({
  ...common,
  method: 'GET',
  path: '/{media}/comments',
  operation: 'listComments',
  parameters: pageParameters,
  handle: (call, caller, page) => {
    const media = requireMedia(call, call.store, caller.person);
    const shown = comments
      .of(caller.person.userId)
      .all(call.store)
      .filter(({ mediaId, parentId }) => mediaId === media.id && parentId === undefined)
      .reverse();
    return pageOf(call, listOf(call, caller, shown), page);
  },
});

export const listReplies = graphRoute({
  ...common,
  method: 'GET',
  path: `${commentPath}/replies`,
  operation: 'listReplies',
  parameters: pageParameters,
  handle: (call, caller, page) => {
    const comment = requireComment(call, call.store, caller.person);
    return pageOf(call, listOf(call, caller, comments.repliesOf(call.store, caller.person.userId, comment)), page);
  },
});

export const getComment = graphRoute({
  ...common,
  method: 'GET',
  path: commentPath,
  operation: 'getComment',
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) =>
    readNode(call, commentNode(call.store, person, requireComment(call, call.store, person)), fields),
});

export const createComment = graphRoute({
  ...common,
  method: 'POST',
  path: '/{media}/comments',
  operation: 'createComment',
  parameters: { message: 'string!' },
  handle: (call, { person }, { message }) => {
    checkMessage(call, message);
    return call.commit((tx) => {
      const media = requireMedia(call, tx, person);
      if (media.productType === 'STORY') refuse(call, missingObject(call, media.id));
      return { id: addComment(tx, person, { ...written(call, person, message), media }).id };
    });
  },
});

export const createReply = graphRoute({
  ...common,
  method: 'POST',
  path: `${commentPath}/replies`,
  operation: 'createReply',
  parameters: { message: 'string!' },
  handle: (call, { person }, { message }) => {
    checkMessage(call, message);
    return call.commit((tx) => {
      const parent = requireComment(call, tx, person);
      if (parent.isHidden) refuseParameter(call, 'Invalid parameter', 'A hidden comment cannot be replied to.');
      const media = mediaOf(person.userId).get(tx, parent.mediaId) ?? refuse(call, missingObject(call, parent.mediaId));
      return { id: addComment(tx, person, { ...written(call, person, message), media, parent }).id };
    });
  },
});

/** Reports success for the account's own comments too, but they stay visible. */
export const hideComment = graphRoute({
  ...common,
  method: 'POST',
  path: commentPath,
  operation: 'hideComment',
  parameters: { hide: 'boolean!' },
  handle: (call, { person }, { hide }) => {
    if (!call.request.query.has('hide')) refuseParameter(call, 'The parameter hide is required.');
    return call.commit((tx) => {
      const comment = requireComment(call, tx, person);
      if (!comments.isOwn(person.userId, comment))
        comments.of(person.userId).put(tx, comment.id, { ...comment, isHidden: hide });
      return { success: true };
    });
  },
});

export const deleteComment = graphRoute({
  ...common,
  method: 'DELETE',
  path: commentPath,
  operation: 'deleteComment',
  parameters: {},
  handle: (call, { person }) =>
    call.commit((tx) => {
      remove(tx, person, requireComment(call, tx, person), call.clock.now());
      return { success: true };
    }),
});

const listOf = (call: Call, { person, token }: Caller, shown: readonly Comment[]) => ({
  shown,
  tokenText: token.text,
  toNode: (comment: Comment) => commentNode(call.store, person, comment),
});

export function requireMedia(call: Call, reader: Reader, { userId }: Person): Media {
  const { media: id = '' } = call.request.params;
  return mediaOf(userId).get(reader, id) ?? refuse(call, missingObject(call, id));
}

function requireComment(call: Call, reader: Reader, { userId }: Person): Comment {
  const id = `${commentPrefix}${call.request.params['comment'] ?? ''}`;
  return comments.of(userId).get(reader, id) ?? refuse(call, missingObject(call, id));
}

const written = (call: Call, { userId, username }: Person, text: string) => ({
  id: `${commentPrefix}${call.random.digits(13)}`,
  text,
  author: { id: userId, username },
  createdAt: call.clock.now(),
});

function checkMessage(call: Call, message: string): void {
  if (message.trim() === '') refuseParameter(call, 'The parameter message is required.');
  if ([...message].length > limits.commentCharacters) {
    refuseParameter(call, 'Invalid parameter', `A comment cannot exceed ${limits.commentCharacters} characters.`);
  }
  if (countHashtags(message) > limits.commentHashtags) {
    refuseParameter(
      call,
      'Invalid parameter',
      `A comment cannot contain more than ${limits.commentHashtags} hashtags.`,
    );
  }
}
