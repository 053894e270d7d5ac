import { statusOf } from '../meta/containers.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { readNode } from '../meta/fields.ts';
import { listedUntil, pageOf, pageParameters } from '../meta/paging.ts';
import { containerPrefix, containersOf } from './publish/containers.ts';
import { graphRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import { postNode } from './post-node.ts';
import { ancestorsOf, ownPosts, postPrefix, requirePost, type Post } from './posts.ts';

export const getContainer = graphRoute({
  method: 'GET',
  path: `/${containerPrefix}{container}`,
  operation: 'getContainer',
  scope: scopes.basic,
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) => {
    const id = `${containerPrefix}${call.request.params['container'] ?? ''}`;
    const container = containersOf(person.userId).get(call.store, id) ?? refuse(call, missingObject(call, id));
    const status = statusOf(container, call.clock.now());
    const values = { id, status, error_message: status === 'ERROR' ? container.failure : undefined };
    return readNode(call, { type: 'ThreadsContainer', values }, fields);
  },
});

export const getPost = graphRoute({
  method: 'GET',
  path: `/${postPrefix}{post}`,
  operation: 'getPost',
  scope: scopes.basic,
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) => {
    const id = `${postPrefix}${call.request.params['post'] ?? ''}`;
    const post = requirePost(call, call.store, id);
    const isVisible = [post, ...ancestorsOf(call.store, post)].some(({ ownerId }) => ownerId === person.userId);
    if (!isVisible) refuse(call, missingObject(call, id));
    return readNode(call, postNode(call.store, person, post), fields);
  },
});

export const listPosts = graphRoute({
  method: 'GET',
  path: '/{account}/threads',
  operation: 'listPosts',
  scope: scopes.basic,
  parameters: { ...pageParameters, since: 'integer', until: 'integer' },
  handle: (call, { person, token }, { since = 0, until = Infinity, ...page }) => {
    const listed = listedUntil(call);
    const shown = ownPosts(call.store, person)
      .filter(({ replyToId, deletedAt }) => replyToId === undefined && deletedAt === undefined)
      .filter(({ publishedAt: at }) => at <= listed && at >= since * 1000 && at < until * 1000)
      .reverse()
      .sort((one, other) => other.publishedAt - one.publishedAt);
    const toNode = (post: Post) => postNode(call.store, person, post);
    return pageOf(call, { shown, tokenText: token.text, toNode }, page);
  },
});
