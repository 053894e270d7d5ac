import { ledger } from '../../../core/state/ledger.ts';
import { missingObject, refuse } from '../../meta/errors.ts';
import { pageRoute } from '../graph-route.ts';
import { scopes } from '../limits.ts';
import { findPublished, postsOf } from '../posts.ts';
import { videosOf } from '../videos.ts';

export const deletePost = pageRoute({
  method: 'DELETE',
  path: '/{object}',
  operation: 'deletePost',
  scope: scopes.publish,
  parameters: {},
  handle: (call, { page }) => {
    const { object = '' } = call.request.params;
    return call.commit((tx) => {
      const published = findPublished(tx, page.id, object) ?? refuse(call, missingObject(call, object));
      if (published.kind === 'post') postsOf(page.id).put(tx, published.id, { ...published.post, isDeleted: true });
      else videosOf(page.id).put(tx, published.id, { ...published.video, isDeleted: true });
      const key = { platform: 'facebook', accountId: page.id, id: published.id };
      ledger.markDeleted(tx, key, new Date(call.clock.now()).toISOString());
      return { success: true };
    });
  },
});
