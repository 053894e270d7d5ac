import { Type, type Static } from 'typebox';
import type {
  CallAccount,
  CommentPage,
  CommentQuery,
  Comments,
  Missing,
  PlatformComment,
  Refusal,
} from '../adapter.ts';
import { callAsAccount, createObject, GraphId, listItems, pageQuery, withoutNulls } from '../meta/client.ts';
import { metaComments } from '../meta/comments.ts';
import { platformText } from '../shared/platform-text.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { InstagramAccountCall, InstagramCall } from './call.ts';
import { meaningOfError, toSendOutcome, toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

const textMax = 10_000;
const shared = metaComments({ outcomes: { meaningOfError, toStepRefusal }, scopes: scopes.comments });

const Reply = Type.Object({
  id: GraphId,
  timestamp: Type.String(),
  text: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  from: Type.Optional(Type.Object({ id: GraphId, username: Type.Optional(Type.String()) })),
  like_count: Type.Optional(Type.Integer({ minimum: 0 })),
  hidden: Type.Optional(Type.Boolean()),
  parent_id: Type.Optional(GraphId),
});
const Replies = Type.Object({
  data: Type.Array(Type.Unknown()),
  paging: Type.Optional(Type.Object({ next: Type.Optional(Type.String()) })),
});
const readComment = responseReader(Type.Intersect([Reply, Type.Object({ replies: Type.Optional(Replies) })]));
const readReply = responseReader(Reply);
const readMedia = responseReader(Type.Object({ media: Type.Object({ id: GraphId }) }));

type ListedComment = Static<typeof Reply> & { replies?: Static<typeof Replies> };

const replyFields = 'id,text,timestamp,username,from{id,username},like_count,hidden,parent_id';
const commentFields = `${replyFields},replies{${replyFields}}`;

/** Replies have one level: a reply to a reply is added to the top-level comment. */
export const comments: Comments<InstagramCall> = {
  textLengthMax: 2200,
  pageMax: 50,
  acceptsCommentAsPost: true,
  list: async (call, query) =>
    query.parentId === undefined ? listComments(call, query) : listReplies(call, { ...query, postId: query.parentId }),
  find: async (call, id) => {
    const fields = `${commentFields},media{id}`;
    const reply = await callAsAccount(call, encodeURIComponent(id), { query: { fields } });
    // Media lack these fields: an invalid parameter for Instagram.
    if (reply.kind === 'error' && reply.error.code === 100) {
      return { kind: 'missing', code: '100', platformError: reply.error.platformError };
    }
    if (reply.kind !== 'ok') return shared.readFailure(reply);
    const [comment] = toComments(call.account, readComment(withoutNulls(reply.json)));
    if (comment === undefined) return { kind: 'notDone', reason: 'the comment could not be parsed' };
    const media = readMedia(reply.json)?.media;
    return { kind: 'comment', comment, postId: media === undefined ? undefined : String(media.id) };
  },
  create: async (call, { postId, parentId, text }) => {
    const path =
      parentId === undefined ? `${encodeURIComponent(postId)}/comments` : `${encodeURIComponent(parentId)}/replies`;
    const created = await createObject(call, path, { message: text });
    return created.kind === 'created' ? created : toSendOutcome(created, scopes.comments);
  },
  setHidden: async (call, { id, isHidden }) =>
    // Instagram reads `hide` only from the query of a POST.
    shared.changed(await callAsAccount(call, encodeURIComponent(id), { query: { hide: String(isHidden) }, form: {} })),
  delete: shared.delete,
};

async function listComments(call: InstagramAccountCall, query: CommentQuery): Promise<CommentPage | Missing | Refusal> {
  const path = `${encodeURIComponent(query.postId)}/comments`;
  const list = await listItems(call, { path, query: pageQuery(commentFields, query), read: readComment });
  if (list.kind !== 'items') return shared.readFailure(list);
  return {
    kind: 'comments',
    comments: list.items.flatMap((item) => toComments(call.account, item)),
    cursor: list.cursor,
  };
}

async function listReplies(call: InstagramAccountCall, query: CommentQuery): Promise<CommentPage | Missing | Refusal> {
  const path = `${encodeURIComponent(query.postId)}/replies`;
  const list = await listItems(call, { path, query: pageQuery(replyFields, query), read: readReply });
  if (list.kind !== 'items') return shared.readFailure(list);
  const replies = list.items.flatMap((item) => toComments(call.account, { parent_id: query.postId, ...item }));
  return { kind: 'comments', comments: replies, cursor: list.cursor };
}

function toComments(account: CallAccount, comment: ListedComment | undefined): PlatformComment[] {
  if (comment === undefined) return [];
  const createdAt = new Date(comment.timestamp);
  if (Number.isNaN(createdAt.getTime())) return [];
  const id = String(comment.id);
  const author = authorOf(account, comment);
  const { hidden: isHidden = false, parent_id: parentId } = comment;
  const replies = repliesOf(account, comment, id);
  const hasMoreReplies = comment.replies?.paging?.next !== undefined;
  return [
    {
      id,
      parentId: parentId === undefined ? undefined : String(parentId),
      text: platformText(comment.text, textMax) ?? '',
      createdAt,
      author,
      likeCount: comment.like_count,
      replyCount: parentId !== undefined || hasMoreReplies ? undefined : replies.length,
      url: undefined,
      isHidden,
      canReply: !isHidden,
      // Instagram reports success for the account's own comments, but they stay visible.
      canHide: !author.isOwner,
      canDelete: true,
      replies,
      hasMoreReplies,
    },
  ];
}

function repliesOf(account: CallAccount, { replies }: ListedComment, parentId: string): PlatformComment[] {
  return (replies?.data ?? []).flatMap((reply) => {
    const item = readReply(withoutNulls(reply));
    return item === undefined ? [] : toComments(account, { parent_id: parentId, ...item });
  });
}

/** Compares the name too: the author's ID may be scoped to the app, the account's is not. */
function authorOf(account: CallAccount, { from, username: name }: ListedComment): PlatformComment['author'] {
  const id = from === undefined ? undefined : String(from.id);
  const username = platformText(from?.username ?? name, 100) || undefined;
  const isOwner = id === account.providerAccountId || username === account.username;
  return { id, name: undefined, username, pictureUrl: undefined, isOwner };
}
