import { FactsError, type AccountTools, type NativePost } from '../../core/platform.ts';
import { findPage, type Page } from './pages.ts';
import { addToLedger, permalinkOf, postsOf, type Post } from './posts.ts';
import { freshMediaId, freshPostId } from './publish/publishing.ts';
import { videoAddress, videosOf, type Video } from './videos.ts';

export function addPost(tools: AccountTools, native: NativePost): { id: string; url: string } {
  const { account, text, media, createdAt: at } = native;
  const page = findPage(tools.tx, account);
  if (page === undefined) throw new FactsError(`facebook has no account ${account}`);
  const hasVideo = media.some(({ file }) => file.type === 'video');
  if (hasVideo && media.length > 1) throw new FactsError('facebook posts have photos or one video');
  if (text === '' && media.length === 0) throw new FactsError('facebook posts need text or mediaUrls');
  const { id, url } = hasVideo ? addVideo(tools, page, native) : addStory(tools, page, native);
  addToLedger(tools.tx, page, { id, url, text, media: media.map(({ file }) => file), at });
  return { id, url };
}

function addStory({ tx, random }: AccountTools, page: Page, native: NativePost): { id: string; url: string } {
  const { text: message, media, createdAt } = native;
  const files = media.map(({ file }) => file);
  const id = freshPostId({ random }, page);
  const post: Post = { id, message, files, isPublished: true, createdAt, isDeleted: false };
  postsOf(page.id).put(tx, id, post);
  return { id, url: permalinkOf(post) };
}

function addVideo({ tx, random }: AccountTools, page: Page, native: NativePost): { id: string; url: string } {
  const { text: description, media, createdAt: at } = native;
  const id = freshMediaId({ random });
  const times = { createdAt: at, readyAt: at, publishedAt: at };
  const files = media.slice(0, 1).map(({ file }) => ({ file }));
  const video: Video = { id, flow: 'video', pieces: [], description, isDeleted: false, ...times, ...files[0] };
  videosOf(page.id).put(tx, id, video);
  return { id, url: videoAddress(id) };
}
