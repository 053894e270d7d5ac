import { ledger } from '../../core/state/ledger.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { graphRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import { posts, requirePost } from './posts.ts';
import { requireQuota } from './publish/quota.ts';

export const deletePost = graphRoute({
  method: 'DELETE',
  path: '/{post}',
  operation: 'deletePost',
  scope: scopes.delete,
  parameters: {},
  handle: (call, { person }) => {
    const { post: id = '' } = call.request.params;
    return call.commit((tx) => {
      const post = requirePost(call, tx, id);
      if (post.ownerId !== person.userId) refuse(call, missingObject(call, id));
      requireQuota(call, tx, person, 'deletes');
      const now = call.clock.now();
      posts.put(tx, id, { ...post, deletedAt: now });
      ledger.markDeleted(tx, { platform: 'threads', accountId: person.userId, id }, new Date(now).toISOString());
      return { success: true, deleted_id: id };
    });
  },
});
