import { ledger } from '../../core/ledger.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { pageRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import { findPublished, postsOf } from './posts.ts';
import { videosOf } from './videos.ts';

/** Deletes a post, or a video by any of its IDs. */
export const deletePost = pageRoute({
  method: 'DELETE',
  path: '/{object}',
  operation: 'deletePost',
  scope: scopes.publish,
  parameters: {},
  handle: (call, { page }) => {
    const { object = '' } = call.request.params;
    return call.commit((tx) => {
      const found = findPublished(tx, page.id, object) ?? refuse(call, missingObject(call, object));
      if (found.kind === 'post') postsOf(page.id).put(tx, found.id, { ...found.post, isDeleted: true });
      else videosOf(page.id).put(tx, found.id, { ...found.video, isDeleted: true });
      const key = { platform: 'facebook', accountId: page.id, id: found.id };
      ledger.markDeleted(tx, key, new Date(call.clock.now()).toISOString());
      return { success: true };
    });
  },
});
