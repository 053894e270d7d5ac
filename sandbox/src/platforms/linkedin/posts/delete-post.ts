import { ledger } from '../../../core/state/ledger.ts';
import { notFound, refuse } from '../errors.ts';
import { scopes } from '../limits.ts';
import { posts } from './posts.ts';
import { restRoute } from '../rest-route.ts';
import { tokenErrors } from '../token-errors.ts';

/** Deleting a deleted post succeeds; an unknown one is an error. */
export const deletePost = restRoute({
  method: 'DELETE',
  path: '/posts/{urn}',
  operation: 'deletePost',
  scope: scopes.publish,
  resource: 'partnerApiPostsExternal.DELETE',
  restMethod: 'DELETE',
  query: {},
  handle: (call, { person }) => {
    const urn = call.request.params['urn'] ?? '';
    call.commit((tx) => {
      const post = posts.get(tx, urn) ?? refuse(notFound(`Post ${urn}`));
      if (post.authorId !== person.id) refuse(tokenErrors.permission('partnerApiPostsExternal.DELETE'));
      const deletedAt = new Date(call.clock.now()).toISOString();
      posts.put(tx, urn, { ...post, isDeleted: true });
      ledger.markDeleted(tx, { platform: 'linkedin', accountId: person.id, id: urn }, deletedAt);
    });
    return { status: 204, headers: {}, body: '' };
  },
});
