import { Type, type Static } from 'typebox';
import type { CallAccount, Comments, PlatformComment } from '../adapter.ts';
import { callAsAccount, createObject, GraphId, listItems, pageQuery, withoutNulls } from '../meta/client.ts';
import { metaComments } from '../meta/comments.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { FacebookCall } from './call.ts';
import { meaningOfError, toSendOutcome, toStepRefusal } from './errors.ts';
import { facebookUrl } from './permalink.ts';
import { scopes } from './scopes.ts';

const textMax = 10_000;
const shared = metaComments({ outcomes: { meaningOfError, toStepRefusal }, scopes: scopes.comments });

const Text = Type.Optional(Type.String());
const Count = Type.Optional(Type.Integer({ minimum: 0 }));
const Flag = Type.Optional(Type.Boolean());
const Picture = Type.Object({ data: Type.Object({ url: Text }) });
const Reply = Type.Object({
  id: GraphId,
  created_time: Type.String(),
  message: Text,
  from: Type.Optional(Type.Object({ id: GraphId, name: Text, picture: Type.Optional(Picture) })),
  parent: Type.Optional(Type.Object({ id: GraphId })),
  comment_count: Count,
  like_count: Count,
  is_hidden: Flag,
  can_hide: Flag,
  can_remove: Flag,
  can_comment: Flag,
  permalink_url: Text,
});
const Replies = Type.Object({
  data: Type.Array(Type.Unknown()),
  paging: Type.Optional(Type.Object({ next: Text })),
});
const readComment = responseReader(Type.Intersect([Reply, Type.Object({ comments: Type.Optional(Replies) })]));
const readReply = responseReader(Reply);

type ListedComment = Static<typeof Reply> & { comments?: Static<typeof Replies> };

const replyFields =
  'id,message,created_time,from{id,name,picture},parent{id},comment_count,like_count,is_hidden,can_hide,can_remove,can_comment,permalink_url';
const commentFields = `${replyFields},comments{${replyFields}}`;

export const comments: Comments<FacebookCall> = {
  textLengthMax: 2200,
  pageMax: 100,
  takesAttachments: true,
  acceptsCommentAsPost: true,
  list: async (call, query) => {
    const { postId, parentId } = query;
    const path = `${encodeURIComponent(parentId ?? postId)}/comments`;
    const order = parentId === undefined ? 'reverse_chronological' : 'chronological';
    const fields = parentId === undefined ? commentFields : replyFields;
    const pageRequest = { ...pageQuery(fields, query), filter: 'toplevel', order };
    const list = await listItems(call, { path, query: pageRequest, read: readComment });
    if (list.kind !== 'items') return shared.readFailure(list);
    const page = list.items.flatMap((item) => toComments(call.account, item, parentId));
    return { kind: 'comments', comments: page, cursor: list.cursor };
  },
  find: async (call, id) => {
    // IDs of posts begin with the Page's, IDs of comments with the post's.
    if (id.startsWith(`${call.account.providerAccountId}_`)) {
      return { kind: 'missing', code: '100', platformError: 'The ID belongs to a post.' };
    }
    const reply = await callAsAccount(call, encodeURIComponent(id), { query: { fields: commentFields } });
    // Posts and videos lack some of these fields: an invalid parameter for Facebook.
    if (reply.kind === 'error' && reply.error.code === 100) {
      return { kind: 'missing', code: '100', platformError: reply.error.platformError };
    }
    if (reply.kind !== 'ok') return shared.readFailure(reply);
    const [comment] = toComments(call.account, readComment(withoutNulls(reply.json)), undefined);
    if (comment === undefined) return { kind: 'notDone', reason: 'the comment could not be parsed' };
    return { kind: 'comment', comment, postId: undefined };
  },
  create: async (call, { postId, parentId, text, attachmentUrl }) => {
    const path = `${encodeURIComponent(parentId ?? postId)}/comments`;
    const form = { message: text, ...(attachmentUrl === undefined ? {} : { attachment_url: attachmentUrl }) };
    const created = await createObject(call, path, form);
    return created.kind === 'created' ? created : toSendOutcome(created, scopes.comments);
  },
  setHidden: async (call, { id, isHidden }) =>
    shared.changed(await callAsAccount(call, encodeURIComponent(id), { form: { is_hidden: String(isHidden) } })),
  delete: shared.delete,
};

function toComments(
  account: CallAccount,
  comment: ListedComment | undefined,
  parentId: string | undefined,
): PlatformComment[] {
  if (comment === undefined) return [];
  const createdAt = new Date(comment.created_time);
  if (Number.isNaN(createdAt.getTime())) return [];
  const { parent, is_hidden: isHidden = false } = comment;
  const { can_comment: canReply = false, can_hide: canHide = false, can_remove: canDelete = false } = comment;
  const id = String(comment.id);
  return [
    {
      id,
      parentId: parent === undefined ? parentId : String(parent.id),
      text: platformText(comment.message, textMax) ?? '',
      createdAt,
      author: authorOf(account, comment),
      likeCount: comment.like_count,
      replyCount: comment.comment_count,
      url: facebookUrl(comment.permalink_url),
      ...{ isHidden, canReply, canHide, canDelete },
      replies: repliesOf(account, comment, id),
      hasMoreReplies: comment.comments?.paging?.next !== undefined,
    },
  ];
}

/** Revealed only to apps that may read what visitors write. */
function authorOf({ providerAccountId }: CallAccount, { from }: ListedComment): PlatformComment['author'] {
  const id = from === undefined ? undefined : String(from.id);
  return {
    id,
    name: platformText(from?.name, 200),
    username: undefined,
    pictureUrl: webUrl(from?.picture?.data.url),
    isOwner: id === providerAccountId,
  };
}

function repliesOf(account: CallAccount, { comments }: ListedComment, parentId: string): PlatformComment[] {
  return (comments?.data ?? []).flatMap((reply) => toComments(account, readReply(withoutNulls(reply)), parentId));
}
