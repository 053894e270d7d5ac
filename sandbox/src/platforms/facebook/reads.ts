import { missingObject, refuse } from '../meta/errors.ts';
import { readNode } from '../meta/fields.ts';
import { listedUntil, pageOf, pageParameters } from '../meta/paging.ts';
import { pageRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import { pageIdPrefix, pageNode } from './pages.ts';
import { findPublished, postsOf, publishedPost, type Post } from './posts.ts';
import { publishedNode } from './publish/published-node.ts';
import { followersOfPage } from './statistics.ts';
import { isShown, videoNode, videosOf } from './videos.ts';

export const getPost = pageRoute({
  method: 'GET',
  path: '/{owner}_{story}',
  operation: 'getPost',
  scope: scopes.read,
  parameters: { fields: 'string' },
  handle: (call, { page }, { fields }) => {
    const id = `${call.request.params['owner'] ?? ''}_${call.request.params['story'] ?? ''}`;
    const published = findPublished(call.store, page.id, id) ?? refuse(call, missingObject(call, id));
    return readNode(call, publishedNode(call, page, published), fields);
  },
});

export const getPage = pageRoute({
  method: 'GET',
  path: `/${pageIdPrefix}{rest}`,
  operation: 'getPage',
  scope: scopes.read,
  parameters: { fields: 'string' },
  handle: (call, { page }, { fields }) => {
    const id = `${pageIdPrefix}${call.request.params['rest'] ?? ''}`;
    if (id !== page.id) refuse(call, missingObject(call, id));
    return readNode(call, pageNode({ ...page, followersCount: followersOfPage(call, page) }, undefined), fields);
  },
});

export const getVideo = pageRoute({
  method: 'GET',
  path: '/{video}',
  operation: 'getVideo',
  scope: scopes.read,
  parameters: { fields: 'string' },
  handle: (call, { page }, { fields }) => {
    const { video: id = '' } = call.request.params;
    const video = videosOf(page.id).get(call.store, id);
    if (video === undefined || video.isDeleted) refuse(call, missingObject(call, id));
    return readNode(call, videoNode(page, video, call.clock.now()), fields);
  },
});

/** Newest first. Videos are listed as reels. */
export const listPosts = pageRoute({
  method: 'GET',
  path: '/{page}/published_posts',
  operation: 'listPosts',
  scope: scopes.read,
  parameters: pageParameters,
  handle: (call, { page, token }, parameters) => {
    const until = listedUntil(call);
    const shown = postsOf(page.id)
      .all(call.store)
      .filter(({ isPublished, isDeleted, createdAt }) => isPublished && !isDeleted && createdAt <= until)
      .reverse()
      .sort((one, other) => other.createdAt - one.createdAt);
    const toNode = (post: Post) => publishedNode(call, page, publishedPost(post));
    return pageOf(call, { shown, tokenText: token.text, toNode }, parameters);
  },
});

export const listReels = pageRoute({
  method: 'GET',
  path: '/{page}/video_reels',
  operation: 'listReels',
  scope: scopes.read,
  parameters: pageParameters,
  handle: (call, { page, token }, parameters) => {
    const [now, until] = [call.clock.now(), listedUntil(call)];
    const shown = videosOf(page.id)
      .all(call.store)
      .filter((video) => isShown(video, now) && (video.publishedAt ?? now) <= until)
      .sort((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
    return pageOf(call, { shown, tokenText: token.text, toNode: (video) => videoNode(page, video, now) }, parameters);
  },
});
