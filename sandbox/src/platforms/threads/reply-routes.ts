import type { Call } from '../../core/platform.ts';
import { missingObject, refuse, refuseParameter } from '../meta/errors.ts';
import { pageOf, pageParameters } from '../meta/paging.ts';
import { graphRoute, type Caller } from './graph-route.ts';
import { scopes } from './limits.ts';
import { postNode } from './post-node.ts';
import { ancestorsOf, posts, repliesTo, requirePost, type Post } from './posts.ts';

const parameters = { ...pageParameters, reverse: 'boolean' } as const;

export const listReplies = graphRoute({
  method: 'GET',
  path: '/{post}/replies',
  operation: 'listReplies',
  scope: scopes.readReplies,
  parameters,
  handle: (call, caller, { reverse = true, ...page }) => {
    const post = requireOwnThread(call, caller);
    return list(call, caller, { page, reverse, shown: repliesTo(call.store, post) });
  },
});

export const listConversation = graphRoute({
  method: 'GET',
  path: '/{post}/conversation',
  operation: 'listConversation',
  scope: scopes.readReplies,
  parameters,
  handle: (call, caller, { reverse = true, ...page }) => {
    const post = requireOwnThread(call, caller);
    const isBelow = (reply: Post): boolean => ancestorsOf(call.store, reply).some(({ id }) => id === post.id);
    return list(call, caller, { page, reverse, shown: live(call).filter(isBelow) });
  },
});

/** Only top-level replies to the caller's own posts; the replies below follow. */
export const manageReply = graphRoute({
  method: 'POST',
  path: '/{post}/manage_reply',
  operation: 'manageReply',
  scope: scopes.manageReplies,
  parameters: { hide: 'boolean!' },
  handle: (call, { person }, { hide }) =>
    call.commit((tx) => {
      const { post: id = '' } = call.request.params;
      const reply = requirePost(call, tx, id);
      const [parent, ...further] = ancestorsOf(tx, reply);
      if (parent?.ownerId !== person.userId) refuse(call, missingObject(call, id));
      if (further.length > 0 || reply.ownerId === person.userId) {
        refuseParameter(call, 'Invalid parameter', 'Only top-level replies of other people can be hidden.');
      }
      posts.put(tx, id, { ...reply, isHidden: hide });
      return { success: true };
    }),
});

const live = ({ store }: Call): Post[] => posts.all(store).filter(({ deletedAt }) => deletedAt === undefined);

function requireOwnThread(call: Call, { person }: Caller): Post {
  const { post: id = '' } = call.request.params;
  const post = requirePost(call, call.store, id);
  const isOwn = [post, ...ancestorsOf(call.store, post)].some(({ ownerId }) => ownerId === person.userId);
  return isOwn ? post : refuse(call, missingObject(call, id));
}

type List = { page: Parameters<typeof pageOf>[2]; reverse: boolean; shown: readonly Post[] };

function list(call: Call, { person, token }: Caller, { page, reverse, shown }: List): object {
  const toNode = (post: Post) => postNode(call.store, person, post);
  return pageOf(call, { shown: reverse ? shown.toReversed() : shown, tokenText: token.text, toNode }, page);
}
