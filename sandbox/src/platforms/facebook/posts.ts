import { ledger, type LedgerMedia } from '../../core/state/ledger.ts';
import { collection, type Collection, type Reader, type Tx } from '../../core/state/store.ts';
import type { Node } from '../meta/fields.ts';
import { wireInstant } from '../meta/wire-instant.ts';
import type { Page } from './pages.ts';
import { siteUrl, videoAddress, videosOf, type Video } from './videos.ts';

export type Post = {
  /** Prefixed with the Page's ID. */
  readonly id: string;
  readonly message: string;
  readonly link?: string;
  readonly files: readonly LedgerMedia[];
  readonly isPublished: boolean;
  readonly createdAt: number;
  readonly isDeleted: boolean;
};

export const postsOf = (pageId: string): Collection<Post> => collection<Post>(`facebook/posts/${pageId}`);

export function findPost(reader: Reader, pageId: string, id: string): Post | undefined {
  const post = postsOf(pageId).get(reader, id);
  return post?.isDeleted === true ? undefined : post;
}

export function permalinkOf({ id }: Post): string {
  const [pageId = '', storyId = ''] = id.split('_');
  return `${siteUrl}/${pageId}/posts/${storyId}`;
}

export type Published =
  | { readonly kind: 'post'; readonly post: Post; readonly id: string; readonly url: string }
  | { readonly kind: 'video'; readonly video: Video; readonly id: string; readonly url: string };

export function findPublished(reader: Reader, pageId: string, id: string): Published | undefined {
  const post = findPost(reader, pageId, id);
  if (post !== undefined) return publishedPost(post);
  const video = videosOf(pageId)
    .all(reader)
    .find((each) => each.id === id || each.postId === id || `${pageId}_${each.postId ?? each.id}` === id);
  if (video?.publishedAt === undefined || video.isDeleted) return undefined;
  return { kind: 'video', video, id: video.id, url: videoAddress(video.id) };
}

export const publishedPost = (post: Post): Published => ({ kind: 'post', post, id: post.id, url: permalinkOf(post) });

type Entry = {
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly media: readonly LedgerMedia[];
  readonly at: number;
  readonly parentId?: string;
};

export function addToLedger(tx: Tx, page: Page, { at, parentId, ...entry }: Entry): void {
  ledger.add(tx, {
    platform: 'facebook',
    account: page.username,
    accountId: page.id,
    ...entry,
    parentId: parentId ?? null,
    createdAt: new Date(at).toISOString(),
    deletedAt: null,
  });
}

export function postNode(post: Post): Node {
  const { files, link } = post;
  return {
    type: 'PagePost',
    values: {
      id: post.id,
      message: post.message === '' ? undefined : post.message,
      created_time: wireInstant(post.createdAt),
      permalink_url: permalinkOf(post),
      full_picture: files[0] && pictureUrl(files[0]),
      status_type: files.length > 0 ? 'added_photos' : link === undefined ? 'mobile_status_update' : 'shared_story',
      is_published: post.isPublished,
      shares: undefined,
    },
    edges: { attachments: attachmentsOf(post) },
  };
}

const pictureUrl = ({ sha256 }: LedgerMedia): string => `https://scontent.xx.fbcdn.net/v/${sha256}.jpg`;

/** Several photos are one album with subattachments. */
function attachmentsOf(post: Post): Node[] {
  const { files, link } = post;
  const [first] = files;
  const url = link ?? permalinkOf(post);
  if (first === undefined) return link === undefined ? [] : [attachmentNode(url, 'link')];
  if (files.length === 1) return [attachmentNode(url, 'photo', first)];
  const items = files.map((file) => attachmentNode(url, 'photo', file));
  return [{ ...attachmentNode(url, 'album', first), edges: { subattachments: items } }];
}

export function attachmentNode(url: string, mediaType: string, file?: LedgerMedia): Node {
  return {
    type: 'StoryAttachment',
    defaults: ['media_type', 'url'],
    values: {
      media_type: mediaType,
      media: file && { image: { height: 720, src: pictureUrl(file), width: 720 } },
      url,
    },
    edges: { subattachments: [] },
  };
}
