import { refuseParameter } from '../../meta/errors.ts';
import { pageRoute } from '../graph-route.ts';
import { scopes } from '../limits.ts';
import { photosOf, type Photo } from '../photos.ts';
import { addToLedger, permalinkOf, postsOf, type Post } from '../posts.ts';
import { checkText, freshMediaId, freshPostId } from './publishing.ts';
import { takePhoto } from './take-photo.ts';

export const createPhoto = pageRoute({
  method: 'POST',
  path: '/{page}/photos',
  operation: 'createPhoto',
  scope: scopes.publish,
  parameters: {
    url: 'string',
    source: 'file',
    caption: 'string',
    message: 'string',
    published: 'boolean',
    alt_text_custom: 'string',
  },
  handle: async (call, { page }, { url, source, caption, message, published = true }) => {
    if (caption !== undefined && message !== undefined) {
      refuseParameter(call, 'Invalid parameter', 'Only one of caption and message can be set.');
    }
    const text = caption ?? message ?? '';
    checkText(call, page, text);
    const file = await takePhoto(call, { url, source });
    return call.commit((tx) => {
      const photo: Photo = { id: freshMediaId(call), file };
      photosOf(page.id).put(tx, photo.id, photo);
      if (!published) return { id: photo.id };
      const post: Post = {
        id: freshPostId(call, page),
        message: text,
        files: [file],
        isPublished: true,
        createdAt: call.clock.now(),
        isDeleted: false,
      };
      postsOf(page.id).put(tx, post.id, post);
      photosOf(page.id).put(tx, photo.id, { ...photo, postId: post.id });
      addToLedger(tx, page, { id: post.id, url: permalinkOf(post), text, media: [file], at: post.createdAt });
      return { id: photo.id, post_id: post.id };
    });
  },
});
