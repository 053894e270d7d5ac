import { defined } from '../../../core/defined.ts';
import type { Call } from '../../../core/platform.ts';
import { checkParameters, isRecord } from '../../../core/wire/parameters.ts';
import type { Reader } from '../../../core/state/store.ts';
import { missingObject, refuse, refuseParameter } from '../../meta/errors.ts';
import { readNode } from '../../meta/fields.ts';
import { pageRoute } from '../graph-route.ts';
import { limits, scopes } from '../limits.ts';
import type { Page } from '../pages.ts';
import { photosOf, type Photo } from '../photos.ts';
import { addToLedger, permalinkOf, postNode, postsOf, type Post } from '../posts.ts';
import { publishErrors } from './publish-errors.ts';
import { checkText, freshPostId } from './publishing.ts';

export const createPost = pageRoute({
  method: 'POST',
  path: '/{page}/feed',
  operation: 'createPost',
  scope: scopes.publish,
  parameters: {
    message: 'string',
    link: 'string',
    published: 'boolean',
    attached_media: 'array',
    fields: 'string',
  },
  handle: (call, { page }, { message = '', link, published = true, attached_media = [], fields }) => {
    checkText(call, page, message);
    if (link !== undefined) checkLink(call, link);
    if (message.trim() === '' && link === undefined && attached_media.length === 0) {
      refuse(call, publishErrors.empty());
    }
    if (link !== undefined && attached_media.length > 0) {
      refuseParameter(call, 'Invalid parameter', 'Only one of link and attached_media can be set.');
    }
    return call.commit((tx) => {
      if (page.refusesDuplicates && isLastMessage(tx, page, message)) refuse(call, publishErrors.duplicate());
      const photos = attachedPhotos(call, tx, page, attached_media);
      const post: Post = {
        id: freshPostId(call, page),
        message,
        files: photos.map(({ file }) => file),
        isPublished: published,
        createdAt: call.clock.now(),
        isDeleted: false,
        ...defined({ link }),
      };
      postsOf(page.id).put(tx, post.id, post);
      for (const photo of photos) photosOf(page.id).put(tx, photo.id, { ...photo, postId: post.id });
      if (published) {
        addToLedger(tx, page, {
          id: post.id,
          url: permalinkOf(post),
          text: message,
          media: post.files,
          at: post.createdAt,
        });
      }
      return readNode(call, postNode(post), fields);
    });
  },
});

function checkLink(call: Call, link: string): void {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) refuse(call, publishErrors.badLink());
  if (/(^|\.)(facebook|fb)\.com$/.test(url.hostname)) refuse(call, publishErrors.ownLink());
}

function isLastMessage(reader: Reader, page: Page, message: string): boolean {
  return message !== '' && postsOf(page.id).all(reader).at(-1)?.message === message;
}

function attachedPhotos(call: Call, reader: Reader, page: Page, items: readonly unknown[]): Photo[] {
  if (items.length > limits.photosPerPost) {
    refuseParameter(call, 'Invalid parameter', `Up to ${limits.photosPerPost} photos can be attached.`);
  }
  const ids = [...items].map((item) => mediaId(call, item));
  if (new Set(ids).size < ids.length) refuse(call, publishErrors.photosPosted());
  return ids.map((id) => {
    const photo = photosOf(page.id).get(reader, id) ?? refuse(call, missingObject(call, id));
    if (photo.postId !== undefined) refuse(call, publishErrors.photosPosted());
    return photo;
  });
}

/** An item is an object, or its JSON text in a form. */
function mediaId(call: Call, item: unknown): string {
  const value = typeof item === 'string' ? parsed(item) : item;
  const reading = isRecord(value) ? checkParameters(value, { media_fbid: 'id!' }) : undefined;
  if (reading?.ok !== true) refuseParameter(call, 'Param attached_media must be an array of {"media_fbid": id}');
  return reading.values.media_fbid;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
