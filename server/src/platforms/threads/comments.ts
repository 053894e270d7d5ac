import { Type, type Static } from 'typebox';
import type {
  CommentPage,
  CommentQuery,
  Comments,
  Missing,
  PlatformComment,
  PublishState,
  Refusal,
  Step,
} from '../adapter.ts';
import { callAsAccount, GraphId, listItems, pageQuery, withoutNulls } from '../meta/client.ts';
import { metaComments } from '../meta/comments.ts';
import { prepareContainers, type Contents } from '../meta/containers.ts';
import { publishContainer } from '../meta/publish-container.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { ThreadsAccountCall, ThreadsCall } from './call.ts';
import { replyContainers } from './containers.ts';
import { outcomes } from './errors.ts';
import { replyContents } from './payloads.ts';
import { scopes } from './scopes.ts';
import { unpublish } from './unpublish.ts';

const textMax = 10_000;
const repliesMax = 25;
const shared = metaComments({ outcomes, scopes: scopes.comments });

const Text = Type.Optional(Type.String());
const Flag = Type.Optional(Type.Boolean());
const Reply = Type.Object({
  id: GraphId,
  timestamp: Type.String(),
  text: Text,
  username: Text,
  permalink: Text,
  is_reply_owned_by_me: Flag,
  has_replies: Flag,
  hide_status: Text,
  root_post: Type.Optional(Type.Object({ id: GraphId })),
  replied_to: Type.Optional(Type.Object({ id: GraphId })),
});
const readReply = responseReader(Reply);

const fields =
  'id,text,timestamp,username,permalink,is_reply_owned_by_me,has_replies,hide_status,root_post{id},replied_to{id}';

export const comments: Comments<ThreadsCall> = {
  textLengthMax: 500,
  pageMax: 25,
  list: async (call, query) => {
    const page = await listReplies(call, query);
    if (page.kind !== 'comments' || query.parentId !== undefined) return page;
    return { ...page, comments: await Promise.all(page.comments.map((reply) => withReplies(call, query, reply))) };
  },
  find: async (call, id) => {
    const reply = await callAsAccount(call, encodeURIComponent(id), { query: { fields } });
    if (reply.kind !== 'ok') return shared.readFailure(reply);
    const item = readReply(withoutNulls(reply.json));
    const [comment] = item === undefined ? [] : toComments(item);
    if (comment === undefined) return { kind: 'notDone', reason: 'the reply could not be parsed' };
    if (item?.root_post === undefined)
      return { kind: 'missing', code: '100', platformError: 'The ID belongs to a post.' };
    return { kind: 'comment', comment, postId: String(item.root_post.id) };
  },
  create: async (call, { postId, parentId, text }) => {
    const container = await prepareReply(call, replyContents({ text, media: [] }, parentId ?? postId));
    if (container.kind !== 'ready') return container;
    const outcome = await publishContainer(replyContainers, call, container.publishState);
    if (outcome.kind === 'pending') throw new Error('a published container is never pending');
    return outcome.kind === 'published' ? { kind: 'created', id: outcome.id } : outcome;
  },
  setHidden: async (call, { id, isHidden }) => {
    const path = `${encodeURIComponent(id)}/manage_reply`;
    return shared.changed(await callAsAccount(call, path, { form: { hide: String(isHidden) } }));
  },
  delete: (call, id) => unpublish(call, { id }),
};

const prepareMsMax = 15_000;

/** Waits until Threads has processed the reply, which publishes nothing. */
async function prepareReply(
  call: ThreadsAccountCall,
  contents: Contents,
): Promise<Extract<Step, { kind: 'ready' }> | Refusal> {
  let publishState: PublishState | undefined;
  for (let waitedMs = 0; waitedMs <= prepareMsMax;) {
    const step: Step = await prepareContainers(replyContainers, call, contents, publishState);
    if (step.kind !== 'again' && step.kind !== 'wait') return step;
    publishState = step.publishState;
    if (step.kind === 'again') continue;
    await call.clock.sleep(step.afterMs);
    waitedMs += step.afterMs;
  }
  return { kind: 'notDone', reason: 'Threads is still processing the reply' };
}

async function listReplies(call: ThreadsAccountCall, query: CommentQuery): Promise<CommentPage | Missing | Refusal> {
  const { postId, parentId } = query;
  const path = `${encodeURIComponent(parentId ?? postId)}/replies`;
  const pageRequest = { ...pageQuery(fields, query), reverse: String(parentId === undefined) };
  const list = await listItems(call, { path, query: pageRequest, read: readReply });
  if (list.kind !== 'items') return shared.readFailure(list);
  return { kind: 'comments', comments: list.items.flatMap((item) => toComments(item)), cursor: list.cursor };
}

/** If this fails, the replies can still be read on their own. */
async function withReplies(
  call: ThreadsAccountCall,
  { postId }: CommentQuery,
  reply: PlatformComment,
): Promise<PlatformComment> {
  if (!reply.hasMoreReplies) return reply;
  const page = await listReplies(call, { postId, parentId: reply.id, cursor: undefined, limit: repliesMax });
  if (page.kind !== 'comments') return reply;
  return { ...reply, replies: page.comments, hasMoreReplies: page.cursor !== undefined };
}

function toComments(item: Static<typeof Reply>): PlatformComment[] {
  const createdAt = new Date(item.timestamp);
  if (Number.isNaN(createdAt.getTime())) return [];
  const { root_post: root, replied_to: repliedTo } = item;
  const isTopLevel = repliedTo === undefined || root === undefined || String(root.id) === String(repliedTo.id);
  const isOwner = item.is_reply_owned_by_me ?? false;
  return [
    {
      id: String(item.id),
      parentId: isTopLevel ? undefined : String(repliedTo.id),
      text: platformText(item.text, textMax) ?? '',
      createdAt,
      author: {
        id: undefined,
        name: undefined,
        username: platformText(item.username, 100) || undefined,
        pictureUrl: undefined,
        isOwner,
      },
      likeCount: undefined,
      replyCount: undefined,
      url: webUrl(item.permalink),
      isHidden: item.hide_status === 'HIDDEN',
      canReply: true,
      canHide: isTopLevel && !isOwner,
      canDelete: isOwner,
      replies: [],
      hasMoreReplies: item.has_replies ?? false,
    },
  ];
}
